"""Plays the part of a video that is sent, from frames that were decoded for it."""

from collections.abc import Sequence

from PySide6.QtCore import QElapsedTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QImage

# A short part is not shown for less than this.
_SHORTEST = 0.2


class VideoPlayer(QObject):
    """Shows frames in the time that their part takes. `shown` has a frame and its place in the
    video in seconds; `changed` comes when it begins or stops."""

    shown = Signal(QImage, float)
    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._frames: tuple[QImage, ...] = ()
        self._start, self._seconds = 0.0, 0.0
        self._index = 0
        # The time at which the part began, or would have, had it not been paused.
        self._begun = 0.0
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._tick)

    @property
    def loaded(self) -> bool:
        return len(self._frames) > 1

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    def load(self, frames: Sequence[QImage], start: float, seconds: float) -> None:
        """Take evenly spaced frames of a part that begins at `start` and lasts `seconds`."""
        self.stop()
        self._frames, self._start = tuple(frames), start
        self._seconds, self._index = max(_SHORTEST, seconds), 0
        self.changed.emit()

    def clear(self) -> None:
        self.load((), 0.0, 0.0)

    def toggle(self) -> None:
        self.stop() if self.playing else self.play()

    def play(self) -> None:
        """Play on from where it stopped, or again from the beginning."""
        if not self.loaded:
            return
        if self._index >= len(self._frames) - 1:
            self._index = 0
        self._begun = self._clock.elapsed() / 1000 - self._index * self._step
        self._timer.start(max(10, round(1000 * self._step / 2)))
        self._show()
        self.changed.emit()

    def stop(self) -> None:
        if self.playing:
            self._timer.stop()
            self.changed.emit()

    @property
    def _step(self) -> float:
        """The seconds that each frame is shown."""
        return self._seconds / max(1, len(self._frames))

    def _tick(self) -> None:
        """Show the frame of this moment; a late one is left out."""
        passed = self._clock.elapsed() / 1000 - self._begun
        if passed >= self._seconds:
            self._index = len(self._frames) - 1
            self._show()
            self.stop()
            return
        index = min(len(self._frames) - 1, int(passed / self._step))
        if index != self._index:
            self._index = index
            self._show()

    def _show(self) -> None:
        last = max(1, len(self._frames) - 1)
        at = self._start + self._seconds * self._index / last
        self.shown.emit(self._frames[self._index], at)
