"""The button that selects the listed conversations: all, the archive or deleted."""

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSizePolicy, QToolButton

from ui.history.folder_menu import add_folder_choices
from ui.look import theme
from ui.look.language import tr
from ui.state.conversation_entry import HistoryFilter
from ui.state.workspace import Workspace
from ui.widgets.buttons import ToolButton
from ui.widgets.labels import literal
from ui.widgets.menu import Menu

_MOST_WIDTH = 150


class ScopeMenu(Menu):
    """Opens at the left edge of `button`. Qt aligns it to the right, because the button is laid out
    from the right, and so it would stand outside the window."""

    def __init__(self, button: QToolButton) -> None:
        super().__init__(button)
        self._button = button
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        left = self._button.mapToGlobal(self._button.rect().topLeft()).x()
        self.move(min(left, self.screen().geometry().right() - self.width()), self.y())


class ScopeButton(ToolButton):
    """`changed` has a HistoryFilter, of which this button sets all but the search row's fields."""

    changed = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.setObjectName("scope")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setToolTip(tr("Chats to list"))
        self._workspace = workspace
        self._scope = HistoryFilter()
        self._menu = ScopeMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._fit()
        theme.look.changed.connect(self._fit)

    @property
    def scope(self) -> HistoryFilter:
        return self._scope

    def set_scope(self, *, archived: bool = False, deleted: bool = False) -> None:
        """`deleted` selects Recently Deleted, including chats that were in the archive."""
        wanted = HistoryFilter(archived=None if deleted else archived, deleted=deleted)
        if wanted != self._scope:
            self._scope = wanted
            self._show()
            self.changed.emit(wanted)

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
        self.setText(literal(shown))
        self.setAccessibleName(tr("Listed: {name}").format(name=self._name()))

    def _name(self) -> str:
        if self._scope.deleted:
            return tr("Recently Deleted")
        return tr("Archive") if self._scope.archived else tr("All chats")

    def _fill(self) -> None:
        self._menu.clear()
        scope = self._scope
        self._choice(
            tr("All chats"), not (scope.archived or scope.deleted), lambda: self.set_scope()
        )
        self._choice(tr("Archive"), bool(scope.archived), lambda: self.set_scope(archived=True))
        self._choice(tr("Recently Deleted"), scope.deleted, lambda: self.set_scope(deleted=True))
        self._menu.addSeparator()
        add_folder_choices(self._menu, self, self._workspace)

    def _choice(self, text: str, chosen: bool, run: Callable[[], object]) -> None:
        action = self._menu.addAction(literal(text), run)
        action.setCheckable(True)
        action.setChecked(chosen)
