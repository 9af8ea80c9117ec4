"""The settings window: a searchable window whose changes apply at once."""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr
from ui.settings.page_titles import (
    APPEARANCE,
    DATA,
    GENERAL,
    MACHINES,
    MODELS,
    PAGES,
    PRIVACY,
    PROMPTS,
    SERVER,
    SHORTCUTS,
    TOOLS,
    page_titles,
)
from ui.settings.setting_fields import page_area
from ui.settings.settings_appearance import AppearancePage
from ui.settings.settings_data import DataPage
from ui.settings.settings_general import GeneralPage
from ui.settings.settings_machines import MachinesPage
from ui.settings.settings_models import ModelsPage
from ui.settings.settings_page import SettingsPage
from ui.settings.settings_privacy import PrivacyPage
from ui.settings.settings_prompts import PromptsPage
from ui.settings.settings_server import ServerPage
from ui.settings.settings_shortcuts import ShortcutsPage
from ui.settings.settings_tools import ToolsPage
from ui.state.shortcuts import Shortcut
from ui.state.workspace import Workspace
from ui.widgets.buttons import IconButton
from ui.widgets.labels import plain_label
from ui.widgets.layouts import set_minimum_size, vbox
from ui.widgets.notice_bar import NoticeFoot
from ui.widgets.own_window import begin_window
from ui.widgets.search_line import SearchLine

Page = SettingsPage | ShortcutsPage | PromptsPage | ToolsPage
PageT = TypeVar("PageT", bound=Page)
_ICON = 15


class SideTab(IconButton):
    """A tab with an icon and left-aligned text."""

    def __init__(self, icon: str, title: str) -> None:
        super().__init__(icon, title, _ICON)
        self.setToolTip("")
        # A tool button puts its text close to its icon.
        self.setText(f"  {title}")
        self.setProperty("kind", "page_tab")
        self.setCheckable(True)
        # Arrow keys then move between the tabs.
        self.setAutoExclusive(True)
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)


WIDTH, HEIGHT = 720, 560
LEAST_WIDTH, LEAST_HEIGHT = 640, 360
LEFT_WIDTH = 150
MARGIN = 40

_ICONS = {
    GENERAL: "settings",
    APPEARANCE: "sun",
    SHORTCUTS: "keyboard",
    PROMPTS: "message-square",
    MODELS: "box",
    TOOLS: "wrench",
    SERVER: "link-2",
    MACHINES: "cpu",
    DATA: "hard-drive",
    PRIVACY: "shield",
}


