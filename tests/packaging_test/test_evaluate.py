"""Answers that the evaluation counts as right or as faults."""

import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import dedent

import mlx.core as mx
import pytest
from PIL import Image

from demo_model.evaluate import Result, in_processes, mistake, table
from demo_model.judged.case import Case
from demo_model.judged.cases import Talk, held_out
from demo_model.judged.contact_sheet import SIDE, contact_sheet
from demo_model.judged.faults import fault
from demo_model.judged.mistakes import write_mistakes
from demo_model.judged.wide_copy import wide_copy
from demo_model.said import tool_talk
from demo_model.said.exchanges import Chat, Message
from engine.answers import Answer
from engine.messages import ChatMessage, FinishReason, ToolInvocation
from tests.conftest import DOT

STORY = (
    "Once there was a red star. It lived alone {} and wanted a friend. One day the red star met a "
    "small {}. They played all day and counted one, two, three. In the evening the red star was "
    "tired but happy. The end."
)


def case(skill: str, expected: str, *, thinking: bool = False, call=None) -> Case:
    said = Message("assistant", expected, reasoning="I see.", call=call, skill=skill)
    return Case(skill, (), (), said, thinking)


def made_answer(content: str, *, reasoning: str = "", calls=(), reason=FinishReason.STOP) -> Answer:
    return Answer(content=content, reasoning=reasoning, tool_calls=calls, reason=reason)


GERMAN = "in another language"


@pytest.mark.parametrize(
    ("skill", "expected", "said"),
    [
        ("date", "Heute ist Samstag, 2026-11-28.", "Heute ist Samstag, 2026-11-28."),
        ("tool_answer", "12 + 5 = 17", "12 + 5 = 17"),
        ("read_file", "notes.txt enthält: buy milk.", "notes.txt enthält: buy milk."),
        ("no_tool", tool_talk.NO_TOOL[True], tool_talk.NO_TOOL[True]),
        ("color", "The star is red.", "It is a red star."),
        ("describe", "I see a red star and a blue circle.", "I see a blue circle and a red star."),
        ("count", "There are three shapes.", "There are 3 shapes."),
        ("story", STORY.format("under a tree", "cross"), STORY.format("in a box", "star")),
        ("json", '{"color": "red", "n": 1}', '{"n":1, "color":"red"}'),
        ("json", '{"n": [{"a": 1}, {"a": 2}]}', '{"n": [{"a": 2}, {"a": 1}]}'),
        ("capitals", "THE STAR IS RED.", "THE STAR IS RED."),
        (
            "capitals",
            STORY.format("under a tree", "cross").upper(),
            STORY.format("in a box", "star").upper(),
        ),
    ],
)
def test_an_answer_of_the_same_meaning_is_right(skill, expected, said) -> None:
    assert fault(case(skill, expected), made_answer(said)) == ""


@pytest.mark.parametrize(
    ("skill", "expected", "said", "why"),
    [
        ("date", "Heute ist Samstag, 2026-11-28.", "Today is Saturday, 2026-11-28.", GERMAN),
        ("date", "Heute ist Samstag, 2026-11-28.", "Heute ist Sonntag, 2026-11-28.", "other words"),
        ("tool_answer", "12 + 5 = 17", "12 + 5 = 18", "other words"),
        ("read_file", "notes.txt enthält: buy it.", "notes.txt says: buy it.", "other words"),
        ("read_file", "notes.txt ist leer.", "notes.txt is empty.", GERMAN),
        ("no_tool", tool_talk.NO_TOOL[True], tool_talk.NO_TOOL[False], GERMAN),
        ("no_tool", tool_talk.NO_CALCULATOR[True], tool_talk.NO_CALCULATOR[False], GERMAN),
        ("declined", "Du hast mir das Werkzeug x nicht erlaubt.", "You did not let me.", GERMAN),
        ("color", "The star is red.", "The star is blue.", "another meaning"),
        ("color", "The star is red.", "THE STAR IS RED.", "in other letters"),
        ("capitals", "THE STAR IS RED.", "The star is red.", "in other letters"),
        ("german color", "Der Stern ist rot.", "The star is red.", "in another language"),
        ("one_word", "red", "The star is red.", "other words"),
        ("json", '{"n": 1}', '{"n": true}', "other JSON"),
        ("json", '{"n": [{"a": 1}, {"a": 2}]}', '{"n": [{"a": 2}, {"a": 2}]}', "other JSON"),
        ("json", '{"n": 1}', "There is one.", "other JSON"),
        ("in_digits", "3", "three", "other words"),
        ("copy", "a  b", "a b", "other words"),
        ("repeat", "red dog cat", "cat red dog", "other words"),
        ("tool_answer", "17 - 25 = -8", "17 25 = -8", "other words"),
        ("tool_answer", "(1 + 2) * 3 = 9", "1 + 2 * 3 = 9", "other words"),
        (
            "story",
            STORY.format("here", "star"),
            STORY.format("here", "star")[:60],
            "another meaning",
        ),
        (
            "happens",
            "The red star moves to the right and then stops.",
            "The red star stops and then moves to the right.",
            "another meaning",
        ),
    ],
)
def test_an_answer_that_says_something_else_is_wrong(skill, expected, said, why) -> None:
    assert fault(case(skill, expected), made_answer(said)) == why


