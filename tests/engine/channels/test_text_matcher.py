"""The matcher of markers and stop strings: what it finds, and what it waits for."""

from hypothesis import given
from hypothesis import strategies as st

from engine.channels.text_matcher import TextMatcher

STRINGS = st.lists(st.text("ab<", min_size=1, max_size=5), max_size=5)
TEXT = st.text("abc<", max_size=30)


@given(strings=STRINGS, text=TEXT, start=st.integers(0, 30))
def test_search_finds_the_leftmost_and_then_the_longest(strings, text, start) -> None:
    start = min(start, len(text))
    found = TextMatcher(strings).search(text, start)
    expected = next(
        (
            (at, max((it for it in strings if text.startswith(it, at)), key=len))
            for at in range(start, len(text))
            if any(text.startswith(it, at) for it in strings)
        ),
        None,
    )
    assert (found and (found.start(), found[0])) == expected


@given(strings=STRINGS, text=TEXT, start=st.integers(0, 30))
def test_the_tail_is_the_longest_that_could_become_a_string(strings, text, start) -> None:
    start = min(start, len(text))
    sizes = [
        size
        for size in range(len(text) - start + 1)
        if not size or any(it.startswith(text[-size:]) and len(it) > size for it in strings)
    ]
    assert TextMatcher(strings).tail(text, start) == max(sizes)


@given(strings=STRINGS, text=TEXT)
def test_states_know_the_longest_string_that_ends_the_text(strings, text) -> None:
    matcher, state = TextMatcher(strings), 0
    for character in text:
        state = matcher.step(state, character)
    expected = max((it for it in strings if text.endswith(it)), key=len, default=None)
    assert matcher.complete[state] == expected
