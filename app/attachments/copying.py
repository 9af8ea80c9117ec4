"""Bytes into a new file of ours, with their hash, or a sentence why not."""

import errno
import hashlib
import os
import shutil
import stat
from collections.abc import Callable
from pathlib import Path

from app.base.reflink import FOR_OWNER, clone
from engine.errors import Refused
from engine.sentences import say

CHUNK = 4 << 20
# What a copy leaves free on the disk for everything else.
KEPT_FREE = 200 << 20
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

Check = Callable[[], None]


def copy_file(path: Path, target: Path, name: str, check: Check) -> str:
    """`check` is called again and again, and what it raises ends the copy. Returns the hash of what
    is on the disk then; raises Refused."""
    try:
        # a pipe that took the file's place meanwhile must not be waited for
        source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Refused(
            "{name} cannot be opened: {reason}.", name=name, reason=error.strerror
        ) from error
    with open(source, "rb", buffering=0) as file:
        about = os.fstat(source)
        if not stat.S_ISREG(about.st_mode):
            raise Refused("{name} is no file any more. Add it from where it is now.", name=name)
        if clone(source, target):
            return settle(target, name, check)
        check_room(name, about.st_size, target.parent)
        return _write(file.read, name, target, check)


def write_bytes(data: bytes, target: Path, name: str) -> str:
    """As `copy_file`."""
    check_room(name, len(data), target.parent)
    pieces = iter((data, b""))
    return _write(lambda _: next(pieces), name, target, lambda: None)


def settle(target: Path, name: str, check: Check) -> str:
    """A file of ours that is written: for its owner alone, and on the disk. Returns its hash."""
    try:
        target.chmod(FOR_OWNER)
        with target.open("rb", buffering=0) as file:
            found = hashlib.sha256()
            while data := file.read(CHUNK):
                check()
                found.update(data)
            os.fsync(file.fileno())
    except OSError as error:
        raise _not_copied(error, name) from error
    return found.hexdigest()


def sync_folder(folder: Path) -> None:
    """What was renamed in it stays so when the power goes."""
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def check_room(name: str, size: int, folder: Path) -> None:
    """Raises Refused."""
    free = shutil.disk_usage(folder).free
    if size + KEPT_FREE > free:
        raise Refused(
            "{sentence} It has {size:,.0f} MB, and {free:,.0f} MB are free.",
            sentence=_no_room(name),
            size=size / 1e6,
            free=free / 1e6,
        )


def _write(read: Callable[[int], bytes | None], name: str, target: Path, check: Check) -> str:
    found = hashlib.sha256()
    try:
        made = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FOR_OWNER)
        with open(made, "wb", buffering=0) as out:
            while data := memoryview(_read(read, name)):
                check()
                found.update(data)
                while data:
                    data = data[out.write(data) :]
            os.fsync(made)
    except OSError as error:
        raise _not_copied(error, name) from error
    return found.hexdigest()


def _read(read: Callable[[int], bytes | None], name: str) -> bytes:
    try:
        return read(CHUNK) or b""
    except OSError as error:
        raise Refused(
            "{name} could not be read to its end: {reason}. Copy it to this computer and add that.",
            name=name,
            reason=error.strerror,
        ) from error


def _not_copied(error: OSError, name: str) -> Refused:
    if error.errno in _NO_ROOM:
        return Refused(_no_room(name))
    return Refused("{name} could not be copied: {reason}.", name=name, reason=error.strerror)


def _no_room(name: str) -> str:
    return say(
        "There is no room on the disk for a copy of {name}. Free some and add it again.", name=name
    )
