"""Typed letters find the entries that are meant, best first."""

import pytest

from ui.window.palette_matching import best, rank, words

COMMANDS = [
    "New chat",
    "New comparison",
    "Export this chat…",
    "Export everything…",
    "Rename chat",
    "Search all chats…",
    "Next tab",
    "Übersicht",
]


def found(query: str, entries: list[str] = COMMANDS) -> list[str]:
    return best(query, entries, str)


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("new ch", "New chat"),
        ("nc", "New chat"),
        ("newcom", "New comparison"),
        ("exch", "Export this chat…"),
        ("etc", "Export this chat…"),
        ("chat ren", "Rename chat"),
        ("NT", "Next tab"),
        ("ubersicht", "Übersicht"),
        ("ÜBER", "Übersicht"),
    ],
)
def test_beginnings_of_words_find_an_entry(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_an_empty_search_finds_everything_in_its_order() -> None:
    assert found("  ") == COMMANDS


def test_letters_that_begin_no_word_find_nothing() -> None:
    assert found("xyz") == []
    assert found("ew") == []
    assert found("new zebra") == []


def test_letters_inside_a_word_come_after_beginnings() -> None:
    assert found("port", ["Export", "Open port"]) == ["Open port", "Export"]


def test_one_letter_inside_a_text_without_spaces_is_found() -> None:
    assert found("形", ["三角形と円"]) == ["三角形と円"]


def test_the_fewest_parts_are_counted_whichever_words_are_skipped() -> None:
    assert rank(["abc"], ["a", "ab", "abc"]) == (1, 2, 3)
    assert rank(["abcd"], ["abc", "ab", "cd"]) == (2, 0, 3)
    assert rank(["ba"], ["a", "b"]) is None


def test_a_long_title_and_a_long_search_are_cut() -> None:
    assert len(words("a " * 10_000)) == 40
    assert found("a " * 10_000, ["a " * 10_000]) != []
