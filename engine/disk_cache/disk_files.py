"""The files of the disk cache, and the thread that writes them while models answer."""

import json
import logging
import os
import shutil
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from engine.disk_cache import block_file
from engine.disk_cache.block_file import BlockName
from engine.disk_cache.followers import Node
from engine.errors import faults_logged
from engine.frozen import frozen
from engine.system import disk_priority
from engine.system.files import read_file

log = logging.getLogger(__name__)
T = TypeVar("T")

NAMES, SIZES = "names.json", "chunks.json"
MAX_NAMES_BYTES = 64 << 20
# Free space that is left to other programs.
SPARE = 1 << 30

# The last blocks of each name.
Leaves = dict[str, tuple[str, ...]]
# Tokens of the chunks in which a model prefills best, by a hash of its fingerprint.
Sizes = dict[str, int]


@frozen
class Listing:
    """The content of the folder: its files, the last blocks of each name, and sizes of chunks."""

    nodes: tuple[Node, ...] = ()
    leaves: Leaves = field(default_factory=dict)
    sizes: Sizes = field(default_factory=dict)


def under(names: Collection[str], there: Iterable[str]) -> list[str]:
    """Return what is one of the names, or one of them with a slash and more."""
    return [it for it in there if it in names or it.partition("/")[0] in names]


def kept(own: str, before: Mapping[str, str]) -> str:
    """Return the last block up to `own` that stays; `before` has what each removed one follows."""
    while own in before:
        own = before[own]
    return own


class DiskFiles:
    """Reads on the calling thread, writes on its own. `waiting` counts the files to write; results
    come by `take_results`, on the thread that calls it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting = 0
        self._tasks: SimpleQueue[Callable[[], object] | None] = SimpleQueue()
        self._results: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._thread = Thread(target=self._run, name="disk cache", daemon=True)
        self._thread.start()

    def list(self, done: Callable[[Listing], object]) -> None:
        self._tasks.put(lambda: self._answer(done, read_listing(self.folder)))

    def write(self, name: BlockName, data: bytes, done: Callable[[str], object]) -> None:
        """Write a file; `done` gets "" or the reason that it is not there."""
        self.waiting += 1
        self._tasks.put(lambda: self._answer(self._written, done, self._write(name, data)))

    def write_leaves(self, leaves: Leaves) -> None:
        data = json.dumps(leaves).encode()
        self._tasks.put(lambda: block_file.write(self.folder / NAMES, data))

    def write_sizes(self, sizes: Sizes) -> None:
        data = json.dumps(sizes).encode()
        self._tasks.put(lambda: block_file.write(self.folder / SIZES, data))

    def remove(self, names: Iterable[BlockName]) -> None:
        paths = [self.folder / str(name) for name in names]
        self._tasks.put(lambda: [path.unlink(missing_ok=True) for path in paths])

    def take_results(self) -> None:
        while not self._results.empty():
            self._results.get()()

    def close(self, timeout: float) -> None:
        """Write what is waiting, for at most `timeout` seconds."""
        self._tasks.put(None)
        self._thread.join(timeout)

    def _run(self) -> None:
        with faults_logged("the disk priority was not lowered"):
            disk_priority.lower()
        while (task := self._tasks.get()) is not None:
            with faults_logged("the disk cache was not written in order"):
                task()

    def _answer(self, done: Callable[..., object], *values: object) -> None:
        self._results.put(lambda: done(*values))

    def _written(self, done: Callable[[str], object], problem: str) -> None:
        self.waiting -= 1
        done(problem)

    def _write(self, name: BlockName, data: bytes) -> str:
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if shutil.disk_usage(self.folder).free < len(data) + SPARE:
                return "the disk is nearly full"
            block_file.write(self.folder / str(name), data)
        except OSError as error:
            return str(error)
        return ""


def read_listing(folder: Path) -> Listing:
    """Return what is in the folder, and remove files that were never finished. Files of other names
    are left alone. Raises OSError."""
    nodes = []
    if not folder.is_dir():
        return Listing()
    for entry in os.scandir(folder):
        if entry.name.endswith(block_file.UNFINISHED) and entry.is_file(follow_symlinks=False):
            os.unlink(entry.path)
        elif name := block_file.parse_name(entry.name):
            status = entry.stat(follow_symlinks=False)
            nodes.append(Node(name, status.st_size, status.st_mtime))
    leaves = _read(folder / NAMES, lambda owns: tuple(map(str, owns)))
    return Listing(tuple(nodes), leaves, _read(folder / SIZES, int))


def _read(path: Path, value_of: Callable[[Any], T]) -> dict[str, T]:
    """Return the values of a JSON object; {} if the file is damaged."""
    try:
        found = json.loads(read_file(path, MAX_NAMES_BYTES))
        return {name: value_of(value) for name, value in found.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AttributeError, TypeError) as error:
        log.warning("%s: %s", path, error)
        return {}
