"""Drafts of one row from a Gemma 4 assistant."""

from collections.abc import Sequence
from typing import Any

import mlx.core as mx

from engine.models.assistant import Assistant


class AssistantDrafts:
    """One row of the assistant, which has no cache: it reads that of the row. `tokens` are those of
    the row, in a list that grows. The first draft is made after a step without one, which brings
    the hidden state that the assistant begins with."""

    name = "model"

    def __init__(self, assistant: Assistant, tokens: Sequence[int]) -> None:
        self._assistant, self._tokens = assistant, tokens
        self._hidden: mx.array | None = None
        self._heard = 0
        self._cache: list[Any] = []
        self._index: int | None = None

    def hear(self, start: int, hidden: mx.array) -> None:
        """Take the lazy hidden states (1, count, size) of the row's tokens from `start` on."""
        self._hidden, self._heard = hidden[:, -1:], start + hidden.shape[1]

    def see(self, cache: list[Any], index: int | None) -> None:
        """Take the cache that the next draft reads: of this row alone, or of several rows, of which
        this one has an `index`."""
        self._cache, self._index = cache, index

    def is_promising(self) -> bool:
        return self._hidden is not None and self._heard == len(self._tokens)

    def draft(self, pending: int, count: int) -> list[int]:
        """Return the `count` likeliest tokens after `pending`, one after another."""
        cache, self._cache = self._cache, []
        assert self._hidden is not None and cache
        index, places = self._index, set(self._assistant.places.values())
        if index is not None:
            cache = [it.extract(index) if at in places else it for at, it in enumerate(cache)]
        return self._assistant.draft(pending, count, self._hidden, self._heard, cache)
