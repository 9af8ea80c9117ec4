"""Saves prompt caches and image features to the disk, and restores them."""

import json
import logging
import time
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import mlx.core as mx

from engine.disk_cache import block_file, cache_parts
from engine.disk_cache.block_tree import BLOCK, BlockTree, Found, Piece, image_name, pieces, root
from engine.disk_cache.cache_parts import Arrays, Unsaved
from engine.disk_cache.disk_files import DiskFiles, Leaves, Listing, Sizes, kept, under
from engine.disk_cache.followers import Node, in_order
from engine.models.prefix_cache import CachedPrefix

log = logging.getLogger(__name__)

# Shorter prompts are processed sooner than read.
MIN_TOKENS = 64
# The name of what belongs to no conversation.
SHARED = "shared"
# Files that wait for the disk; more would take memory that nobody has promised.
MAX_WAITING = 2
# Headers of files that are read in one step, which takes about 3 ms.
READ_AT_ONCE = 32

Steps = Generator[None, None, None]
# The features of an image, None if they are not there.
Stored = tuple[mx.array, ...] | None


class DiskCache:
    """Belongs to the engine's thread. Nothing is saved or found until the folder has been listed.

    `limit` is the most bytes on the disk. Files are removed if no name needs them, or if they were
    not used for the longest time.
    """

    def __init__(self, folder: Path, limit: int) -> None:
        self.limit = limit
        self._tree = BlockTree()
        self._leaves: Leaves = {}
        self._listed = False
        self._sizes: Sizes = {}
        # What to remove, or not to remove, once the files are listed.
        self._forgotten: set[str] = set()
        self._wanted: frozenset[str] | None = None
        self._saving: dict[str, Callable[[], Steps]] = {}
        # The writing that goes on now, and the name it saves under.
        self._steps: Steps | None = None
        self._writing = ""
        self._files = DiskFiles(folder)
        self._files.list(self._on_listed)

    def set_limit(self, limit: int) -> None:
        """Keep at most `limit` bytes; with 0, remove what is there and save nothing."""
        self.limit = limit
        if not limit:
            self._leaves.clear()
            self._saving.clear()
        if self._listed:
            self._forget_files(self._tree.evict(limit))
            self._collect()

    # --- sizes of chunks ---------------------------------------------------------------------

    def chunk_size(self, name: str) -> int:
        """Return the size of chunks that was found under a name; 0 if none is known."""
        self._files.take_results()
        return self._sizes.get(root(name), 0)

    def learn_chunk_size(self, name: str, size: int) -> None:
        """Remember a size for later runs."""
        self._sizes[root(name)] = size
        if self.limit and self._listed:
            self._files.write_sizes(dict(self._sizes))

    # --- saving ------------------------------------------------------------------------------

    def save(self, name: str, entries: Iterable[Unsaved]) -> None:
        """Write these prompts when nothing else is to be done, in place of those of that name."""
        if self.limit:
            self._saving[name] = partial(self._save, name, tuple(entries))

    def save_images(
        self, name: str, fingerprint: str, keys: Iterable[bytes], stored: Callable[[bytes], Stored]
    ) -> None:
        """Write the features of these images as `save` does. `stored` returns those that are still
        in memory."""
        if self.limit:
            owns = {image_name(fingerprint, key): key for key in keys}
            parts = ((own, lambda key=key: stored(key)) for own, key in owns.items())
            self._saving[name] = partial(self._save_images, name, root(fingerprint), tuple(parts))

    def share(self, entry: Unsaved) -> None:
        """Write a beginning of prompts for all conversations. It stays until it was not used for
        the longest time."""
        end = root(entry.fingerprint)
        for piece in pieces(end, entry.entry.key):
            end = piece.name.own
            if (node := self._tree.block(end)) is not None:
                node.used = time.time()
        name = f"{SHARED}/{end}"
        if name not in self._leaves:
            self.save(name, [entry])

    @property
    def busy(self) -> bool:
        """True if `step` has something to do."""
        return bool(self._saving or self._steps or self._files.waiting or not self._listed)

    def step(self) -> bool:
        """Do one bounded piece of work. Return False if the disk is waited for."""
        self._files.take_results()
        if not self._listed or self._files.waiting >= MAX_WAITING:
            return False
        if self._steps is None and self._saving:
            self._writing = next(iter(self._saving))
            self._steps = self._saving.pop(self._writing)()
        if self._steps is None:
            return False
        try:
            next(self._steps)
        except StopIteration:
            self._steps = None
        return True

    def forget_others(self, names: Collection[str]) -> None:
        """Remove what has other names, but not what all conversations share."""
        self._wanted = frozenset({*names, SHARED})
        if self._listed:
            self._collect()

    def forget(self, names: Iterable[str]) -> None:
        """Remove what has these names, or one of them with a slash and more."""
        self._forgotten.update(names)
        for name in under(self._forgotten, self._saving):
            del self._saving[name]
        if under(self._forgotten, [self._writing]):
            self._steps = None
        if self._listed:
            self._collect()

    def close(self, timeout: float) -> None:
        """Finish what can be written within `timeout` seconds."""
        end = time.monotonic() + timeout
        while self.busy and time.monotonic() < end:
            if not self.step():
                time.sleep(0.005)
        self._files.close(max(0.0, end - time.monotonic()))

    def _save(self, name: str, entries: Sequence[Unsaved]) -> Steps:
        leaves: list[str] = []
        for each in entries:
            leaf = yield from self._save_one(each)
            leaves += [leaf] if leaf else []
        self._name(name, leaves)

    def _save_images(
        self, name: str, parent: str, images: Sequence[tuple[str, Callable[[], Stored]]]
    ) -> Steps:
        owns = []
        for own, stored in images:
            if self._tree.block(own) is None:
                features = stored()
                if features is None:
                    continue
                arrays = {str(number): it for number, it in enumerate(features)}
                unsigned = block_file.BlockName(parent, own, 1, "")
                self._write(unsigned, arrays, {"tokens": "[]", "state": ""})
                yield
            owns.append(own)
        self._name(name, owns)

    def _name(self, name: str, leaves: Sequence[str]) -> None:
        if leaves:
            self._leaves[name] = tuple(leaves)
            self.set_limit(self.limit)

    def _save_one(self, unsaved: Unsaved) -> Generator[None, None, str]:
        """Write the blocks that are not there. Return the name of the last one, "" if not all are
        there."""
        entry, last = unsaved.entry, ""
        if len(entry.key) < MIN_TOKENS:
            return ""
        with_state = cache_parts.has_state(entry.cache)
        for piece in pieces(root(unsaved.fingerprint), entry.key):
            if self._tree.block(piece.name.own) is None:
                if not unsaved.is_stored(entry):
                    return ""
                self._write_block(piece, entry)
                yield
            last = piece.name.own
        if with_state and self._tree.state(last) is None:
            if not unsaved.is_stored(entry):
                return ""
            text, arrays = cache_parts.state(entry.cache)
            name = block_file.BlockName(last, last, 0, "")
            self._write(name, arrays, {"tokens": "[]", "state": text})
            yield
        return last

    def _write_block(self, piece: Piece, entry: CachedPrefix) -> None:
        key = entry.key[piece.start : piece.stop]
        arrays = cache_parts.block(entry.cache, piece.start, piece.stop)
        metadata = {"tokens": json.dumps(key.tolist()), "state": ""}
        self._write(piece.name, arrays, metadata, in_order(key))

    def _write(
        self,
        unsigned: block_file.BlockName,
        arrays: Arrays,
        metadata: dict[str, str],
        tokens: bytes = b"",
    ) -> None:
        data = block_file.encoded(arrays, metadata)
        name = replace(unsigned, checksum=block_file.checksum(data))
        node = Node(name, len(data), time.time(), tokens)
        self._tree.add(node)
        self._files.write(name, data, lambda problem: self._on_written(node, problem))

    def _on_written(self, node: Node, problem: str) -> None:
        if problem:
            log.warning("a prompt is not saved: %s", problem)
            self._drop(node)

    # --- restoring ---------------------------------------------------------------------------

    def find(
        self, fingerprint: str, key: Sequence[int], *, with_state: bool
    ) -> Generator[None, None, Found]:
        """Return what is there of a key, in bounded steps, but at least its last token is always
        left to compute. `with_state`: the model has layers that do not grow, which need a state at
        that length."""
        self._files.take_results()
        begin, known = root(fingerprint), key[:-1]
        path = self._tree.path(begin, known)
        while not with_state and self._read_some(_end(begin, path)):
            yield
            path = self._tree.path(begin, known)
        found = (self._with_state if with_state else self._with_part)(begin, path, known)
        return found if found.length >= MIN_TOKENS else Found()

    def restore(self, found: Found, blank: list[Any]) -> Generator[None, None, list[Any] | None]:
        """Fill an empty cache in bounded steps; None if a file cannot be used, which is dropped."""
        at = 0
        for number, node in enumerate(found.blocks):
            stop = min(at + node.name.tokens, found.length)
            try:
                arrays, _ = block_file.read(self._files.folder, node.name)
                if number == 0:
                    cache_parts.allocate(blank, arrays, found.length)
                cache_parts.fill(blank, arrays, at, stop)
                mx.eval([entry.state for entry in blank if not entry.empty()])
            except (OSError, ValueError, RuntimeError) as error:
                return self._unusable(node, error)
            node.used, at = time.time(), stop
            yield
        if found.state is not None and not self._set_state(found.state, blank):
            return None
        return blank

    def image(self, fingerprint: str, key: bytes) -> Stored:
        """Return the evaluated features of an image; None if they are not there."""
        self._files.take_results()
        node = self._tree.block(image_name(fingerprint, key))
        if node is None:
            return None
        try:
            arrays, _ = block_file.read(self._files.folder, node.name)
            found = tuple(arrays[str(number)] for number in range(len(arrays)))
            mx.eval(found)
        except (OSError, ValueError, RuntimeError, LookupError) as error:
            self._unusable(node, error)
            return None
        node.used = time.time()
        return found

    def _set_state(self, node: Node, blank: list[Any]) -> bool:
        try:
            arrays, metadata = block_file.read(self._files.folder, node.name)
            cache_parts.set_state(blank, metadata["state"], arrays)
            mx.eval(list(arrays.values()))
        except (OSError, ValueError, RuntimeError, LookupError) as error:
            self._unusable(node, error)
            return False
        node.used = time.time()
        return True

    def _with_part(self, begin: str, path: list[Node], known: Sequence[int]) -> Found:
        """Return a path with the part of one more block that the key begins with."""
        length = _tokens(path)
        followers = self._tree.followers(_end(begin, path))
        best, same = followers.longest(known[length : length + BLOCK])
        return Found((*path, best) if best else tuple(path), length + same)

    def _with_state(self, begin: str, path: list[Node], known: Sequence[int]) -> Found:
        """Return the most blocks that end with a state, the last of which may be a short one."""
        while True:
            length, end = _tokens(path), _end(begin, path)
            best = self._whole(end, known[length : length + BLOCK])
            if best is not None:
                state = self._tree.state(best.name.own)
                return Found((*path, best), length + best.name.tokens, state)
            if not path or self._tree.state(end) is not None:
                return Found(tuple(path), length, self._tree.state(end))
            path.pop()

    def _whole(self, end: str, wanted: Sequence[int]) -> Node | None:
        """Return the longest block after `end` that the wanted tokens begin with and that ends with
        a state. Its name says which tokens it has, so that no file is read."""
        for count in self._tree.followers(end).lengths():
            if count <= len(wanted):
                own = next(pieces(end, wanted[:count])).name.own
                if self._tree.state(own) is not None:
                    return self._tree.block(own)
        return None

    def _read_some(self, own: str) -> bool:
        """Read the tokens of some blocks that follow one. Return False if all are known."""
        followers = self._tree.followers(own)
        unread = followers.unread(READ_AT_ONCE)
        for node in unread:
            try:
                tokens = block_file.read_tokens(self._files.folder, node.name)
            except (OSError, ValueError, LookupError, TypeError) as error:
                self._unusable(node, error)
            else:
                followers.set_tokens(node, tokens)
        return bool(unread)

    def _unusable(self, node: Node, error: BaseException) -> None:
        log.warning("%s is not used: %s", node.name, error)
        self._drop(node)

    # --- the tree ----------------------------------------------------------------------------

    def _on_listed(self, listing: Listing) -> None:
        for node in listing.nodes:
            if node.is_state or self._tree.block(node.name.own) is None:
                self._tree.add(node)
        self._leaves = listing.leaves | self._leaves
        self._sizes = listing.sizes | self._sizes
        self._listed = True
        self.set_limit(self.limit)

    def _drop(self, node: Node) -> None:
        """Remove a file with all that follows it."""
        if self._tree.holds(node):
            gone = [*self._tree.below(node), node]
            for each in gone:
                self._tree.remove(each)
            self._forget_files(gone)

    def _forget_files(self, gone: Sequence[Node]) -> None:
        """Remove files that left the tree, followers first: what ended with one now ends before
        it."""
        before = {node.name.own: node.name.parent for node in gone if not node.is_state}
        for name, leaves in self._leaves.items():
            if any(own in before for own in leaves):
                self._leaves[name] = tuple(kept(own, before) for own in leaves)
        lost = [name for name, owns in self._leaves.items() if not any(map(self._tree.block, owns))]
        for name in lost:
            del self._leaves[name]
        self._files.remove([node.name for node in gone])

    def _collect(self) -> None:
        """Remove what no name needs."""
        for name in under(self._forgotten, self._leaves):
            del self._leaves[name]
        self._forgotten.clear()
        if self._wanted is not None:
            there = under(self._wanted, self._leaves)
            self._leaves = {name: self._leaves[name] for name in there}
            self._wanted = None
        owns = [own for leaves in self._leaves.values() for own in leaves]
        gone = self._tree.unreachable(owns)
        for node in gone:
            self._tree.remove(node)
        self._files.remove([node.name for node in gone])
        self._files.write_leaves(self._leaves)


def _tokens(path: Sequence[Node]) -> int:
    return sum(node.name.tokens for node in path)


def _end(begin: str, path: Sequence[Node]) -> str:
    return path[-1].name.own if path else begin
