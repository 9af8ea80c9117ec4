"""Files that are there as a whole or not at all."""

import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from engine.sentences import Sentence, say

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

# Called again and again by what takes long; raises Cancelled where nobody waits any more.
Check = Callable[[], None]


class Cancelled(Exception):
    """A person does not want it any more."""


@contextmanager
def whole_path(path: Path) -> Iterator[Path]:
    """Where to write what shall be at `path`. What was there before stays until all is on the disk;
    raises OSError."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.stem[:40]}-", dir=path.parent)
    fresh = Path(name)
    try:
        yield fresh
        os.fsync(descriptor)
        fresh.replace(path)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
    finally:
        os.close(descriptor)


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """The same, open to be written into."""
    with whole_path(path) as fresh, fresh.open("wb") as file:
        yield file
        file.flush()


def write_text(path: Path, pieces: Iterator[str]) -> None:
    """Raises OSError."""
    with whole_file(path) as file:
        for piece in pieces:
            file.write(piece.encode("utf-8", "replace"))


def not_written(name: str, error: Exception) -> Sentence:
    if isinstance(error, OSError) and error.errno in _NO_ROOM:
        return say(
            "{name} could not be written: the disk is full. Nothing is left of it; free some room "
            "and try again.",
            name=name,
        )
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return say("{name} could not be written: {why}.", name=name, why=str(why).rstrip("."))


def safe_name(title: str, otherwise: str) -> str:
    """Nothing of a title that a file system would take for its own."""
    kept = "".join(it if it.isalnum() or it in " -_" else " " for it in title)
    return " ".join(kept.split())[:60].strip() or otherwise
