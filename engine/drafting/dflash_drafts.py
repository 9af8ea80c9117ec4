"""Drafts of one row from a DFlash drafter."""

from collections.abc import Sequence
from typing import Any

import mlx.core as mx

from engine.models.dflash import DFlash

# States that wait until the drafter reads them together.
READ_AT_ONCE = 64


class DFlashDrafts:
    """One row of the drafter, with its own cache. `tokens` are those of the row, in a list that
    grows. States that are missing, as those of a cached prompt, only make drafts worse: the
    drafter begins with the first one that it hears."""

    name = "model"

    def __init__(self, dflash: DFlash, tokens: Sequence[int]) -> None:
        self._dflash, self._tokens = dflash, tokens
        self._start_over(0)

    def _start_over(self, position: int) -> None:
        self._cache: list[Any] = self._dflash.new_cache()
        self._waiting: list[mx.array] = []
        self._heard = position

    def hear(self, start: int, states: mx.array) -> None:
        """Take the lazy hidden states (1, count, size) of the row's tokens from `start` on."""
        if start != self._heard:
            self._start_over(start)
        self._waiting.append(states)
        self._heard += states.shape[1]
        if sum(it.shape[1] for it in self._waiting) > READ_AT_ONCE:
            together = mx.concatenate(self._waiting, axis=1)
            # A draft begins with one at least.
            self._dflash.read(together[:, :-1], self._cache)
            self._waiting = [together[:, -1:]]

    def is_promising(self) -> bool:
        return bool(self._waiting) and self._heard == len(self._tokens)

    def draft(self, pending: int, count: int) -> list[int]:
        """Return up to `count` likely tokens after `pending`, all guessed at once."""
        states, self._waiting = mx.concatenate(self._waiting, axis=1), []
        return self._dflash.draft(pending, count, states, self._cache)
