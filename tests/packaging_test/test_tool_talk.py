"""Questions for tools: calls, results and answers in training match the real tools."""

import json
import random
import re
from collections import Counter
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from app.tools import calculator, current_date, read_file
from app.tools.builtin import CURRENT_DATE, READ_FILE
from app.tools.tool import ToolContext, ToolError
from demo_model.said import date_talk, file_talk, tool_steps, tool_talk, tool_use
from demo_model.said.arithmetic import sample_sum
from demo_model.said.memory import Memory
from demo_model.said.tool_definitions import (
    CALCULATOR_TOOL,
    DATE_TOOL,
    FILE_TOOL,
    sample_tool,
)


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        (r"(?i)(?:subtract|take) (?P<b>\S+) (?:away )?from (?P<a>[\d.]*\d)", "{a} - {b}"),
        (r"(?i)add (?P<a>\S+) and (?P<b>[\d.]*\d)", "{a} + {b}"),
        (r"(?i)divide (?P<a>\S+) by (?P<b>[\d.]*\d)", "{a} / {b}"),
        (r"(?i)(?P<a>[\d.]*\d) ?(?:x|times|multiplied by|×) ?(?P<b>[\d.]*\d)", "{a} * {b}"),
        (r"(?i)(?P<a>[\d.]*\d) minus (?P<b>[\d.]*\d)", "{a} - {b}"),
    ],
)
def test_words_are_turned_into_the_operation_that_they_name(words, expression):
    found = 0
    for seed in range(4000):
        made = sample_sum(random.Random(seed))
        match = re.search(words, made.asked)
        if match:
            assert made.expression == expression.format(**match.groupdict())
            found += 1
    assert found >= 10


def test_a_division_by_zero_cannot_be_calculated():
    for seed in range(2000):
        *_, answer = tool_talk.single(random.Random(seed), Memory(result="12"), CALCULATOR_TOOL)
        if "division by zero" in answer.text:
            assert answer.text == "That could not be calculated: division by zero."
            return
    pytest.fail("nobody divided by zero")


def test_weather_is_worded_as_by_the_tool():
    for seed in range(200):
        rng = random.Random(seed)
        use = tool_talk.request(rng, sample_tool(rng, "weather"))
        assert use.call[1]
        if not use.result.startswith("Error"):
            _, _, degrees, unit, _, sky = use.answer.rstrip(".").split()
            assert unit == "degrees"
            assert degrees in use.result
            assert sky in use.result


@pytest.mark.parametrize("own", [True, False])
def test_a_day_is_worded_as_by_the_tool(own):
    said = Counter()
    for seed in range(600):
        rng = random.Random(seed)
        asked = date_talk.ask(rng, timed=own)
        told = (
            date_talk.told_by_the_app(rng, asked.place) if own else date_talk.told_by_another(rng)
        )
        answer, word = told.answer(asked)
        moment = dateparse(told.result)
        wanted = {
            "year": f"{moment.year}",
            "month": f"{moment:%B}",
            "weekday": f"{moment:%A}",
            "time": f"{moment:%H:%M}",
        }
        assert answer.endswith(f" in {asked.place}." if word and asked.place else ".")
        if word:
            assert word == wanted[asked.after] and f"It is {word}" in answer
        else:
            day = answer.rstrip(".").split(" is ")[1]
            assert day in told.result or told.result.startswith("{")
            assert asked.after == "date" or not own
        said[asked.after, bool(asked.place), bool(word)] += 1
    assert min(said.values()) > 5
    assert len(said) == (7 if own else 5)


def dateparse(text: str) -> datetime:
    """Return the date in a tool's result, in any notation."""
    clock = re.search(r"\d\d:\d\d:\d\d", text)
    time = clock[0] if clock else "00:00:00"
    if iso := re.search(r"\d{4}-\d\d-\d\d", text):
        return datetime.fromisoformat(f"{iso[0]} {time}")
    month = next(m for m in date_talk.MONTHS if m in text)
    year, day = re.search(r"\d{4}", text), re.search(r"\b\d{1,2}\b", text)
    assert year and day
    return datetime(int(year[0]), date_talk.MONTHS.index(month) + 1, int(day[0]))


def test_the_date_has_the_format_of_the_apps_tool():
    real = current_date.run_current_date({"timezone": "UTC"}, ToolContext())
    made = date_talk.told_by_the_app(random.Random(1), "London").result
    form = r"[A-Z][a-z]+day, \d{4}-\d\d-\d\d, \d\d:\d\d:\d\d \(UTC\+00:00, [\w/]+\)"
    assert re.fullmatch(form, real)
    assert re.fullmatch(form, made)


def test_every_place_has_a_time_zone_of_the_apps_tool():
    for name, _ in date_talk.ZONES.values():
        assert name in current_date.run_current_date({"timezone": name}, ToolContext())


