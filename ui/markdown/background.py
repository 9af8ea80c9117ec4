"""Runs Python work that would block the window on a thread of its own, one job at a time."""

import logging
from collections import deque
from collections.abc import Callable
from threading import Thread
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal, Slot

_log = logging.getLogger(__name__)
Job = tuple[Callable[[], Any], Callable[[Any], None]]


class Background(QObject):
    """A queue of jobs. Its thread lives only while there are jobs, and ends with the
    application."""

    _finished = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: deque[Job] = deque()
        self._thread: Thread | None = None
        self._closed = False
        self._finished.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def busy(self) -> bool:
        return self._thread is not None

    def do(self, work: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Run `work` on the thread of the queue, where it must not touch Qt. Then call `then` on
        the Qt thread with the result, or with None if `work` failed."""
        if self._closed:
            return
        self._jobs.append((work, then))
        if self._thread is None:
            self._start()

    def close(self) -> None:
        """Drop the waiting jobs, accept no more, and wait for the current one."""
        self._closed = True
        self._jobs.clear()
        if self._thread:
            self._thread.join()

    def _start(self) -> None:
        self._thread = Thread(target=self._run, name="background", daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._closed:
            try:
                work, then = self._jobs.popleft()
            except IndexError:
                break
            result = _tried(work)
            if not self._closed:
                self._finished.emit((then, result))
        if not self._closed:
            self._finished.emit(None)

    @Slot(object)
    def _take(self, done: tuple[Callable[[Any], None], Any] | None) -> None:
        if done is None:
            # Jobs that were added after the thread had found none.
            self._thread = None
            if self._jobs and not self._closed:
                self._start()
        elif not self._closed:
            then, result = done
            then(result)


def background() -> Background:
    """Return the queue of this application."""
    application = QCoreApplication.instance()
    assert application is not None
    found = application.findChild(Background)
    if isinstance(found, Background):
        return found
    made = Background(application)
    application.aboutToQuit.connect(made.close)
    return made


def _tried(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except Exception as error:  # noqa: BLE001  the result is an ornament; without it text stays
        _log.debug("background work failed: %r", error)
        return None
