"""Runs garbage collection on the Qt thread only, when a pause goes unnoticed."""

import gc
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer

from engine.messages import Event, Failed, ModelReady, ModelUnloaded

if TYPE_CHECKING:
    from PySide6.QtGui import QWindow
    from PySide6.QtWidgets import QWidget

TICK_MS = 1000
# New objects since the last tick. Fewer wait for the next tick. More, as after an import, wait for
# a quiet moment: collecting among a million objects stops the window for 90 ms or more.
FEW, MANY = 1_000, 20_000
# Collections of new objects per collection of all that are not frozen; and the seconds for which
# the latter is put off while an answer grows.
ROUNDS, LONGEST = 50, 60.0
# Seconds without key or mouse after which a pause will not be noticed.
QUIET_MS = 30_000
# Seconds after which a full collection no longer waits for a quiet moment: while one answer follows
# the other there is none, and memory of closed tabs would never be freed.
OVERDUE = 600.0
INPUT = {
    QEvent.Type.KeyPress,
    QEvent.Type.InputMethod,
    QEvent.Type.MouseButtonPress,
    QEvent.Type.MouseMove,
    QEvent.Type.Wheel,
    QEvent.Type.TouchUpdate,
}


class Collector(QObject):
    """Replaces Python's automatic collection, which runs on any thread and could free QObjects
    there. It starts once the first model has loaded or failed: the libraries are imported then,
    and their objects frozen, so that collecting the others is quick."""

    def __init__(self, window: "QWidget", busy: Callable[[], bool]) -> None:
        """`busy` returns True while an answer grows."""
        super().__init__(window)
        self._was_enabled = gc.isenabled()
        gc.disable()
        self._window = window
        self._busy = busy
        self._rounds = 0
        self._looked_at = time.monotonic()
        self._asked_at: float | None = None
        self._handle: QWindow | None = None
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self.collect_due)
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self.collect_all)

    def on_events(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ModelReady) or (
                isinstance(event, Failed) and not self._tick.isActive()
            ):
                gc.freeze()
                self._tick.start()
            elif isinstance(event, ModelUnloaded):
                self.expect_garbage()

    def expect_garbage(self) -> None:
        """Plan a full collection: something large was closed, and its cycles may be frozen."""
        self._rounds = ROUNDS
        if self._asked_at is None:
            self._asked_at = time.monotonic()
        handle = self._window.windowHandle()
        if handle is not None and handle is not self._handle:
            self._handle = handle
            handle.installEventFilter(self)
        self._quiet.start()

    def collect_due(self) -> None:
        """Collect new objects, now and then all that are not frozen, and all that are overdue."""
        if self._overdue:
            self.collect_all()
            return
        young = gc.get_count()[0]
        if young > MANY:
            gc.freeze()
            self.expect_garbage()
            return
        if young >= FEW:
            gc.collect(1)
            self._rounds += 1
        late = time.monotonic() - self._looked_at > LONGEST
        if self._rounds >= ROUNDS and (late or not self._busy()):
            gc.collect()
            self._rounds, self._looked_at = 0, time.monotonic()

    def collect_all(self) -> None:
        """Collect among the frozen as well; later if an answer grows, unless this is overdue."""
        if self._busy() and not self._overdue:
            self._quiet.start()
            return
        if self._handle is not None:
            self._handle.removeEventFilter(self)
            self._handle = None
        self._asked_at = None
        self._quiet.stop()
        gc.unfreeze()
        gc.collect()
        gc.freeze()

    @property
    def _overdue(self) -> bool:
        return self._asked_at is not None and time.monotonic() - self._asked_at > OVERDUE

    def close(self) -> None:
        """Enable Python's automatic collection again, once the other threads have ended."""
        self._tick.stop()
        self._quiet.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in INPUT:
            self._quiet.start()
        return False
