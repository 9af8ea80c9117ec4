"""A file that is being downloaded: written in order, hashed on the way, checked before its end."""

import hashlib
import os
from pathlib import Path

from app.base.cancelling import Check
from app.hub.wanted_files import RemoteFile

PIECE = 1 << 20
_FLAGS = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW


class PartFile:
    """The start of a file, `done` bytes long, named after the checksum and the size of the whole.
    Used on one worker thread; raises OSError."""

    def __init__(self, folder: Path, file: RemoteFile) -> None:
        self._file = file
        self.path = folder / f"{file.key}.part"
        self.whole = folder / file.key
        self.done = 0
        self._descriptor = -1
        self._hash = _new_hash(file)

    def open(self, check: Check) -> None:
        """Open the part and hash what an earlier run has left. `check` is called between pieces."""
        self._descriptor = os.open(self.path, _FLAGS, 0o644)
        if os.fstat(self._descriptor).st_size > (self._file.size or 0):
            self.restart()
        while piece := os.read(self._descriptor, PIECE):
            self._hash.update(piece)
            self.done += len(piece)
            check()

    def close(self) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(self._descriptor, view) :]
        self._hash.update(data)
        self.done += len(data)

    def restart(self) -> None:
        """Begin again with an empty file."""
        os.ftruncate(self._descriptor, 0)
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        self._hash = _new_hash(self._file)
        self.done = 0

    def finish(self) -> bool:
        """Give a file with the right checksum its name. Otherwise empty it and return False."""
        if self._hash.hexdigest() != self._file.checksum:
            self.restart()
            return False
        os.fsync(self._descriptor)
        self.close()
        self.path.replace(self.whole)
        return True


def has_contents(path: Path, file: RemoteFile, check: Check) -> bool:
    """Return True if the file at `path` has the size and the checksum of `file`."""
    if not path.is_file() or path.stat().st_size != file.size:
        return False
    found = _new_hash(file)
    with path.open("rb") as opened:
        while piece := opened.read(PIECE):
            found.update(piece)
            check()
    return found.hexdigest() == file.checksum


def _new_hash(file: RemoteFile) -> "hashlib._Hash":
    if len(file.checksum) == 64:
        return hashlib.sha256()
    return hashlib.sha1(b"blob %d\0" % (file.size or 0), usedforsecurity=False)
