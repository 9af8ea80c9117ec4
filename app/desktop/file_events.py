"""Files the system opens with the application: dropped on its icon or chosen by "Open With"."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFileOpenEvent


class OpenedFiles(QObject):
    """Emits the files to open. Files that arrive before `begin` are kept until then."""

    opened = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Path] | None = []

    def begin(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting:
            self.opened.emit(waiting)

    def add(self, event: QFileOpenEvent) -> None:
        """Open the file of an event; a web address has none."""
        if not event.file():
            return
        self.take([Path(event.file())])

    def take(self, paths: list[Path]) -> None:
        if self._waiting is None:
            self.opened.emit(paths)
        else:
            self._waiting += paths
