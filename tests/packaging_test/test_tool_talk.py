"""Questions for tools: calls, results and answers in training match the real tools."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from app.tools import calculator, current_date, read_file
from app.tools.builtin import CURRENT_DATE, READ_FILE
from app.tools.tool import ToolContext, ToolError
from demo_model.said import (
    arithmetic,
    date_talk,
    file_talk,
    german_talk,
    tool_steps,
    tool_talk,
    tool_use,
)
from demo_model.said.arithmetic import sample_sum
from demo_model.said.memory import Memory
from demo_model.said.tool_definitions import (
    CALCULATOR_TOOL,
    DATE_TOOL,
    FILE_TOOL,
    KINDS,
    sample_tool,
    sample_tools,
)
from demo_model.said.tool_results import SKIES


@pytest.mark.parametrize(
    ("german", "words", "expression"),
    [
        (False, r"(?i)(?:subtract|take) (?P<b>\S+) (?:away )?from (?P<a>[\d.]*\d)", "{a} - {b}"),
        (False, r"(?i)add (?P<a>\S+) and (?P<b>[\d.]*\d)", "{a} + {b}"),
        (False, r"(?i)divide (?P<a>\S+) by (?P<b>[\d.]*\d)", "{a} / {b}"),
        (False, r"(?i)(?P<a>[\d.]*\d) ?(?:x|times|multiplied by|×) ?(?P<b>[\d.]*\d)", "{a} * {b}"),
        (False, r"(?i)(?P<a>[\d.]*\d) minus (?P<b>[\d.]*\d)", "{a} - {b}"),
        (True, r"(?i)zieh (?P<b>\S+) von (?P<a>\S+) ab", "{a} - {b}"),
        (True, r"(?i)(?:subtrahiere) (?P<b>\S+) von (?P<a>[\d.,]*\d)", "{a} - {b}"),
        (True, r"(?i)(?:addiere|zähl) (?P<a>\S+) und (?P<b>[\d.,]*\d)", "{a} + {b}"),
        (True, r"(?i)wie viel ist (?P<a>\S+) und (?P<b>[\d.,]*\d)", "{a} + {b}"),
        (True, r"(?i)(?:teile|dividiere) (?P<a>\S+) durch (?P<b>[\d.,]*\d)", "{a} / {b}"),
        (True, r"(?i)(?P<a>[\d.,]*\d) (?:geteilt )?durch (?P<b>[\d.,]*\d)", "{a} / {b}"),
        (True, r"(?i)(?P<a>[\d.,]*\d) (?:mal|multipliziert mit) (?P<b>[\d.,]*\d)", "{a} * {b}"),
    ],
)
def test_words_are_turned_into_the_operation_that_they_name(german, words, expression):
    found = 0
    for seed in range(4000):
        made = sample_sum(random.Random(seed), german)
        match = re.search(words, made.asked)
        if match:
            numbers = {name: number.replace(",", ".") for name, number in match.groupdict().items()}
            assert made.expression == expression.format(**numbers)
            found += 1
    assert found >= 10


def test_half_of_german_decimal_numbers_have_a_comma_and_no_expression_has():
    commas = points = 0
    for seed in range(3000):
        made = sample_sum(random.Random(seed), german=True)
        assert "," not in made.expression and not made.result.startswith("Error: The")
        commas += bool(re.search(r"\d,\d", made.asked))
        points += bool(re.search(r"\d\.\d", made.asked))
    assert commas + points > 200
    assert commas == pytest.approx(points, rel=0.35)


def test_a_division_by_zero_cannot_be_calculated():
    for seed in range(2000):
        rng = random.Random(seed)
        *_, answer = tool_talk.single(rng, Memory(result="12"), CALCULATOR_TOOL, german=False)
        if "Division by zero" in answer.text:
            assert answer.text == "That could not be calculated: Division by zero."
            return
    pytest.fail("nobody divided by zero")


def test_weather_is_worded_as_by_the_tool():
    for seed in range(200):
        rng = random.Random(seed)
        use = tool_talk.request(rng, sample_tool(rng, "weather"), german=False)
        assert use.call[1]
        if not use.result.startswith("Error"):
            _, _, degrees, unit, _, sky = use.answer.rstrip(".").split()
            assert unit == "degrees"
            assert degrees in use.result
            assert sky in use.result


def test_german_weather_is_the_one_that_the_tool_tells():
    for seed in range(200):
        rng = random.Random(seed)
        use = tool_talk.request(rng, sample_tool(rng, "weather"), german=True)
        if not use.result.startswith("Error"):
            said = re.fullmatch(r"Es ist (\w+) bei (-?\d+) Grad\.", use.answer)
            assert said and said[2] in use.result and use.word == said[1]
            assert any(sky in use.result and word == said[1] for sky, word in SKIES.items())


@pytest.mark.parametrize("own", [True, False])
def test_a_german_day_is_the_one_that_the_tool_tells(own):
    said = Counter()
    for asked, told in asked_and_told(own, german=True):
        answer, word = told.answer(asked)
        moment = dateparse(told.result)
        weekday = date_talk.GERMAN_WEEKDAYS[moment.weekday()]
        month = date_talk.GERMAN_MONTHS[moment.month - 1]
        wanted = {
            "year": f"{moment.year}",
            "month": month,
            "weekday": weekday,
            "time": f"{moment:%H:%M}",
        }
        where = f" in {asked.named_place}" if asked.place else ""
        assert asked.named_place in asked.text
        if word:
            assert word == wanted[asked.after] and answer == f"Es ist {word}{where}."
        else:
            start = f"In {asked.named_place} ist " if where else "Heute ist "
            written = f"{moment.day}. {month} {moment.year}"
            days = {f"{moment:%Y-%m-%d}", f"der {written}"}
            days |= {f"{weekday}, {day}" for day in (f"{moment:%Y-%m-%d}", written)}
            assert answer.startswith(start)
            assert answer.removeprefix(start).rstrip(".") in days
        said[asked.after, bool(asked.place), bool(word)] += 1
    assert min(said.values()) > 5
    assert len(said) == (7 if own else 5)


@pytest.mark.parametrize("own", [True, False])
def test_a_day_is_worded_as_by_the_tool(own):
    said = Counter()
    for asked, told in asked_and_told(own, german=False):
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


def asked_and_told(own: bool, german: bool) -> Iterator[tuple[date_talk.Asked, date_talk.Told]]:
    """Yield questions and the results of the app's `own` date tool, or of others."""
    for seed in range(600):
        rng = random.Random(seed)
        asked = date_talk.ask(rng, timed=own, german=german)
        if own:
            yield asked, date_talk.told_by_the_app(rng, asked.place, german)
        else:
            yield asked, date_talk.told_by_another(rng, german)


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
    made = date_talk.told_by_the_app(random.Random(1), "London", german=False).result
    form = r"[A-Z][a-z]+day, \d{4}-\d\d-\d\d, \d\d:\d\d:\d\d \(UTC\+00:00, [\w/]+\)"
    assert re.fullmatch(form, real)
    assert re.fullmatch(form, made)


