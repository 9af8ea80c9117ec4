"""Sentences are English text, and keep what a translation needs wherever they are carried."""

import copy
import json
import math
import pickle
import tracemalloc
from dataclasses import asdict

import pytest

from engine.errors import Refused
from engine.messages import Failed, Phase
from engine.sentences import Sentence, english, packed, say, say_all, say_value, unpacked

SIZE = say("{size:,.1f} MB", size=1234.56)
FULL = say("{name} has %n page(s) and {size}.", "of a document", 1, name="{a}%n(s)", size=SIZE)


def parts(sentence: str) -> tuple[str, str, str, int, dict]:
    assert isinstance(sentence, Sentence)
    return str(sentence), sentence.template, sentence.note, sentence.number, dict(sentence.values)


def test_a_sentence_is_its_english_text() -> None:
    assert FULL == "{a}%n(s) has 1 page and 1,234.6 MB."
    assert {str(FULL): 1}["{a}%n(s) has 1 page and 1,234.6 MB."] == 1
    assert say("{name} has %n page(s).", "", 2, name="A") == "A has 2 pages."
    assert say("It is (0), {{as it is}}.") == "It is (0), {as it is}."


@pytest.mark.parametrize(
    ("count", "text"), [(0, "0 replies, files"), (1, "1 reply, file"), (2, "2 replies, files")]
)
def test_plural_endings_in_brackets_are_resolved(count: int, text: str) -> None:
    assert english("%n repl(y|ies), file(s)", count).replace("%n", str(count)) == text


@pytest.mark.parametrize(
    "carried",
    [
        copy.deepcopy(FULL),
        pickle.loads(pickle.dumps(FULL)),
        str(Refused(FULL)),
        asdict(Failed(1, FULL))["message"],
        unpacked(json.loads(json.dumps(packed(FULL)))),
    ],
    ids=["copied", "pickled", "raised", "in an event", "in JSON"],
)
def test_a_sentence_survives_copying_and_packing(carried: str) -> None:
    assert parts(carried) == parts(FULL)
    assert isinstance(carried, Sentence)
    assert parts(carried.values["size"]) == parts(SIZE)


def test_joined_sentences_keep_their_parts() -> None:
    both = say_all([FULL, "", "Plain."])
    assert both == f"{FULL} Plain."
    assert isinstance(both, Sentence)
    assert list(both.values.values()) == [FULL, "Plain."]
    assert say_all(["", FULL]) is FULL
    assert say_all([]) == ""


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a\u202eb", r'"a\u202eb"'),
        ("\u200b", r'"\u200b"'),
        ("\ud800x", r'"\ud800x"'),
        ("a\nb", r'"a\nb"'),
        ("a\u200db\u200d\u200d", r'"a\u200db\u200d\u200d"'),
        ("\u2028", r'"\u2028"'),
        ("Grüße, 世界", '"Grüße, 世界"'),
        ("10\u00a0kg, 1\u202f000, 世\u3000界", '"10\u00a0kg, 1\u202f000, 世\u3000界"'),
        ("👩\u200d💻 👩🏽\u200d🚀 🏳\ufe0f\u200d🌈", '"👩\u200d💻 👩🏽\u200d🚀 🏳\ufe0f\u200d🌈"'),
        ("می\u200cخواهم", '"می\u200cخواهم"'),
    ],
)
def test_only_characters_that_turn_or_hide_a_refused_text_are_escaped(
    value: str, said: str
) -> None:
    assert say_value(value) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("a" * 57 + "\u202eb", '"' + "a" * 57 + "…"),
        ("a" * 53 + "\u202eb", '"' + "a" * 53 + r"\u202e…"),
        ("a" * 58 + "\n", '"' + "a" * 58 + "…"),
        ("a" * 59, '"' + "a" * 59 + '"'),
        (10**70, "1" + "0" * 59 + "…"),
    ],
)
def test_a_long_refused_value_is_cut_without_a_part_of_an_escape(value: object, said: str) -> None:
    assert say_value(value) == said


def test_only_the_shown_part_of_a_refused_text_is_escaped() -> None:
    text = "\u202e" * 1_000_000
    tracemalloc.start()
    try:
        say_value(text)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_the_values_of_choices_are_sentences() -> None:
    assert Phase("processing prompt") is Phase.PREFILL
    assert isinstance(Phase.PREFILL.value, Sentence)


@pytest.mark.parametrize(
    ("count", "values"),
    [
        *((it, {}) for it in (1 << 31, 10**400, -2, 1.5, math.inf, "1", None)),
        *((1, it) for it in (None, "x", [1])),
    ],
)
def test_a_damaged_sentence_is_refused(count: object, values: object) -> None:
    with pytest.raises(ValueError, match="no sentence of ours"):
        unpacked(["%n file(s)", "", count, values])


@pytest.mark.parametrize(
    "template",
    ["{a:999999999d}", "{a:>9999999}", "{a.__class__}", "{a[0]}", "{a!r:{a}}", "{a", "{b}", 5],
)
def test_a_worker_cannot_make_us_format_arbitrary_values(template: object) -> None:
    with pytest.raises((ValueError, TypeError, LookupError)):
        unpacked([template, "", -1, {"a": 1}])


def test_sentences_of_a_worker_are_bounded_and_plain() -> None:
    deep: object = "end"
    for _ in range(1000):
        deep = ["{a}", "", -1, {"a": deep}]
    with pytest.raises(ValueError, match="no sentence"):
        unpacked(deep)
    with pytest.raises(ValueError, match="plain"):
        unpacked(["{a}", "", -1, {"a": None}])