def test_a_file_is_read_by_the_requested_name():
    said = Counter()
    for seed in range(900):
        rng = random.Random(seed)
        tool = rng.choice((FILE_TOOL, sample_tool(rng, "file")))
        use = tool_talk.request(rng, tool)
        (name,) = use.call[1].values()
        assert name in use.asked
        text = use.result.removeprefix(f"{name}:\n").rstrip("\n")
        if use.result.startswith("Error"):
            assert use.answer.removeprefix("The tool reports an error: ").rstrip(".") in use.result
            said["error"] += 1
        elif text in ("", f"{name} is empty."):
            assert use.answer == f"{name} is empty."
            said["empty"] += 1
        elif len(text) <= file_talk.SHORT:
            assert use.answer.startswith(f"{name} says:")
            assert text in use.answer
            said["short"] += 1
        else:
            assert len(text) > file_talk.LONG
            assert text.splitlines()[0] in use.answer
            said["long"] += 1
    assert min(said.values()) > 10
    assert len(said) == 4


def test_files_are_worded_as_by_the_apps_tool(tmp_path: Path):
    rng = random.Random(1)
    (tmp_path / "notes.txt").write_text("buy milk")
    (tmp_path / "empty.md").touch()
    context = ToolContext((tmp_path / "notes.txt", tmp_path / "empty.md"))

    def real(name: str) -> str:
        return read_file.run_read_file({"name": name} if name else {}, context)

    made = file_talk.listing(rng, ["notes.txt", "empty.md"])
    assert re.sub(r"[\d,]+ bytes", "N bytes", made) == re.sub(r"\d+ bytes", "N bytes", real(""))
    assert file_talk.listing(rng, []) == read_file.run_read_file({}, ToolContext())
    read = {file_talk.read(random.Random(seed), "empty.md", own=True)[0] for seed in range(200)}
    assert real("empty.md") in read
    assert real("notes.txt") == "notes.txt:\nbuy milk"
    assert all(text.startswith("empty.md:\n") for text in read - {real("empty.md")})
    with pytest.raises(ToolError) as missing:
        real("x.txt")
    faults = [file_talk.fault(random.Random(seed), "x.txt", own=True) for seed in range(50)]
    first = str(missing.value).split(". ")[0]
    assert first in {fault.split(". ")[0] for fault in faults}


def test_without_a_name_files_are_listed_and_one_alone_is_read():
    lengths = Counter()
    for seed in range(300):
        _, uses = tool_talk.unnamed_file(random.Random(seed))
        assert uses[0].call == ("read_file", {})
        listed = re.findall(r"- (.+) \([\d,]+ bytes\)", uses[0].result)
        lengths[len(uses)] += 1
        if len(uses) == 2:
            assert listed == [uses[1].call[1]["name"]]
        else:
            assert all(name in uses[0].answer for name in listed)
            assert len(listed) > 1 or "Which one" not in uses[0].answer
    assert set(lengths) == {1, 2}
    assert min(lengths.values()) > 50


def test_each_step_uses_the_previous_result():
    steps = Counter()
    for seed in range(600):
        asked, uses = tool_steps.chain(random.Random(seed), tool_talk.calculation)
        numbers = re.findall(r"[\d.]*\d", asked)
        for before, use in pairwise(uses):
            expression = use.call[1]["expression"]
            assert expression.startswith(f"{before.result} ")
            assert expression.split()[-1] in numbers
        if not uses[-1].result.startswith("Error"):
            assert len(numbers) == len(uses) + 1
            assert not re.search(r"\d(and|then)", asked)
            steps[len(uses)] += 1
    assert set(steps) == {2, 3}
    assert min(steps.values()) > 60


@pytest.mark.parametrize(
    ("operator", "words"),
    [("+", "plus|add"), ("-", "minus|subtract|take"), ("*", "times|mult"), ("/", "divide")],
)
def test_each_step_is_requested_by_name(operator, words):
    for phrase in tool_steps.CHAIN_THEN[operator]:
        assert re.search(words, phrase), phrase


def test_two_requests_in_one_question_are_both_answered():
    rng = random.Random(0)
    sums = [tool_talk.calculation(sample_sum(rng)) for _ in range(2)]
    file = tool_talk.request(rng, sample_tool(rng, "file"))
    for first, second in ((sums[0], file), (file, sums[1])):
        asked, uses = tool_steps.both(rng, first, second)
        user, *rest, answer = tool_use.exchange(asked, uses)
        assert [m.call for m in rest if m.call] == [first.call, second.call]
        assert first.asked.rstrip("?.! ") in user.text
        assert second.asked[1:] in user.text
        assert first.answer.rstrip(".") in answer.text and second.answer in answer.text


def test_the_tools_of_the_app_are_defined_as_the_app_defines_them():
    assert json.dumps(CALCULATOR_TOOL.definition) == calculator.SCHEMA
    assert json.dumps(DATE_TOOL.definition, ensure_ascii=False) == CURRENT_DATE.function()
    assert json.dumps(FILE_TOOL.definition, ensure_ascii=False) == READ_FILE.function()
