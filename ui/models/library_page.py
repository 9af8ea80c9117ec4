"""The page of the models window with the models on this computer."""

from PySide6.QtWidgets import QWidget

from ui.state.workspace import Workspace


class LibraryPage(QWidget):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
