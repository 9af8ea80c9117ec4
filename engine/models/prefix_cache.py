"""Prompts that were read before, found again by their beginning.

The copies and the cutting are mlx-lm's; the search is not. Its LRUPromptCache keeps a dict for
every token: at 30,000 tokens putting a prompt in takes 90 ms and finding an edited one more than a
second, in which the window stands still, and what is used often leaves as if it were not.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import mlx.core as mx
import numpy as np
from mlx.utils import tree_map
from mlx_lm.models.cache import can_trim_prompt_cache, trim_prompt_cache

from engine.models.cache_misses import LastPrompts, Parts, common
from engine.models.kv_cache import saved
from engine.models.model_cost import CACHE_STEP, nbytes

# Kinds of layer whose state can be copied and goes on as if it had been read.
KNOWN = frozenset({"KVCache", "QuantizedCache", "RotatingKVCache", "ArraysCache", "CacheList"})
# Those of them that can be cut back to any length, however long they have become.
PLAIN = frozenset({"KVCache", "QuantizedCache"})
# So many entries are searched.
MOST = 64
# A copy is made for others while a prompt is read, where it can do without one, up to this share of
# the limit; beyond it only for those that wait.
SHARED = 4
# A prompt that another request reads is waited for where that saves so many tokens.
WORTH_WAITING = 32


@dataclass(eq=False)
class Entry:
    """The layers' caches after reading `key`; `nbytes` is what they hold, and `saved` what they
    would hold more if none were quantised. `for_others` was copied from a row that goes on."""

    key: np.ndarray
    cache: list[Any]
    nbytes: int
    saved: int
    for_others: bool = False


@dataclass(frozen=True)
class Found:
    """A cache that holds the first `start` tokens of a prompt, to be written on, or None. `why` is
    the reason, in words, for a partial hit where a full one was expected."""

    cache: list[Any] | None = None
    start: int = 0
    why: str = ""


@dataclass
class PromptCache:
    """Caches of one model's prompts, all in one number of bits. What was not used for longest goes
    first, and before it what is in the `other` number, so that both are at most `limit` bytes;
    though the newest may be larger alone. Keys are token ids, and negative numbers for what
    pictures show.

    Where a cache can be cut, one entry serves every prompt that begins like it; where it cannot (a
    recurrent state, a window that has moved on), each entry serves those that begin with all of it.
    """

    limit: int
    # Bytes that nobody was promised.
    room: Callable[[], int] = lambda: 1 << 62
    other: "PromptCache | None" = field(default=None, repr=False, compare=False)
    _entries: list[Entry] = field(default_factory=list)
    _last: LastPrompts = field(default_factory=LastPrompts)
    _reading: dict[int, np.ndarray] = field(default_factory=dict)
    _wanted: dict[int, np.ndarray] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def nbytes(self) -> int:
        return sum(entry.nbytes for entry in self._entries)

    @property
    def saved(self) -> int:
        """Bytes that would be held more without quantisation."""
        return sum(entry.saved for entry in self._entries)

    def take(self, key: Sequence[int]) -> Entry | None:
        """Hand over the entry that is of most use, if it can be cut: where memory is short, it need
        not be there twice, and must not go to make room for who needs it."""
        best, _ = self._best(np.asarray(key))
        if best is None or not cuttable(best.cache):
            return None
        self._entries.remove(best)
        return best

    def spares(self, key: Sequence[int], entry: Entry) -> bool:
        """Whether what was taken may go. There is no memory for a copy beside it; or all of it is
        the beginning of the prompt, and what comes of that will take its place: unless others ask
        the same at the same time, as they may wherever a copy is small."""
        if self.room() < entry.nbytes:
            return True
        whole = common(entry.key, np.asarray(key)) == len(entry.key) < len(key)
        return whole and not entry.for_others and entry.nbytes > self.limit // SHARED

    def give_back(self, entry: Entry) -> None:
        """Keep again what was taken and not written on."""
        self._entries.append(entry)
        self._bound()

    def find(self, key: Sequence[int], parts: Parts, taken: Entry | None = None) -> Found:
        """The longest beginning of a prompt that need not be read, without its last token. What was
        not taken is a copy: its arrays are shared until one side writes."""
        wanted = np.asarray(key)
        best, start = self._best(wanted) if taken is None else (taken, _useful(taken, wanted))
        known = self._entries if taken is None else [*self._entries, taken]
        kept = max((common(entry.key, wanted) for entry in known), default=0)
        other_bits = self.other.known(key) if self.other else 0
        why = self._last.reason(wanted, parts, start, kept, other_bits)
        if best is None:
            return Found(why=why)
        cache = best.cache
        if taken is None:
            self._entries.remove(best)
            self._entries.append(best)
            cache = copy.deepcopy(cache)
        if start < len(best.key):
            trim_prompt_cache(cache, len(best.key) - start)
            _shrink(cache)
        return Found(cache, start, why)

    def known(self, key: Sequence[int]) -> int:
        """How many tokens of a prompt `find` would save just now. Changes nothing."""
        return self._best(np.asarray(key))[1]

    def _best(self, wanted: np.ndarray) -> tuple[Entry | None, int]:
        """The entry that saves most, and how many tokens."""
        best, start = None, 0
        for entry in self._entries:
            usable = _useful(entry, wanted)
            if usable > start:
                best, start = entry, usable
        return best, start

    def __contains__(self, entry: Entry | None) -> bool:
        return entry in self._entries

    def put(self, key: Sequence[int], cache: list[Any], *, shared: bool = False) -> Entry | None:
        """Keep a cache that holds exactly `key`; `shared` where its owner goes on writing to it.
        None, and nothing happens, where the cache is of an unknown kind."""
        kept, size = np.asarray(key), nbytes(cache)
        if not len(kept) or not reusable(cache):
            return None
        trimmable = can_trim_prompt_cache(cache)
        # What the new entry serves as well only takes space.
        self._entries = [
            entry
            for entry in self._entries
            if not (trimmable or len(entry.key) == len(kept))
            or common(entry.key, kept) < len(entry.key)
        ]
        mine = copy.deepcopy(cache) if shared else cache
        made = Entry(kept, mine, size, saved(cache))
        self._entries.append(made)
        self._bound()
        return made

    def put_while_read(self, key: Sequence[int], cache: list[Any]) -> None:
        """Keep a copy at a place of the prompt from which others may go on. A cache that can be cut
        will serve them when it is put as a whole: till then only where the copy is small, or
        somebody waits for it."""
        if (
            not cuttable(cache)
            or nbytes(cache) <= self.limit // SHARED
            or self._asked_for(np.asarray(key))
        ):
            made = self.put(key, cache, shared=True)
            if made is not None:
                made.for_others = True

    def spare(self) -> bool:
        """Drop what was not used for longest; whether there was anything."""
        if not self._entries:
            return False
        del self._entries[0]
        return True

    def clear(self) -> None:
        self._entries.clear()
        self._last.clear()

    def begin(self, request_id: int, key: Sequence[int]) -> None:
        """The request is going to read a prompt that others may begin with as well."""
        self._reading[request_id] = np.asarray(key)

    def end(self, request_id: int) -> None:
        """It has, or never will."""
        self._reading.pop(request_id, None)
        self._wanted.pop(request_id, None)

    def awaited(self, request_id: int, key: Sequence[int]) -> bool:
        """Whether another request reads much more of this prompt just now than is there."""
        self._wanted[request_id] = wanted = np.asarray(key)
        if not self._reading:
            return False
        _, start = self._best(wanted)
        return any(
            common(theirs, wanted) >= start + WORTH_WAITING for theirs in self._reading.values()
        )

    def _asked_for(self, key: np.ndarray) -> bool:
        """Whether a request waits for so much of its prompt."""
        waiting = (it for number, it in self._wanted.items() if number not in self._reading)
        return any(common(key, wanted) >= WORTH_WAITING for wanted in waiting)

    def _bound(self) -> None:
        while len(self) > MOST:
            self.spare()
        while self._total > self.limit:
            if not (self.other and self.other.spare()) and (len(self) < 2 or not self.spare()):
                return

    @property
    def _total(self) -> int:
        return self.nbytes + (self.other.nbytes if self.other else 0)


def reusable(cache: list[Any]) -> bool:
    """Whether all layers are of kinds whose copies go on as the original would."""
    return all(_known(entry) for entry in cache)


def cuttable(cache: list[Any]) -> bool:
    """Whether a cache can be cut back to any length, however long it has become."""
    return all(type(entry).__name__ in PLAIN for entry in cache)


def _useful(entry: Entry, wanted: np.ndarray) -> int:
    """How many tokens of a prompt an entry saves; the last one is always read."""
    same = min(common(entry.key, wanted), len(wanted) - 1)
    return same if same == len(entry.key) or can_trim_prompt_cache(entry.cache) else 0


def _known(entry: Any) -> bool:
    inner = getattr(entry, "caches", ())
    return type(entry).__name__ in KNOWN and all(_known(each) for each in inner)


def _shrink(cache: Sequence[Any]) -> None:
    """Give up the room that was cut off: a request was promised the memory of its own tokens."""
    for entry in cache:
        _shrink(getattr(entry, "caches", ()))
        if type(entry).__name__ not in PLAIN or entry.keys is None:
            continue
        room = -(-entry.offset // CACHE_STEP) * CACHE_STEP
        held = entry.keys if isinstance(entry.keys, mx.array) else entry.keys[0]
        if room < held.shape[2]:
            entry.keys, entry.values = tree_map(
                lambda part, room=room: mx.contiguous(part[..., :room, :]),
                (entry.keys, entry.values),
            )
            mx.eval(entry.keys, entry.values)
