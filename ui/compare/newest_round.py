"""The newest question of a transcript and what came of it, shown alone."""

from PySide6.QtCore import QObject

from ui.state.transcript import Transcript


class NewestRound(Transcript):
    """Has what comes into `source` from now on: an earlier answer tells whose the newest is."""

    def __init__(self, source: Transcript, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._start = len(source.turns)
        source.turn_added.connect(self._added)
        source.turn_changed.connect(self._changed)
        source.turns_dropped.connect(self._dropped)

    @property
    def busy(self) -> bool:
        return self._source.busy

    def _added(self, index: int) -> None:
        self._add(self._source.turns[index])

    def _changed(self, index: int) -> None:
        if index >= self._start:
            self.turn_changed.emit(index - self._start)

    def _dropped(self, first: int) -> None:
        start = max(0, first - self._start)
        del self.turns[start:]
        self.turns_dropped.emit(start)
