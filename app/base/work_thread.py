"""A thread for work that must be done in its order, and may take long."""

import sys
import threading
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread


class WorkThread:
    """Does one piece of work after the other: what was wanted first must not be written last. The
    thread begins with the first one, and survives what a piece raises. Used from one thread."""

    def __init__(self, name: str) -> None:
        """`name` is that of the thread."""
        self._name = name
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._thread: Thread | None = None

    def start(self, work: Callable[[], None]) -> None:
        """Do `work` after what was started before."""
        if self._thread is None:
            # A question of the system that nobody answers must not keep the program alive.
            self._thread = Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        self._queue.put(work)

    def close(self, timeout: float) -> bool:
        """Wait for all that was started, at most `timeout` seconds. Return False if it has not
        ended then; nothing can be started afterwards."""
        if self._thread is None:
            return True
        self._queue.put(None)
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            try:
                work()
            except Exception:  # noqa: BLE001
                # The crash file listens there, as for a fault that ends a thread.
                fault = (*sys.exc_info(), threading.current_thread())
                threading.excepthook(threading.ExceptHookArgs(fault))
