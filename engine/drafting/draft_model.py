"""Drafts from a smaller model with the same tokenizer, which decodes greedily some tokens ahead."""

import time
from collections.abc import Sequence
from typing import Any, cast

import mlx.core as mx

from engine.drafting import rollback
from engine.frozen import mutable
from engine.models.adapter import Adapter
from engine.models.prompt import Prompt

# The most tokens that the draft model reads in one step. That far behind a row, it catches up at
# once.
MOST_READ = 512
# Further behind, it reads for a share of the time only, in each step as many tokens as take about
# so many seconds: the reply may end before all is read.
FIRST_READ, LEAST_READ = 64, 16
READING_SHARE, READ_SECONDS = 0.2, 0.1


@mutable
class ReadingPace:
    """How many `tokens` a draft model that is behind its row reads in one step, and when."""

    tokens: int = FIRST_READ
    _next: float = 0.0

    def is_due(self, now: float) -> bool:
        return now >= self._next

    def read(self, began: float, ended: float) -> None:
        """Note the times of a read."""
        seconds = ended - began
        self._next = ended + seconds * (1 / READING_SHARE - 1)
        if seconds > READ_SECONDS:
            self.tokens = max(LEAST_READ, self.tokens // 2)
        elif 2 * seconds < READ_SECONDS:
            self.tokens = min(MOST_READ, self.tokens * 2)


class DraftModel:
    """One row of the draft model, with its own cache. `tokens` are those of the row, in a list that
    grows; the row's and the draft model know only ids below `vocabulary`. The cache of the draft
    model must be trimmable; a given `cache` holds as many of the first `tokens`."""

    name = "model"

    def __init__(
        self,
        adapter: Adapter,
        tokens: Sequence[int],
        vocabulary: int,
        cache: list[Any] | None = None,
    ) -> None:
        self._adapter = adapter
        self._vocabulary = vocabulary
        self._tokens = tokens
        self._prompt = Prompt([])
        self._cache: list[Any] = cache or adapter.new_cache()
        # The tokens in the cache, of which the first `_agreed` are known to be the row's.
        self._fed = list(tokens[: rollback.length(self._cache)])
        self._agreed = 0
        # None until the row is found to be far ahead.
        self._reading: ReadingPace | None = None
        self.is_behind = self.has_read = False

    def is_promising(self) -> bool:
        """Read some more of the row's tokens if it is time for that. Return True once all but a few
        are in the cache."""
        self._cut_back()
        missing = len(self._tokens) - self._agreed
        self.is_behind = missing > (self._reading.tokens if self._reading else MOST_READ)
        if self.is_behind:
            self._reading = self._reading or ReadingPace()
            self._read(self._reading)
        return not self.is_behind

    def _read(self, pace: ReadingPace) -> None:
        if pace.is_due(time.perf_counter()):
            # The row's own step may be queued; its time is not that of the draft model.
            mx.synchronize()
            began = time.perf_counter()
            self._feed(list(self._tokens[self._agreed : self._agreed + pace.tokens]))
            mx.eval([entry.state for entry in self._cache])
            pace.read(began, time.perf_counter())
            self.has_read = True

    def draft(self, pending: int, count: int) -> list[int]:
        """Return the `count` likeliest tokens after `pending`, one after another."""
        self._cut_back()
        following = self._feed([*self._tokens[self._agreed :], pending])
        found: list[mx.array] = []
        for _ in range(count):
            found.append(following)
            if len(found) < count:
                following = self._next(following)
        drafts = cast("list[int]", mx.concatenate(found).tolist())
        self._fed += drafts[:-1]
        return drafts

    def _cut_back(self) -> None:
        """Cut the cache back to the tokens that are part of the reply."""
        end = min(len(self._fed), len(self._tokens))
        while self._agreed < end and self._fed[self._agreed] == self._tokens[self._agreed]:
            self._agreed += 1
        rollback.trim(self._cache, len(self._fed) - self._agreed)
        del self._fed[self._agreed :]

    def _feed(self, tokens: list[int]) -> mx.array:
        # Models with one vocabulary may round its size up differently.
        following = self._next(mx.minimum(mx.array(tokens), self._vocabulary - 1))
        self._fed += tokens
        return following

    def _next(self, tokens: mx.array) -> mx.array:
        """Return the lazy likeliest token (1,) after lazy tokens, which enter the cache."""
        position = rollback.length(self._cache)
        logits = self._adapter.decode_block(tokens[None], [position], [self._prompt], self._cache)
        return mx.argmax(logits[:, -1, : self._vocabulary], axis=-1)
