"""Downloads the file of a release, and checks who published it before anybody can open it."""

import hashlib
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.parse import urlsplit

from app.base.disk import is_disk_full
from app.hub.access import HubAccess
from app.hub.halt import Halt
from app.hub.hub_problems import CONNECTION_LOST, TryAgain
from app.hub.patience import Patience
from app.program.release_feed import FoundRelease, ReleaseAccess, failures_named
from app.program.release_signature import (
    MAX_SIGNATURE,
    MAX_SUMS,
    SIGNATURE,
    SUMS,
    checksum_of,
    is_signed,
)
from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.sentences import say
from engine.system.files import open_file

NOT_SIGNED = say(
    "The download was deleted: its signature is not that of Duologue's publisher. Do not use a copy"
    " from elsewhere; try again later."
)
DAMAGED = say("The download was damaged and has been deleted. Try again.")
# Seconds between two reports of the progress.
_EVERY = 0.1
_PREFIX, _PART = ".duologue-update-", ".part"
# A part to which nothing was added for so many seconds is that of a run that was killed.
_ABANDONED = 3600.0
_READABLE = 0o644
_CHUNK = 1 << 20


@frozen
class Downloaded:
    """A file whose contents are those that the publisher signed."""

    path: Path
    checksum: str

    def check_again(self) -> Path:
        """Return the path if the file is still the one that was checked. Raises Refused."""
        found = hashlib.sha256()
        with suppress(OSError), open_file(self.path) as file:
            while piece := file.read(_CHUNK):
                found.update(piece)
            if found.hexdigest() == self.checksum:
                return self.path
        raise Refused(
            "{path} is gone or has changed since it was downloaded. Download it again.",
            path=str(self.path),
        )


class ReleaseDownload:
    """One download, on one worker thread; `halt` ends it from any other. `tell` is called with the
    bytes that have arrived."""

    def __init__(
        self,
        access: ReleaseAccess,
        found: FoundRelease,
        key: bytes,
        halt: Halt,
        tell: Callable[[int], None],
    ) -> None:
        self._access = access
        self._found = found
        self._key = key
        self._halt = halt
        self._tell = tell

    def fetch(self, folder: Path) -> Downloaded:
        """Return the file in `folder` once its signature and checksum are right. Otherwise nothing
        of it is left. Raises Refused or Stopped."""
        name = self._found.release.asset
        sums = self._small(SUMS, MAX_SUMS)
        signed = is_signed(sums, self._small(SIGNATURE, MAX_SIGNATURE), self._key)
        checksum = checksum_of(sums, name) if signed else ""
        if not checksum:
            raise Refused(NOT_SIGNED)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            _remove_old_parts(folder)
            return Downloaded(self._whole(folder / name, checksum), checksum)
        except OSError as error:
            raise Refused(_disk_sentence(error)) from error

    def _whole(self, target: Path, checksum: str) -> Path:
        # Each download has a name of its own: another one, of this Duologue or of a second, must
        # not write into what was checked here.
        descriptor, name = tempfile.mkstemp(_PART, _PREFIX, target.parent)
        part = Path(name)
        try:
            with os.fdopen(descriptor, "wb") as file:
                if self._save(file) != checksum:
                    raise Refused(DAMAGED)
                file.flush()
                os.fsync(descriptor)
                os.fchmod(descriptor, _READABLE)
            target = _free(target)
            part.rename(target)
            return target
        finally:
            part.unlink(missing_ok=True)

    def _save(self, file: IO[bytes]) -> str:
        """Write the file while it arrives, and return its checksum."""
        release = self._found.release
        found, done, told = hashlib.sha256(), 0, 0.0
        for piece in self._pieces(release.asset):
            done += len(piece)
            if done > release.size:
                raise Refused(DAMAGED)
            file.write(piece)
            found.update(piece)
            if time.monotonic() - told >= _EVERY:
                told = time.monotonic()
                self._tell(done)
        return found.hexdigest()

    def _small(self, name: str, most: int) -> bytes:
        data = bytearray()
        for piece in self._pieces(name):
            data += piece
            if len(data) > most:
                raise Refused(NOT_SIGNED)
        return bytes(data)

    def _pieces(self, name: str) -> Iterator[bytes]:
        """Yield a file of the release while it arrives."""
        # Imported here, since httpx2 takes long.
        from app.hub.connection import Connection  # noqa: PLC0415
        from app.hub.hub_client import trusted_certificates  # noqa: PLC0415

        url = urlsplit(self._found.addresses[name])
        hub = HubAccess(f"{url.scheme}://{url.netloc}", self._access.proxy)
        with _failures_named():
            connection = Connection(hub, Patience(), self._halt, trusted_certificates())
            try:
                with connection.stream(url.path.lstrip("/"), name) as answer:
                    for piece in answer.response.iter_raw():
                        self._halt.check()
                        yield piece
            finally:
                connection.close()


@contextmanager
def _failures_named() -> Iterator[None]:
    with failures_named():
        try:
            yield
        except TryAgain as error:
            if error.sentence == CONNECTION_LOST:
                raise Refused(
                    say("The connection was lost, and the download ended. Try again.")
                ) from error
            raise


def _remove_old_parts(folder: Path) -> None:
    """Remove what earlier runs left that were killed in a download."""
    for part in folder.glob(f"{_PREFIX}*{_PART}"):
        with suppress(OSError):
            if not 0 <= time.time() - part.lstat().st_mtime < _ABANDONED:
                part.unlink()


def _free(path: Path) -> Path:
    """Return a path that is not taken: nothing of a person's is replaced."""
    ending = ".tar.zst" if path.name.endswith(".tar.zst") else path.suffix
    stem, number = path.name.removesuffix(ending), 2
    while path.exists() or path.is_symlink():
        path = path.with_name(f"{stem} ({number}){ending}")
        number += 1
    return path


def _disk_sentence(error: OSError) -> str:
    if is_disk_full(error):
        return say("The disk is full. Free some space, then download again.")
    return say(
        "The download could not be saved in Downloads: {reason}. Check the folder, then try again.",
        reason=reason(error),
    )
