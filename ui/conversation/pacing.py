"""The clock by which all panes show new text, so that none blocks the window."""

from time import perf_counter
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer
from shiboken6 import isValid

TICK_MS = 16
# Two ticks, three, and more for slow panes; 4 ms less, because a timer may fire a little early.
_FRAME_MS = 2 * TICK_MS - 4
_SLOW_FRAME_MS = 3 * TICK_MS - 4
_SLOW_MS = 8
_SLOWEST_FRAME_MS = 250


class Pane(Protocol):
    def show_changes(self) -> bool:
        """Show new text. Return True if more is left for the next frame."""
        ...

    def hold_paint(self, on: bool) -> None:
        """Stop or resume painting."""
        ...


class Pacer(QObject):
    """Updates a pane 30 times a second, or 20 times if that takes long; of several panes at most
    half at a tick. No timer runs while none waits.

    Writing and painting are separate steps, and so is each pane, so that the window can handle
    input in between.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[Pane, None] = {}
        self._due: dict[Pane, float] = {}
        self._chosen: list[Pane] = []
        self._unpainted: Pane | None = None
        self._timer = QTimer(self, interval=TICK_MS, timerType=Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)
        self._then = QTimer(self, interval=0, singleShot=True)
        self._then.timeout.connect(self._step)

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    def want(self, pane: Pane) -> None:
        """Update `pane` at its next frame."""
        self._waiting[pane] = None
        if not self._timer.isActive():
            self._timer.start()

    def forget(self, pane: Pane) -> None:
        self._waiting.pop(pane, None)
        self._due.pop(pane, None)
        if pane is self._unpainted:
            self._paint()

    def _tick(self) -> None:
        if self._chosen or self._unpainted:
            return
        now = perf_counter() * 1000
        due = [pane for pane in self._waiting if self._due.get(pane, 0.0) <= now]
        due.sort(key=lambda pane: self._due.get(pane, 0.0))
        self._chosen = due[: (len(self._waiting) + 1) // 2]
        self._step()

    def _step(self) -> None:
        try:
            if self._unpainted:
                self._paint()
            elif self._chosen and (pane := self._chosen.pop(0)) in self._waiting:
                self._show(pane)
        finally:
            # also after an error in a pane, so that it ends this frame and no other pane
            if self._chosen or self._unpainted:
                self._then.start()
            elif not self._waiting:
                self._timer.stop()

    def _paint(self) -> None:
        pane, self._unpainted = self._unpainted, None
        if pane is not None and isValid(pane):
            pane.hold_paint(False)

    def _show(self, pane: Pane) -> None:
        del self._waiting[pane]
        if not isValid(pane):
            self.forget(pane)
            return
        began = perf_counter() * 1000
        pane.hold_paint(True)
        self._unpainted = pane
        more = pane.show_changes()
        took = perf_counter() * 1000 - began
        self._due[pane] = began + _pause(took)
        if more:
            self._waiting[pane] = None


_shared: Pacer | None = None


def pacer() -> Pacer:
    """Return the pacer of this application."""
    global _shared
    if _shared is None or not isValid(_shared):
        _shared = Pacer(QCoreApplication.instance())
    return _shared


def _pause(took: float) -> float:
    if took <= _SLOW_MS:
        return _FRAME_MS
    return max(_SLOW_FRAME_MS, min(4 * took, _SLOWEST_FRAME_MS))
