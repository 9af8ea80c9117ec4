"""The settings: a value goes in, `value()` comes out."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from ui import theme
from ui.language import tr
from ui.settings.settings_appearance import AppearancePage
from ui.settings.settings_general import GeneralPage
from ui.settings.settings_shortcuts import ShortcutsPage
from ui.settings.settings_tools import ToolsPage
from ui.state.settings import Settings
from ui.state.shortcuts import Shortcut
from ui.state.tool_entry import ServerStatus
from ui.widgets.page_tab import page_tab
from ui.widgets.popup_card import scroll_area

WIDTH, HEIGHT = 560, 520
MARGIN = 40
GENERAL, APPEARANCE, SHORTCUTS, TOOLS = PAGES = ("general", "appearance", "shortcuts", "tools")


class SettingsDialog(QDialog):
    """Only what a person changes differs from the value put in. `page` is one of PAGES."""

    def __init__(
        self,
        value: Settings,
        parent: QWidget | None = None,
        *,
        statuses: Sequence[ServerStatus] = (),
        page: str = "",
        shortcuts: Sequence[Shortcut] = (),
    ) -> None:
        super().__init__(parent)
        self._value = value
        self.tabs = {name: page_tab(title, self) for name, title in _titles().items()}
        self.general = GeneralPage(value)
        self.automatic, self.memory = self.general.automatic, self.general.memory
        self.log_level = self.general.log_level
        self.appearance = AppearancePage(value)
        self.shortcuts = ShortcutsPage(value, shortcuts)
        self.tools = ToolsPage(value)
        self._pages = QStackedWidget()
        self.setWindowTitle(tr("Settings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._lay_out()
        self.set_statuses(statuses)
        self.show_page(page or GENERAL)
        self.tabs[page or GENERAL].setFocus(Qt.FocusReason.OtherFocusReason)

    def value(self) -> Settings:
        value = self._value
        for page in (self.general, self.appearance, self.shortcuts, self.tools):
            value = page.take(value)
        return value

    def set_statuses(self, statuses: Sequence[ServerStatus]) -> None:
        """How the servers are now; what is being edited stays."""
        self.tools.set_statuses(statuses)

    def show_page(self, name: str) -> None:
        self._pages.setCurrentIndex(PAGES.index(name))
        for other, tab in self.tabs.items():
            tab.setChecked(other == name)

    def accept(self) -> None:
        """A server that is still being edited is saved too, or the dialog says why it cannot be."""
        if self.tools.settle():
            super().accept()
        else:
            self.show_page(TOOLS)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._fit()

    def _fit(self) -> None:
        """No larger than the screen; what does not fit then scrolls."""
        room = self.screen().availableGeometry().size() - QSize(MARGIN, MARGIN)
        self.setFixedSize(QSize(theme.px(WIDTH), theme.px(HEIGHT)).boundedTo(room))

    def _lay_out(self) -> None:
        self._fit()
        heads = QHBoxLayout()
        heads.setSpacing(4)
        for name, tab in self.tabs.items():
            # the arrow keys turn the page
            tab.setAutoExclusive(True)
            tab.clicked.connect(lambda _=False, name=name: self.show_page(name))
            heads.addWidget(tab)
        heads.addStretch()
        for page in (self.general, self.appearance):
            self._pages.addWidget(scroll_area(page))
        self._pages.addWidget(self.shortcuts)
        self._pages.addWidget(self.tools)
        save, cancel = QDialogButtonBox.StandardButton.Save, QDialogButtonBox.StandardButton.Cancel
        buttons = QDialogButtonBox(save | cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 18)
        column.setSpacing(16)
        column.addLayout(heads)
        column.addWidget(self._pages, 1)
        column.addWidget(buttons)


def _titles() -> dict[str, str]:
    texts = (tr("General"), tr("Appearance"), tr("Shortcuts"), tr("Tools"))
    return dict(zip(PAGES, texts, strict=True))
