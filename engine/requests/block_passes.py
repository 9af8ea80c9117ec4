"""Passes over the pending tokens of a batch together with drafted ones."""

import time
from collections.abc import Sequence
from typing import Any, cast

import mlx.core as mx

from engine.drafting import pace, rollback
from engine.drafting.pace import PassTime, PassTimes
from engine.drafting.rollback import Restore
from engine.drafting.walk import Walk, walk
from engine.frozen import frozen
from engine.models.adapter import Adapter
from engine.requests.row import Row, Sampled, sampled


@frozen
class Passed:
    """The tokens of a pass, the `pending` ones (rows,) after them, and the tokens of each row that
    the next pass must `replay`, because the cache was restored to before this one; [] if it was
    not."""

    sampled: list[Sampled]
    pending: mx.array
    replay: list[list[int]]


class BlockPasses:
    """Decides which steps of a batch use drafts, and makes them. `times` are those of one model's
    passes, in steps with and without drafts."""

    def __init__(self, adapter: Adapter) -> None:
        self.times = PassTimes()
        self._adapter = adapter
        # When the last step ended; None unless it was a plain one.
        self._ended: float | None = None
        # When the drafters were asked for the next pass.
        self._began = 0.0
        # The last pass, if its replay belongs to its time.
        self._replayed: PassTime | None = None
        # True if caches of several rows are ragged; None until there was one.
        self._ragged: bool | None = None

    def stepped(self, rows: list[Row], *, replayed: bool = False) -> None:
        """Note the end of a plain step. Its time is that from step to step, in which the host
        works while the device does. With `replayed`, the step has fed tokens again, and the device
        has ended: what it took longer than others is part of the time of the pass before it."""
        now = time.perf_counter()
        if replayed and self._replayed is not None:
            self._replayed.add(now - self._began - self.times.of(len(rows), 1).seconds)
        elif self._ended is not None:
            self.times.of(len(rows), 1).add(now - self._ended)
        self._ended, self._replayed = now, None
        for row in rows:
            if row.drafts:
                row.drafts.took_none()

    def propose(self, rows: list[Row], tokens: mx.array, cache: list[Any]) -> list[list[int]]:
        """Return the pending token of each row with its drafts; [] if a plain step is faster. The
        pending `tokens` are read back only if a drafter is promising."""
        several = len(rows) > 1
        if not self.times.is_ready(len(rows)) or (several and not self._is_ragged(cache)):
            return []
        # Each row finds its drafter, so all are asked.
        promises = [bool(row.drafts and row.drafts.is_promising()) for row in rows]
        if any(row.drafts and row.drafts.has_read for row in rows):
            # Reading is no part of a step: drafts would seem to pay.
            self._ended = None
        if not any(promises):
            return []
        # Drafts of the full width come first: a pass too slow for them is not worth the wait.
        if not self._is_worth(
            rows,
            [
                row.drafts.pace.width if row.drafts and it else 0
                for row, it in zip(rows, promises, strict=True)
            ],
        ):
            return []
        self._ended = None
        # All rows of a batch are as long as the longest.
        most = max(row.end for row in rows) - max(row.position for row in rows) - 1
        if several and rollback.has_states(cache):
            # A replay is one token longer, the pending one.
            most -= 1
        values = cast("list[int]", tokens.tolist())
        self._began = time.perf_counter()
        blocks = [
            _block(row, value, most, cache, index if several else None)
            for index, (row, value) in enumerate(zip(rows, values, strict=True))
        ]
        return blocks if self._is_worth(rows, [len(block) - 1 for block in blocks]) else []

    def _is_ragged(self, cache: list[Any]) -> bool:
        if self._ragged is None:
            self._ragged = rollback.is_ragged(self._adapter, cache)
        return self._ragged

    def _is_worth(self, rows: list[Row], counts: list[int]) -> bool:
        """Return True if a pass with so many drafts of each row pays."""
        if not any(counts):
            return False
        paces = [row.drafts and row.drafts.pace for row in rows]
        pays = pace.is_worth(self.times, list(zip(paces, counts, strict=True)))
        for row_pace, count in zip(paces, counts, strict=True):
            if row_pace and count:
                row_pace.weighed(pays)
        return pays

    def verify(self, rows: list[Row], blocks: list[list[int]], cache: list[Any]) -> Passed:
        """Feed the blocks, let each row's sampler accept what it would have chosen, and cut the
        cache back to that."""
        width = max(map(len, blocks))
        positions, prompts = [row.position for row in rows], [row.prompt for row in rows]
        is_restored = len(rows) == 1 or rollback.has_states(cache)
        restore = Restore(cache) if is_restored else None
        fed = mx.array([[*block, *[0] * (width - len(block))] for block in blocks])
        rollback.put_in_order(cache)
        logits = self._adapter.decode_block(fed, positions, prompts, cache)
        walks = self._walks(rows, blocks, logits)
        self._hear(rows, walks)
        replay = _cut(cache, rows, walks, width, restore)
        pending = mx.concatenate([it.pending for it in walks])
        mx.eval(pending, [entry.state for entry in cache])
        taken = self.times.of(len(rows), width)
        self._replayed = taken if replay else None
        if not replay:
            taken.add(time.perf_counter() - self._began)
        self._count(rows, blocks, walks)
        found = [each for row, it in zip(rows, walks, strict=True) for each in _sampled(row, it)]
        return Passed(found, pending, replay)

    def _walks(self, rows: list[Row], blocks: list[list[int]], logits: mx.array) -> list[Walk]:
        # Read back once for all rows: each time, the device waits.
        likeliest: list[list[int]] = [[] for _ in rows]
        if any(row.sampler.plain for row in rows):
            chosen = mx.argmax(logits, axis=-1)
            mx.async_eval(logits, chosen)
            likeliest = cast("list[list[int]]", chosen.tolist())
        return [
            _walk(row, logits[index : index + 1], block, likeliest[index])
            for index, (row, block) in enumerate(zip(rows, blocks, strict=True))
        ]

    def _hear(self, rows: list[Row], walks: list[Walk]) -> None:
        """Give the drafters the hidden states of the accepted tokens."""
        hidden = self._adapter.hidden
        for index, (row, it) in enumerate(zip(rows, walks, strict=True)):
            if hidden is not None and row.drafts:
                row.drafts.hear(row.position, hidden[index : index + 1, : len(it.tokens)])

    def _count(self, rows: list[Row], blocks: list[list[int]], walks: list[Walk]) -> None:
        ratio = self.times.ratio(len(rows), max(map(len, blocks)))
        for row, block, it in zip(rows, blocks, walks, strict=True):
            if row.drafts and len(block) > 1:
                row.drafts.took(len(block) - 1, len(it.tokens) - 1, ratio)
            elif row.drafts:
                row.drafts.took_none()


