"""Finds all processes a tool server started, from the system's process list."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.frozen import frozen

_PROC = Path("/proc")
# -E appends the environment to the commands of the user's own processes.
_PS = ("/bin/ps", "-axEww", "-o", "pid=,ppid=,pgid=,stat=,lstart=,command=")
_PS_COLUMNS = 9  # before the command; lstart takes five


@frozen
class Process:
    """A running process. `started` distinguishes it from a later process with the same id; `marked`
    is True if its environment contains the marker."""

    pid: int
    parent: int
    group: int
    started: str
    marked: bool


def family(leader: int, marker: str, known: Iterable[Process] = ()) -> set[Process]:
    """Return the living processes of the leader's group, those that are marked or `known`, and all
    descendants of these.

    A process inherits its group and environment. A process that changed both is found only while
    its parent lives: it is `known` if it was found before the parent ended.
    """
    processes = list(_processes(marker))
    ids = {(it.pid, it.started) for it in known}
    found = {
        it for it in processes if it.marked or it.group == leader or (it.pid, it.started) in ids
    }
    while True:
        parents = {it.pid for it in found}
        more = {it for it in processes if it.parent in parents} - found
        if not more:
            return found
        found |= more


def _processes(marker: str) -> Iterator[Process]:
    """Yield all processes except this one and zombies."""
    found = _of_proc(marker) if sys.platform == "linux" else _of_ps(marker)
    return (it for it in found if it.pid != os.getpid())


def _of_proc(marker: str) -> Iterator[Process]:
    for folder in _PROC.iterdir():
        if not folder.name.isdigit():
            continue
        try:
            # The program name, in parentheses, may contain anything.
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
            marked = os.fsencode(marker) in _environment(folder).split(b"\0")
        except (OSError, IndexError):
            continue  # it has ended in the meantime
        if fields[0] not in "ZX":
            pid, parent, group = int(folder.name), int(fields[1]), int(fields[2])
            yield Process(pid, parent, group, fields[19], marked)


def _environment(folder: Path) -> bytes:
    try:
        return (folder / "environ").read_bytes()
    except PermissionError:
        return b""


def _of_ps(marker: str) -> Iterator[Process]:
    listed = subprocess.run(_PS, capture_output=True, check=False).stdout.decode("utf-8", "replace")
    return read_ps(listed, marker)


def read_ps(listed: str, marker: str) -> Iterator[Process]:
    """Parse the output of `ps` on macOS."""
    for line in listed.splitlines():
        columns = line.split(None, _PS_COLUMNS)
        numbers = columns[:3]
        # A command may span several lines.
        if len(columns) > _PS_COLUMNS and all(it.isdigit() for it in numbers):
            pid, parent, group = map(int, numbers)
            marked = marker in columns[-1].split()
            if "Z" not in columns[3]:
                yield Process(pid, parent, group, " ".join(columns[4:-1]), marked)
