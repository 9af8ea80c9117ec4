"""Markers in ordinary text."""

import re
from functools import cache

_LONGEST_MARKER = 64


@cache
def matcher(markers: frozenset[str]) -> re.Pattern[str] | None:
    """A pattern that finds any of them, None where there are none."""
    # The longest first: an alternation takes the first that fits.
    ordered = sorted(markers, key=lambda marker: (-len(marker), marker))
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None


def partial(text: str, start: int, markers: frozenset[str]) -> int:
    """Length of the tail of text[start:] that could still grow into one of them."""
    longest, tail = 0, text[-_LONGEST_MARKER:]
    for marker in markers:
        if marker[0] not in tail:
            continue
        for size in range(min(len(marker) - 1, len(text) - start), longest, -1):
            if text.endswith(marker[:size]):
                longest = size
                break
    return longest


def growing(text: str, start: int, markers: frozenset[str]) -> bool:
    """Whether what is found at text[start:] is the beginning of a longer one, as far as it goes."""
    if len(text) - start >= _LONGEST_MARKER:
        return False
    tail = text[start:]
    return any(len(marker) > len(tail) and marker.startswith(tail) for marker in markers)
