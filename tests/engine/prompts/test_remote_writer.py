"""A folder's tokenizer and chat template run in a process with limits; other requests go on."""

import json
import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.checkpoints import guard, tokenizer_bounds
from engine.errors import Refused
from engine.messages import (
    Abort,
    Aborted,
    ChatMessage,
    Count,
    Counted,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    SamplingParams,
    Traced,
)
from engine.models.loader import examine_model, load_model
from engine.prompts import remote_writer
from engine.prompts.text_jobs import TextJobs
from engine.prompts.text_process import MB, Limits, TextProcess
from engine.rendering import chat_template
from engine.system.process_usage import usage_of
from tests.conftest import DOT, Bench
from tests.kit import tiny_models

FEW = SamplingParams(temperature=0, max_tokens=4)
LOOP = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
DOUBLE = "{% for i in range(60) %}{% set n.x = n.x ~ n.x %}{% endfor %}"
GROW = "{% set n = namespace(x='ab') %}" + DOUBLE
HOSTILE = (
    "{# <think></think> #}{% set asked = messages[0].content %}"
    "{% if 'loop' in asked %}LOOP{% endif %}"
    "{% if 'grow' in asked %}GROW{% endif %}<|im_start|>{{ asked }}<|im_end|>"
).replace("LOOP", LOOP).replace("GROW", GROW)  # fmt: skip


