"""Files of ours by the hash of what is in them."""

import hashlib
import logging
import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock

from app.attachments.copying import CHUNK, Check, copy_file, settle, sync_folder, write_bytes
from app.attachments.run_folder import RunFolder
from engine.errors import Refused
from engine.plain_names import unturned

log = logging.getLogger(__name__)

# In bytes; file systems take 255, and a name may get another ending.
_LONGEST_NAME = 240
# Of the folder with what is shown of a content, after its name.
VIEWS = ".views"
_HASH = re.compile(r"[0-9a-f]{64}")


def go_on() -> None:
    """Nobody ends it."""


class Contents:
    """`folder`/<2 hex>/<sha256>/<name>, for any thread.

    A file is written elsewhere, synced and renamed, so that a content is whole or not there. Under
    other names it is the same file. A folder beside it has what is shown of it.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._run = RunFolder(folder)
        # Nothing is removed while something is put.
        self._guard = RLock()
        # What this run put or handed out, and of what it made itself, how often it was put.
        self._held: set[str] = set()
        self._made: dict[str, int] = {}

    def home(self, sha256: str) -> Path:
        if not _HASH.fullmatch(sha256):
            raise ValueError(f"{sha256!r:.99} is no hash")
        return self.folder / sha256[:2] / sha256

    def path(self, sha256: str, name: str) -> Path:
        """Where it is, or would be."""
        return self.home(sha256) / file_name(name)

    def sha256_of(self, path: Path) -> str | None:
        """Of a file of ours, by its place."""
        place = path.parent
        ours = place.parent.parent == self.folder and _HASH.fullmatch(place.name)
        return place.name if ours else None

    def views_folder(self, sha256: str) -> Path:
        """For what is shown of it."""
        home = self.home(sha256)
        return home.with_name(home.name + VIEWS)

    def put(self, path: Path, check: Check = go_on, name: str = "") -> Path:
        """A copy of a file; `check` is called again and again, and what it raises ends that. Raises
        Refused; nothing is left then."""
        name = name or path.name
        return self._put(name, lambda new: copy_file(path, new, name, check))

    def put_bytes(self, data: bytes, name: str) -> Path:
        """Raises Refused."""
        return self._put(name, lambda new: write_bytes(data, new, name))

    def put_written(self, write: Callable[[Path], None], name: str) -> Path:
        """What `write` writes into the file that it is given; raises Refused."""

        def written(new: Path) -> str:
            write(new)
            return settle(new, name, go_on)

        return self._put(name, written)

    def discard(self, path: Path) -> None:
        """Take a `put` back: what nobody had before goes."""
        sha256 = self.sha256_of(path)
        with self._guard:
            if sha256 is not None and sha256 in self._made:
                self._made[sha256] -= 1
                if not self._made[sha256]:
                    del self._made[sha256]
                    self._held.discard(sha256)
                    self._remove(sha256)

    def hold(self, sha256: str) -> None:
        """It is in use, whatever else refers to it."""
        self._held.add(sha256)

    def release(self, hashes: set[str]) -> None:
        """What used them is gone for good."""
        with self._guard:
            self._held -= hashes

    def collect(self, used: set[str]) -> None:
        """Remove what nothing refers to, and this run has not had in its hands."""
        try:
            if self._run.others_live():
                return
            for home in list(self.folder.glob("[0-9a-f][0-9a-f]/*")):
                sha256 = home.name.removesuffix(VIEWS)
                with self._guard:
                    if _HASH.fullmatch(sha256) and sha256 not in used | self._held:
                        self._remove(sha256)
        except OSError as error:
            log.warning("%s could not be tidied up: %s", self.folder, error)

    def clean(self) -> None:
        """Remove what runs left that ended in the middle."""
        self._run.clean()

    def close(self) -> None:
        self._run.close()

    @contextmanager
    def new_file(self, name: str) -> Iterator[Path]:
        """Where one may be written, to be renamed; nothing is left of it otherwise. Raises
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
            self._make(home)
            self._made[sha256] = 0
        self._held.add(sha256)
        if sha256 in self._made:
            self._made[sha256] += 1
        whole = [it for it in home.iterdir() if _hash_of(it) == sha256]
        if target in whole:
            return target
        if whole:
            new.unlink()
            try:
                os.link(whole[0], new)
            except OSError:
                # not every file system has links
                shutil.copy2(whole[0], new)
        new.replace(target)
        sync_folder(home)
        return target

    def _make(self, home: Path) -> None:
        for folder in (home.parent, home):
            folder.mkdir(mode=0o700, exist_ok=True)
            sync_folder(folder.parent)

    def _remove(self, sha256: str) -> None:
        for folder in (self.home(sha256), self.views_folder(sha256)):
            shutil.rmtree(folder, ignore_errors=True)
        with suppress(OSError):
            # others may be in it
            self.home(sha256).parent.rmdir()

    def _unwritable(self, error: OSError, name: str) -> Refused:
        return Refused(
            "{name} could not be added: nothing can be written in {folder} ({reason}).",
            name=name,
            folder=str(self.folder),
            reason=error.strerror,
        )


def file_name(name: str) -> str:
    """A file's own name as one that every file system takes."""
    plain = unturned(name.encode("utf-8", "replace").decode()).replace("/", "_").replace("\0", "")
    stem, dot, ending = plain.rpartition(".")
    if not stem or len(ending.encode()) > 20:
        stem, dot, ending = plain, "", ""
    most = _LONGEST_NAME - len(f"{dot}{ending}".encode())
    found = stem.encode()[:most].decode("utf-8", "ignore") + dot + ending
    return found if found.strip(". ") else "file"


def _hash_of(path: Path) -> str:
    """Empty where it cannot be read: then it is none of ours."""
    found = hashlib.sha256()
    try:
        with path.open("rb", buffering=0) as file:
            while data := file.read(CHUNK):
                found.update(data)
    except OSError:
        return ""
    return found.hexdigest()
