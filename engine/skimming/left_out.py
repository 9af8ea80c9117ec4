"""Finds the parts of a prompt's text that a skimmed reading leaves out."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

# Kinds of tokens beside those that are left out.
READ, MEDIA = 1, 2
# Characters for one image or video in the text of a prompt, whose tokens are others.
SLACK = 200
# A tokenizer writes this for a part of a character.
BROKEN = "\ufffd"


def left_out_ranges(
    text: str,
    tokens: Sequence[int],
    kept: np.ndarray,
    media: Sequence[int],
    decode: Callable[[list[int]], str],
) -> tuple[tuple[int, int], ...]:
    """Return the ranges of characters (start, stop) of a prompt's `text` whose tokens are not among
    the places `kept`. The tokens at the places `media` stand for other text, if any, so each run of
    other tokens is looked for a bit after the end of the last one."""
    mask = np.zeros(len(tokens), dtype=np.int8)
    mask[kept] = READ
    mask[list(media)] = MEDIA
    edges = [0, *(np.flatnonzero(np.diff(mask)) + 1).tolist(), len(tokens)]
    found: list[tuple[int, int]] = []
    at, slack = 0, SLACK
    for start, stop in pairwise(edges):
        if mask[start] == MEDIA:
            slack += SLACK
            continue
        run = decode(list(tokens[start:stop])).strip(BROKEN)
        place = text.find(run, at, at + len(run) + slack) if run else -1
        if place < 0:
            slack += len(run)
            continue
        at, slack = place + len(run), SLACK
        if mask[start] != READ:
            found.append((place, at))
    return tuple(found)
