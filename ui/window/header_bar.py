"""The bar above a chat: its title, its model, and the buttons of the panels and the menu."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenuBar, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.remote_words import header_words
from ui.state.workspace import Workspace
from ui.tabs.tab import Tab
from ui.widgets.axis import column_in
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel
from ui.widgets.layouts import hbox, vbox
from ui.window.model_menu import ModelMenu

HEIGHT = 52
_SPACING = 6
# Pixels from the edge of the bar to its buttons, and from these to the title.
_EDGE, _GAP = 6, 8
# The title's share of a narrow bar, wide enough for more than eight letters.
_TITLE = 120
# Pixels around the drawing of an icon button.
_PADDING = 6


class HeaderLayout(QHBoxLayout):
    """Puts the title and the model menu on the edges of the column, and the buttons at the edges of
    the bar. Buttons for which there is no room beside the column stand on its edges instead. The
    menu may take half of the column, or what short titles leave."""

    def __init__(
        self,
        parent: QWidget,
        groups: tuple[QWidget, QWidget, QWidget],
        titles: tuple[QLabel, QLabel],
        menu: ModelMenu,
        beside: QWidget,
    ) -> None:
        """`beside` stands between the menu and the edge, unless it is hidden."""
        super().__init__(parent)
        self._titles = titles
        self._parts = groups
        self._menu, self._beside = menu, beside
        self._full = False
        self.setContentsMargins(0, 0, 0, 0)
        for part in self._parts:
            self.addWidget(part)

    def set_full(self, full: bool) -> None:
        if full != self._full:
            self._full = full
            self.invalidate()

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        column = column_in(rect.width(), full=self._full)
        left, middle, right = self._parts
        start, end = column.left, column.right
        edge, gap, padding = (theme.px(it) for it in (_EDGE, _GAP, _PADDING))
        if width := _wanted(left):
            beside = edge + width + gap <= column.left
            at = edge if beside else column.left - padding
            left.setGeometry(rect.left() + at, rect.top(), width, rect.height())
            start = column.left if beside else at + width + gap
        if width := _wanted(right):
            beside = column.right + gap + width + edge <= rect.width()
            at = rect.width() - edge - width if beside else column.right + padding - width
            right.setGeometry(rect.left() + at, rect.top(), width, rect.height())
            end = column.right if beside else at - gap
        free = end - start
        if not self._beside.isHidden():
            free -= self._beside.sizeHint().width() + _SPACING
        room = free - theme.px(_TITLE)
        wanted = max(it.sizeHint().width() for it in self._titles)
        self._menu.set_room(room, max(room // 2, free - gap - wanted))
        middle.setGeometry(rect.left() + start, rect.top(), max(0, end - start), rect.height())


def _wanted(group: QWidget) -> int:
    """Return the width of a group of buttons; 0 if all are hidden."""
    layout = group.layout()
    return layout.sizeHint().width() if layout and not layout.isEmpty() else 0


class HeaderBar(QFrame):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.setObjectName("header")
        self._fit()
        theme.look.changed.connect(self._fit)
        # These are made from left to right, since Tab follows the order of creation.
        self._left, self._names, self._right = QWidget(self), QWidget(self), QWidget(self)
        self.title = ElidedLabel("header_title")
        self.subtitle = ElidedLabel("header_subtitle")
        self.model_menu = ModelMenu(
            workspace.engine,
            workspace.model_requests,
            workspace.library_requests,
            workspace.library,
        )
        self.cancel_button = IconButton("x", tr("Cancel loading"), parent=self)
        self.cancel_button.clicked.connect(self._cancel_load)
        self._engine, self._model_requests = workspace.engine, workspace.model_requests
        workspace.engine.model_changed.connect(self._show_load)
        workspace.engine.loading_changed.connect(self._show_load)
        self.sidebar_button = IconButton("panel-left", tr("Show sidebar"))
        self.new_button = IconButton("square-pen", tr("New chat"))
        self.new_button.clicked.connect(lambda: workspace.requests.new_chat.emit())
        self.stats_button = IconButton("chart-no-axes-column", tr("Live stats"))
        self.stats_button.setCheckable(True)
        self.menu_button = IconButton("menu", tr("Menu"))
        self._lay_out()
        # A system that shows the menus itself needs no button for them. Without a parent, a visible
        # button would be a window.
        self.menu_button.setVisible(not QMenuBar().isNativeMenuBar())
        self.set_sidebar_shown(True)
        self._show_load()

    def _fit(self) -> None:
        self.setFixedHeight(theme.px(HEIGHT))

    def set_sidebar_shown(self, shown: bool) -> None:
        """Show the sidebar's buttons here while the sidebar is hidden."""
        self.sidebar_button.setVisible(not shown)
        self.new_button.setVisible(not shown)

    def show_tab(self, tab: Tab | None, without: str, *, with_menu: bool) -> None:
        """Show the names of a tab, or only the title `without` one. Without its menu of models, the
        bar is aligned with the panes of a comparison instead of the column of a chat."""
        self.title.setText(tab.title if tab else without)
        parts = [tr("Temporary")] if tab and tab.temporary else []
        if tab and tab.conversation.addresses:
            parts.append(header_words(tab.conversation.addresses))
        self.subtitle.setText(" · ".join([*parts, tab.subtitle]) if tab else "")
        self.model_menu.setVisible(with_menu)
        self._layout.set_full(not with_menu)

    def _show_load(self) -> None:
        """Show the button while the model of the chat in front loads."""
        self.cancel_button.setVisible(self._engine.front_load is not None)

    def _cancel_load(self) -> None:
        if self._engine.model:
            self._model_requests.load_cancelled.emit(self._engine.model.model_id)

    def _lay_out(self) -> None:
        names = vbox(spacing=1)
        names.addStretch()
        names.addWidget(self.title)
        names.addWidget(self.subtitle)
        names.addStretch()
        middle = hbox(self._names, spacing=_SPACING)
        middle.addLayout(names, 1)
        for part in (self.model_menu, self.cancel_button):
            middle.addWidget(part)
        for row, parts in (
            (hbox(self._left, spacing=_SPACING), (self.sidebar_button, self.new_button)),
            (hbox(self._right, spacing=_SPACING), (self.stats_button, self.menu_button)),
        ):
            for part in parts:
                row.addWidget(part)
        self._layout = HeaderLayout(
            self,
            (self._left, self._names, self._right),
            (self.title, self.subtitle),
            self.model_menu,
            self.cancel_button,
        )
