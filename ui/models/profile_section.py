"""The part of a model's page with what is chosen for it: template, stop tokens, adapter."""

from PySide6.QtWidgets import QWidget

from ui.state.library_state import LibraryModel
from ui.state.workspace import Workspace


class ProfileSection(QWidget):
    """`show_model` is called with the model of the page, and again when it changes."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace

    def show_model(self, model: LibraryModel) -> None:
        self._model = model
