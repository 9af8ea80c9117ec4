"""Cutting caches back to the accepted tokens: by trimming them, or by restoring what they were."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import mlx.core as mx
from mlx.utils import tree_map

from engine.models.adapter import Adapter
from engine.models.batch_cache import share_lengths
from engine.models.kv_cache import BatchQuantizedCache, layers
from engine.models.measured_cost import nbytes
from engine.models.prefix_cache import TRIMMABLE
from engine.sentences import say

# Windows, and those of several rows. A pass over several tokens leaves them in order, with one
# token less than the window from before it, so that all but its first token can be cut off.
WINDOW, BATCH_WINDOW = "RotatingKVCache", "BatchRotatingKVCache"
# Recurrent states, of one row or of several.
STATES = "ArraysCache"
# Cache types whose arrays are replaced, never written to, by a pass over several tokens.
RESTORABLE = frozenset({WINDOW, STATES})
# Forms of several rows that can be cut to a different length for each row, to any length or after
# a pass.
RAGGED_FULL = frozenset({"BatchCache", "BatchKVCache", "BatchQuantizedCache"})
RAGGED = RAGGED_FULL | {BATCH_WINDOW}
MOVED_AT_ONCE = 1 << 27
OWN_KIND = say("This model keeps the conversation in its own format, which cannot be cut back.")

UNTESTED = say("Drafting has not been tested with this kind of vision model.")


def problem(adapter: Adapter, cache: list[Any]) -> str:
    """Return the reason why rows with such a cache cannot use drafts, or ""."""
    if not adapter.decodes_blocks:
        return UNTESTED
    kinds = {type(entry).__name__ for entry in layers(cache)}
    return "" if kinds <= TRIMMABLE | RESTORABLE else OWN_KIND


def can_cut(cache: list[Any], count: int) -> bool:
    """Return True if the last `count` tokens can be cut off the cache of one row as it is now."""
    return all(type(entry).__name__ in TRIMMABLE or _has(entry, count) for entry in layers(cache))


def _has(entry: Any, count: int) -> bool:
    """Return True if a window would be whole without the last `count` tokens in it."""
    if type(entry).__name__ != WINDOW or entry._idx != entry.keys.shape[2]:
        return False
    return entry._idx - count >= min(entry.offset - count, entry.max_size)


def is_ragged(adapter: Adapter, cache: list[Any]) -> bool:
    """Return True if the cache of several rows can be cut to another length for each, or restored
    and filled again to those lengths."""
    kinds = {type(entry).__name__ for entry in layers(cache)}
    return kinds <= RAGGED or (adapter.pads_states and kinds <= RAGGED_FULL | {STATES})


def has_states(cache: list[Any]) -> bool:
    return any(type(entry).__name__ == STATES for entry in layers(cache))


@contextmanager
def padded(cache: list[Any], lengths: Sequence[int]) -> Iterator[None]:
    """Let the states of several rows take only so many tokens of each row in a pass."""
    states = [entry for entry in layers(cache) if type(entry).__name__ == STATES]
    for entry in states:
        entry.lengths = mx.array(list(lengths))
    try:
        yield
    finally:
        for entry in states:
            entry.lengths = None


def trim(cache: list[Any], count: int) -> None:
    """Cut the last `count` tokens off the cache of one row, which can be cut."""
    for entry in layers(cache):
        if type(entry).__name__ == WINDOW:
            end = entry._idx - count
            entry.keys, entry.values = entry.keys[..., :end, :], entry.values[..., :end, :]
        entry.trim(count)


def length(cache: list[Any]) -> int:
    """Return the tokens in the trimmable cache of one row."""
    return next(layers(cache)).offset


class Restore:
    """The cache of one row, or the states of several, as before a pass over several tokens. Only
    references are kept: such a pass makes new arrays for windows and states."""

    def __init__(self, cache: list[Any]) -> None:
        self._cache = cache
        # Qwen3.5 of mlx-vlm may replace entries of the list.
        self._list = list(cache)
        self._entries = [(entry, _contents(entry)) for entry in layers(cache)]

    def __call__(self) -> None:
        self._cache[:] = self._list
        for entry, contents in self._entries:
            vars(entry).update(contents)


def _contents(entry: Any) -> dict[str, Any]:
    if type(entry).__name__ in TRIMMABLE:
        return {"offset": entry.offset}
    if type(entry).__name__ in RAGGED:
        return {}
    return {
        name: list(value) if isinstance(value, list) else value
        for name, value in vars(entry).items()
    }


def put_in_order(cache: list[Any]) -> None:
    """Undo the rotation of the windows of several rows before a pass over several tokens: the mask
    that the libraries make for it is off by one otherwise, and leaves out a token of padded
    rows."""
    for entry in layers(cache):
        if type(entry).__name__ == BATCH_WINDOW:
            entry._temporal_order()


def cut(cache: list[Any], positions: Sequence[int], keeps: Sequence[int], width: int) -> None:
    """Cut a ragged cache of several rows after a pass over `width` tokens, of which each row keeps
    some; rows had `positions` tokens. The longest row has no padding, before and after. States are
    left as they are.

    The keys and values are moved some layers at a time, of MOVED_AT_ONCE bytes: the old and the
    new cache never exist together, and the device need not be waited for at every layer.
    """
    before = max(positions)
    after = max(position + keep for position, keep in zip(positions, keeps, strict=True))
    # Row i ends at `before + keeps[i]`, and shall end at `after`.
    shifts = [after - before - keep for keep in keeps]
    moving: list[Any] = []
    # The same for all layers.
    places = _rolled_places(before + width, mx.array(shifts))
    for entry in layers(cache):
        if type(entry).__name__ == BATCH_WINDOW:
            _cut_window(entry, keeps, width)
        if type(entry).__name__ not in RAGGED_FULL:
            continue
        held = entry._rows if isinstance(entry, BatchQuantizedCache) else entry
        if any(shifts):
            held.keys, held.values = tree_map(
                lambda part: mx.take_along_axis(part[..., : before + width, :], places, axis=2),
                (held.keys, held.values),
            )
        lengths = [position + keep for position, keep in zip(positions, keeps, strict=True)]
        _set_lengths(entry, held, lengths, after)
        if any(shifts):
            moving.append((held.keys, held.values))
            if nbytes(moving) > MOVED_AT_ONCE:
                mx.eval(moving)
                moving = []
    share_lengths(layers(cache))


def _cut_window(entry: Any, keeps: Sequence[int], width: int) -> None:
    """Cut the windows of several rows, which hold as many tokens each, some of them padding."""
    cuts, most = mx.array([width - keep for keep in keeps]), max(keeps)
    end, shifts = entry._idx - width + most, most - mx.array(list(keeps))
    places = _rolled_places(end, shifts)
    entry.keys, entry.values = (
        mx.take_along_axis(part[..., :end, :], places, axis=2)
        for part in (entry.keys, entry.values)
    )
    # Tokens that come around the end are padding, also where a row has had none for long.
    entry.left_padding = mx.maximum(entry.left_padding, 0) + shifts
    entry.offset = entry.offset - cuts
    entry._idx, entry._offset = end, entry._offset - width + most


def _rolled_places(size: int, shifts: mx.array) -> mx.array:
    """Return where the tokens (rows, 1, size, 1) of each row come from if they are moved to the
    right by its own number, around the end."""
    return ((mx.arange(size)[None] - shifts[:, None]) % size)[:, None, :, None]


def _set_lengths(entry: Any, held: Any, lengths: list[int], longest: int) -> None:
    entry.offset = mx.array(lengths)
    padding = mx.array([longest - length for length in lengths])
    if held is entry:
        entry.left_padding, entry._idx = padding, longest
    else:
        entry._padding, held.offset = padding, longest
