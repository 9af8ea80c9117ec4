"""Rotary positions of tokens that do not stand one after another, as in a skimmed prompt."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import mlx.core as mx


@contextmanager
def placed(at: mx.array | None = None, ahead: "int | mx.array" = 0) -> Iterator[None]:
    """Rotate the tokens of one row, meanwhile, as if they stood at the positions `at` (tokens,).
    Without `at`, each row's tokens stand `ahead` (rows,) of their place in the cache.

    All families of mlx-lm that are skimmed rotate by this one function, under many classes.
    """
    plain = mx.fast.rope

    def moved(x: mx.array, *rest: Any, offset: Any, **more: Any) -> mx.array:
        if at is None:
            return plain(x, *rest, offset=offset + ahead, **more)
        # (1, heads, tokens, size): each token is a row of its own, with its own offset.
        rows = plain(x.transpose(2, 1, 0, 3), *rest, offset=at, **more)
        return rows.transpose(2, 1, 0, 3)

    mx.fast.rope = moved
    try:
        yield
    finally:
        mx.fast.rope = plain
