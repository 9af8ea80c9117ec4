"""Differences between two texts, word by word."""

import random
from difflib import SequenceMatcher
from itertools import pairwise
from typing import Any

import pytest

from ui.compare import word_diff
from ui.compare.word_diff import STEP, as_text, pieces


def found(left: str, right: str) -> list[tuple[str, str, bool]]:
    return [(it.left, it.right, it.same) for it in pieces(left, right)]


def test_different_words_are_between_equal_ones() -> None:
    assert found("the red cat sleeps", "the blue cat sleeps") == [
        ("the ", "the ", True),
        ("red ", "blue ", False),
        ("cat sleeps", "cat sleeps", True),
    ]


def test_spaces_around_words_do_not_count() -> None:
    assert found("\n a b\n\nc", "a  b c ") == [("\n a b\n\nc", "a  b c ", True)]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [("", "", []), ("", "a b", [False]), ("a", "", [False]), ("a", "a", [True])],
)
def test_a_side_can_be_empty(left: str, right: str, same: list[bool]) -> None:
    assert [it.same for it in pieces(left, right)] == same


def test_a_script_without_spaces_is_compared_by_character() -> None:
    different = [it for it in found("今日は雨です", "今日は雪です") if not it[2]]
    assert different == [("雨", "雪", False)]


@pytest.mark.parametrize("seed", range(6))
def test_no_word_is_lost_and_kinds_alternate(seed: int) -> None:
    """The texts are longer than one step of comparing."""
    draw = random.Random(seed)
    words = [draw.choice("abcdefghij") * draw.randint(1, 3) for _ in range(int(STEP * 2.5))]
    other = [draw.choice(["x", "y", it, it, it, it]) for it in words][draw.randint(0, 99) :]
    left, right = " ".join(words), "\n".join(other)
    all_of = list(pieces(left, right))
    assert "".join(it.left for it in all_of) == left
    assert "".join(it.right for it in all_of) == right
    assert all(one.same is not two.same for one, two in pairwise(all_of))
    assert all(it.left.split() == it.right.split() for it in all_of if it.same)
    assert sum(it.left_words for it in all_of if it.same) > len(words) * 0.5


def test_a_change_beyond_one_step_is_found() -> None:
    """An insertion in one text does not shift the rest."""
    words = [str(number) for number in range(3 * STEP)]
    more = [*words[:100], *("more" for _ in range(50)), *words[100:]]
    different = [it for it in pieces(" ".join(words), " ".join(more)) if not it.same]
    assert [(it.left_words, it.right_words) for it in different] == [(0, 50)]


def test_the_text_form_follows_wdiff() -> None:
    text = as_text(list(pieces("the red cat\nsleeps", "the cat\nsleeps now")))
    assert text == "the [-red-] cat\nsleeps {+now+}"


def test_few_frequent_words_are_compared_in_small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One text may end sooner: under 200 words, difflib skips no frequent ones."""
    compared: list[int] = []

    class Counting(SequenceMatcher):
        def __init__(self, junk: None, left: list[str], right: list[str], **options: Any) -> None:
            super().__init__(junk, left, right, **options)
            found = vars(self)["b2j"]
            compared.append(sum(len(found.get(word, ())) for word in left))

    monkeypatch.setattr(word_diff, "SequenceMatcher", Counting)
    list(pieces("one two three " * 1000, "one three two " * 60))
    assert max(compared) < 20_000
