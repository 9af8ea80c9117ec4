"""A folder for unfinished files of this run, and the clean-up after runs that crashed."""

import fcntl
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from app.base.disk import PRIVATE

log = logging.getLogger(__name__)

_LOCK = "lock"
_PREFIX = "tmp"


class RunFolder:
    """`folder`/tmp…, created on first use. A running process holds a lock in its own folder, so
    that other processes leave that folder alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = Lock()
        self._run: Path | None = None
        self._lock = -1

    def new(self) -> Path:
        """Create an empty folder in it. Raises OSError."""
        with self._guard:
            if self._run is None:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                with self._alone():
                    run = Path(tempfile.mkdtemp(dir=self._folder, prefix=_PREFIX))
                    self._lock = _locked(run / _LOCK)
                self._run = run
            return Path(tempfile.mkdtemp(dir=self._run))

    def clean(self) -> None:
        """Remove the folders of runs that have ended."""
        try:
            if self._folder.is_dir():
                with self._alone():
                    for run in self._others():
                        _remove_if_ended(run)
        except OSError as error:
            log.warning("old temporary files in %s could not be removed: %s", self._folder, error)

    def others_live(self) -> bool:
        """Return True if another process may have unfinished files. Raises OSError."""
        return any(_is_live(run) for run in self._others())

    def close(self) -> None:
        with self._guard:
            if self._run:
                shutil.rmtree(self._run, ignore_errors=True)
                os.close(self._lock)
                self._run = None

    def _others(self) -> list[Path]:
        found = self._folder.glob(f"{_PREFIX}*")
        return [it for it in found if it != self._run and it.is_dir() and not it.is_symlink()]

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other processes from starting or cleaning: a folder that has no lock yet would look
        abandoned to them."""
        lock = os.open(self._folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def _locked(path: Path) -> int:
    """Return a descriptor that holds the lock until it is closed. Raises OSError if another process
    has the lock."""
    lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock


def _is_live(run: Path) -> bool:
    try:
        os.close(_locked(run / _LOCK))
    except BlockingIOError:
        return True
    return False


def _remove_if_ended(run: Path) -> None:
    try:
        lock = _locked(run / _LOCK)
    except OSError:
        return
    shutil.rmtree(run, ignore_errors=True)
    os.close(lock)
