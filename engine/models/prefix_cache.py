"""Prefix cache: reuses the KV cache of an earlier prompt that starts with the same tokens.

Copying and trimming use mlx-lm; the search is ours. mlx-lm's LRUPromptCache stores one dict per
token: with 30,000 tokens an insert takes 90 ms and looking up an edited prompt takes over a second,
in which the window freezes, and a hit does not refresh an entry's age.
"""

import copy
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Protocol

import mlx.core as mx
import numpy as np
from mlx.utils import tree_map
from mlx_lm.models.cache import can_trim_prompt_cache, trim_prompt_cache

from engine.frozen import frozen, mutable
from engine.machines import group
from engine.model_cost import CACHE_STEP
from engine.models.cache_misses import Boundaries, LastPrompts, Origin, common_prefix
from engine.models.kv_cache import saved
from engine.models.measured_cost import nbytes
from engine.models.skims import Skims

# Cache types that can be copied and resumed.
COPYABLE = frozenset({"KVCache", "QuantizedCache", "RotatingKVCache", "ArraysCache", "CacheList"})
# Cache types that can be trimmed to any length at any time.
TRIMMABLE = frozenset({"KVCache", "QuantizedCache"})
# Maximum number of entries, because a lookup searches them one by one.
MAX_ENTRIES = 64
# During prefill, snapshot a trimmable cache for other requests if the snapshot fits in
# limit / divisor. Larger snapshots are taken only if a request is waiting for one.
SHARED_COPY_DIVISOR = 4
# A request waits for another one's prefill of the same prompt if that saves this many tokens.
WORTH_WAITING = 32
# Agents think and run tools for minutes between two requests.
PIN_SECONDS = 600.0


@mutable
class CachedPrefix:
    """The KV cache after prefilling `key`, of `nbytes` bytes; `saved` are the bytes that
    quantization saves. `is_snapshot`: copied from a row that continues."""

    key: np.ndarray
    cache: list[Any]
    nbytes: int
    saved: int
    is_snapshot: bool = False


@frozen
class Hit:
    """`cache` holds the first `length` tokens of the prompt and belongs to the caller; it is None
    on a miss. `reason` explains, for the user, a hit shorter than the conversation so far."""

    cache: list[Any] | None = None
    length: int = 0
    reason: str = ""


class PromptDisk(Protocol):
    """The prompts on the disk, of one model at one KV precision."""

    def save(
        self,
        name: str,
        entries: Sequence[CachedPrefix],
        is_stored: Callable[[CachedPrefix], bool],
    ) -> None:
        """Write these prompts in place of the earlier ones of that name; an entry that is no longer
        stored is not written."""
        ...

    def share(self, entry: CachedPrefix, is_stored: Callable[[], bool]) -> None:
        """Write a prompt for all conversations, unless it is there."""
        ...

    def restore(
        self, key: Sequence[int], blank: list[Any], known: int
    ) -> Generator[None, None, CachedPrefix | None]:
        """Fill an empty cache with the first tokens of a prompt, in bounded steps. Return None if
        the disk has not many more than the `known` ones."""
        ...


