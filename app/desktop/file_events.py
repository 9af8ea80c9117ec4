"""Files the system opens with the application: dropped on its icon or chosen by "Open With"."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFileOpenEvent


class OpenedFiles(QObject):
    """Emits the files to open. Files that arrive before `begin` are kept until then."""

    opened = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: list[Path] | None = []

    def begin(self) -> None:
        kept, self._kept = self._kept, None
        if kept:
            self.opened.emit(kept)

    def take(self, event: QFileOpenEvent) -> None:
        """Open the file of an event; a web address has none."""
        if not event.file():
            return
        if self._kept is None:
            self.opened.emit([Path(event.file())])
        else:
            self._kept.append(Path(event.file()))
