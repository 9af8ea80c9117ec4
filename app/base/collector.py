"""Garbage collection: on the Qt thread alone, and when a pause disturbs nobody."""

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
# New objects since the last tick. Fewer wait for the next one; more, as an import brings them, wait
# for a quiet moment: looking at a million objects stops the window for 90 ms or more.
FEW, MANY = 1_000, 20_000
# So many looks at new objects to one at all that are not frozen; seconds for which that is put off
# while an answer grows.
ROUNDS, LONGEST = 50, 60.0
# Nobody touched a key or the mouse for so long, and a pause will not be seen.
QUIET_MS = 30_000
# Seconds after which a look at everything waits for no quiet moment any more: while one answer
# after the other grows, none comes, and memory that was closed long ago stays taken.
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
    """Takes the place of Python's own collector, which would run on any thread, and free QObjects
    there. It begins when the first model has come, or has not: the libraries are there then, and
    frozen, so that a look at the other objects is short."""

    def __init__(self, window: "QWidget", busy: Callable[[], bool]) -> None:
        """`busy` tells whether an answer grows."""
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
        self._tick.timeout.connect(self.look)
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(self.look_at_all)

    def take(self, events: list[Event]) -> None:
        for event in events:
            if isinstance(event, ModelReady) or (
                isinstance(event, Failed) and not self._tick.isActive()
            ):
                gc.freeze()
                self._tick.start()
            elif isinstance(event, ModelUnloaded):
                self.expect()

    def expect(self) -> None:
        """Something large was closed: what is left of it is in cycles, some of them frozen."""
        self._rounds = ROUNDS
        if self._asked_at is None:
            self._asked_at = time.monotonic()
        handle = self._window.windowHandle()
        if handle is not None and handle is not self._handle:
            self._handle = handle
            handle.installEventFilter(self)
        self._quiet.start()

    def look(self) -> None:
        """Collect new objects, now and then all that are not frozen, and all that are overdue."""
        if self._overdue:
            self.look_at_all()
            return
        young = gc.get_count()[0]
        if young > MANY:
            gc.freeze()
            self.expect()
            return
        if young >= FEW:
            gc.collect(1)
            self._rounds += 1
        late = time.monotonic() - self._looked_at > LONGEST
        if self._rounds >= ROUNDS and (late or not self._busy()):
            gc.collect()
            self._rounds, self._looked_at = 0, time.monotonic()

    def look_at_all(self) -> None:
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
        """Give the work back to Python, once the other threads have ended."""
        self._tick.stop()
        self._quiet.stop()
        gc.unfreeze()
        if self._was_enabled:
            gc.enable()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in INPUT:
            self._quiet.start()
        return False
