"""The answer that is being read aloud."""

from PySide6.QtCore import QObject, Signal

from ui.state.turn import Turn


class Reading(QObject):
    """`turn` is None while nothing is read."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turn: Turn | None = None
        self.paused = False

    def set(self, turn: Turn | None, *, paused: bool = False) -> None:
        self.turn, self.paused = turn, paused
        self.changed.emit()
