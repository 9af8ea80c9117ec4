"""Opens files and folders handed to Duologue from outside its window."""

from pathlib import Path

from PySide6.QtCore import QObject

from engine.sentences import say, say_all
from ui.window.file_drops import offer_files
from ui.window.main_window import MainWindow

# Identifies the notice of this module.
OPENING = "opening"


class ExternalFiles(QObject):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def open(self, paths: list[Path]) -> None:
        """Take files and folders as if they were dropped on the window. The window is raised in
        any case."""
        raise_window(self._window)
        found = [path for path in paths if path.is_dir() or path.is_file()]
        if found:
            offer_files(self._window.workspace, found)
        sentences = [_not_opened(path) for path in paths if path not in found]
        self._window.workspace.notices.end(OPENING)
        if sentences:
            self._window.workspace.notices.show(say_all(sentences), "error", OPENING)


def _not_opened(path: Path) -> str:
    if path.exists():
        return say("{path} is a device or a pipe, not a file.", path=str(path))
    return say("{path} does not exist.", path=str(path))


def raise_window(window: MainWindow) -> None:
    """Show and raise the window, even if it was hidden or minimized."""
    if window.isMinimized():
        window.showNormal()
    window.show()
    window.raise_()
    window.activateWindow()
