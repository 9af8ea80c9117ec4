"""Runs short work on threads, and hands the results to the Qt thread."""

from collections.abc import Callable
from threading import Thread
from typing import Any, TypeVar

from PySide6.QtCore import QObject

from app.base.faults import faults_reported
from app.base.mailbox import Mailbox
from app.base.work_thread import WorkThread

T = TypeVar("T")


class Chores(QObject):
    """Used on the Qt thread. What work raises is a fault of its thread, of which the next start
    tells, unless somebody wants to hear of it."""

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        """`name` is that of the threads."""
        super().__init__(parent)
        self._name = name
        self._results = Mailbox(self, frame_ms=0)
        self._results.arrived.connect(self._on_results)

    def do(
        self,
        work: Callable[[], T],
        done: Callable[[T], object] | None = None,
        failed: Callable[[Exception], object] | None = None,
    ) -> None:
        """Call `work` on a thread, then `done` with its result, or `failed` with what it raised, on
        the Qt thread."""

        def run() -> None:
            try:
                result = work()
            except Exception as error:
                if not failed:
                    raise
                self.post(failed, error)
            else:
                if done:
                    self.post(done, result)

        self._begin(run)

    def post(self, then: Callable[[T], object], value: T) -> None:
        """Have `then` called with `value` on the Qt thread; used on any thread."""
        self._results.post((then, value))

    def close(self) -> None:
        """Hand over nothing more."""
        self._results.close()

    def _begin(self, run: Callable[[], None]) -> None:
        Thread(target=run, name=self._name, daemon=True).start()

    def _on_results(self, results: list[tuple[Callable[[Any], object], Any]]) -> None:
        for then, value in results:
            with faults_reported():
                then(value)


class OrderedChores(Chores):
    """Chores of which each begins once the one before has ended."""

    def __init__(self, name: str, parent: QObject) -> None:
        super().__init__(name, parent)
        self._thread = WorkThread(name)

    def end(self, timeout: float) -> bool:
        """Hand over nothing more, and wait for the work. Return False if it has not ended after
        `timeout` seconds."""
        self.close()
        return self._thread.close(timeout)

    def _begin(self, run: Callable[[], None]) -> None:
        self._thread.start(run)
