"""Opens files and folders handed to Duologue from outside its window."""

from pathlib import Path

from PySide6.QtCore import QObject

from engine.sentences import say, say_all
from ui.window.file_drops import ONE_MODEL, offer_files
from ui.window.main_window import MainWindow

# Identifies the notice of this module.
OPENING = "opening"


class ExternalFiles(QObject):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def open(self, paths: list[Path]) -> None:
        """Attach files to the next question of the current chat; a folder becomes the current
        model. The window is raised in any case."""
        raise_window(self._window)
        folders = [path for path in paths if path.is_dir()]
        files = [path for path in paths if path.is_file()]
        missing = [path for path in paths if path not in folders and path not in files]
        if files:
            offer_files(self._window.workspace, files)
        if folders:
            self._window.workspace.model_requests.chosen.emit(str(folders[0]))
        sentences = [_not_opened(path) for path in missing]
        if len(folders) > 1:
            sentences.append(ONE_MODEL)
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
