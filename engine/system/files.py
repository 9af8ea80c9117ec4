"""Open untrusted files: regular files only, bounded in size, never blocking."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from engine.sentences import say

# O_NONBLOCK: opening a pipe would wait for its other end. O_NOCTTY: a terminal must not become the
# controlling terminal of this process.
_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class TooLarge(OSError):
    """Raised for a file with more bytes than its reader accepts."""


def check_file(path: Path) -> os.stat_result:
    """Return the status of a regular file, or of the one that a link leads to. Raises OSError for
    anything else; its `strerror` is for people to read."""
    try:
        status = os.stat(path)
    except ValueError as error:
        raise OSError(errno.EINVAL, say("no file can have this name")) from error
    _check_regular(status)
    return status


def open_file(path: Path) -> BinaryIO:
    """Open a regular file, or the one that a link leads to. Raises OSError as `check_file` does."""
    # Opening a device can have effects, so the path is checked before the descriptor.
    check_file(path)
    descriptor = os.open(path, _FLAGS)
    try:
        _check_regular(os.fstat(descriptor))
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_file(path: Path, most: int) -> bytes:
    """Return all bytes of a regular file. Raises TooLarge above `most` bytes, and OSError as
    `open_file` does."""
    with open_file(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size <= most:
            data = file.read(size + 1)
            if len(data) > size:
                # The file has grown since.
                data += file.read(most + 1 - len(data))
            if len(data) <= most:
                return data
    raise TooLarge(errno.EFBIG, say("it is larger than {most:,.0f} MB", most=most / 1e6))


def _check_regular(status: os.stat_result) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, say("it is a folder, not a file"))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, say("it is a device or a pipe, not a file"))
