"""What vision towers made of pictures and frames, kept by content."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, cast

import mlx.core as mx

# What one picture or frame group became: its features, then those of deeper layers where the
# family has them.
Features = tuple[mx.array, ...]
DEFAULT_BYTES = 1 << 29


def digest(pixels: mx.array, shape: Sequence[int]) -> bytes:
    """SHA-256 of processed pixels and of the grid that they stand for."""
    found = hashlib.sha256(repr((tuple(shape), str(pixels.dtype))).encode())
    # numpy and the buffer protocol have no bfloat16.
    plain = pixels.view(mx.uint16) if pixels.dtype == mx.bfloat16 else pixels
    found.update(memoryview(cast("Any", mx.contiguous(plain))))
    return found.digest()


class VisionCache:
    """Features by the digest of their pixels, at most `limit` bytes, least recently used go first.

    Features larger than the limit are not kept. `hits` and `misses` count look-ups.
    """

    def __init__(self, limit: int = DEFAULT_BYTES) -> None:
        self.limit = limit
        self.hits = self.misses = self.nbytes = 0
        self._kept: OrderedDict[bytes, Features] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: bytes) -> Features | None:
        found = self._kept.get(key)
        if found is None:
            self.misses += 1
            return None
        self.hits += 1
        self._kept.move_to_end(key)
        return found

    def put(self, key: bytes, features: Features) -> None:
        """`features` are evaluated, and share no buffer with anything larger."""
        size = _size(features)
        if size > self.limit:
            return
        self._drop(key)
        self._kept[key] = features
        self.nbytes += size
        while self.nbytes > self.limit:
            self.spare()

    def spare(self) -> bool:
        """Drop what was not used for longest; whether there was anything."""
        if not self._kept:
            return False
        self._drop(next(iter(self._kept)))
        return True

    def clear(self) -> None:
        self._kept.clear()
        self.nbytes = 0

    def _drop(self, key: bytes) -> None:
        if features := self._kept.pop(key, None):
            self.nbytes -= _size(features)


def _size(features: Features) -> int:
    return sum(array.nbytes for array in features)
