"""The part of the disk cache that one model uses."""

from collections.abc import Callable, Generator, Sequence
from typing import Any

import numpy as np

from engine.disk_cache import cache_parts
from engine.disk_cache.cache_parts import Unsaved
from engine.disk_cache.disk_cache import MIN_TOKENS, DiskCache, Stored
from engine.frozen import frozen
from engine.models.kv_cache import saved
from engine.models.measured_cost import nbytes
from engine.models.prefix_cache import CachedPrefix

# Beside the prompts of a chat, and removed with them.
IMAGES = "images"


@frozen
class DiskLane:
    """The prompts of one model at one KV precision."""

    disk: DiskCache
    fingerprint: str

    def save(
        self,
        name: str,
        entries: Sequence[CachedPrefix],
        is_stored: Callable[[CachedPrefix], bool],
    ) -> None:
        self.disk.save(name, [Unsaved(self.fingerprint, it, is_stored) for it in entries])

    def share(self, entry: CachedPrefix, is_stored: Callable[[], bool]) -> None:
        self.disk.share(Unsaved(self.fingerprint, entry, lambda _: is_stored()))

    def restore(
        self, key: Sequence[int], blank: list[Any], known: int
    ) -> Generator[None, None, CachedPrefix | None]:
        with_state = cache_parts.has_state(blank)
        found = yield from self.disk.find(self.fingerprint, key, with_state=with_state)
        if found.length < known + MIN_TOKENS:
            return None
        cache = yield from self.disk.restore(found, blank)
        if cache is None:
            return None
        whole = np.asarray(key[: found.length])
        return CachedPrefix(whole, cache, nbytes(cache), saved(cache))


@frozen
class DiskImages:
    """The image features of one model."""

    disk: DiskCache
    fingerprint: str

    def save(self, name: str, keys: Sequence[bytes], stored: Callable[[bytes], Stored]) -> None:
        self.disk.save_images(f"{name}/{IMAGES}", self.fingerprint, keys, stored)

    def find(self, key: bytes) -> Stored:
        return self.disk.image(self.fingerprint, key)


@frozen
class DiskChunks:
    """The size of chunks that was found best for one model."""

    disk: DiskCache
    name: str

    def known(self) -> int:
        return self.disk.chunk_size(self.name)

    def learn(self, size: int) -> None:
        self.disk.learn_chunk_size(self.name, size)