def test_every_place_has_a_time_zone_of_the_apps_tool():
    for name, _ in date_talk.ZONES.values():
        assert name in current_date.run_current_date({"timezone": name}, ToolContext())


@pytest.mark.parametrize(
    ("german", "fault", "empty", "says", "begins"),
    [
        (
            *(False, "The tool reports an error: ", "{} is empty."),
            *("{} says:", "{} is long. It begins: "),
        ),
        (
            *(True, "Das Werkzeug meldet einen Fehler: ", "{} ist leer."),
            *("{} enthält:", "{} ist lang. Der Anfang: "),
        ),
    ],
)
def test_a_file_is_read_by_the_requested_name(german, fault, empty, says, begins):
    said = Counter()
    for seed in range(900):
        rng = random.Random(seed)
        tool = rng.choice((FILE_TOOL, sample_tool(rng, "file")))
        use = tool_talk.request(rng, tool, german)
        (name,) = use.call[1].values()
        assert name in use.asked
        text = use.result.removeprefix(f"{name}:\n").rstrip("\n")
        if use.result.startswith("Error"):
            assert use.answer.removeprefix(fault).rstrip(".") in use.result
            said["error"] += 1
        elif text in ("", f"{name} is empty."):
            assert use.answer == empty.format(name)
            said["empty"] += 1
        elif len(text) <= file_talk.SHORT:
            assert use.answer.startswith(says.format(name))
            assert text in use.answer
            said["short"] += 1
        else:
            assert len(text) > file_talk.LONG
            assert use.answer.startswith(begins.format(name) + text.splitlines()[0])
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
    read = {
        file_talk.read(random.Random(seed), "empty.md", own=True, german=False)[0]
        for seed in range(200)
    }
    assert real("empty.md") in read
    assert real("notes.txt") == "notes.txt:\nbuy milk"
    assert all(text.startswith("empty.md:\n") for text in read - {real("empty.md")})
    with pytest.raises(ToolError) as missing:
        real("x.txt")
    faults = [file_talk.fault(random.Random(seed), "x.txt", own=True) for seed in range(50)]
    first = str(missing.value).split(". ")[0]
    assert first in {fault.split(". ")[0] for fault in faults}