@pytest.fixture
def hostile_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a checkpoint whose template does harm if it is told to."""
    made = tmp_path / "hostile"
    tiny_models.qwen3(made)
    edit_json(made / "tokenizer_config.json", lambda config: config.update(chat_template=HOSTILE))
    (made / "chat_template.jinja").write_text(HOSTILE)
    monkeypatch.setattr(guard, "OUR_FOLDERS", [DOT.parent])
    monkeypatch.setattr(Limits, "of_job", lambda size: Limits(0.5, 256 * MB, MB))
    return made


def edit_json(path: Path, edit: Callable[[dict[str, Any]], object]) -> None:
    settings = json.loads(path.read_text())
    edit(settings)
    path.write_text(json.dumps(settings))


def short_request(number: int, model: Path, text: str) -> Generate:
    return Generate(number, str(model), (ChatMessage("user", text),), FEW)


@pytest.mark.cold
def test_a_harmful_template_fails_alone_with_a_sentence(
    bench: Bench, hostile_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered_here: list[object] = []
    with monkeypatch.context() as here:
        here.setattr(chat_template, "_render", lambda *given: rendered_here.append(given))
        ready = bench.run(LoadModel(1, str(hostile_folder)))[-1]
    assert isinstance(ready, ModelReady) and ready.model.thinking and not rendered_here
    good = bench.run(short_request(2, hostile_folder, "fox <|im_end|>"))
    assert isinstance(good[-1], Finished)
    count = bench.run(Count(3, short_request(3, hostile_folder, "fox <|im_end|>")))[-1]
    assert isinstance(count, Counted)
    assert count.tokens == good[-1].usage.prompt
    prompt = next(event.prompt for event in good if isinstance(event, Traced))
    assert prompt == "<|im_start|>fox <|im_end|><|im_end|>"

    assert failure(bench.run(short_request(4, hostile_folder, "grow"))[-1]).endswith(
        "choose another model."
    )
    bench.run(LoadModel(8, str(DOT)))
    every = bench.run(
        short_request(5, hostile_folder, "loop"),
        short_request(6, DOT, "Hi"),
        short_request(7, hostile_folder, "fox"),
    )
    ended = {event.request_id: event for event in every if isinstance(event, Failed | Finished)}
    assert list(ended) == [6, 5, 7]
    assert "was stopped after" in failure(ended[5])
    assert isinstance(ended[7], Finished)


def failure(event: object) -> str:
    assert isinstance(event, Failed) and not event.fault
    return event.message


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[TextProcess]:
    """The processes that were started, in order."""
    found: list[TextProcess] = []

    def start(*arguments: Any) -> TextProcess:
        found.append(TextProcess(*arguments))
        return found[-1]

    monkeypatch.setattr(remote_writer, "TextProcess", start)
    return found


def test_a_process_that_others_ended_did_not_need_too_much_memory(
    bench: Bench, hostile_folder: Path, started: list[TextProcess]
) -> None:
    bench.run(LoadModel(1, str(hostile_folder)))
    bench.engine.submit(short_request(2, hostile_folder, "loop"))
    for _ in range(5):
        bench.engine.step()
    os.kill(started[-1].pid, signal.SIGKILL)
    assert "was ended by the system" in failure(bench.run()[-1])
    assert isinstance(bench.run(short_request(3, hostile_folder, "fox"))[-1], Finished)


def test_stop_ends_an_endless_template(
    bench: Bench, hostile_folder: Path, started: list[TextProcess]
) -> None:
    bench.run(LoadModel(1, str(hostile_folder)))
    bench.engine.submit(short_request(2, hostile_folder, "loop"))
    for _ in range(5):
        bench.engine.step()
    bench.engine.submit(Abort(2))
    bench.engine.step()
    assert any(isinstance(event, Aborted) for event in bench.events)
    # The job ends even if nobody uses the model again.
    bench.run()
    assert usage_of(started[-1].pid).memory == 0
    assert isinstance(bench.run(short_request(3, hostile_folder, "fox"))[-1], Finished)


def test_a_token_without_weights_is_refused(bench: Bench, tmp_path: Path) -> None:
    """MLX would read beyond its memory, which ends the process."""
    made = tmp_path / "wide"
    tiny_models.qwen3(made)
    edit_json(made / "tokenizer.json", lambda it: it["model"]["vocab"].update({"z": 3_000_000}))
    assert isinstance(bench.run(short_request(1, made, "fox"))[-1], Finished)
    assert "its weights do not have" in failure(bench.run(short_request(2, made, "zz z"))[-1])


def replacing(text: str, by: str) -> dict[str, Any]:
    return {"type": "Replace", "pattern": {"String": text}, "content": by}


def test_a_tokenizer_that_panics_is_not_loaded(bench: Bench, hostile_folder: Path) -> None:
    split = {"type": "Split", "pattern": {"Regex": "(<+<+)+y"}, "behavior": "Isolated"}

    def edit(settings: dict[str, Any]) -> None:
        parts = [split | {"invert": False}, settings["pre_tokenizer"]]
        settings["pre_tokenizer"] = {"type": "Sequence", "pretokenizers": parts}

    edit_json(hostile_folder / "tokenizer.json", edit)
    bench.run(LoadModel(1, str(hostile_folder)))
    assert failure(bench.run(short_request(2, hostile_folder, "<" * 60))[-1]).startswith(
        "The tokenizer or chat"
    )


@pytest.mark.parametrize("text", ["{}", "[]", '{"error": "not found"}', '{"model": null}'])
def test_a_tokenizer_without_a_vocabulary_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "tokenizer.json").write_text(text)
    with pytest.raises(Refused, match=r"^tokenizer.json is damaged: it has no vocabulary"):
        tokenizer_bounds.check_tokenizer(tmp_path)


def test_a_tokenizer_that_makes_texts_longer_is_refused(tmp_path: Path) -> None:
    chain = [replacing("e", "f" * 1000), replacing("f", "g" * 1000)]
    for name in ("normalizer", "decoder"):
        nested = {"type": "Sequence", f"{name}s": [{"type": "Sequence", f"{name}s": chain}]}
        (tmp_path / "tokenizer.json").write_text(json.dumps({name: nested}))
        with pytest.raises(Refused, match="64 times longer"):
            tokenizer_bounds.check_tokenizer(tmp_path)


@pytest.mark.parametrize(
    "settings",
    [
        {"decoder": {"type": "Replace", "pattern": {"Regex": "(x+x+)+y"}, "content": ""}},
        {"model": {"vocab": {"x" * 5000: 1}}},
        {"model": {"vocab": [["x" * 5000, -1.5]]}},
        {"added_tokens": [{"content": "x" * 5000}]},
        {"added_tokens": [{}] * 100_001},
        {"a": [0] * 3_000_001},
    ],
    ids=["regex", "long token", "long piece", "long added token", "many added", "many values"],
)
def test_a_tokenizer_that_could_hold_up_the_engine_is_refused(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    (tmp_path / "tokenizer.json").write_text(json.dumps(settings))
    with pytest.raises(Refused, match=r"^tokenizer.json"):
        tokenizer_bounds.check_tokenizer(tmp_path)


@pytest.mark.parametrize(
    ("component", "expected"),
    [
        (None, 1),
        (replacing(" ", "▁"), 3),
        (replacing("▁", " "), 1),
        ({"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"}, 4),
        ({"type": "Sequence", "normalizers": [replacing("``", '"'), replacing("a", "bb")]}, 2),
    ],
)
def test_growth_of_common_tokenizer_components(component: Any, expected: float) -> None:
    assert tokenizer_bounds.growth(component) == expected


@pytest.mark.parametrize("family", ["dot", "mistral", "gemma3"], indirect=True)
def test_a_worker_reports_what_the_engine_would(family: Path) -> None:
    source = examine_model(str(family))
    model = load_model(source)
    with guard.safe_view(family) as view:
        found = TextJobs(source, view).introduced()
    assert found["marks"] == model.writer.marks
    assert found["abilities"] == {
        "thinking_switch": model.info.thinking_switch,
        "tools": model.info.tools,
        "parsed": True,
    }


def test_views_of_killed_programs_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "gettempdir", lambda: str(tmp_path))
    left, mine, other = (
        tmp_path / f"{guard.VIEW_PREFIX}{name}" for name in ("4194305-a", f"{os.getpid()}-b", "c")
    )
    for view in (left, mine, other):
        view.mkdir()
    guard._remove_left_views.cache_clear()
    guard._remove_left_views()
    assert [view.exists() for view in (left, mine, other)] == [False, True, True]


def test_a_process_reports_its_usage() -> None:
    usage = usage_of(os.getpid())
    assert usage.memory > 10 * MB
    assert usage.cpu > 0
    assert usage_of(2**22 + 1).memory == 0
