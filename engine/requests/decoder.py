"""Rows of one model that decode together: they join and leave between any two steps."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, cast

import mlx.core as mx

from engine.errors import PASSES
from engine.models import kv_cache
from engine.models.adapter import Adapter, Prompt
from engine.sampling.sampler import Sampler

# Hybrid models keep several live buffers a step until their cache is evaluated.
CACHE_EVAL_INTERVAL = 50


# A token's logprob (1,), and the likeliest ids (k,) with theirs (k,); None where not asked for.
Logprobs = tuple[mx.array, mx.array, mx.array] | None


@dataclass(eq=False)
class Row:
    """One reply on its way: `position` tokens are in its cache, the next one is chosen.

    `cache` and `token` (1,) are None while the row is in a decoder, which then holds them.
    """

    request_id: int
    prompt: Prompt
    sampler: Sampler
    position: int
    cache: list[Any] | None
    token: mx.array | None
    logprobs: Logprobs = None


@dataclass(frozen=True)
class Sampled:
    """A row's next token, with its logprob and the likeliest (id, logprob) pairs where they were
    asked for. `error`: its sampler failed at the token after this one."""

    row: Row
    token: int
    logprob: float = 0.0
    top: tuple[tuple[int, float], ...] = ()
    error: BaseException | None = None


class Decoder:
    """One row runs on its plain cache, without any batch dimension to copy or pad; from the second
    on the caches are merged, and when one is left it gets a plain cache again.

    An exception out of `step` or `leave` has cleared the decoder: its rows are lost. After one of
    `join` the others are as they were, or it is cleared as well. One in a row's sampler is handed
    out with the row, and its neighbours go on.
    """

    def __init__(self, adapter: Adapter) -> None:
        self.rows: list[Row] = []
        self._adapter = adapter
        self._cache: list[Any] = []
        self._tokens = mx.array([])
        self._steps = 0

    @property
    def saved(self) -> int:
        """Bytes that the rows would hold more if none of their layers were quantised."""
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
        """Take a row out, if it is in; with `keep` it gets its own cache back, to join again."""
        if row in self.rows:
            with self._cleared_on_error():
                self._leave(row, keep)

    def clear(self) -> None:
        """Drop every row and what it holds."""
        self.rows, self._cache, self._tokens = [], [], mx.array([])

    def step(self) -> list[Sampled]:
        """The pending token of every row, while the device computes the one after it.

        Tokens are read after the next step is queued, so that the device never waits for the host;
        a sampler that must see its token first gets it while the model runs.
        """
        with self._cleared_on_error():
            return self._step()

    @contextmanager
    def _cleared_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.clear()
            raise

    def _merge(self, cache: list[Any]) -> None:
        """Add a row's cache, one layer at a time, so that old and new ones never exist side by
        side; all or none."""
        done = 0
        try:
            for index, theirs in enumerate(cache):
                self._cache[index] = _joined(self._cache[index], theirs, len(self.rows))
                done, cache[index] = index + 1, None
                mx.eval(self._cache[index].state)
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
        self._tokens = self._tokens[mx.array(staying)]
        self.rows = [self.rows[index] for index in staying]

    def _step(self) -> list[Sampled]:
        rows, tokens, logprobs = self.rows, self._tokens, [row.logprobs for row in self.rows]
        positions, prompts = [row.position for row in rows], [row.prompt for row in rows]
        logits = self._adapter.decode(tokens, positions, prompts, self._cache)
        errors: dict[Row, BaseException] = {}
        if any(row.sampler.needs_host for row in rows):
            mx.async_eval(logits)
            self._observe(cast("list[int]", tokens.tolist()), errors)
        self._choose(logits, errors)
        self._steps += 1
        if self._steps % CACHE_EVAL_INTERVAL == 0:
            mx.eval([entry.state for entry in self._cache])
        values = cast("list[int]", tokens.tolist())
        return [
            _sampled(row, token, found, errors.get(row))
            for row, token, found in zip(rows, values, logprobs, strict=True)
        ]

    def _observe(self, values: list[int], errors: dict[Row, BaseException]) -> None:
        for row, token in zip(self.rows, values, strict=True):
            if row.sampler.needs_host:
                try:
                    row.sampler.observe(token)
                except PASSES:
                    raise
                except BaseException as error:  # noqa: BLE001  ends this row, never its neighbors
                    errors[row] = error

    def _choose(self, logits: mx.array, errors: dict[Row, BaseException]) -> None:
        """Queue the choice of every row's next token."""
        if all(row.sampler.plain for row in self.rows):
            self._tokens = mx.argmax(logits, axis=-1)
        else:
            self._tokens = mx.concatenate(
                [
                    self._sample(row, logits[index : index + 1], errors)
                    for index, row in enumerate(self.rows)
                ]
            )
        mx.async_eval(self._tokens, [row.logprobs for row in self.rows if row.logprobs])
        for row in self.rows:
            row.position += 1

    def _sample(self, row: Row, logits: mx.array, errors: dict[Row, BaseException]) -> mx.array:
        try:
            if row not in errors:
                choice = row.sampler(logits)
                row.logprobs = choice.logprobs
                return choice.token
        except PASSES:
            raise
        except BaseException as error:  # noqa: BLE001  ends this row, never its neighbors
            errors[row] = error
        return mx.argmax(logits, axis=-1)

    def _extract(self, index: int) -> list[Any]:
        """The plain cache of one row."""
        if len(self.rows) == 1:
            return self._cache
        found = [entry.extract(index) for entry in self._cache]
        mx.eval([entry.state for entry in found])
        return found

    def _settle(self) -> None:
        """Finish what is queued before caches change their shape."""
        mx.eval(self._tokens, [entry.state for entry in self._cache])


def _joined(mine: Any, theirs: Any, rows: int) -> Any:
    if rows == 1:
        return type(mine).merge([mine, theirs])
    mine.extend(type(theirs).merge([theirs]))
    return mine


def _without_last(merged: Any, rows: int) -> Any:
    if rows == 1:
        return merged.extract(0)
    merged.filter(mx.arange(rows, dtype=mx.int32))
    return merged


def _sampled(row: Row, token: int, logprobs: Logprobs, error: BaseException | None) -> Sampled:
    if logprobs is None:
        return Sampled(row, token, error=error)
    own, ids, values = logprobs
    pairs = zip(cast("list[int]", ids.tolist()), cast("list[float]", values.tolist()), strict=True)
    return Sampled(row, token, cast("float", own.item()), tuple(pairs), error)
