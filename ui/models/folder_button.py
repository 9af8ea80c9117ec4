"""The button with the folders that are searched for models, to add and to remove them."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QMenu, QToolButton

from ui.look import theme
from ui.look.language import tr
from ui.state.workspace import Workspace
from ui.widgets.buttons import ToolButton, draw_chevron
from ui.widgets.file_dialog import folder_dialog
from ui.widgets.labels import literal, tooltip

_MOST_WIDTH = 380


class FolderButton(ToolButton):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self._menu = QMenu(self)
        self._menu.setToolTipsVisible(True)
        self._menu.aboutToShow.connect(self.fill)
        self.setObjectName("folders")
        self.setText(tr("Folders"))
        self.setAccessibleName(tr("Folders with models"))
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMenu(self._menu)
        self.fill()

    def fill(self) -> None:
        """Fill the menu: it is called before it opens."""
        library, requests = self._workspace.library, self._workspace.library_requests
        self._menu.clear()
        self._menu.addAction(tr("Add folder…"), self.choose)
        self._menu.addAction(tr("Search the folders again"), requests.refreshed.emit)
        self._menu.addSeparator()
        if library.own_folder:
            title = self._menu.addAction(self._elided(tr("Downloads: {path}"), library.own_folder))
            title.setEnabled(False)
            change = self._workspace.settings_requests.models_opened
            self._menu.addAction(tr("Change the folder for downloads…"), change.emit)
        for path in library.folders:
            action = self._menu.addAction(self._elided(tr("Remove {path}"), path))
            action.setToolTip(tooltip(tr("Nothing in the folder is deleted.")))
            action.triggered.connect(lambda _=False, path=path: requests.folder_removed.emit(path))

    def choose(self) -> None:
        """Ask for a folder with models."""
        dialog = folder_dialog(self.window(), tr("Add a folder with models"))
        dialog.fileSelected.connect(self._workspace.library_requests.folder_added)
        dialog.open()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_chevron(self)

    def _elided(self, text: str, path: str) -> str:
        room = theme.px(_MOST_WIDTH)
        shown = self._menu.fontMetrics().elidedText(path, Qt.TextElideMode.ElideMiddle, room)
        return literal(text.format(path=shown))
