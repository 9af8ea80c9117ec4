"""A folder for what a run is writing; what runs left that ended in the middle goes."""

import fcntl
import logging
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock

from app.base.reflink import FOR_OWNER

log = logging.getLogger(__name__)

_LOCK = "lock"
_PREFIX = "tmp"


class RunFolder:
    """`folder`/tmp…, made when it is first needed. A run that lives holds the lock in its own, so
    that another one leaves it alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._guard = Lock()
        self._run: Path | None = None
        self._lock = -1

    def new(self) -> Path:
        """An empty folder in it; raises OSError."""
        with self._guard:
            if self._run is None:
                self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                with self._alone():
                    run = Path(tempfile.mkdtemp(dir=self._folder, prefix=_PREFIX))
                    self._lock = _locked(run / _LOCK)
                self._run = run
            return Path(tempfile.mkdtemp(dir=self._run))

    def clean(self) -> None:
        """Remove what is left of runs that ended."""
        try:
            if self._folder.is_dir():
                with self._alone():
                    for run in self._others():
                        _remove_left(run)
        except OSError as error:
            log.warning("what is left in %s could not be removed: %s", self._folder, error)

    def others_live(self) -> bool:
        """Whether another run has what is not written yet; raises OSError."""
        return any(_lives(run) for run in self._others())

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
        """No other run begins or cleans meanwhile: a folder without its lock yet is not left."""
        lock = os.open(self._folder / _LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FOR_OWNER)
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


def _lives(run: Path) -> bool:
    try:
        os.close(_locked(run / _LOCK))
    except BlockingIOError:
        return True
    return False


def _remove_left(run: Path) -> None:
    try:
        lock = _locked(run / _LOCK)
    except OSError:
        return  # it lives
    shutil.rmtree(run, ignore_errors=True)
    os.close(lock)