@pytest.mark.parametrize(("german", "which"), [(False, "Which one? I"), (True, "Welche? Ich")])
def test_without_a_name_files_are_listed_and_one_alone_is_read(german, which):
    lengths = Counter()
    for seed in range(300):
        _, uses = tool_talk.unnamed_file(random.Random(seed), german)
        assert uses[0].call == ("read_file", {})
        listed = re.findall(r"- (.+) \([\d,]+ bytes\)", uses[0].result)
        lengths[len(uses)] += 1
        if len(uses) == 2:
            assert listed == [uses[1].call[1]["name"]]
        else:
            assert all(name in uses[0].answer for name in listed)
            assert len(listed) > 1 or which not in uses[0].answer
    assert set(lengths) == {1, 2}
    assert min(lengths.values()) > 50


@pytest.mark.parametrize("german", [False, True])
def test_each_step_uses_the_previous_result(german):
    steps = Counter()
    for seed in range(600):
        asked, uses = tool_steps.chain(random.Random(seed), tool_talk.calculation, german)
        typed = re.sub(r"(?<=\d),(?=\d)", ".", asked) if german else asked
        numbers = re.findall(r"[\d.]*\d", typed)
        for before, use in pairwise(uses):
            expression = use.call[1]["expression"]
            assert expression.startswith(f"{before.result} ")
            assert expression.split()[-1] in numbers
        if not uses[-1].result.startswith("Error"):
            assert len(numbers) == len(uses) + 1
            assert not re.search(r"\d(and|then|und|dann)", asked)
            steps[len(uses)] += 1
    assert set(steps) == {2, 3}
    assert min(steps.values()) > 60


@pytest.mark.parametrize(
    ("german", "operator", "words"),
    [
        *((False, "+", "plus|add"), (False, "-", "minus|subtract|take")),
        *((False, "*", "times|mult"), (False, "/", "divide")),
        *((True, "+", "plus|addiere"), (True, "-", "minus|subtrahiere|zieh.* ab")),
        *((True, "*", "mal|multipliziere"), (True, "/", "durch")),
    ],
)
def test_each_step_is_requested_by_name(german, operator, words):
    for phrase in tool_steps.CHAIN_THEN[german][operator]:
        assert re.search(words, phrase), phrase


@pytest.mark.parametrize("german", [False, True])
def test_two_requests_in_one_question_are_both_answered(german):
    rng = random.Random(0)
    sums = [tool_talk.calculation(sample_sum(rng, german), german) for _ in range(2)]
    file = tool_talk.request(rng, sample_tool(rng, "file"), german)
    for first, second in ((sums[0], file), (file, sums[1])):
        asked, uses = tool_steps.both(rng, first, second)
        user, *rest, answer = tool_use.exchange(asked, uses)
        assert [m.call for m in rest if m.call] == [first.call, second.call]
        assert first.asked.rstrip("?.! ") in user.text
        assert second.asked[1:] in user.text
        assert first.answer.rstrip(".") in answer.text and second.answer in answer.text


