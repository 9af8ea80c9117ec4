"""The bar above a chat: its title, its model, and the buttons of the panels and the menu."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenuBar, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.workspace import Workspace
from ui.widgets.buttons import IconButton
from ui.widgets.labels import ElidedLabel
from ui.window.model_menu import ModelMenu

HEIGHT = 52


class HeaderBar(QFrame):
    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self.setFixedHeight(theme.px(HEIGHT))
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self.setFixedHeight(theme.px(HEIGHT))

    def set_sidebar_shown(self, shown: bool) -> None:
        """Show the sidebar's buttons here while the sidebar is hidden."""
        self.sidebar_button.setVisible(not shown)
        self.new_button.setVisible(not shown)

    def _show_load(self) -> None:
        """Show the button while the model of the chat in front loads."""
        self.cancel_button.setVisible(bool(self._loading()))

    def _loading(self) -> str:
        """Return the id of the model that the header shows as loading, or ""."""
        model = self._engine.model if self._engine.status else None
        return model.model_id if model and model.model_id in self._engine.loading else ""

    def _cancel_load(self) -> None:
        if model_id := self._loading():
            self._model_requests.load_cancelled.emit(model_id)

    def _lay_out(self) -> None:
        names = QVBoxLayout()
        names.setSpacing(1)
        names.addStretch()
        names.addWidget(self.title)
        names.addWidget(self.subtitle)
        names.addStretch()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 0, 12, 0)
        layout.setSpacing(6)
        layout.addWidget(self.sidebar_button)
        layout.addWidget(self.new_button)
        layout.addLayout(names, 1)
        layout.addWidget(self.model_menu)
        layout.addWidget(self.cancel_button)
        layout.addWidget(self.stats_button)
        layout.addWidget(self.menu_button)
