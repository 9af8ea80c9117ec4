"""`ask` treats a model as the window does: what was chosen there holds in the terminal too."""

import json
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from app.base.disk import write_json
from app.base.json_values import json_value
from app.base.paths import DOT
from app.cli import ask
from app.cli.ask_options import ask_parser, for_model, request
from app.cli.model_choices import ModelChoices, model_choices
from app.models import presets, profiles
from app.models.variants import make_variant
from engine.messages import Generate, ModelProfile, Overflow, SamplingParams
from tests.kit import tiny_models
from tests.kit.desk import model_info
from tests.kit.tiny_adapters import text_adapter
from ui.state.chat_options import ChatOptions
from ui.state.preset import Preset
from ui.state.settings import Settings

pytestmark = pytest.mark.usefixtures("dot_in_float32")
QUESTION = "Tell me a story about a red circle."
BRIEF = SamplingParams(max_tokens=5, temperature=0.5, seed=3, stop=("END",), thinking=True)


def save_profile(home: Path, profile: ModelProfile) -> None:
    found = {"format": profiles.FORMAT, "version": 1, "profiles": [json_value(profile)]}
    write_json(home / profiles.NAME, found)


def save_preset(home: Path, model_id: str, options: ChatOptions) -> None:
    found = presets.presets_json((Preset("Mine", options),)) | {"defaults": {model_id: "Mine"}}
    write_json(home / presets.NAME, found)


def chosen_in(home: Path) -> partial[ModelChoices]:
    return partial(model_choices, home=home, settings=Settings())


def asked(home: Path, *arguments: str, settings: Settings | None = None) -> Generate:
    args = ask_parser().parse_args([*arguments, QUESTION])
    choices = model_choices(args.model, home, settings or Settings())
    return request(args, 1, choices)


def test_the_chat_template_of_the_profile_is_used(home: Path, capsys) -> None:
    template = "{{ raise_exception('This template is mine.') }}"
    save_profile(home, ModelProfile(str(DOT), chat_template=template))
    assert ask.run_ask([QUESTION], chosen_in(home)) != ask.OK
    assert "This template is mine." in capsys.readouterr().err
    assert ask.run_ask(["--no-profile", "--max-tokens", "5", QUESTION], chosen_in(home)) == ask.OK


def test_the_stop_tokens_of_the_profile_end_the_answer(home: Path, capsys) -> None:
    long = ["--json", "--logprobs", "1", "--max-tokens", "12", QUESTION]
    assert ask.run_ask(long) == ask.OK
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    tokens = [it["chosen"]["token"] for it in lines if it["event"] == "Logprobs"]
    save_profile(home, ModelProfile(str(DOT), stop_ids=(tokens[4],)))
    assert ask.run_ask(long, chosen_in(home)) == ask.OK
    finished = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert finished["usage"]["generated"] <= 5 < len(tokens)


def test_a_model_with_an_adapter_answers_with_it(home: Path, tmp_path: Path, capsys) -> None:
    base, adapter = tmp_path / "base", tmp_path / "pirate"
    tiny_models.qwen3(base)
    text_adapter(base, adapter)
    variant = make_variant(home, str(base), str(adapter))
    answers = []
    for model in (str(base), variant.model_id):
        assert (
            ask.run_ask(["--model", model, "--max-tokens", "12", "one two"], chosen_in(home))
            == ask.OK
        )
        answers.append(capsys.readouterr().out)
    assert answers[0] != answers[1]


def test_the_default_preset_holds_for_what_is_not_given(home: Path) -> None:
    options = ChatOptions(system_prompt=" Be brief. ", sampling=BRIEF, overflow=Overflow.SUMMARISE)
    save_preset(home, str(DOT), options)
    made = asked(home)
    assert made.sampling == BRIEF
    assert [(it.role, it.content) for it in made.messages] == [
        ("system", "Be brief."),
        ("user", QUESTION),
    ]
    # only the window writes summaries
    assert made.overflow is Overflow.TRIM
    given = ("--no-think", "--seed", "4", "--stop", "X", "--overflow", "refuse")
    made = asked(home, *given)
    assert made.sampling == SamplingParams(max_tokens=5, temperature=0.5, seed=4, stop=("X",))
    assert made.overflow is Overflow.REFUSE


def test_a_system_prompt_of_the_messages_is_the_only_one(home: Path, tmp_path: Path) -> None:
    save_preset(home, str(DOT), ChatOptions(system_prompt="Be brief."))
    (tmp_path / "chat.json").write_text('[{"role": "system", "content": "Rhyme."}]')
    made = asked(home, "--messages", str(tmp_path / "chat.json"))
    assert [it.content for it in made.messages] == ["Rhyme.", QUESTION]


def test_the_channel_format_and_the_8_bit_cache_of_the_settings_hold(home: Path) -> None:
    settings = Settings(formats=((str(DOT), "gemma"),), kv_8bit=(str(DOT),))
    made = asked(home, settings=settings)
    assert (made.channel_format, made.kv_bits) == ("gemma", 8)
    given = ("--channel-format", "plain", "--kv-bits", "0")
    made = asked(home, *given, settings=settings)
    assert (made.channel_format, made.kv_bits) == ("plain", 0)


def test_what_was_chosen_and_the_model_cannot_do_is_left_out_but_not_what_is_given() -> None:
    model = model_info("/m", "M")
    unable = replace(model, thinking=False)
    chosen = Generate(1, "/m", (), BRIEF, kv_bits=8)
    left = for_model(chosen, ask_parser().parse_args(["hi"]), unable)
    assert (left.sampling.thinking, left.kv_bits) == (False, 0)
    given = ask_parser().parse_args(["--think", "--kv-bits", "8", "hi"])
    assert for_model(chosen, given, unable) == chosen


def test_a_preset_that_thinks_answers_with_reasoning(home: Path, capsys) -> None:
    save_preset(home, str(DOT), ChatOptions(sampling=SamplingParams(thinking=True)))
    assert ask.run_ask(["--json", "--max-tokens", "5", QUESTION], chosen_in(home)) == ask.OK
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert "reasoning" in {it.get("channel") for it in lines}
    assert [it["event"] for it in lines].count("ModelReady") == 1


def test_choices_are_found_through_a_link(home: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(DOT)
    save_profile(home, ModelProfile(str(tmp_path / "link"), stop_ids=(7,)))
    args = ask_parser().parse_args(["--model", str(tmp_path / "link"), "hi"])
    assert model_choices(args.model, home, Settings()).profile.stop_ids == (7,)
    assert not model_choices(DOT, home, Settings()).profile.stop_ids


@pytest.mark.parametrize("name", [profiles.NAME, presets.NAME])
def test_choices_that_cannot_be_read_are_said_and_left_alone(home: Path, capsys, name: str) -> None:
    write_json(home / name, {"format": "?"})
    before = (home / name).read_bytes()
    assert ask.run_ask(["hi"], chosen_in(home)) == ask.BAD_INPUT
    assert "“duologue ask --no-profile” answers without them." in capsys.readouterr().err
    assert (home / name).read_bytes() == before
    assert [it.name for it in home.iterdir()] == [name]
