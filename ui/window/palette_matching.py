"""Finds the entries of the command palette that a person means by a few typed letters."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import TypeVar

T = TypeVar("T")

# Longer texts are cut, so that a title of any length costs little.
MOST_WORDS = 40
MOST_LETTERS = 80
# The rank of letters inside a word: behind every match of word beginnings.
_INSIDE = 100
# Fewer letters than this are inside nearly every text.
_LEAST_INSIDE = 3

Rank = tuple[int, int, int]


def best(query: str, entries: Iterable[T], text_of: Callable[[T], str]) -> list[T]:
    """Return the entries that match, best first; equally good ones stay in their order."""
    asked = words(query[:MOST_LETTERS])
    ranked = ((rank(asked, words(text_of(entry))), entry) for entry in entries)
    found = [(its, entry) for its, entry in ranked if its is not None]
    return [entry for _, entry in sorted(found, key=lambda pair: pair[0])]


def words(text: str) -> list[str]:
    """Return the words of a text without case and accents: "ubersicht" finds "Übersicht"."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    letters = "".join(it for it in plain if not unicodedata.combining(it))
    return re.findall(r"\w+", letters)[:MOST_WORDS]


def rank(asked: list[str], text: list[str]) -> Rank | None:
    """Return how well words match a text, smaller is better: the parts that their letters are
    split into, the places of the words in the text, and its length. None if a word does not match.
    The order of the words does not matter."""
    parts = places = 0
    for word in asked:
        found = _beginnings(word, text) or _inside(word, text)
        if found is None:
            return None
        parts += found[0]
        places += found[1]
    return (parts, places, len(text)) if asked else (0, 0, 0)


def _beginnings(letters: str, text: list[str]) -> tuple[int, int] | None:
    """Split letters into the fewest beginnings of successive words, as "exch" into those of "Export
    this chat". Return their number and the place of the first word."""
    whole = next((at for at, word in enumerate(text) if word.startswith(letters)), None)
    if whole is not None:
        return 1, whole
    # Most texts end here: each key that is typed asks this of a thousand titles.
    if not any(word[0] == letters[0] for word in text):
        return None
    # The fewest parts for the letters from each position on, using the words looked at so far.
    fewest: list[int | None] = [None] * len(letters) + [0]
    first: int | None = None
    for place in range(len(text) - 1, -1, -1):
        if text[place][0] not in letters:
            continue
        before = fewest.copy()
        for at in range(len(letters)):
            for size in range(1, _common(letters, at, text[place]) + 1):
                rest = before[at + size]
                now = fewest[at]
                if rest is not None and (now is None or rest + 1 <= now):
                    fewest[at] = rest + 1
                    first = place if at == 0 else first
    parts = fewest[0]
    return None if parts is None or first is None else (parts, first)


def _common(letters: str, at: int, word: str) -> int:
    """Return how many letters from a position on a word begins with."""
    room = min(len(letters) - at, len(word))
    return next((it for it in range(room) if letters[at + it] != word[it]), room)


def _inside(letters: str, text: list[str]) -> tuple[int, int] | None:
    """Return a rank if a word contains the letters. Scripts without spaces need that for one
    letter already."""
    if len(letters) < _LEAST_INSIDE and letters.isascii():
        return None
    place = next((it for it, word in enumerate(text) if letters in word), None)
    return None if place is None else (_INSIDE, place)
