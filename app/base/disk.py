"""Writes a file as a whole or not at all, and keeps files of our own private."""

import errno
import json
import logging
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import IO, Any, TypeVar

from engine.errors import Refused, reason
from engine.system.files import read_file

log = logging.getLogger(__name__)

T = TypeVar("T")

# Read and written by its owner alone.
PRIVATE = 0o600
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT)


@contextmanager
def replacing(path: Path, temporary: Path | None = None, *, sync: bool = True) -> Iterator[Path]:
    """Yield a new private file that takes the place of `path` when the block ends well. The former
    file stays until then, and the new one is removed if the block raises. Raises OSError.

    `temporary` is a fixed place for the new file: one that a killed run left there is replaced. A
    random name beside `path` is used otherwise. Without `sync`, a power cut may leave it empty.
    """
    if temporary is None:
        descriptor, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}-", dir=path.parent)
        temporary = Path(name)
    else:
        temporary.unlink(missing_ok=True)
        descriptor = create_private(temporary)
    try:
        yield temporary
        if sync:
            os.fsync(descriptor)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
    finally:
        os.close(descriptor)


@contextmanager
def replacing_open(path: Path) -> Iterator[IO[bytes]]:
    """Yield the new file of `replacing`, open for writing."""
    with replacing(path) as temporary, temporary.open("wb") as file:
        yield file
        file.flush()


def write_text(path: Path, pieces: Iterable[str]) -> None:
    """Replace `path` with the text of all pieces. Raises OSError."""
    with replacing_open(path) as file:
        for piece in pieces:
            file.write(piece.encode("utf-8", "replace"))


def read_json(path: Path, max_bytes: int) -> Any:
    """Return the value of a file of our own. Raises OSError, also for one that is larger than
    `max_bytes` or no regular file, and ValueError or RecursionError for one that is damaged."""
    return json.loads(read_text(path, max_bytes))


def read_text(path: Path, max_bytes: int) -> str:
    """Return the text of a file in UTF-8, which some editors begin with a mark. Raises OSError as
    `read_json`, and UnicodeDecodeError."""
    return read_file(path, max_bytes).decode("utf-8-sig")


def not_read(error: OSError, name: str) -> Refused:
    """Return the error for a file of a person that the system does not let us read."""
    return Refused(
        "{name} could not be read: {why}. Check the file and try again.",
        name=name,
        why=reason(error),
    )


def write_json(path: Path, value: Any, *, sync: bool = True) -> None:
    """Replace a file of our own, as `replacing`. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with replacing(path, path.with_suffix(".new"), sync=sync) as temporary:
        temporary.write_text(json.dumps(value, indent=1), encoding="utf-8")


def read_quietly(path: Path, max_bytes: int, parse: Callable[[Any], T], empty: T) -> T:
    """Return what `parse` makes of the value of a file of our own, or `empty`. Only the log tells
    of one that cannot be read, and of a damaged one, for which `parse` raises ValueError; that is
    set aside."""
    try:
        return parse(read_json(path, max_bytes))
    except FileNotFoundError:
        pass
    except OSError as error:
        log.warning("%s cannot be read: %s", path, error)
    except (ValueError, RecursionError) as error:
        log.warning("%s is kept as %s: %s", path, set_aside(path), error)
    return empty


def write_quietly(path: Path, value: Any, *, sync: bool = True) -> None:
    """Replace a file of our own, as `write_json`. Only the log tells if that fails."""
    try:
        write_json(path, value, sync=sync)
    except OSError as error:
        log.warning("%s could not be saved: %s", path, error)


def set_aside(path: Path) -> Path:
    """Rename an unusable file so that the next save does not overwrite what a person could still
    fix. Earlier ones keep their names. Return the new path."""
    names = (f".broken{number if number > 1 else ''}.json" for number in count(1))
    kept = next(it for it in map(path.with_suffix, names) if not it.exists())
    with suppress(OSError):
        path.replace(kept)
    return kept


def create_private(path: Path) -> int:
    """Create a file and return its descriptor for writing. Raises OSError if `path` exists."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE)


def sync_folder(folder: Path) -> None:
    """Make renames in a folder survive a power cut. Raises OSError."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def is_disk_full(error: Exception) -> bool:
    return isinstance(error, OSError) and error.errno in _DISK_FULL