def test_reasoning_is_required_if_requested() -> None:
    thinking = case("color", "It is red.", thinking=True)
    assert fault(thinking, made_answer("It is red.")) == "without reasoning"
    assert fault(thinking, made_answer("It is red.", reasoning="I see a red star.")) == ""
    assert fault(case("color", "It is red."), made_answer("It is red.", reasoning="So.")) != ""


def test_a_call_is_right_by_its_name_and_arguments() -> None:
    wanted = case("tool_call", "", call=("calculator", {"expression": "1 + 2"}))

    def called(expression: str) -> Answer:
        calls = (ToolInvocation("calculator", f'{{"expression":"{expression}"}}'),)
        return made_answer("", calls=calls, reason=FinishReason.TOOL_CALLS)

    assert fault(wanted, called("1 + 2")) == ""
    assert fault(wanted, called("1 + 3")) == "another call"
    assert fault(wanted, made_answer("3")) == "another call"


def test_the_table_tells_the_modes_apart() -> None:
    def result(thinking: bool, why: str) -> Result:
        return Result(
            case("color", "It is red.", thinking=thinking), made_answer("It is red."), why
        )

    results = [result(False, ""), result(False, ""), result(True, ""), result(True, "wrong")]
    lines, shares = table(results)
    assert shares == {"color, thinking off": 1.0, "color, thinking on": 0.5}
    assert "100.0% of 2" in lines[1] and "50.0% of 2" in lines[1]


def test_the_page_of_mistakes_has_the_worst_skills_first_and_keeps_marks_as_text(
    tmp_path: Path,
) -> None:
    answers = [("count", "3|4 `x`", "other"), ("color", "", ""), ("color", "blue", "other")]
    results = [Result(case(skill, "red"), made_answer(said), why) for skill, said, why in answers]
    asked = (ChatMessage("user", "Which\ncolor?"),)
    results = [replace(one, case=replace(one.case, messages=asked)) for one in results]
    _, shares = table(results)
    mistakes = [mistake(one) for one in results if one.fault]
    write_mistakes(tmp_path, "evaluate", shares, len(results), [*mistakes, *mistakes[:1] * 8])
    page = (tmp_path / "mistakes.md").read_text("utf-8")
    rows = [row for row in page.splitlines() if "thinking" in row]
    assert [row.split(" | ")[:2] for row in rows] == [
        *[["| count, thinking off", "0%"]] * 3,
        ["| color, thinking off", "50%"],
    ]
    assert rows[0].endswith(r"| Which color? | red | 3\|4 \`x\` | other |")


def test_a_copy_in_float32_has_the_values_of_the_model(tmp_path: Path) -> None:
    copy = wide_copy(DOT, tmp_path / "wide")
    first, second = weights(DOT), weights(copy)
    name = next(iter(first))
    assert first.keys() == second.keys()
    assert first[name].dtype == mx.bfloat16 and second[name].dtype == mx.float32
    assert mx.array_equal(first[name].astype(mx.float32), second[name])
    config = json.loads((copy / "config.json").read_text("utf-8"))
    assert config["dtype"] == config["text_config"]["dtype"] == "float32"


def weights(folder: Path) -> dict[str, mx.array]:
    found = mx.load(str(folder / "model.safetensors"))
    assert isinstance(found, dict)
    return found


def test_held_out_cases_are_a_function_of_their_seed(tmp_path: Path) -> None:
    first, again, other = (
        list(held_out(3, seed, tmp_path, frozenset({"color"}))) for seed in ("a", "a", "b")
    )
    assert [one.expected for one in first] == [one.expected for one in again]
    assert [one.messages[-1].content for one in first] != [
        one.messages[-1].content for one in other
    ]
    assert [one.skill for one in first] == ["color"] * 3
    assert all(media.path.exists() for one in first for media in one.media)


