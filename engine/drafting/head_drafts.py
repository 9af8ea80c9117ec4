"""Drafts of one row from the model's own drafting head."""

from collections.abc import Sequence
from typing import Any, cast

import mlx.core as mx

from engine.models.own_head import OwnHead

# Hidden states that wait until they are fed to the head together.
FED_AT_ONCE = 64


class HeadDrafts:
    """One row of the head, with its own cache. `tokens` are those of the row, in a list that grows.

    For each token in the cache of the model, the head takes the hidden state and the token after
    it. States that are missing, as those of a cached prompt, only make drafts worse: the head
    begins with the first one that it hears.
    """

    name = "head"

    def __init__(self, head: OwnHead, tokens: Sequence[int]) -> None:
        self._head, self._tokens = head, tokens
        self._start_over(0)

    def _start_over(self, position: int) -> None:
        self._cache: list[Any] = self._head.new_cache()
        # The states of the tokens from `_fed` up to `_heard` wait.
        self._waiting: list[mx.array] = []
        self._fed = self._heard = position

    def hear(self, start: int, hidden: mx.array) -> None:
        """Take the lazy hidden states (1, count, size) of the row's tokens from `start` on."""
        if start != self._heard:
            self._start_over(start)
        self._waiting.append(hidden)
        self._heard += hidden.shape[1]
        if self._heard - self._fed > FED_AT_ONCE:
            following = list(self._tokens[self._fed + 1 : self._heard + 1])
            if following:
                self._feed(following)
                mx.async_eval([entry.state for entry in self._cache], self._waiting)

    def is_promising(self) -> bool:
        return bool(self._waiting) and self._heard == len(self._tokens)

    def draft(self, pending: int, count: int) -> list[int]:
        """Return the `count` likeliest tokens after `pending`, one after another."""
        hidden = self._feed([*self._tokens[self._fed + 1 :], pending])[:, -1:]
        found = [self._head.likeliest(hidden)]
        for ahead in range(count - 1):
            hidden = self._head(found[-1], hidden, self._cache, self._fed + ahead)
            found.append(self._head.likeliest(hidden))
        for entry in self._cache:
            entry.trim(count - 1)
        return cast("list[int]", mx.concatenate(found, axis=1)[0].tolist())

    def _feed(self, following: list[int]) -> mx.array:
        """Feed the first states that wait, each with the token after its own."""
        hidden, count = mx.concatenate(self._waiting, axis=1), len(following)
        found = self._head(mx.array([following]), hidden[:, :count], self._cache, self._fed)
        rest = hidden[:, count:]
        self._waiting = [rest] if rest.shape[1] else []
        self._fed += count
        return found
