"""The answer that is being read aloud, and its sentences so far."""

from PySide6.QtCore import QObject, Signal

from ui.state.turn import Turn


class Reading(QObject):
    """`turn` is None while nothing is read. `said` are its sentences so far, without markup; the
    last one is being spoken, and `spoke` comes when it begins."""

    changed = Signal()
    spoke = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turn: Turn | None = None
        self.paused = False
        self.said: tuple[str, ...] = ()

    def set(self, turn: Turn | None, *, paused: bool = False) -> None:
        if turn is not self.turn:
            self.said = ()
        self.turn, self.paused = turn, paused
        self.changed.emit()

    def begin_sentence(self, index: int, sentence: str) -> None:
        """Tell that a sentence begins, perhaps again after a pause."""
        self.said = (*self.said[:index], sentence)
        self.spoke.emit()
