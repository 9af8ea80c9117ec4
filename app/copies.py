"""Our own copies of the files that were added: what others do with theirs changes no chat."""

import errno
import fcntl
import logging
import os
import shutil
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtGui import QImage

from app.cloning import FOR_OWNER, clone
from engine import texts
from engine.errors import Refused
from engine.file_kind import is_text
from engine.plain_names import unturned
from engine.sentences import say
from ui.language import tr

log = logging.getLogger(__name__)

CHUNK = 4 << 20
# What a copy leaves free on the disk for everything else.
KEPT_FREE = 200 << 20
_LOCK = "lock"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def pasted_picture() -> str:
    return tr("Pasted picture") + ".png"


class Copies:
    """`folder`/<run>/<chat>/<one for each file>/<the name it had>, for one thread.

    A run that lives holds the lock in its folder, so that another one leaves it alone. `check` is
    called again and again while a file is copied; what it raises ends that, and nothing is left.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._run: Path | None = None
        self._lock = -1

    def add(self, chat_id: int, path: Path, check: Callable[[], None]) -> Path:
        """Copy a file that may be a picture, clip, document or text; raises Refused."""
        # the window is on screen before Pillow is imported
        from engine import intake  # noqa: PLC0415

        if is_text(path):
            texts.check_size(path)
        else:
            intake.admit(path)
        with self._place(chat_id, path.name) as target:
            _copy(path, target, check)
        return target

    def paste(self, chat_id: int, image: QImage) -> Path:
        """Raises Refused."""
        with self._place(chat_id, pasted_picture()) as target:
            if not image.save(str(target)):
                raise Refused(
                    say(
                        "The pasted picture could not be saved in {folder}. Is the disk full?",
                        folder=str(self.folder),
                    )
                )
            target.chmod(FOR_OWNER)
        return target

    def paste_text(self, chat_id: int, text: str) -> Path:
        """Raises Refused."""
        name = tr("Pasted text") + ".txt"
        data = text.encode("utf-8", "replace")
        with self._place(chat_id, name) as target:
            _check_room(name, len(data), target.parent)
            target.touch(FOR_OWNER)
            target.write_bytes(data)
            texts.check_size(target)
        return target

    def discard(self, copy: Path) -> None:
        """One that is of no use."""
        shutil.rmtree(copy.parent, ignore_errors=True)

    def forget(self, chat_id: int) -> None:
        if self._run:
            shutil.rmtree(self._run / str(chat_id), ignore_errors=True)

    def clean(self) -> None:
        """Remove what runs left that ended without doing so."""
        try:
            if self.folder.is_dir():
                with self._alone():
                    for run in self.folder.iterdir():
                        _remove_left(run)
        except OSError as error:
            log.warning("what is left in %s could not be removed: %s", self.folder, error)

    def close(self) -> None:
        if self._run:
            shutil.rmtree(self._run, ignore_errors=True)
            os.close(self._lock)
            self._run = None

    @contextmanager
    def _place(self, chat_id: int, name: str) -> Iterator[Path]:
        """Where a new file may be written; nothing is left of it when an error is raised."""
        try:
            chat = self._begun() / str(chat_id)
            chat.mkdir(mode=0o700, exist_ok=True)
            folder = Path(tempfile.mkdtemp(dir=chat))
        except OSError as error:
            raise Refused(
                say(
                    "{name} could not be added: nothing can be written in {folder} ({reason}).",
                    name=name,
                    folder=str(self.folder),
                    reason=error.strerror,
                )
            ) from error
        try:
            yield folder / unturned(name)
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _begun(self) -> Path:
        if self._run is None:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._alone():
                run = Path(tempfile.mkdtemp(dir=self.folder))
                self._lock = _locked(run / _LOCK)
            self._run = run
        return self._run

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """No other run begins or cleans meanwhile: a folder without its lock yet is not left."""
        lock = os.open(self.folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FOR_OWNER)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def _locked(path: Path) -> int:
    """The lock goes with its file descriptor, or the process; raises OSError where another has
    it."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FOR_OWNER)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _remove_left(run: Path) -> None:
    if run.is_symlink() or not run.is_dir():
        return
    try:
        lock = _locked(run / _LOCK)
    except OSError:
        return  # it lives
    shutil.rmtree(run, ignore_errors=True)
    os.close(lock)


def _copy(path: Path, target: Path, check: Callable[[], None]) -> None:
    try:
        # a pipe that took the file's place meanwhile must not be waited for
        source = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Refused(
            say("{name} cannot be opened: {reason}.", name=path.name, reason=error.strerror)
        ) from error
    with open(source, "rb", buffering=0) as file:
        about = os.fstat(source)
        if not stat.S_ISREG(about.st_mode):
            raise Refused(
                say("{name} is no file any more. Add it from where it is now.", name=path.name)
            )
        if not clone(source, target):
            _check_room(path.name, about.st_size, target.parent)
            _copy_bytes(file.read, path.name, target, check)


def _copy_bytes(
    read: Callable[[int], bytes | None], name: str, target: Path, check: Callable[[], None]
) -> None:
    try:
        made = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FOR_OWNER)
        with open(made, "wb", buffering=0) as out:
            while data := memoryview(_read(read, name)):
                check()
                while data:
                    data = data[out.write(data) :]
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise Refused(_no_room(name)) from error
        raise Refused(
            say("{name} could not be copied: {reason}.", name=name, reason=error.strerror)
        ) from error


def _read(read: Callable[[int], bytes | None], name: str) -> bytes:
    try:
        return read(CHUNK) or b""
    except OSError as error:
        raise Refused(
            say(
                "{name} could not be read to its end: {reason}. Copy it to this computer and "
                "add that.",
                name=name,
                reason=error.strerror,
            )
        ) from error


def _check_room(name: str, size: int, folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if size + KEPT_FREE > free:
        raise Refused(
            say(
                "{sentence} It has {size:,.0f} MB, and {free:,.0f} MB are free.",
                sentence=_no_room(name),
                size=size / 1e6,
                free=free / 1e6,
            )
        )


def _no_room(name: str) -> str:
    return say(
        "There is no room on the disk for a copy of {name}. Free some and add it again.", name=name
    )
