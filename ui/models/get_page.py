"""The page of the models window that searches the hub."""

from PySide6.QtWidgets import QWidget

from ui.state.workspace import Workspace


class GetPage(QWidget):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
