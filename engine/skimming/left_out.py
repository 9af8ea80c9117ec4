"""The parts of a prompt's text that are not read."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

# Characters of media in the text of a prompt, whose tokens are others.
SLACK = 200
# What a tokenizer writes for a part of a character.
BROKEN = "\ufffd"


def left_out_ranges(
    text: str, tokens: Sequence[int], kept: np.ndarray, decode: Callable[[list[int]], str]
) -> tuple[tuple[int, int], ...]:
    """Return the ranges of characters (start, stop) of a prompt's `text` whose tokens are not among
    the places `kept`. Media have other tokens than text, so each run of tokens is looked for a bit
    after the end of the last one."""
    mask = np.zeros(len(tokens), dtype=bool)
    mask[kept] = True
    edges = [0, *(np.flatnonzero(np.diff(mask)) + 1).tolist(), len(tokens)]
    found: list[tuple[int, int]] = []
    at = 0
    for start, stop in pairwise(edges):
        run = decode(list(tokens[start:stop])).strip(BROKEN)
        place = text.find(run, at, at + len(run) + SLACK) if run else -1
        if place < 0:
            continue
        at = place + len(run)
        if not mask[start]:
            found.append((place, at))
    return tuple(found)
