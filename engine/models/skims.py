"""The prompts of which a part was read, and the keys of their caches."""

import hashlib
from dataclasses import dataclass, field

import numpy as np

from engine.frozen import mutable
from engine.models.cache_misses import GAP_KEYS, common_prefix

# Prompts that are remembered, of up to 65,536 tokens each.
MAX_SKIMS = 16


@dataclass(frozen=True, eq=False)
class Skimmed:
    """Of a prompt with this `key`, the tokens at the ascending places `kept` were read; the model
    `chooser` chose them as the share `keep`. Its question ends at `asked`."""

    key: np.ndarray
    kept: np.ndarray
    chooser: str
    keep: float
    asked: int

    def followed(self, key: np.ndarray) -> np.ndarray:
        """Return the places to read of a longer prompt that has this one's question: those of this
        one, then all."""
        same = common_prefix(self.key, key)
        return np.concatenate([self.kept[self.kept < same], np.arange(same, len(key))])


@mutable
class Skims:
    """The last prompts that were skimmed, so that the rest of a conversation is read after them."""

    _last: list[Skimmed] = field(default_factory=list)
    # The prompts for which it is being chosen, by request.
    _choosing: dict[int, tuple[np.ndarray, float]] = field(default_factory=dict)

    def add(self, skimmed: Skimmed) -> None:
        self._last = [*self._last[1 - MAX_SKIMS :], skimmed]

    def begin_choosing(self, request_id: int, key: np.ndarray, keep: float) -> None:
        """Announce that it will be chosen what is read of a prompt."""
        self._choosing[request_id] = key, keep

    def end_choosing(self, request_id: int) -> None:
        """Withdraw the request's announcement, if there is one."""
        self._choosing.pop(request_id, None)

    def is_being_chosen(self, key: np.ndarray, keep: float) -> bool:
        """Return True if another request chooses for the same prompt."""
        return any(
            share == keep and np.array_equal(other, key) for other, share in self._choosing.values()
        )

    def clear(self) -> None:
        self._last.clear()

    def find(self, key: np.ndarray, keep: float) -> Skimmed | None:
        """Return the prompt that goes on in `key` after its own question, skimmed with the same
        share; of several the longest, of these the last one."""
        found = [
            it for it in self._last if it.keep == keep and common_prefix(it.key, key) >= it.asked
        ]
        return max(reversed(found), key=lambda it: it.asked, default=None)


def compact_key(key: np.ndarray, kept: np.ndarray) -> list[int]:
    """Return the key of the cache that holds only the tokens `kept` of a prompt.

    The first token after a gap gets a negative number of its own, which stands for everything left
    out in the gap. So two such keys agree only as far as the caches do, and a key of a prompt that
    was read in full agrees with them up to the first gap.
    """
    found = key[kept].astype(np.int64)
    ends = np.flatnonzero(np.diff(kept, prepend=-1) > 1)
    for end in ends.tolist():
        start = int(kept[end - 1]) + 1 if end else 0
        left_out = np.ascontiguousarray(key[start : kept[end] + 1], dtype=np.int64).tobytes()
        found[end] = GAP_KEYS - 1 - int.from_bytes(hashlib.sha256(left_out).digest()[:7])
    return found.tolist()
