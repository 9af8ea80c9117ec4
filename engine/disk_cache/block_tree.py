"""The blocks on the disk as a tree: each follows another, and prompts share their beginning.

As in vLLM's prefix caching, a block is named by a hash over all tokens up to its end, so that equal
names mean equal tokens.
"""

import hashlib
import heapq
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field

import numpy as np

from engine.disk_cache.block_file import BlockName
from engine.disk_cache.followers import Followers, Node
from engine.frozen import frozen, mutable

BLOCK = 256


@frozen
class Piece:
    """Tokens of a prompt that make a file: `name` lacks the checksum."""

    name: BlockName
    start: int
    stop: int


@frozen
class Found:
    """The blocks of a prompt's first tokens. The last is used up to `length` only."""

    blocks: tuple[Node, ...] = ()
    length: int = 0
    state: Node | None = None


def root(fingerprint: str) -> str:
    """Return the name that all prompts of a model and cache precision begin with."""
    return hashlib.sha256(fingerprint.encode()).hexdigest()[:32]


def image_name(fingerprint: str, key: bytes) -> str:
    """Return the name of an image's features, which differ between models."""
    return hashlib.sha256(root(fingerprint).encode() + key).hexdigest()[:32]


def pieces(begin: str, key: Sequence[int] | np.ndarray) -> Iterator[Piece]:
    """Yield the whole blocks of a key, then the rest."""
    tokens, parent = np.asarray(key, dtype=np.int64), begin
    for start in range(0, len(tokens), BLOCK):
        part = tokens[start : start + BLOCK]
        own = hashlib.sha256(parent.encode() + part.tobytes()).hexdigest()[:32]
        yield Piece(BlockName(parent, own, len(part), ""), start, start + len(part))
        parent = own


@mutable
class BlockTree:
    """The files by what they stand for. Only files without followers are ever removed."""

    _by_own: dict[str, Node] = field(default_factory=dict)
    _states: dict[str, Node] = field(default_factory=dict)
    _followers: dict[str, Followers] = field(default_factory=dict)
    nbytes: int = 0

    def __len__(self) -> int:
        return len(self._by_own) + len(self._states)

    def add(self, node: Node) -> None:
        """Add a file; the same tokens must not be there already."""
        name = node.name
        if node.is_state:
            self._states[name.parent] = node
        else:
            self._by_own[name.own] = node
            self._followers.setdefault(name.parent, Followers()).add(node)
        self.nbytes += node.nbytes

    def remove(self, node: Node) -> None:
        name = node.name
        if node.is_state:
            del self._states[name.parent]
        else:
            del self._by_own[name.own]
            beside = self._followers[name.parent]
            beside.remove(node)
            if not beside:
                del self._followers[name.parent]
        self.nbytes -= node.nbytes

    def block(self, own: str) -> Node | None:
        return self._by_own.get(own)

    def state(self, own: str) -> Node | None:
        return self._states.get(own)

    def followers(self, own: str) -> Followers:
        return self._followers.get(own) or Followers()

    def path(self, begin: str, key: Sequence[int]) -> list[Node]:
        """Return the blocks that a key contains as a whole."""
        found: list[Node] = []
        for piece in pieces(begin, key):
            node = self._by_own.get(piece.name.own)
            if node is None:
                break
            found.append(node)
        return found

    def ancestors(self, owns: Iterable[str]) -> set[str]:
        """Return these names and all that they follow."""
        found: set[str] = set()
        for own in owns:
            at: str | None = own
            while at is not None and at not in found:
                found.add(at)
                node = self._by_own.get(at)
                at = node.name.parent if node else None
        return found

    def unreachable(self, kept: Iterable[str]) -> list[Node]:
        """Return the files that no kept name needs, followers before those that they follow."""
        ends = set(kept)
        needed = self.ancestors(ends)
        states = [node for own, node in self._states.items() if own not in ends]
        others = [node for own, node in self._by_own.items() if own not in needed]
        tops = [
            it for it in others if it.name.parent in needed or it.name.parent not in self._by_own
        ]
        return [*states, *(each for top in tops for each in self._chain(top.name.own))]

    def evict(self, limit: int) -> list[Node]:
        """Remove the least recently used files until the others fit in `limit` bytes, followers
        before those that they follow. Return what was removed."""
        leaves = [(node.used, number, node) for number, node in enumerate(self._leaves())]
        heapq.heapify(leaves)
        gone: list[Node] = []
        while self.nbytes > limit and leaves:
            _, number, node = heapq.heappop(leaves)
            self.remove(node)
            gone.append(node)
            before = self._by_own.get(node.name.parent)
            if before is not None and self._is_leaf(before):
                heapq.heappush(leaves, (before.used, number, before))
        return gone

    def holds(self, node: Node) -> bool:
        there = self._states if node.is_state else self._by_own
        return there.get(node.name.parent if node.is_state else node.name.own) is node

    def below(self, node: Node) -> list[Node]:
        """Return all files that follow one, each after those that follow it."""
        if node.is_state:
            return []
        blocks = self._chain(node.name.own)
        states = [self._states[it.name.own] for it in blocks if it.name.own in self._states]
        return [*states, *blocks[:-1]]

    def _chain(self, own: str) -> list[Node]:
        """Return a block after all that follow it. Chats can be deeper than calls may be nested."""
        found, waiting = [], [own]
        while waiting:
            at = waiting.pop()
            found.append(self._by_own[at])
            waiting.extend(self._followers.get(at, ()))
        return found[::-1]

    def _leaves(self) -> list[Node]:
        return [*self._states.values(), *(it for it in self._by_own.values() if self._is_leaf(it))]

    def _is_leaf(self, node: Node) -> bool:
        own = node.name.own
        return not node.is_state and own not in self._followers and own not in self._states
