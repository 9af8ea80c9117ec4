"""The batch of one model: rows that decode together, and join and leave between any two steps.

The decoders of mlx-lm and mlx-vlm are not used: they cannot stop between two chunks of a prompt,
they mix the sampler or the fault of one request into others, and give wrong text for some images in
a batch.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import mlx.core as mx

from engine.drafting import rollback
from engine.errors import PASSES
from engine.machines import group
from engine.models import kv_cache
from engine.models.adapter import Adapter
from engine.models.batch_cache import merge, share_lengths
from engine.requests.block_passes import BlockPasses
from engine.requests.row import Row, Sampled, sampled
from engine.sampling.rows import sample_rows

# Hybrid models keep several live buffers a step until their cache is evaluated.
CACHE_EVAL_INTERVAL = 50


class Decoder:
    """Decodes one row on its plain cache, without any batch dimension to copy or pad. Several rows
    decode on merged caches, and the last one left gets a plain cache again.

    After an exception from `step` or `leave`, the decoder is cleared and its rows are lost. After
    one from `join`, the other rows are unchanged, or the decoder is cleared as well. An exception
    in a row's sampler is returned with that row, and its neighbors continue.

    Where drafts of a row are likely to be right, a step feeds them with the pending tokens, and
    the row's sampler chooses a token at each position as long as it chooses the drafted ones. The
    cache is then cut back to the tokens of the reply.
    """

    def __init__(self, adapter: Adapter) -> None:
        self.rows: list[Row] = []
        self._adapter = adapter
        self._cache: list[Any] = []
        self._tokens = mx.array([])
        self._steps = 0
        # Tokens of each row that have to be fed once more, since the cache was restored.
        self._replay: list[list[int]] = []
        self._blocks = BlockPasses(adapter)

    @property
    def saved(self) -> int:
        """Bytes that quantization saves in the rows."""
        return kv_cache.saved(self._cache)

    def join(self, row: Row) -> None:
        assert row.cache is not None and row.token is not None
        if not self.rows:
            self._cache, self._tokens = row.cache, row.token
        else:
            with self._cleared_on_error():
                self._settle()
            self._merge(row.cache)
            self._tokens = mx.concatenate([self._tokens, row.token])
        row.cache = row.token = None
        self.rows.append(row)

    def leave(self, row: Row, *, keep: bool = False) -> None:
        """Remove a row if it is here; with `keep` it gets its own cache back, to join again."""
        if row in self.rows:
            with self._cleared_on_error():
                self._leave(row, keep)

    def clear(self) -> None:
        """Drop every row with its cache."""
        self.rows, self._cache, self._tokens = [], [], mx.array([])
        self._replay = []

    def step(self) -> list[Sampled]:
        """Return the pending token of every row, while the device computes the one after it; then
        the drafted tokens that were accepted.

        Tokens are read after the next step is queued, so that the device never waits for the host.
        A sampler that must see its token first gets it while the model runs.
        """
        try:
            return self._step()
        except BaseException:
            self.clear()
            raise

    @contextmanager
    def _cleared_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.clear()
            raise

    def _merge(self, cache: list[Any]) -> None:
        """Merge a row's cache layer by layer, so that the old and the new cache never exist side by
        side. On an exception, the layers that are merged are split again."""
        done = 0
        try:
            for index, theirs in enumerate(cache):
                self._cache[index] = _joined(self._cache[index], theirs, len(self.rows))
                done, cache[index] = index + 1, None
                mx.eval(self._cache[index].state)
            share_lengths(self._cache)
        except BaseException:
            with self._cleared_on_error():
                for index in range(done):
                    self._cache[index] = _without_last(self._cache[index], len(self.rows))
            raise

    def _leave(self, row: Row, keep: bool) -> None:
        at = self.rows.index(row)
        staying = [index for index in range(len(self.rows)) if index != at]
        if keep or staying:
            self._settle()
        if keep:
            row.cache, row.token = self._extract(at), self._tokens[at : at + 1]
        if not staying:
            self.clear()
            return
        if len(staying) == 1:
            self._cache = self._extract(staying[0])
        else:
            for entry in self._cache:
                entry.filter(mx.array(staying, dtype=mx.int32))
            share_lengths(self._cache)
        self._tokens = self._tokens[mx.array(staying)]
        self.rows = [self.rows[index] for index in staying]

    def _step(self) -> list[Sampled]:
        # After a restored cache, a plain step feeds the accepted tokens again.
        blocks = [] if self._replay else self._blocks.propose(self.rows, self._tokens, self._cache)
        found = self._verify(blocks) if blocks else self._advance()
        group.note((it.row.request_id, it.row.position, it.token) for it in found)
        for each in found:
            if each.row.drafts:
                each.row.drafts.add(each.token)
        return found

    def _verify(self, blocks: list[list[int]]) -> list[Sampled]:
        passed = self._blocks.verify(self.rows, blocks, self._cache)
        self._tokens, self._replay = passed.pending, passed.replay
        return passed.sampled

    def _advance(self) -> list[Sampled]:
        """Decode one token of each row."""
        rows, tokens, logprobs = self.rows, self._tokens, [row.logprobs for row in self.rows]
        replayed = bool(self._replay)
        logits = self._feed(tokens)
        errors: dict[Row, BaseException] = {}
        if any(row.sampler.needs_host for row in rows):
            mx.async_eval(logits)
            self._observe(cast("list[int]", tokens.tolist()), errors)
        self._sample_all(logits, errors)
        values = cast("list[int]", tokens.tolist())
        if replayed:
            # To measure it. The next step waits for these tokens anyway if it drafts.
            mx.eval(self._tokens)
        self._blocks.stepped(rows, replayed=replayed)
        return [
            sampled(row, token, found, errors.get(row))
            for row, token, found in zip(rows, values, logprobs, strict=True)
        ]

    def _feed(self, tokens: mx.array) -> mx.array:
        """Return the lazy logits after the pending tokens."""
        positions, prompts = [row.position for row in self.rows], [it.prompt for it in self.rows]
        if self._replay:
            before = [len(it) for it in self._replay]
            logits = self._feed_again(tokens)
            at = mx.array(before)
            logits = mx.take_along_axis(logits, at[:, None, None], axis=1)[:, 0]
        else:
            before = [0 for _ in self.rows]
            fed = tokens[:, None]
            logits = self._adapter.decode_block(fed, positions, prompts, self._cache)[:, -1]
        self._hear(before)
        return logits

    def _feed_again(self, tokens: mx.array | None = None) -> mx.array:
        """Feed the tokens of the replay, and after them the pending ones if they are given. Return
        the lazy logits (rows, tokens, vocabulary), where a row may be padded."""
        counts = [len(it) for it in self._replay]
        lengths = [count + (tokens is not None) for count in counts]
        width = max(lengths)
        fed = mx.array([[*it, *[0] * (width - len(it))] for it in self._replay], mx.uint32)
        if tokens is not None:
            pending = tokens.astype(mx.uint32)[:, None]
            fed = mx.put_along_axis(fed, mx.array(counts)[:, None], pending, axis=1)
        positions, prompts = [row.position for row in self.rows], [it.prompt for it in self.rows]
        if len(self.rows) == 1:
            logits = self._adapter.decode_block(fed, positions, prompts, self._cache)
        else:
            with rollback.padded(self._cache, lengths):
                logits = self._adapter.decode_block(fed, positions, prompts, self._cache)
            rollback.cut(self._cache, positions, lengths, width)
        for row, count in zip(self.rows, counts, strict=True):
            row.position += count
        self._replay = []
        return logits

    def _hear(self, places: list[int]) -> None:
        """Give the drafters the hidden states of the pending tokens, at a place of each row."""
        hidden = self._adapter.hidden
        for index, (row, at) in enumerate(zip(self.rows, places, strict=True)):
            if hidden is not None and row.drafts:
                row.drafts.hear(row.position, hidden[index : index + 1, at : at + 1])

    def _observe(self, values: list[int], errors: dict[Row, BaseException]) -> None:
        for row, token in zip(self.rows, values, strict=True):
            if row.sampler.needs_host:
                try:
                    row.sampler.observe(token)
                except PASSES:
                    raise
                except BaseException as error:  # noqa: BLE001  ends this row, never its neighbors
                    errors[row] = error

    def _sample_all(self, logits: mx.array, errors: dict[Row, BaseException]) -> None:
        """Queue the sampling of every row's next token."""
        if all(row.sampler.plain for row in self.rows):
            self._tokens = mx.argmax(logits, axis=-1)
        else:
            samplers = [None if row in errors else row.sampler for row in self.rows]
            chosen = sample_rows(samplers, logits)
            self._tokens = chosen.tokens
            for row, logprobs, error in zip(self.rows, chosen.logprobs, chosen.errors, strict=True):
                row.logprobs = logprobs
                if error is not None:
                    errors[row] = error
        self._tokens = group.agreed(self._tokens)
        queued: list[Any] = [row.logprobs for row in self.rows if row.logprobs]
        self._steps += 1
        if self._steps % CACHE_EVAL_INTERVAL == 0:
            queued += [entry.state for entry in self._cache]
        mx.async_eval(self._tokens, queued)
        for row in self.rows:
            row.position += 1

    def _extract(self, index: int) -> list[Any]:
        """Return the plain cache of one row."""
        if len(self.rows) == 1:
            return self._cache
        found = [entry.extract(index) for entry in self._cache]
        mx.eval([entry.state for entry in found])
        return found

    def _settle(self) -> None:
        """Finish the queued work before caches change their shape."""
        if self._replay:
            self._feed_again()
        mx.eval(self._tokens, [entry.state for entry in self._cache])


def _joined(mine: Any, theirs: Any, rows: int) -> Any:
    if rows == 1:
        return merge([mine, theirs])
    mine.extend(merge([theirs]))
    return mine


def _without_last(merged: Any, rows: int) -> Any:
    if rows == 1:
        return merged.extract(0)
    merged.filter(mx.arange(rows, dtype=mx.int32))
    return merged
