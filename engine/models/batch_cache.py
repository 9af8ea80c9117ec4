"""Caches of several rows: which have such a form, and what all layers know of the rows."""

from collections.abc import Iterable
from typing import Any, cast

import mlx.core as mx
from mlx_lm.models.base import create_causal_mask
from mlx_lm.models.cache import BatchKVCache, KVCache, create_attention_mask


def mergeable(entry: Any) -> bool:
    """Return True if an empty cache entry has a form for a batch that rows can join and leave."""
    nested = getattr(entry, "caches", None)
    if nested is not None:
        return all(mergeable(each) for each in nested)
    # The merged form of a sliding window does not keep the first tokens.
    if not hasattr(entry, "merge") or getattr(entry, "keep", 0):
        return False
    merged = type(entry).merge([entry])
    return all(hasattr(merged, name) for name in ("filter", "extend", "extract"))


class SharedLengths:
    """Tells all layers of a batch how many tokens each row has after a pass, and whether a row is
    padded. The first layer computes it, instead of each."""

    def __init__(self) -> None:
        self._last: tuple[mx.array, int, mx.array] | None = None
        self._checked: tuple[mx.array, bool] | None = None

    def after(self, lengths: mx.array, count: int) -> mx.array:
        """Return the lengths (rows,) with `count` more tokens."""
        if self._last is None or self._last[0] is not lengths or self._last[1] != count:
            self._last = lengths, count, lengths + count
        return self._last[2]

    def mask(
        self,
        padding: mx.array,
        count: int,
        length: int,
        return_array: bool,
        window_size: int | None = None,
    ) -> Any:
        """Return the mask of a pass over `count` tokens after `length`. Without padding it is that
        of one row: on CUDA, MLX's fused attention takes no mask that is an array."""
        if self._checked is None or self._checked[0] is not padding:
            self._checked = padding, any(cast("list[int]", padding.tolist()))
        if self._checked[1]:
            return create_causal_mask(count, length, window_size, left_padding=padding)
        return create_attention_mask(count, length, return_array, window_size)


class BatchCache(BatchKVCache):
    """The keys and values of several rows, padded on the left. A row that leaves gets the cache of
    one row of its own library back."""

    def __init__(self, left_padding: list[int]) -> None:
        super().__init__(left_padding)
        self._shared = SharedLengths()
        self._of_one_row: type = KVCache

    @classmethod
    def merge(cls, caches: list[Any]) -> "BatchCache":
        filled = any(it.size() for it in caches)
        merged = cast("BatchCache", super().merge(caches)) if filled else cls([0] * len(caches))
        merged._of_one_row = type(caches[0])
        return merged

    def extract(self, idx: int) -> Any:
        found, row = super().extract(idx), self._of_one_row()
        row.keys, row.values, row.offset = found.keys, found.values, found.offset
        return row

    def update_and_fetch(self, keys: mx.array, values: mx.array) -> Any:
        before = self.offset
        found = super().update_and_fetch(keys, values)
        self.offset = self._shared.after(before, keys.shape[2])
        return found

    def make_mask(self, N: int, return_array: bool = False, **kwargs: Any) -> Any:
        return self._shared.mask(self.left_padding, N, self._idx, return_array, **kwargs)

    def share(self, other: "BatchCache") -> None:
        """Take the lengths of a layer with the same tokens."""
        self._shared, self.offset, self.left_padding = (
            other._shared,
            other.offset,
            other.left_padding,
        )


def merge(entries: list[Any]) -> Any:
    """Return the form of several rows of the cache entries of one layer."""
    kind = type(entries[0])
    return (BatchCache if kind.__name__ == "KVCache" else kind).merge(entries)


def share_lengths(entries: Iterable[Any]) -> None:
    """Let layers with the same tokens share their lengths, after rows have joined or left."""
    first: dict[tuple[type, int], Any] = {}
    for entry in entries:
        if hasattr(entry, "share"):
            other = first.setdefault((type(entry), entry.size()), entry)
            if other is not entry:
                entry.share(other)
