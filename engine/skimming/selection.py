"""The choice of the tokens that are read, by the scores of a draft model."""

from collections.abc import Iterable

import numpy as np

# Tokens that are read or left out together.
CHUNK = 32
# A last question with more tokens is a text with a question before or after it: of that, only so
# many tokens at its beginning and at its end are read in any case.
LONG_QUESTION, QUESTION_START, QUESTION_END = 512, 128, 384
# A token that stands between messages is read with those after it, which name the role.
MARKED = 3


def always_read(
    count: int,
    first_question: int,
    last_question: int,
    media: Iterable[int] = (),
    markers: Iterable[int] = (),
    window: int = 0,
) -> np.ndarray:
    """Return a mask (count,) of the tokens that are read in any case: those before the first
    question, the last question, those at the places of `media` and of `markers` between messages,
    and the last `window` tokens, which a sliding window must hold without a gap."""
    mask = np.zeros(count, dtype=bool)
    for marker in markers:
        mask[marker : marker + MARKED] = True
    mask[:first_question] = True
    last = min(last_question, count - 1)
    if count - last > LONG_QUESTION:
        mask[last : last + QUESTION_START] = True
        last = count - QUESTION_END
    mask[last:] = True
    mask[np.fromiter(media, dtype=np.int64)] = True
    if window:
        mask[-window:] = True
    return mask


def chosen(scores: np.ndarray, always: np.ndarray, keep: float, cached: int) -> np.ndarray:
    """Return the ascending places of the tokens to read: the first `cached` ones, those of the mask
    `always` (tokens,), and the chunks with the highest average of `scores` (tokens,) until the
    share `keep` of the tokens after the cached ones is read."""
    kept = always.copy()
    kept[:cached] = True
    count = len(kept)
    wanted = cached + int(np.ceil(keep * (count - cached)))
    free = np.where(kept, 0.0, scores)
    starts = np.arange(0, count, CHUNK)
    sums = np.add.reduceat(free, starts)
    sizes = np.add.reduceat((~kept).astype(np.int64), starts)
    means = np.divide(sums, sizes, out=np.full(len(starts), -1.0), where=sizes > 0)
    read = int(kept.sum())
    for at in np.argsort(-means, kind="stable"):
        if read >= wanted:
            break
        kept[starts[at] : starts[at] + CHUNK] = True
        read += int(sizes[at])
    return np.flatnonzero(kept)
