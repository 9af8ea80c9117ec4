"""The button that selects the listed conversations: all, a folder, the archive or deleted."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from ui.history.asking import ask_name
from ui.look import theme
from ui.look.language import tr
from ui.state.conversation_entry import Folder, HistoryFilter
from ui.state.workspace import Workspace

_MOST_WIDTH = 150


class ScopeButton(QToolButton):
    """`changed` has a HistoryFilter, of which this button sets all but the search row's fields."""

    changed = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("scope")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tr("Chats to list"))
        self._requests = workspace.history_requests
        self._history = workspace.history
        self._scope = HistoryFilter()
        self._menu = QMenu(self)
        self._menu.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._fit()

    @property
    def scope(self) -> HistoryFilter:
        return self._scope

    def set_scope(
        self, *, archived: bool = False, folder_id: int | None = None, deleted: bool = False
    ) -> None:
        """`deleted` selects Recently Deleted, including chats that were in the archive."""
        wanted = replace(
            self._scope,
            archived=None if deleted else archived,
            folder_id=folder_id,
            deleted=deleted,
        )
        if wanted != self._scope:
            self._scope = wanted
            self._show()
            self.changed.emit(wanted)

    def folders_changed(self) -> None:
        """Switch to all chats if the selected folder was deleted."""
        folder_id = self._scope.folder_id
        if folder_id is not None and self._folder() is None:
            self.set_scope()
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._fit()

    def _fit(self) -> None:
        size = theme.px(12)
        self.setIcon(theme.icon("chevron-down", size=size))
        self.setIconSize(QSize(size, size))
        self._show()

    def _show(self) -> None:
        # An "&" would underline the letter after it.
        shown = self.fontMetrics().elidedText(
            self._name(), Qt.TextElideMode.ElideRight, theme.px(_MOST_WIDTH)
        )
        self.setText(shown.replace("&", "&&"))
        self.setAccessibleName(tr("Listed: {name}").format(name=self._name()))

    def _name(self) -> str:
        if self._scope.deleted:
            return tr("Recently Deleted")
        if self._scope.archived:
            return tr("Archive")
        folder = self._folder()
        return folder.name if folder else tr("All chats")

    def _folder(self) -> Folder | None:
        folders, folder_id = self._history.source.folders(), self._scope.folder_id
        return next((it for it in folders if it.folder_id == folder_id), None)

    def _fill(self) -> None:
        self._menu.clear()
        scope = self._scope
        everything = not (scope.archived or scope.deleted) and scope.folder_id is None
        self._choice(tr("All chats"), everything, lambda: self.set_scope())
        for folder in self._history.source.folders():
            number = folder.folder_id
            self._choice(
                folder.name,
                scope.folder_id == number,
                lambda number=number: self.set_scope(folder_id=number),
            )
        self._choice(tr("Archive"), bool(scope.archived), lambda: self.set_scope(archived=True))
        self._choice(tr("Recently Deleted"), scope.deleted, lambda: self.set_scope(deleted=True))
        self._menu.addSeparator()
        self._menu.addAction(
            tr("New folder…"),
            lambda: ask_name(
                self,
                tr("New folder"),
                lambda name: self._requests.folder_added.emit(name, ()),
            ),
        )
        if folder := self._folder():
            self._add_changes(folder)

    def _add_changes(self, folder: Folder) -> None:
        number = folder.folder_id
        self._menu.addAction(
            tr("Rename folder…"),
            lambda: ask_name(
                self,
                tr("Rename folder"),
                lambda name: self._requests.folder_renamed.emit(number, name),
                folder.name,
            ),
        )
        self._menu.addAction(
            tr("Delete folder, keep its chats"),
            lambda: self._requests.folder_deleted.emit(number),
        )

    def _choice(self, text: str, chosen: bool, run: Callable[[], object]) -> QAction:
        action = self._menu.addAction(text.replace("&", "&&"), run)
        action.setCheckable(True)
        action.setChecked(chosen)
        return action
