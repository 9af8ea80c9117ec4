"""Templates and stop tokens of a profile: tried without the model, and used by it."""

from pathlib import Path

import pytest

from engine.checkpoints import guard
from engine.messages import (
    ChatMessage,
    Configure,
    Failed,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    ModelProfile,
    ModelReady,
    ProfileTried,
    SamplingParams,
    StopToken,
    Traced,
    TryProfile,
    UnloadModel,
)
from engine.models.loader import examine_model
from engine.prompts.text_jobs import TextJobs
from engine.rendering.family_templates import FOLDER, family_template
from tests.conftest import Bench
from tests.kit.paths import DOT
from tests.kit.tiny_checkpoint import token

FEW = SamplingParams(temperature=0, max_tokens=6)
SHOUT = """{% for m in messages -%}
<|im_start|>{{ m.role | upper }}: {{ m.content }}<|im_end|>
{% endfor %}<tool_call>{{ tools }}"""
WRONG = "{{ messages[0].content }}\n{{ messages[0].name.first }}"


def ask(request_id: int, model_id: str, text: str = "fox") -> Generate:
    return Generate(request_id, model_id, (ChatMessage("user", text),), FEW)


def test_a_template_of_a_profile_takes_the_place_of_the_models_own(
    bench: Bench, tiny_text: Path
) -> None:
    model_id = str(tiny_text)
    [before] = bench.run(LoadModel(1, model_id))
    assert isinstance(before, ModelReady)
    assert (before.model.thinking_switch, before.model.tools) == (True, False)
    bench.run(UnloadModel(2, model_id), Configure((ModelProfile(model_id, chat_template=SHOUT),)))
    events = bench.run(ask(3, model_id))
    [ready] = [it.model for it in events if isinstance(it, ModelReady)]
    assert (ready.thinking_switch, ready.tools, ready.channel_format) == (False, True, "hermes")
    [traced] = [it for it in events if isinstance(it, Traced)]
    assert traced.prompt.startswith("<|im_start|>USER: fox<|im_end|>")


@pytest.mark.parametrize("template", [SHOUT, "{% if", "<think></think>{% if"])
def test_a_model_whose_template_tells_of_no_reasoning_does_not_think(
    bench: Bench, tiny_text: Path, template: str
) -> None:
    model_id = str(tiny_text)
    bench.run(Configure((ModelProfile(model_id, chat_template=template),)))
    [ready] = [it.model for it in bench.run(LoadModel(1, model_id)) if isinstance(it, ModelReady)]
    assert not ready.thinking


def test_a_trial_loads_no_model_and_names_the_line_of_an_error(bench: Bench) -> None:
    profile = ModelProfile(str(DOT), chat_template=WRONG)
    [tried] = bench.run(TryProfile(1, profile))
    assert isinstance(tried, ProfileTried)
    assert tried.line == 2
    assert tried.problem.startswith("line 2: a value has no “name”.")
    assert tried.prompt == ""
    assert tried.own_template == (DOT / "chat_template.jinja").read_text()
    assert tried.family_name == "ChatML"
    assert not bench.stats_now().models


def test_a_template_that_fails_is_said_at_use_with_its_line(bench: Bench, tiny_text: Path) -> None:
    (tiny_text / "chat_template.jinja").write_text(WRONG)
    failed = bench.run(ask(1, str(tiny_text)))[-1]
    assert isinstance(failed, Failed)
    assert "does not accept this conversation: line 2: a value has no “name”." in failed.message


def test_a_trial_of_a_folder_that_is_gone_is_a_sentence(bench: Bench, tmp_path: Path) -> None:
    [failed] = bench.run(TryProfile(1, ModelProfile(str(tmp_path / "gone"))))
    assert isinstance(failed, Failed)
    assert "was not found" in failed.message


def jobs(profile: ModelProfile) -> TextJobs:
    """Return the jobs of the worker process, in this process."""
    folder = Path(profile.model_id)
    made = TextJobs(examine_model(str(folder), profile), folder)
    made.introduced()
    return made


def test_stops_are_found_by_their_text_or_id(tiny_text: Path) -> None:
    profile = ModelProfile(str(tiny_text), stop_ids=(token("<think>"), 10**6))
    texts = ("<|im_end|>", "fox", "\\n", str(token("</think>")), "no single token", "999999", "")
    found = jobs(profile).described(texts)
    assert found["own_stops"] == [{"token": token("<|im_end|>"), "text": "<|im_end|>"}]
    assert found["added_stops"] == [{"token": token("<think>"), "text": "<think>"}]
    stops = [StopToken(**it) for it in found["found_stops"]]
    assert {it.text for it in stops} == {"<|im_end|>", "\n", "</think>"}
    assert found["missing_stops"] == ("fox", "no single token", "999999", "")


def test_a_stop_token_of_a_profile_ends_the_answer(bench: Bench, tiny_text: Path) -> None:
    model_id = str(tiny_text)
    bench.run(ask(1, model_id))
    [traced] = [it for it in bench.events if isinstance(it, Traced)]
    written = [it.token for it in traced.tokens]
    third = written[2]
    first = written.index(third)
    profile = ModelProfile(model_id, stop_ids=(third,))
    bench.run(UnloadModel(2, model_id), Configure((profile,)))
    finished = bench.run(ask(3, model_id))[-1]
    assert isinstance(finished, Finished)
    assert finished.reason is FinishReason.STOP
    assert finished.usage.generated == first


@pytest.mark.parametrize("name", ["chatml", "llama3", "gemma", "mistral"])
def test_a_built_in_template_writes_the_sample(tiny_text: Path, name: str) -> None:
    text = (FOLDER / f"{name}.jinja").read_text()
    with guard.safe_view(tiny_text, text) as view:
        source = examine_model(str(tiny_text))
        made = TextJobs(source, view)
        made.introduced()
        found = made.described(())
    assert found["template"] == text
    assert (found["problem"], found["line"]) == ("", 0)
    parts = ("helpful assistant", "capital of France?", "Paris.", "And that of Italy?")
    places = [found["prompt"].index(part) for part in parts]
    assert places == sorted(places)


def test_the_built_in_template_is_chosen_by_control_tokens() -> None:
    def chosen(*names: str) -> str:
        found = family_template(("a", *names))
        return found.name if found else ""

    assert chosen("<start_of_turn>") == "Gemma"
    assert chosen("<|start_header_id|>") == "Llama 3"
    assert chosen("[INST]") == "Mistral"
    assert chosen() == ""
