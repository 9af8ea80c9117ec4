"""The page of the models window with the models on this computer: the list, or one of them."""

from functools import cached_property

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from ui.models.library_list import LibraryList
from ui.models.model_page import ModelPage
from ui.state.workspace import Workspace
from ui.widgets.layouts import vbox


class LibraryPage(QWidget):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._library = workspace.library
        self._stack = QStackedWidget(self)
        self.list = LibraryList(workspace, self._stack)
        self._stack.addWidget(self.list)
        vbox(self, spacing=0).addWidget(self._stack)
        self._library.changed.connect(self._refresh)
        self._library.shown.connect(self.show_model)

    @cached_property
    def model(self) -> ModelPage:
        """The page of a model, built once it is asked for: the window opens with the list."""
        page = ModelPage(self._workspace, self._stack)
        self._stack.addWidget(page)
        return page

    @property
    def shows_model(self) -> bool:
        return self._stack.currentWidget() is not self.list

    def show_model(self, model_id: str) -> None:
        """Show the page of a model, or the list with "" or a model that is not there."""
        if model := self._library.find(model_id):
            self.model.show_model(model)
            self._stack.setCurrentWidget(self.model)
            self.model.take_focus()
        else:
            self._stack.setCurrentWidget(self.list)
            self.list.view.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back with Escape, then clear the filter; the window closes with the next one."""
        if event.key() == Qt.Key.Key_Escape and self.shows_model:
            self.show_model("")
        elif event.key() == Qt.Key.Key_Escape and self.list.search.text():
            self.list.search.clear()
        else:
            super().keyPressEvent(event)

    def _refresh(self) -> None:
        """Show changed facts of the model; a model that is gone gives way to the list."""
        if not self.shows_model or not self.model.model:
            return
        if model := self._library.find(self.model.model.model_id):
            self.model.show_model(model)
        else:
            self.show_model("")