@dataclass
class PrefixCache:
    """The cached prompts of one model at one KV precision. Eviction is least recently used and
    takes entries of the `other` precision first, until both together fit in `limit` bytes. The
    newest entry is kept even if it alone exceeds the limit. Keys are token ids, with negative
    content hashes in place of image tokens.

    A trimmable entry serves every prompt that shares any prefix with it. An entry that cannot be
    trimmed (recurrent state, a sliding window that has moved) serves only prompts that contain all
    of it.
    """

    limit: int
    other: "PrefixCache | None" = field(default=None, repr=False, compare=False)
    disk: "PromptDisk | None" = field(default=None, repr=False, compare=False)
    skims: Skims = field(default_factory=Skims)
    # In order of use, the most recent one last.
    _entries: list[CachedPrefix] = field(default_factory=list)
    _last_prompts: LastPrompts = field(default_factory=LastPrompts)
    _prefilling: dict[int, np.ndarray] = field(default_factory=dict)
    _awaited: dict[int, np.ndarray] = field(default_factory=dict)
    # The beginnings of prompts and the time until which each is pinned.
    _pins: dict[bytes, float] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, entry: CachedPrefix | None) -> bool:
        return entry in self._entries

    @property
    def nbytes(self) -> int:
        return sum(entry.nbytes for entry in self._entries)

    @property
    def saved(self) -> int:
        """Bytes that quantization saves."""
        return sum(entry.saved for entry in self._entries)

    # --- lookup -------------------------------------------------------------------------------

    def take_best(self, key: Sequence[int]) -> CachedPrefix | None:
        """Remove and return the best matching entry if it is trimmable. The caller then owns the
        only copy, so memory pressure can neither duplicate it nor evict it on behalf of its own
        user."""
        best, _ = self._best(np.asarray(key))
        if best is None or not is_trimmable(best.cache):
            return None
        self._entries.remove(best)
        return best

    def may_consume(self, key: Sequence[int], entry: CachedPrefix, free_bytes: int) -> bool:
        """Return True if a taken entry can be extended in place instead of copied: either a copy
        would not fit in `free_bytes`, or the entry is a complete prefix of the prompt and will be
        superseded. Small entries that other requests may share are always copied."""
        if free_bytes < entry.nbytes:
            return True
        complete = common_prefix(entry.key, np.asarray(key)) == len(entry.key) < len(key)
        large = entry.nbytes > self.limit // SHARED_COPY_DIVISOR
        return complete and large and not entry.is_snapshot

    def put_back(self, entry: CachedPrefix) -> None:
        """Return an entry that was taken and left unchanged."""
        self._entries.append(entry)
        self._enforce_limits()

    def lookup(
        self, key: Sequence[int], boundaries: Boundaries, taken: CachedPrefix | None = None
    ) -> Hit:
        """Return the longest reusable prefix, always leaving at least the last token to compute. An
        entry that was not taken is copied; its arrays are shared until one side writes."""
        wanted = np.asarray(key)
        best, length = self._best(wanted) if taken is None else (taken, _reusable(taken, wanted))
        entries = self._entries if taken is None else [*self._entries, taken]
        cached = max((common_prefix(entry.key, wanted) for entry in entries), default=0)
        other_bits = self.other.reusable_tokens(key) if self.other else 0
        reason = self._last_prompts.miss_reason(wanted, boundaries, length, cached, other_bits)
        if best is None:
            return Hit(reason=reason)
        cache = best.cache
        if taken is None:
            self._entries.remove(best)
            self._entries.append(best)
            cache = copy.deepcopy(cache)
        if length < len(best.key):
            trim_prompt_cache(cache, len(best.key) - length)
            _shrink(cache)
        return Hit(cache, length, reason)

    def reusable_tokens(self, key: Sequence[int]) -> int:
        """Return the number of prompt tokens `lookup` would reuse now. Does not affect eviction
        order."""
        return self._best(np.asarray(key))[1]

    def note_prompt(self, key: Sequence[int], origin: Origin) -> None:
        """Compare the next prompt of a conversation with this one, of which the last lookup did not
        know yet what would be read."""
        self._last_prompts.note(np.asarray(key), origin)

    def _best(self, wanted: np.ndarray) -> tuple[CachedPrefix | None, int]:
        """Return the entry that saves most tokens, and how many."""
        best, length = None, 0
        for entry in self._entries:
            usable = _reusable(entry, wanted)
            if usable > length:
                best, length = entry, usable
        return best, length

    # --- storing and eviction -----------------------------------------------------------------

    def store(
        self, key: Sequence[int], cache: list[Any], *, shared: bool = False
    ) -> CachedPrefix | None:
        """Add a cache that holds exactly `key`. Pass `shared=True` if the owner keeps writing to
        it, so that a copy is stored. Return None if the cache type cannot be reused."""
        stored, size = np.asarray(key), nbytes(cache)
        if not len(stored) or not is_reusable(cache):
            return None
        self._drop_superseded(stored, trimmable=can_trim_prompt_cache(cache))
        own = copy.deepcopy(cache) if shared else cache
        entry = CachedPrefix(stored, own, size, saved(cache))
        self._entries.append(entry)
        self._enforce_limits()
        return entry

    def store_snapshot(self, key: Sequence[int], cache: list[Any]) -> None:
        """Copy a cache during prefill, at a point where other prompts may diverge. A trimmable
        cache will serve them once it is stored whole; before that, it is copied only if the copy is
        small or a request waits for it."""
        if (
            not is_trimmable(cache)
            or nbytes(cache) <= self.limit // SHARED_COPY_DIVISOR
            or self._has_waiter(np.asarray(key))
        ):
            entry = self.store(key, cache, shared=True)
            if entry is not None:
                entry.is_snapshot = True

    def save_to_disk(self, name: str, key: Sequence[int]) -> None:
        """Write what is stored of a prompt to the disk, once nothing else is to be done."""
        if self.disk is not None:
            whole = np.asarray(key)
            parts = [it for it in self._entries if common_prefix(it.key, whole) == len(it.key)]
            self.disk.save(name, parts, self.__contains__)

    def pin(self, beginning: Sequence[int]) -> None:
        """Evict the last entry that has this beginning after all others, for some minutes. The
        machines of a group have no clock together, so theirs has no such entries."""
        if group.joined():
            return
        now = time.monotonic()
        self._pins = {key: until for key, until in self._pins.items() if until > now}
        self._pins[np.asarray(beginning).tobytes()] = now + PIN_SECONDS

    def share_on_disk(self, beginning: Sequence[int]) -> None:
        """Write a beginning to the disk for all conversations, once nothing else is to be done."""
        wanted = np.asarray(beginning)
        if self.disk is None:
            return
        for entry in reversed(self._entries):
            if _serves(entry, wanted):
                part = CachedPrefix(wanted, entry.cache, entry.nbytes, entry.saved)
                self.disk.share(part, lambda entry=entry: entry in self)
                return

    def evict(self) -> bool:
        """Drop the least recently used entry, or a pinned or the newest one if there is no other.
        Return True if there was one."""
        if not self._entries:
            return False
        pinned = self._pinned()
        unpinned = (it for it in self._entries[:-1] if it not in pinned)
        self._entries.remove(next(unpinned, self._entries[0]))
        return True

    def _pinned(self) -> list[CachedPrefix]:
        """Return the last entry with each beginning that is pinned."""
        now, found = time.monotonic(), []
        for pin in (key for key, until in self._pins.items() if until > now):
            wanted = np.frombuffer(pin, np.int64)
            has = (it for it in reversed(self._entries) if _serves(it, wanted))
            found += list(islice(has, 1))
        return found

    def clear(self) -> None:
        self._entries.clear()
        self._pins.clear()
        self._last_prompts.clear()
        self.skims.clear()

    def _drop_superseded(self, key: np.ndarray, *, trimmable: bool) -> None:
        """Drop the entries whose every use the new entry `key` serves as well."""
        self._entries = [
            entry
            for entry in self._entries
            if not (trimmable or len(entry.key) == len(key))
            or common_prefix(entry.key, key) < len(entry.key)
        ]

    def _enforce_limits(self) -> None:
        while len(self) > MAX_ENTRIES:
            self.evict()
        while self._total_bytes > self.limit:
            if not (self.other and self.other.evict()) and (len(self) < 2 or not self.evict()):
                return

    @property
    def _total_bytes(self) -> int:
        return self.nbytes + (self.other.nbytes if self.other else 0)

    # --- prompts in prefill -------------------------------------------------------------------

    def begin_prefill(self, request_id: int, key: Sequence[int]) -> None:
        """Announce the prefill of a prompt that others may start with as well."""
        self._prefilling[request_id] = np.asarray(key)

    def end_prefill(self, request_id: int) -> None:
        """Withdraw the request's prompt, prefilled or not."""
        self._prefilling.pop(request_id, None)
        self._awaited.pop(request_id, None)

    def is_worth_waiting(self, request_id: int, key: Sequence[int]) -> bool:
        """Return True if another request is prefilling much more of this prompt than is cached."""
        self._awaited[request_id] = wanted = np.asarray(key)
        if not self._prefilling:
            return False
        _, length = self._best(wanted)
        return any(
            common_prefix(other, wanted) >= length + WORTH_WAITING
            for other in self._prefilling.values()
        )

    def _has_waiter(self, key: np.ndarray) -> bool:
        """Return True if a request waits for enough tokens of `key`."""
        waiting = (it for number, it in self._awaited.items() if number not in self._prefilling)
        return any(common_prefix(key, wanted) >= WORTH_WAITING for wanted in waiting)


