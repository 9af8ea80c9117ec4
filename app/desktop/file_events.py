"""Files and links the system opens with the application, such as those dropped on its icon."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QFileOpenEvent

from app.desktop import duologue_links


class OpenedFiles(QObject):
    """Emits the paths of files to open, and the texts of links. What arrives before `begin` is kept
    until then."""

    opened = Signal(list)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: list[Path | str] | None = []

    def begin(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting:
            self.opened.emit(waiting)

    def add(self, event: QFileOpenEvent) -> None:
        """Open the file or the link of an event; other addresses are ignored."""
        link = event.url().toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if duologue_links.is_link(link):
            self.take([link])
        elif event.file():
            self.take([Path(event.file())])

    def take(self, places: Sequence[Path | str]) -> None:
        if self._waiting is None:
            self.opened.emit(list(places))
        else:
            self._waiting += places
