"""Content-addressed store of attachments: each content is kept once, under its SHA-256."""

import logging
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from app.attachments import copying
from app.attachments.run_folder import RunFolder
from app.base.cancelling import Check
from app.base.disk import sync_folder
from engine.errors import Refused, no_check, reason
from engine.plain_names import unturned

log = logging.getLogger(__name__)

# In bytes. File systems allow 255, and a name may get another suffix.
_LONGEST_NAME = 240
# Suffix of the folder with a content's thumbnails.
VIEWS = ".views"
_HASH = re.compile(r"[0-9a-f]{64}")


class Contents:
    """`folder`/<2 hex>/<sha256>/<name>. May be used from any thread.

    A file is written elsewhere, synced and renamed, so that a content is whole or absent. Further
    names of a content are hard links to it. Its thumbnails are in a folder beside it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._run = RunFolder(folder)
        # Held while something is added or removed, so that the two never interleave.
        self._guard = RLock()
        # Hashes in use by this run; and how often this run added each content that it created.
        self._held: set[str] = set()
        self._created: dict[str, int] = {}

    def home(self, sha256: str) -> Path:
        if not _HASH.fullmatch(sha256):
            raise ValueError(f"{sha256!r:.99} is not a hash")
        return self.folder / sha256[:2] / sha256

    def path(self, sha256: str, name: str) -> Path:
        """Return the place of a content under a name, even if it is not there yet."""
        return self.home(sha256) / file_name(name)

    def sha256_of(self, path: Path) -> str | None:
        """Return the hash of a file in this store, or None for any other path."""
        place = path.parent
        ours = place.parent.parent == self.folder and _HASH.fullmatch(place.name)
        return place.name if ours else None

    def views_folder(self, sha256: str) -> Path:
        """Return the folder for a content's thumbnails."""
        home = self.home(sha256)
        return home.with_name(home.name + VIEWS)

    def put(self, path: Path, check: Check = no_check, name: str = "") -> Path:
        """Add a copy of a file and return its path. `check` is called between chunks. Raises
        Refused or what `check` raises, and leaves nothing then."""
        name = name or path.name
        return self._put(name, lambda new: copying.copy_file(path, new, name, check))

    def put_bytes(self, data: bytes, name: str) -> Path:
        """Add `data` and return its path. Raises Refused."""
        return self._put(name, lambda new: copying.write_bytes(data, new, name))

    def put_written(self, write: Callable[[Path], None], name: str) -> Path:
        """Add the file that `write` fills, and return its path. Raises Refused."""

        def written(new: Path) -> str:
            write(new)
            return copying.settle(new, name, no_check)

        return self._put(name, written)

    def discard(self, path: Path) -> None:
        """Undo one `put`: a content that this run created goes with its last `put`."""
        sha256 = self.sha256_of(path)
        with self._guard:
            if sha256 is not None and sha256 in self._created:
                self._created[sha256] -= 1
                if not self._created[sha256]:
                    del self._created[sha256]
                    self._held.discard(sha256)
                    self._remove(sha256)

    def hold(self, sha256: str) -> None:
        """Keep a content from being collected, whether or not anything refers to it."""
        self._held.add(sha256)

    def release(self, hashes: set[str]) -> None:
        """Undo `hold`: the conversations that used these contents were deleted permanently."""
        with self._guard:
            self._held -= hashes

    def collect(self, used: set[str]) -> None:
        """Remove contents that are neither `used` nor held by this run."""
        try:
            if self._run.others_live():
                return
            for home in list(self.folder.glob("[0-9a-f][0-9a-f]/*")):
                sha256 = home.name.removesuffix(VIEWS)
                with self._guard:
                    if _HASH.fullmatch(sha256) and sha256 not in used | self._held:
                        self._remove(sha256)
        except OSError as error:
            log.warning("unused files in %s could not be removed: %s", self.folder, error)

    def clean(self) -> None:
        """Remove unfinished files of runs that crashed."""
        self._run.clean()

    def close(self) -> None:
        self._run.close()

    @contextmanager
    def new_file(self, name: str) -> Iterator[Path]:
        """Yield a place for a new file; it is removed at the end unless it was renamed. Raises
        Refused."""
        try:
            place = self._run.new()
        except OSError as error:
            raise self._unwritable(error, name) from error
        try:
            yield place / "new"
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _put(self, name: str, write: Callable[[Path], str]) -> Path:
        with self.new_file(name) as new:
            sha256 = write(new)
            try:
                with self._guard:
                    return self._placed(new, sha256, file_name(name))
            except OSError as error:
                raise self._unwritable(error, name) from error

    def _placed(self, new: Path, sha256: str, name: str) -> Path:
        home = self.home(sha256)
        target = home / name
        if not home.is_dir():
            self._create(home)
            self._created[sha256] = 0
        self._held.add(sha256)
        if sha256 in self._created:
            self._created[sha256] += 1
        intact = [it for it in home.iterdir() if _hash_of(it) == sha256]
        if target in intact:
            return target
        if intact:
            new.unlink()
            try:
                os.link(intact[0], new)
            except OSError:
                # not every file system has hard links
                shutil.copy2(intact[0], new)
        new.replace(target)
        sync_folder(home)
        return target

    def _create(self, home: Path) -> None:
        for folder in (home.parent, home):
            folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(folder.parent)

    def _remove(self, sha256: str) -> None:
        for folder in (self.home(sha256), self.views_folder(sha256)):
            shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            # fails if other contents are in it
            self.home(sha256).parent.rmdir()

    def _unwritable(self, error: OSError, name: str) -> Refused:
        return Refused(
            "{name} could not be added: {folder} cannot be written to ({reason}). Check "
            "the folder, then add it again.",
            name=name,
            folder=str(self.folder),
            reason=reason(error),
        )


def file_name(name: str) -> str:
    """Return a name like `name` that every file system accepts."""
    plain = unturned(name.encode("utf-8", "replace").decode()).replace("/", "_").replace("\0", "")
    stem, dot, ending = plain.rpartition(".")
    if not stem or len(ending.encode()) > 20:
        stem, dot, ending = plain, "", ""
    most = _LONGEST_NAME - len(f"{dot}{ending}".encode())
    found = stem.encode()[:most].decode("utf-8", "ignore") + dot + ending
    return found if found.strip(". ") else "file"


def _hash_of(path: Path) -> str:
    """Return the hash of a file's content, or "" if it cannot be read."""
    try:
        with path.open("rb", buffering=0) as file:
            return copying.hash_of(file, no_check)
    except OSError:
        return ""
