"""Image features, cached by the content of the pixels."""

import hashlib
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Any, Protocol, cast

import mlx.core as mx
import numpy as np

# The features of one image or frame group, then those of deeper layers if the family has them.
Features = tuple[mx.array, ...]
DEFAULT_BYTES = 1 << 29


# Values that are summed before hashing, and random factors for two such sums.
SPAN = 4096
FACTORS = np.empty((2, SPAN), dtype=np.uint64)


def seed_digests(seed: bytes) -> None:
    """Make the digests of this process those of every process with the same seed, which nobody who
    makes images may know."""
    FACTORS[:] = np.frombuffer(hashlib.shake_256(seed).digest(FACTORS.nbytes), np.uint64).reshape(
        FACTORS.shape
    )


seed_digests(os.urandom(32))


def digest(pixels: mx.array, shape: Sequence[int], *, sums: bool | None = None) -> bytes:
    """Return a SHA-256 of processed pixels and of their grid.

    With `sums`, the default on a GPU, the pixels are reduced to sums there first: hashing the 25 MB
    of a large image on the host would take as long as a fast GPU takes to encode it. Such digests
    are valid with one seed only.
    """
    found = hashlib.sha256(repr((tuple(shape), pixels.shape, str(pixels.dtype))).encode())
    # numpy and the buffer protocol have no bfloat16.
    plain = pixels.view(mx.uint16) if pixels.dtype == mx.bfloat16 else pixels
    on_gpu = mx.default_device() == mx.gpu if sums is None else sums
    plain = summed(plain) if on_gpu else mx.contiguous(plain)
    found.update(memoryview(cast("Any", plain)))
    return found.digest()


def summed(values: mx.array) -> mx.array:
    """Return two multilinear hashes of each span of values, (2, spans) uint64: Lemire and Kaser,
    Strongly Universal String Hashing is Fast (2014). Images that differ in a span collide with a
    probability of at most 2^-64 (values of 32 bits)."""
    bits = {1: mx.uint8, 2: mx.uint16, 4: mx.uint32}[values.itemsize]
    words = values.reshape(-1).view(bits)
    spans = mx.pad(words, (0, -words.size % SPAN)).reshape(-1, SPAN).astype(mx.uint64)
    return mx.stack([(spans * mx.array(factors)).sum(axis=1) for factors in FACTORS])


class ImageDisk(Protocol):
    """The image features on the disk, of one model."""

    def save(
        self, name: str, keys: Sequence[bytes], stored: Callable[[bytes], Features | None]
    ) -> None:
        """Write these features in place of the earlier ones of that name, as far as they are still
        stored."""
        ...

    def find(self, key: bytes) -> Features | None: ...


class VisionCache:
    """Features by the digest of their pixels, at most `limit` bytes. Eviction is least recently
    used.

    Features larger than the limit are not cached. `hits` and `misses` count lookups. Those on the
    `disk` come back when they are looked for.
    """

    def __init__(self, limit: int = DEFAULT_BYTES) -> None:
        self.limit = limit
        self.hits = self.misses = self.nbytes = 0
        self.disk: ImageDisk | None = None
        self._features: OrderedDict[bytes, Features] = OrderedDict()

    def __len__(self) -> int:
        return len(self._features)

    def __contains__(self, key: bytes) -> bool:
        return key in self._features

    def get(self, key: bytes) -> Features | None:
        found = self._features.get(key)
        if found is None:
            self.misses += 1
            return None
        self.hits += 1
        self._features.move_to_end(key)
        return found

    def restore(self, key: bytes) -> bool:
        """Bring features back from the disk. Return True if they are there."""
        features = self.disk.find(key) if self.disk is not None else None
        if features is not None:
            self.put(key, features)
        return key in self._features

    def save_to_disk(self, name: str, keys: Sequence[bytes]) -> None:
        """Write features to the disk, once nothing else is to be done."""
        if self.disk is not None and keys:
            self.disk.save(name, keys, self._features.get)

    def put(self, key: bytes, features: Features) -> None:
        """Add features, which are evaluated and share no buffer with anything larger."""
        size = _size(features)
        if size > self.limit:
            return
        self._drop(key)
        self._features[key] = features
        self.nbytes += size
        while self.nbytes > self.limit:
            self.evict()

    def evict(self) -> bool:
        """Drop the least recently used features. Return True if there were any."""
        if not self._features:
            return False
        self._drop(next(iter(self._features)))
        return True

    def clear(self) -> None:
        self._features.clear()
        self.nbytes = 0

    def _drop(self, key: bytes) -> None:
        if features := self._features.pop(key, None):
            self.nbytes -= _size(features)


def _size(features: Features) -> int:
    return sum(array.nbytes for array in features)
