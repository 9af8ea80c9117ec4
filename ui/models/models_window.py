"""The models window: the models on this computer, those on the hub, and the downloads."""

from dataclasses import replace
from functools import cached_property
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QFrame, QLineEdit, QStackedWidget, QWidget

from ui.look import theme
from ui.look.language import number, tr
from ui.models.downloads_page import DownloadsPage
from ui.models.get_page import GetPage
from ui.models.library_page import LibraryPage
from ui.models.servers_page import ServersPage
from ui.state.workspace import Workspace
from ui.widgets.drop_overlay import DropOverlay, accept_copy, local_files
from ui.widgets.layouts import hbox, set_minimum_size, vbox
from ui.widgets.notice_bar import NoticeFoot
from ui.widgets.own_window import begin_window
from ui.widgets.page_tab import page_tab

WIDTH, HEIGHT = 980, 680
LEAST_WIDTH, LEAST_HEIGHT = 560, 400
# pixels of the screen that stay free around the window
MARGIN = 40
LIBRARY, GET, DOWNLOADS, SERVERS = PAGES = ("library", "get", "downloads", "servers")
PageT = TypeVar("PageT", bound=QWidget)


class ModelsWindow(QWidget):
    """Shows the models of a workspace, and takes folders with models that are dropped on it. `page`
    is one of PAGES."""

    def __init__(
        self, workspace: Workspace, parent: QWidget | None = None, *, page: str = LIBRARY
    ) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("models")
        begin_window(self, tr("Models"))
        self.setAcceptDrops(True)
        self.overlay = DropOverlay(self, "folder-open", tr("Drop a folder to list its models"))
        self._workspace = workspace
        self._pages = QStackedWidget()
        titles = tr("On this computer"), tr("Get models"), tr("Downloads"), tr("Servers")
        self.tabs = {name: page_tab(title) for name, title in zip(PAGES, titles, strict=True)}
        self._lay_out()
        self._connect()
        self._count_downloads()
        self.show_page(page)
        if page == LIBRARY:
            self.library.list.view.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.tabs[page].setFocus(Qt.FocusReason.OtherFocusReason)
        theme.look.changed.connect(self._fit)

    # All pages together take longer to build than a window may take to open.

    @cached_property
    def library(self) -> LibraryPage:
        return self._added(LibraryPage(self._workspace, self._pages))

    @cached_property
    def get(self) -> GetPage:
        return self._added(GetPage(self._workspace, self._pages))

    @cached_property
    def downloads(self) -> DownloadsPage:
        return self._added(DownloadsPage(self._workspace, self._pages))

    @cached_property
    def servers(self) -> ServersPage:
        return self._added(ServersPage(self._workspace, self._pages))

    def _added(self, page: PageT) -> PageT:
        self._pages.addWidget(page)
        return page

    def _page(self, name: str) -> QWidget:
        """Return a page, built now if it is not there yet."""
        return getattr(self, name)

    def _build_rest(self) -> None:
        """Build the pages that are not there yet, one in each pass of the event loop."""
        missing = [name for name in PAGES if name not in vars(self)]
        if missing:
            self._page(missing[0])
            QTimer.singleShot(0, self, self._build_rest)

    def show_page(self, name: str) -> None:
        self.page = name
        self._pages.setCurrentWidget(self._page(name))
        for other, tab in self.tabs.items():
            tab.setChecked(other == name)
        focused = self.focusWidget()
        # The page gives the keyboard back to the part that had it, which may be hidden by now.
        if focused in self.tabs.values() or (focused and not focused.isVisibleTo(self)):
            self.tabs[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(path.is_dir() for path in local_files(event.mimeData())):
            self.overlay.show()
            accept_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        """Add the folders; the library tells how many models are in them."""
        self.overlay.hide()
        accept_copy(event)
        self.show_page(LIBRARY)
        for path in local_files(event.mimeData()):
            if path.is_dir():
                self._workspace.library_requests.folder_added.emit(str(path))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(0, self, self._build_rest)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the size, unless it is that of a full screen."""
        if not self.isMaximized() and not self.isFullScreen():
            look = replace(self._workspace.library.look, width=self.width(), height=self.height())
            self._workspace.library.set_look(look)
        super().closeEvent(event)

    def _show_model(self, _: str) -> None:
        self.show_page(LIBRARY)

    def _count_downloads(self) -> None:
        """Show the number of active downloads on their tab."""
        count = sum(it.active for it in self._workspace.downloads.items)
        title = tr("Downloads")
        self.tabs[DOWNLOADS].setText(f"{title} ({number(count)})" if count else title)

    def take_search(self) -> None:
        """Give the keyboard to the search field of the page; that of the list, from a model."""
        if self.page == LIBRARY:
            self.library.show_model("")
            self.library.list.take_search()
            return
        page = self._page(self.page)
        if isinstance(found := page.findChild(QLineEdit), QLineEdit):
            found.setFocus(Qt.FocusReason.ShortcutFocusReason)
            found.selectAll()

    def _connect(self) -> None:
        self._workspace.library.shown.connect(self._show_model)
        self._workspace.downloads.changed.connect(self._count_downloads)
        for name, tab in self.tabs.items():
            tab.clicked.connect(lambda _=False, name=name: self.show_page(name))
        for place, name in enumerate(PAGES, 1):
            QShortcut(QKeySequence(f"Ctrl+{place}"), self, lambda name=name: self.show_page(name))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self.take_search)

    def _fit(self) -> None:
        """Follow the zoom: the size that a person has chosen stays, unless it is too small."""
        least = QSize(theme.px(LEAST_WIDTH), theme.px(LEAST_HEIGHT))
        set_minimum_size(self, least.boundedTo(self._room()))

    def _room(self) -> QSize:
        return self.screen().availableGeometry().size() - QSize(MARGIN, MARGIN)

    def _lay_out(self) -> None:
        head = QFrame()
        head.setObjectName("models_head")
        row = hbox(head, spacing=4, margins=(16, 10, 16, 10))
        for tab in self.tabs.values():
            # Arrow keys then move between the tabs.
            tab.setAutoExclusive(True)
            row.addWidget(tab)
        row.addStretch()
        self._pages.setContentsMargins(16, 12, 16, 12)
        column = vbox(self, spacing=0)
        column.addWidget(head)
        column.addWidget(self._pages, 1)
        column.addWidget(NoticeFoot(self._workspace.notices, self))
        look = self._workspace.library.look
        self._fit()
        wanted = QSize(look.width or theme.px(WIDTH), look.height or theme.px(HEIGHT))
        self.resize(wanted.boundedTo(self._room()))
