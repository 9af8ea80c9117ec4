"""Handles the signals that ask the process to end, in the event loop."""

import os
import signal
from collections.abc import Callable

from PySide6.QtCore import QObject, QSocketNotifier

# SIGHUP comes from a closed terminal; nohup ignores it, and that is respected.
_NUMBERS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class EndSignals(QObject):
    """Calls `on_first` on the Qt thread at the first signal. The second ends the process by
    default, even if the event loop hangs."""

    def __init__(self, parent: QObject, on_first: Callable[[], None]) -> None:
        super().__init__(parent)
        self._on_first = on_first
        self._read_end, self._write_end = os.pipe()
        for end in (self._read_end, self._write_end):
            os.set_blocking(end, False)
        read = QSocketNotifier.Type.Read
        self._notifier = QSocketNotifier(self._read_end, read, self)
        self._notifier.activated.connect(self._on_signal)
        # Python's handler runs only with the next Python code; the wakeup bytes wake the event
        # loop.
        signal.set_wakeup_fd(self._write_end)
        self._numbers = [it for it in _NUMBERS if signal.getsignal(it) is not signal.SIG_IGN]
        for number in self._numbers:
            signal.signal(number, _restore_default)

    def close(self) -> None:
        """Restore the default handling."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(-1)
        for number in self._numbers:
            signal.signal(number, signal.SIG_DFL)
        os.close(self._read_end)
        os.close(self._write_end)

    def _on_signal(self) -> None:
        os.read(self._read_end, 64)
        self._on_first()


def _restore_default(number: int, _frame: object) -> None:
    signal.signal(number, signal.SIG_DFL)
