"""Carries values from other threads to the Qt thread; the only file of app that crosses threads."""

from collections import deque
from contextlib import suppress
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

FRAME_MS = 16


class Mailbox(QObject):
    """Carry what other threads post to the Qt thread, one list per screen frame, or with
    `frame_ms` 0 as soon as the Qt thread comes to it.

    However fast tokens come, at most one wake-up is on its way, and nothing runs while no one
    posts. `post` may be called from any thread, also after the application has quit.
    """

    arrived = Signal(list)
    _woken = Signal()

    def __init__(self, parent: QObject | None = None, frame_ms: int = FRAME_MS) -> None:
        super().__init__(parent)
        self._items: deque[Any] = deque()
        self._awake = False
        self._closed = False
        self._frame = QTimer(self, singleShot=True, interval=frame_ms)
        self._frame.setTimerType(Qt.TimerType.PreciseTimer)
        self._frame.timeout.connect(self._deliver)
        deliver = self._frame.start if frame_ms else self._deliver
        self._woken.connect(deliver, Qt.ConnectionType.QueuedConnection)

    def post(self, item: Any) -> None:
        self._items.append(item)
        if not self._awake and not self._closed:
            self._awake = True
            # Raised once the owner is deleted, as when the application quits.
            with suppress(RuntimeError):
                self._woken.emit()

    def close(self) -> None:
        """Deliver nothing more. Called on the Qt thread before widgets are destroyed."""
        self._closed = True
        self._frame.stop()

    @Slot()
    def _deliver(self) -> None:
        # reset the flag first: an item appended after this line sends a new wake-up
        self._awake = False
        items = [self._items.popleft() for _ in range(len(self._items))]
        if items and not self._closed:
            self.arrived.emit(items)
