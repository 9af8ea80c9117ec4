"""Files and folders that someone opened with Duologue, from outside its window."""

from pathlib import Path

from PySide6.QtCore import QObject

from engine.sentences import say, say_all
from ui.window.main_window import ONE_MODEL, MainWindow

# The cause of a notice.
OPENING = "opening"


class Opening(QObject):
    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def open(self, paths: list[Path]) -> None:
        """Files go with the next question of the chat in front, a folder is the model that is asked
        from now on. The window comes to the front in any case."""
        raise_window(self._window)
        folders = [path for path in paths if path.is_dir()]
        files = [path for path in paths if path.is_file()]
        missing = [path for path in paths if path not in folders and path not in files]
        if files:
            self._window.offer_files(files)
        if folders:
            self._window.model_chosen.emit(str(folders[0]))
        sentences = [_not_opened(path) for path in missing]
        if len(folders) > 1:
            sentences.append(ONE_MODEL)
        self._window.end_notice(OPENING)
        if sentences:
            self._window.show_notice(say_all(sentences), "error", OPENING)


def _not_opened(path: Path) -> str:
    if path.exists():
        return say("{path} is a device or a pipe, not a file.", path=str(path))
    return say("{path} is not there.", path=str(path))


def raise_window(window: MainWindow) -> None:
    """Also where it was hidden or made an icon."""
    if window.isMinimized():
        window.showNormal()
    window.show()
    window.raise_()
    window.activateWindow()