def is_reusable(cache: list[Any]) -> bool:
    """Return True if all layers are of types that can be copied and resumed."""
    return all(_is_copyable(entry) for entry in cache)


def is_trimmable(cache: list[Any]) -> bool:
    """Return True if the cache can be trimmed to any length, however long it has become."""
    return all(type(entry).__name__ in TRIMMABLE for entry in cache)


def _reusable(entry: CachedPrefix, wanted: np.ndarray) -> int:
    """Return the number of tokens an entry saves a prompt; the last token is always computed."""
    same = min(common_prefix(entry.key, wanted), len(wanted) - 1)
    return same if same == len(entry.key) or can_trim_prompt_cache(entry.cache) else 0


def _serves(entry: CachedPrefix, beginning: np.ndarray) -> bool:
    """Return True if other prompts with this beginning can go on from an entry."""
    same = common_prefix(entry.key, beginning)
    return same == len(beginning) and (same == len(entry.key) or is_trimmable(entry.cache))


def _is_copyable(entry: Any) -> bool:
    inner = getattr(entry, "caches", ())
    return type(entry).__name__ in COPYABLE and all(_is_copyable(each) for each in inner)


def _shrink(cache: Sequence[Any]) -> None:
    """Free the buffers behind the trimmed tokens: a request reserves memory for its own tokens
    only."""
    for entry in cache:
        _shrink(getattr(entry, "caches", ()))
        if type(entry).__name__ not in TRIMMABLE or entry.keys is None:
            continue
        capacity = -(-entry.offset // CACHE_STEP) * CACHE_STEP
        buffer = entry.keys if isinstance(entry.keys, mx.array) else entry.keys[0]
        if capacity < buffer.shape[2]:
            entry.keys, entry.values = tree_map(
                lambda part, capacity=capacity: mx.contiguous(part[..., :capacity, :]),
                (entry.keys, entry.values),
            )
            mx.eval(entry.keys, entry.values)