def asked_by_kind(german: bool) -> dict[str, set[str]]:
    """Return all phrases of the questions for tools, in small letters without punctuation."""
    words = {word for _, asked in arithmetic.IN_WORDS[german] for word in asked}
    phrases = {
        "calculator": {*arithmetic.ASKED[german], *words},
        **{kind: set(made.asked[german]) for kind, made in KINDS.items() if kind != "date"},
        **{after: set(asked) for after, asked in date_talk.ASKED[german].items()},
        **{
            f"{after} elsewhere": set(asked[german]) for after, asked in date_talk.ELSEWHERE.items()
        },
        "unnamed file": set(file_talk.UNNAMED[german]),
        "which files": set(file_talk.WHICH[german]),
    }
    return {kind: {one.lower().rstrip("?.!") for one in asked} for kind, asked in phrases.items()}


def test_german_and_english_ask_for_the_same_kinds_and_no_phrase_is_in_both():
    english, german = asked_by_kind(False), asked_by_kind(True)
    assert english.keys() == german.keys()
    assert not set().union(*english.values()) & set().union(*german.values())
    for asked in set().union(*german.values()):
        assert re.search(r"[a-zäöü]{3}", re.sub(r"\{.?\}", "", asked)), asked
    for made in KINDS.values():
        counts = [len(re.findall(r"\{\}", one)) for said in made.asked.values() for one in said]
        assert set(counts) == {1 if made.topic else 0}
    for asked in date_talk.ASKED.values():
        assert all("{" not in one for said in asked.values() for one in said)


def test_no_german_phrase_asks_for_two_kinds_or_is_refused():
    by_kind = asked_by_kind(True)
    # Only the argument tells a file from a calculation.
    shared = {"{} bitte"}
    count = Counter(one for asked in by_kind.values() for one in asked - shared)
    assert count.most_common(1)[0][1] == 1
    refused = {one.lower().rstrip("?.!") for asked in german_talk.REFUSED for one in asked}
    # A topic is no expression.
    assert refused & count.keys() == {"was ist {}"}
    assert not any("spät" in one or "wetter" in one for one in refused)


def test_german_tool_talk_says_nothing_in_english():
    english = re.compile(r"\b(the|is|are|you|need|tool|today|says|answered|it|has|can|there|no)\b")
    skills = Counter()
    for seed in range(1500):
        rng = random.Random(seed)
        memory = Memory()
        for one in (tool_talk.exchange(rng, memory, sample_tools(rng), True) for _ in range(2)):
            results = [message.text for message in one if message.role == "tool"]
            quoted = {str(value) for m in one if m.call for value in m.call[1].values()}
            quoted |= {m.call[0] for m in one if m.call}
            for message in one:
                skills[message.skill] += 1
                for text in (message.text, message.reasoning, message.word):
                    if message.role != "assistant":
                        continue
                    # Dot quotes the words of a tool as they are.
                    own = re.sub(
                        r"((?:Fehler|enthält|Anfang|berechnen):\s).*", r"\1", text, flags=re.S
                    )
                    for quote in sorted(quoted, key=len, reverse=True):
                        own = own.replace(quote, "")
                    own = re.sub(r"(Ich kann) .* (lesen)", r"\1 \2", own)
                    assert not english.search(own.lower()), (text, results)
    assert {skill for skill in skills if skill} == {
        *("date", "read_file", "tool_call", "tool_answer", "tool_steps", "declined", "no_tool"),
    }


def test_the_tools_of_the_app_are_defined_as_the_app_defines_them():
    assert json.dumps(CALCULATOR_TOOL.definition) == calculator.SCHEMA
    assert json.dumps(DATE_TOOL.definition, ensure_ascii=False) == CURRENT_DATE.function()
    assert json.dumps(FILE_TOOL.definition, ensure_ascii=False) == READ_FILE.function()