class SettingsWindow(QWidget):
    """Shows the settings of a workspace; each change applies at once. `page` is one of PAGES."""

    def __init__(
        self,
        workspace: Workspace,
        parent: QWidget | None = None,
        *,
        page: str = "",
        shortcuts: Sequence[Shortcut] = (),
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self._workspace = workspace
        self._state = workspace.settings
        self._shortcuts = shortcuts
        self._current = GENERAL
        # What the stack shows of each page that has been built.
        self._areas: dict[str, QWidget] = {}
        self.setObjectName("settings")
        self.search = SearchLine(tr("Search"), tr("Search the settings"))
        self.nothing = plain_label("settings_note", tr("No settings found."))
        self.tabs = {name: SideTab(_ICONS[name], title) for name, title in page_titles().items()}
        self._pages = QStackedWidget()
        begin_window(self, tr("Settings"))
        self._lay_out()
        self._connect()
        self.show_page(page or GENERAL)
        self.tabs[page or GENERAL].setFocus(Qt.FocusReason.OtherFocusReason)
        theme.look.changed.connect(self._fit)

    # All pages together take longer to build than a window may take to open.

    @cached_property
    def general(self) -> GeneralPage:
        page = GeneralPage(self._workspace)
        page.tell_of_screen_key(self._state.screen_key_problem)
        return self._added(GENERAL, page)

    @cached_property
    def appearance(self) -> AppearancePage:
        requests = self._workspace.settings_requests
        return self._added(APPEARANCE, AppearancePage(requests, self._shortcuts))

    @cached_property
    def shortcuts(self) -> ShortcutsPage:
        requests = self._workspace.settings_requests
        return self._added(SHORTCUTS, ShortcutsPage(requests, self._shortcuts))

    @cached_property
    def prompts(self) -> PromptsPage:
        return self._added(PROMPTS, PromptsPage(self._workspace.prompts))

    @cached_property
    def models(self) -> ModelsPage:
        return self._added(MODELS, ModelsPage(self._workspace))

    @cached_property
    def tools(self) -> ToolsPage:
        page = ToolsPage(self._workspace.settings_requests)
        page.set_statuses(self._state.statuses)
        return self._added(TOOLS, page)

    @cached_property
    def server(self) -> ServerPage:
        return self._added(SERVER, ServerPage(self._workspace))

    @cached_property
    def machines(self) -> MachinesPage:
        return self._added(MACHINES, MachinesPage(self._workspace))

    @cached_property
    def data(self) -> DataPage:
        return self._added(DATA, DataPage(self._workspace))

    @cached_property
    def privacy(self) -> PrivacyPage:
        return self._added(PRIVACY, PrivacyPage(self._workspace))

    def _added(self, name: str, page: PageT) -> PageT:
        page.put(self._state.value)
        # It scrolls each of its parts itself.
        scrolls = isinstance(page, ToolsPage)
        self._areas[name] = page if scrolls else page_area(page, self._pages)
        self._pages.addWidget(self._areas[name])
        return page

    def _page(self, name: str) -> Page:
        """Return a page, built now if it is not there yet."""
        return getattr(self, name)

    def _build_rest(self) -> None:
        """Build the pages that are not there yet, one in each pass of the event loop."""
        missing = [name for name in PAGES if name not in self._areas]
        if missing:
            self._page(missing[0])
            QTimer.singleShot(0, self, self._build_rest)

    def show_page(self, name: str) -> None:
        self._page(name)
        self._current = name
        self._pages.setCurrentWidget(self._areas[name])
        for other, tab in self.tabs.items():
            tab.setChecked(other == name)
        if self.focusWidget() in self.tabs.values():
            self.tabs[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape first ends the search."""
        if event.key() != Qt.Key.Key_Escape:
            super().keyPressEvent(event)
        elif self.search.text():
            self.search.clear()
        else:
            self.close()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._build_rest)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Apply the value that is being typed, then close."""
        if (field := self.focusWidget()) is not None:
            field.clearFocus()
        super().closeEvent(event)

    def _put(self) -> None:
        """Show the settings in use; a value that is being typed stays."""
        for name in self._areas:
            self._page(name).put(self._state.value)

    def _show_statuses(self) -> None:
        """Show the current states of the servers; open editors stay."""
        if TOOLS in self._areas:
            self.tools.set_statuses(self._state.statuses)

    def _find(self) -> None:
        """Hide the pages on which the search finds nothing."""
        words = self.search.text().casefold().split()
        found = {name: self._page(name).mark_words(words) for name in PAGES}
        titles = {name: tab.text().casefold() for name, tab in self.tabs.items()}
        hits = [
            name
            for name in PAGES
            if not words or found[name] or all(word in titles[name] for word in words)
        ]
        for name, tab in self.tabs.items():
            tab.setVisible(name in hits)
        self.nothing.setVisible(not hits)
        if hits and self._current not in hits:
            self.show_page(hits[0])
        # Once the page is laid out.
        QTimer.singleShot(0, self, self._show_first)

    def _show_first(self) -> None:
        words = self.search.text().casefold().split()
        area = self._areas[self._current]
        page = self._page(self._current)
        if words and isinstance(area, QScrollArea) and (found := page.mark_words(words)):
            area.ensureWidgetVisible(found[0])

    def _connect(self) -> None:
        self._state.changed.connect(self._put)
        self._state.statuses_changed.connect(self._show_statuses)
        self._state.screen_key_changed.connect(self._tell_of_screen_key)
        self.search.textChanged.connect(self._find)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._take_search)
        for name, tab in self.tabs.items():
            tab.clicked.connect(lambda _=False, name=name: self.show_page(name))

    def _tell_of_screen_key(self) -> None:
        if GENERAL in self._areas:
            self.general.tell_of_screen_key(self._state.screen_key_problem)

    def _take_search(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _fit(self) -> None:
        """Follow the zoom: the person's size of the window stays, unless it is too small."""
        self._left.setFixedWidth(theme.px(LEFT_WIDTH))
        least = QSize(theme.px(LEAST_WIDTH), theme.px(LEAST_HEIGHT))
        set_minimum_size(self, least.boundedTo(self._room()))

    def _room(self) -> QSize:
        """The largest size on this screen; what does not fit then scrolls."""
        return self.screen().availableGeometry().size() - QSize(MARGIN, MARGIN)

    def _lay_out(self) -> None:
        self.nothing.hide()
        self._left = QWidget()
        left = vbox(self._left, spacing=4)
        left.addWidget(self.search)
        left.addWidget(self.nothing)
        left.addSpacing(6)
        for tab in self.tabs.values():
            left.addWidget(tab)
        left.addStretch()
        column = vbox(self, spacing=0)
        row = QHBoxLayout()
        column.addLayout(row, 1)
        column.addWidget(NoticeFoot(self._workspace.notices, self))
        row.setContentsMargins(16, 16, 16, 16)
        row.setSpacing(18)
        row.addWidget(self._left)
        row.addWidget(self._pages, 1)
        self._fit()
        self.resize(QSize(theme.px(WIDTH), theme.px(HEIGHT)).boundedTo(self._room()))
