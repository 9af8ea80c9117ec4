"""What vision towers made of pictures and frames, kept by content."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, cast

import mlx.core as mx
import numpy as np

# What one picture or frame group became: its features, then those of deeper layers where the
# family has them.
Features = tuple[mx.array, ...]
DEFAULT_BYTES = 1 << 29


# Values that are summed up together before they are hashed, and random factors of two such sums.
SPAN = 4096
FACTORS = np.random.default_rng().integers(0, 1 << 64, (2, SPAN), dtype=np.uint64)


def digest(pixels: mx.array, shape: Sequence[int], *, sums: bool | None = None) -> bytes:
    """SHA-256 of processed pixels and of the grid that they stand for.

    With `sums`, which is the default on a GPU, of sums that are made there: hashing 25 MB of a
    large picture on the host would take as long as the tower does on a fast GPU. The same within
    this process only.
    """
    found = hashlib.sha256(repr((tuple(shape), pixels.shape, str(pixels.dtype))).encode())
    # numpy and the buffer protocol have no bfloat16.
    plain = pixels.view(mx.uint16) if pixels.dtype == mx.bfloat16 else pixels
    on_gpu = mx.default_device() == mx.gpu if sums is None else sums
    plain = summed(plain) if on_gpu else mx.contiguous(plain)
    found.update(memoryview(cast("Any", plain)))
    return found.digest()


def summed(values: mx.array) -> mx.array:
    """Multilinear hashes of each span of values, (2, spans) uint64: Lemire and Kaser, Strongly
    Universal String Hashing is Fast (2014). Two pictures that differ in a span have the same with
    a probability of at most 2^-64 (values of 32 bits)."""
    bits = {1: mx.uint8, 2: mx.uint16, 4: mx.uint32}[values.itemsize]
    words = values.reshape(-1).view(bits)
    spans = mx.pad(words, (0, -words.size % SPAN)).reshape(-1, SPAN).astype(mx.uint64)
    return mx.stack([(spans * mx.array(factors)).sum(axis=1) for factors in FACTORS])


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

    def __contains__(self, key: bytes) -> bool:
        return key in self._kept

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
