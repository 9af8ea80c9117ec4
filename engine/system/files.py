"""Open files that other people made: regular files only, within a size, without waiting."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from engine.sentences import say

# NONBLOCK: to open a pipe would wait for its other end. NOCTTY: a terminal must not become ours.
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class TooLarge(OSError):
    """A file has more bytes than its reader takes."""


def check_file(path: Path) -> None:
    """Raise OSError for what is no regular file, or leads to none, with a `strerror` for people."""
    _check_kind(os.stat(path))


def open_file(path: Path) -> BinaryIO:
    """Open a regular file, or the one that a link leads to. Raises OSError for everything else;
    its `strerror` is for people to read."""
    try:
        # To open a device can do something, so a look comes first.
        check_file(path)
        descriptor = os.open(path, _FLAGS)
    except ValueError as error:
        raise OSError(errno.EINVAL, say("no file can have this name")) from error
    try:
        _check_kind(os.fstat(descriptor))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_file(path: Path, most: int) -> bytes:
    """Return all bytes of a regular file. Raises TooLarge above `most` bytes, and OSError as
    `open_file` does."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        data = file.read(min(size, most) + 1)
        if size < len(data) <= most:
            # The file grew since.
            data += file.read(most + 1 - len(data))
    if max(size, len(data)) > most:
        raise TooLarge(errno.EFBIG, say("it has more than {most:,.0f} MB", most=most / 1e6))
    return data


def _check_kind(about: os.stat_result) -> None:
    if stat.S_ISDIR(about.st_mode):
        raise OSError(errno.EISDIR, say("it is a folder, not a file"))
    if not stat.S_ISREG(about.st_mode):
        raise OSError(errno.EINVAL, say("it is a device or a pipe, not a file"))
