"""Handles the signals that ask the process to end, in the event loop."""

import signal
import socket
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

# SIGHUP comes from a closed terminal; nohup ignores it, and that is respected.
_NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class EndSignals(QObject):
    """Calls `wanted` on the Qt thread at the first signal. The second ends the process by default,
    even if the event loop hangs."""

    def __init__(self, parent: QObject, wanted: Callable[[], None]) -> None:
        super().__init__(parent)
        self._wanted = wanted
        self._heard, self._told = socket.socketpair()
        for end in (self._heard, self._told):
            end.setblocking(False)
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._heard.fileno(), read, self)
        self._notifier.activated.connect(self._hear)
        # Python's handler runs only with the next Python code; the wakeup bytes wake the event
        # loop.
        signal.set_wakeup_fd(self._told.fileno())
        self._numbers = [it for it in _NUMBERS if signal.getsignal(it) is not signal.SIG_IGN]
        for number in self._numbers:
            signal.signal(number, _next_is_usual)

    def close(self) -> None:
        """Restore the default handling."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number in self._numbers:
            signal.signal(number, signal.SIG_DFL)
        self._heard.close()
        self._told.close()

    def _hear(self) -> None:
        self._heard.recv(64)
        self._wanted()


def _next_is_usual(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)
