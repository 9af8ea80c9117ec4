"""Stop strings end an answer exactly, whatever pieces its text comes in."""

import itertools
import sys
from types import FrameType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.sampling.stops import StopStrings

# Stop strings, pieces, the text that may be shown, the stop string that matched.
CASES = {
    "over four tokens": (("DEFGHIJ",), ["ABC", "DEF", "G", "HI", "J", "K"], "ABC", "DEFGHIJ"),
    "inside one token, with a tail": (("gamma",), ["alpha ", "gamma!delta"], "alpha ", "gamma"),
    "the earliest of several": (("three", "two"), ["one two ", "three"], "one ", "two"),
    "a split line break": (("\n\n",), ["line1\n", "\nline2"], "line1", "\n\n"),
    "a chat marker": (
        ("<|im_end|>",),
        ["Answer.", "<|im", "_end|>", " more"],
        "Answer.",
        "<|im_end|>",
    ),
    "characters of regular expressions": ((".*",), ["a.b", "*c"], "a.b*c", None),
    "at the very start": (("STOP",), ["ST", "OP", "more"], "", "STOP"),
    "a false start before it": (("aab",), ["aa", "ab"], "a", "aab"),
    "a false start inside it": (("abcabd",), ["abcabcab", "d!"], "abc", "abcabd"),
    "complete first, though it began later": (("bcdX", "cd"), ["abcdX"], "ab", "cd"),
    "the longest of two that end together": (("\n\n", ".\n\n"), ["End.\n", "\n"], "End", ".\n\n"),
    "one stop inside another": (("b", "abc"), ["zabc"], "za", "b"),
    "the rest of a failed stop has one": (("abcd", "bx"), ["abcb", "x"], "abc", "bx"),
    "a tail that stays text": (("###",), ["end ##"], "end ##", None),
    "no stops": ((), ["a", "b"], "ab", None),
    "beyond the basic plane": (("🛑終",), ["go 🛑", "終わり"], "go ", "🛑終"),
}


def feed_all(stops: tuple[str, ...], pieces: list[str]) -> tuple[str, str | None]:
    found = StopStrings(stops)
    shown = "".join([found.feed(piece) for piece in pieces])
    return shown + found.flush(), found.matched


def splits(text: str, at: list[int]) -> list[str]:
    bounds = [0, *sorted({index for index in at if index < len(text)}), len(text)]
    return [text[start:stop] for start, stop in itertools.pairwise(bounds)]


def reference(stops: tuple[str, ...], text: str) -> tuple[str, str | None]:
    """Apply the definition: look at every beginning of the text, the shortest first."""
    for end in range(1, len(text) + 1):
        ending = [stop for stop in stops if text[:end].endswith(stop)]
        if ending:
            longest = max(ending, key=len)
            return text[: end - len(longest)], longest
    return text, None


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=20)
@given(at=st.lists(st.integers(0, 30), max_size=6))
def test_stops_do_not_depend_on_the_split(name: str, at: list[int]) -> None:
    stops, pieces, shown, matched = CASES[name]
    text = "".join(pieces)
    for division in (pieces, [text], list(text), splits(text, at)):
        assert feed_all(stops, division) == (shown, matched)


@given(
    stops=st.lists(st.text("ab", min_size=1, max_size=5), max_size=4).map(tuple),
    text=st.text("abc", max_size=40),
    at=st.lists(st.integers(0, 40), max_size=8),
)
def test_any_stops_and_any_split_match_the_definition(stops, text, at) -> None:
    assert feed_all(stops, splits(text, at)) == reference(stops, text)


@given(
    stops=st.lists(st.text("ab", min_size=1, max_size=5), min_size=1, max_size=4).map(tuple),
    text=st.text("abc", max_size=40),
)
def test_only_text_that_could_become_a_stop_is_held(stops, text) -> None:
    found, shown = StopStrings(stops), ""
    for index, character in enumerate(text):
        shown += found.feed(character)
        if found.matched is not None:
            break
        held = text[len(shown) : index + 1]
        assert text.startswith(shown)
        assert not held or any(stop.startswith(held) for stop in stops)


def test_nothing_comes_after_a_stop() -> None:
    found = StopStrings(("x",))
    assert found.feed("axb") == "a"
    assert found.feed("more") == ""
    assert found.flush() == ""
    assert found.matched == "x"


def test_a_stop_can_span_a_stopped_and_continued_reply() -> None:
    found = StopStrings(("STOP",))
    assert found.feed("go ST") == "go "
    assert found.flush() == "ST"
    assert found.matched is None
    assert found.feed("OP on") == ""
    assert found.matched == "STOP"


def test_a_stop_in_the_text_before_the_reply_does_not_end_it() -> None:
    found = StopStrings(("```", "STOP"))
    found.skip("```json\nST")
    assert found.feed("OPPED") == ""
    assert found.matched == "STOP"
    found = StopStrings(("```",))
    found.skip("```")
    assert found.feed("json\n{}\n```") == "json\n{}\n"
    assert found.matched == "```"


def lines_run(stops: tuple[str, ...], text: str) -> int:
    """Count the lines of Python that feeding a text character by character takes."""
    found, count = StopStrings(stops), 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        shown = [found.feed(character) for character in text]
    finally:
        sys.settrace(before)
    assert "".join(shown) + found.flush() == text
    return count


def test_work_grows_with_the_text_not_with_the_stop() -> None:
    """The worst case for naive search: nearly the whole stop string, then a mismatch."""
    short = lines_run(("a" * 20 + "b",), ("a" * 19 + "c") * 400)
    long = lines_run(("a" * 2000 + "b",), ("a" * 1999 + "c") * 4)
    assert long < 1.2 * short
