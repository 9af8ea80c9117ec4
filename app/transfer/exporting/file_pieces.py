"""Reads the files of an export, and tells errors in reading them from those in writing it."""

from collections.abc import Iterator
from pathlib import Path

# The name of a file that is left out, and the error.
Unread = tuple[str, OSError]
# A multiple of 3, so that pieces in base64 can be joined.
_PIECE = 3 << 20


class Unreadable(Exception):
    """A file cannot be read, for the reason `error`."""

    def __init__(self, error: OSError) -> None:
        super().__init__(str(error))
        self.error = error


def file_pieces(path: Path) -> Iterator[bytes]:
    """Yield the content of a file. Raises Unreadable."""
    try:
        with path.open("rb") as file:
            while data := file.read(_PIECE):
                yield data
    except OSError as error:
        raise Unreadable(error) from error
