"""The blocks that follow another one, to find that with most of a prompt's next tokens."""

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

import numpy as np

from engine.disk_cache.block_file import BlockName
from engine.frozen import mutable
from engine.models.cache_misses import common_prefix

# The highest byte first, so that bytes with the same first tokens are beside each other.
TOKEN = np.dtype(">i8")


@dataclass(eq=False, slots=True)
class Node:
    """A file. `used` is when it was last read or written, in seconds since the epoch. `tokens` are
    those of `in_order`, None while they have not been read."""

    name: BlockName
    nbytes: int
    used: float
    tokens: bytes | None = None

    @property
    def is_state(self) -> bool:
        return not self.name.tokens


def in_order(tokens: Sequence[int] | np.ndarray) -> bytes:
    """Return tokens as bytes, so that sorting puts blocks with the same first tokens together."""
    return np.asarray(tokens, dtype=TOKEN).tobytes()


@mutable
class Followers:
    """The blocks after one block. Those whose tokens are known are sorted by them, so that the best
    one is beside the place of the wanted tokens; no other is looked at."""

    _by_own: dict[str, Node] = field(default_factory=dict)
    _unread: dict[str, Node] = field(default_factory=dict)
    _sorted: list[tuple[bytes, str]] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self._by_own)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_own)

    def add(self, node: Node) -> None:
        own = node.name.own
        self._by_own[own] = node
        if node.tokens is None:
            self._unread[own] = node
        else:
            insort(self._sorted, (node.tokens, own))

    def remove(self, node: Node) -> None:
        own = node.name.own
        del self._by_own[own]
        self._unread.pop(own, None)
        if node.tokens is not None:
            del self._sorted[bisect_left(self._sorted, (node.tokens, own))]

    def set_tokens(self, node: Node, tokens: Sequence[int]) -> None:
        del self._unread[node.name.own]
        node.tokens = in_order(tokens)
        insort(self._sorted, (node.tokens, node.name.own))

    def unread(self, most: int) -> list[Node]:
        """Return up to `most` blocks whose tokens are not known."""
        return list(islice(self._unread.values(), most))

    def lengths(self) -> list[int]:
        """Return the numbers of tokens that blocks have, the highest first."""
        return sorted({node.name.tokens for node in self._by_own.values()}, reverse=True)

    def longest(self, wanted: Sequence[int]) -> tuple[Node | None, int]:
        """Return the block that begins with most of the wanted tokens, and their number."""
        sought = in_order(wanted)
        at = bisect_left(self._sorted, (sought, ""))
        best, same = None, 0
        for tokens, own in self._sorted[max(0, at - 1) : at + 1]:
            count = common_prefix(np.frombuffer(tokens, TOKEN), np.frombuffer(sought, TOKEN))
            if count > same:
                best, same = self._by_own[own], count
        return best, same
