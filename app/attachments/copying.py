"""Copies bytes into a private file and hashes them; failures are sentences for people."""

import hashlib
import os
import shutil
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import BinaryIO

from app.base.cancelling import Check
from app.base.disk import PRIVATE, create_private, is_disk_full
from app.base.reflink import clone
from engine.errors import Refused, no_check, reason
from engine.messages import say_size
from engine.sentences import say
from engine.system.files import open_file

CHUNK = 4 << 20
# Bytes that a copy must leave free on the disk.
KEPT_FREE = 200 << 20


def copy_file(path: Path, target: Path, name: str, check: Check) -> str:
    """Copy a file and return the hash of what is on disk. `check` is called between chunks. Raises
    Refused, or what `check` raises."""
    try:
        file = open_file(path)
    except OSError as error:
        raise not_opened(error, name) from error
    with file:
        if clone(file.fileno(), target):
            return settle(target, name, check)
        _check_free_space(name, os.fstat(file.fileno()).st_size, target.parent)
        return _write(file.read, name, target, check)


def write_bytes(data: bytes, target: Path, name: str) -> str:
    """Write `data` to a new file; as `copy_file` otherwise."""
    _check_free_space(name, len(data), target.parent)
    pieces = iter((data, b""))
    return _write(lambda _: next(pieces), name, target, no_check)


def settle(target: Path, name: str, check: Check) -> str:
    """Make a written file private and durable, and return its hash. Raises Refused."""
    try:
        target.chmod(PRIVATE)
        with target.open("rb", buffering=0) as file:
            found = hash_of(file, check)
            os.fsync(file.fileno())
    except OSError as error:
        raise _not_copied(error, name) from error
    return found


def hash_of(file: BinaryIO | FileIO, check: Check) -> str:
    """Return the hash of the rest of a file. Raises OSError, or what `check` raises."""
    found = hashlib.sha256()
    while data := file.read(CHUNK):
        check()
        found.update(data)
    return found.hexdigest()


def not_opened(error: OSError, name: str) -> Refused:
    return Refused(
        "{name} cannot be opened: {reason}. Check the file and try again.",
        name=name,
        reason=reason(error),
    )


def _check_free_space(name: str, size: int, folder: Path) -> None:
    """Raises Refused."""
    free = shutil.disk_usage(folder).free
    if size + KEPT_FREE > free:
        raise Refused(
            "{sentence} It needs {size}; {free} is free.",
            sentence=_disk_full(name),
            size=say_size(size),
            free=say_size(free),
        )


def _write(read: Callable[[int], bytes | None], name: str, target: Path, check: Check) -> str:
    found = hashlib.sha256()
    try:
        descriptor = create_private(target)
        with open(descriptor, "wb", buffering=0) as out:
            while data := memoryview(_read(read, name)):
                check()
                found.update(data)
                while data:
                    data = data[out.write(data) :]
            os.fsync(descriptor)
    except OSError as error:
        raise _not_copied(error, name) from error
    return found.hexdigest()


def _read(read: Callable[[int], bytes | None], name: str) -> bytes:
    try:
        return read(CHUNK) or b""
    except OSError as error:
        raise Refused(
            "{name} could not be read completely: {reason}. Copy it to this computer and add the "
            "copy.",
            name=name,
            reason=reason(error),
        ) from error


def _not_copied(error: OSError, name: str) -> Refused:
    if is_disk_full(error):
        return Refused(_disk_full(name))
    return Refused(
        "{name} could not be copied: {reason}. Check the disk and add it again.",
        name=name,
        reason=reason(error),
    )


def _disk_full(name: str) -> str:
    return say(
        "There is not enough disk space for a copy of {name}. Free some space and add it again.",
        name=name,
    )