def _block(row: Row, pending: int, most: int, cache: list[Any], index: int | None) -> list[int]:
    """Return the pending token and its drafts, no more than the reply may still have."""
    most = min(most, row.end - row.position - 1)
    return [pending, *(row.drafts.draft(pending, most, cache, index) if row.drafts else [])]


def _walk(row: Row, logits: mx.array, block: list[int], likeliest: list[int]) -> Walk:
    stop_ids = row.drafts.stop_ids if row.drafts else frozenset[int]()
    found = walk(row.sampler, logits, block, row.logprobs, stop_ids, likeliest)
    row.logprobs = found.pending_logprobs
    return found


def _cut(
    cache: list[Any], rows: Sequence[Row], walks: list[Walk], width: int, restore: Restore | None
) -> list[list[int]]:
    """Cut the cache back to the tokens of the replies. Return those of each row if the cache could
    only be restored."""
    keeps, positions = [len(it.tokens) for it in walks], [row.position for row in rows]
    replay: list[list[int]] = []
    if restore is None:
        rollback.cut(cache, positions, keeps, width)
    elif len(rows) == 1 and rollback.can_cut(cache, width - keeps[0]):
        rollback.trim(cache, width - keeps[0])
    elif min(keeps) < width:
        restore()
        replay, keeps = [it.tokens for it in walks], [0 for _ in walks]
        if len(rows) > 1:
            rollback.cut(cache, positions, keeps, width)
    for row, keep in zip(rows, keeps, strict=True):
        row.position += keep
    return replay


def _sampled(row: Row, found: Walk) -> list[Sampled]:
    """Return the pending token and the accepted drafts after it."""
    last = len(found.tokens) - 1
    return [
        sampled(row, *pair, found.error if at == last else None, drafted=at > 0)
        for at, pair in enumerate(zip(found.tokens, found.logprobs, strict=True))
    ]