def test_a_skill_in_german_may_have_fewer_cases(tmp_path: Path) -> None:
    skills = frozenset(("repeat", "german repeat"))
    asked = Counter(one.skill for one in held_out(4, "c", tmp_path, skills, german=2))
    assert asked == {"repeat": 4, "german repeat": 2}


def test_talk_is_another_skill_where_there_is_a_image() -> None:
    said = (
        *(Message("user", "Hi"), Message("assistant", "Hello!", skill="greet")),
        *(Message("user", "What color?", media=1), Message("assistant", "Red.", skill="color")),
        *(Message("user", "Hi"), Message("assistant", "Hello!", skill="greet")),
    )
    for german, prefix in ((False, ""), (True, "german ")):
        talk = Talk(Chat(said), lambda path: (), german)
        skills = [talk.skill(index) for index in talk.answers()]
        assert skills == [f"{prefix}greet", f"{prefix}color", f"{prefix}picture_talk"]


def test_talk_about_a_image_is_compared_word_for_word_too() -> None:
    said = Message("assistant", "Your name is Bob.", reasoning="So.", skill="recall")
    wanted = Case("picture_talk", (), (), said)
    assert fault(wanted, made_answer("Your name is Bob.")) == ""
    assert fault(wanted, made_answer("Bob is your name.")) == "other words"


def test_the_sheet_of_mistakes_has_one_image_of_each_skill(tmp_path: Path) -> None:
    images = tmp_path / "images"
    images.mkdir()
    names = ("count-9-1.png", "count-9-2.png", "count_color-9-1.png", "german-count-12-7-1.png")
    for name, color in zip(names, ("red", "lime", "blue", "black"), strict=True):
        Image.new("RGB", (200, 200), color).save(images / name)
    contact_sheet(images, tmp_path / "sheet.png", of_a_skill=1)
    with Image.open(tmp_path / "sheet.png") as sheet:
        shown = [sheet.convert("RGB").getpixel((SIDE * column + 9, 9)) for column in range(4)]
    assert shown == [(255, 0, 0), (0, 0, 255), (0, 0, 0), (255, 255, 255)]


def test_a_sheet_does_not_show_other_sheets_of_its_folder(tmp_path: Path) -> None:
    Image.new("RGB", (200, 200), "red").save(tmp_path / "count-9-1.png")
    contact_sheet(tmp_path, tmp_path / "contact-sheet.png")
    contact_sheet(tmp_path, tmp_path / "mistakes.png", of_a_skill=1)
    sheets = [(tmp_path / name).read_bytes() for name in ("contact-sheet.png", "mistakes.png")]
    assert sheets[0] == sheets[1]


def test_a_run_without_images_of_mistakes_removes_the_old_sheet(tmp_path: Path) -> None:
    images, sheet = tmp_path / "images", tmp_path / "sheet.png"
    images.mkdir()
    sheet.write_bytes(b"of the run before")
    contact_sheet(images, sheet)
    assert not sheet.exists()


CARDS = "CUDA_VISIBLE_DEVICES"


def seen_cards(folder: Path, name: str) -> str:
    """Return the cards that this process sees, once three processes are here."""
    (folder / name).touch()
    while len(list(folder.iterdir())) < 3:
        time.sleep(0.01)
    return os.environ[CARDS]


def test_processes_take_turns_at_the_cards_of_the_caller(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CARDS, "2,3")
    works = [partial(seen_cards, tmp_path, name) for name in ("first", "second", "third")]
    assert sorted(in_processes(works, 2)) == ["2", "2", "3"]


def test_processes_end_with_the_evaluation_even_if_it_is_killed() -> None:
    script = r"""
        import os
        from functools import partial
        from demo_model.evaluate import in_processes

        endless = r"import os, time; os.write(1, b'busy\n'); time.sleep(3600)"
        in_processes([partial(os.write, 1, b"done\n"), partial(exec, endless)], 1)
    """
    command = [sys.executable, "-c", dedent(script)]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True
    ) as evaluation:
        assert evaluation.stdout is not None
        try:
            assert {evaluation.stdout.readline() for _ in range(2)} == {"done\n", "busy\n"}
            evaluation.kill()
            # The end of the output is that of the last process that could write.
            assert evaluation.communicate(timeout=60)[0] == ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(evaluation.pid, signal.SIGKILL)
