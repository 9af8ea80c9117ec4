"""Files that the system opens with the application: dropped on its icon, or by "Open With"."""

from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFileOpenEvent


class OpenedFiles(QObject):
    """Those that come before anyone listens are kept; `begin` hands them over."""

    opened = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._kept: list[Path] | None = []

    def begin(self) -> None:
        kept, self._kept = self._kept, None
        if kept:
            self.opened.emit(kept)

    def take(self, event: QFileOpenEvent) -> None:
        """An address of the web has no file."""
        if not event.file():
            return
        if self._kept is None:
            self.opened.emit([Path(event.file())])
        else:
            self._kept.append(Path(event.file()))
