"""The models window: the models on this computer, those on the hub, and the downloads."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.models.downloads_page import DownloadsPage
from ui.models.get_page import GetPage
from ui.models.library_page import LibraryPage
from ui.state.workspace import Workspace
from ui.widgets.page_tab import page_tab

WIDTH, HEIGHT = 980, 680
LIBRARY, GET, DOWNLOADS = PAGES = ("library", "get", "downloads")


class ModelsWindow(QWidget):
    """Shows the models of a workspace. `page` is one of PAGES."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setObjectName("models")
        self.setWindowTitle(tr("Models"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.library = LibraryPage(workspace)
        self.get = GetPage(workspace)
        self.downloads = DownloadsPage(workspace)
        self._pages = QStackedWidget()
        self.tabs = {
            LIBRARY: page_tab(tr("On this computer")),
            GET: page_tab(tr("Get models")),
            DOWNLOADS: page_tab(tr("Downloads")),
        }
        self._lay_out()
        for name, tab in self.tabs.items():
            tab.clicked.connect(lambda _=False, name=name: self.show_page(name))
        workspace.library.shown.connect(lambda _: self.show_page(LIBRARY))
        self.show_page(LIBRARY)

    def show_page(self, name: str) -> None:
        self._pages.setCurrentIndex(PAGES.index(name))
        for other, tab in self.tabs.items():
            tab.setChecked(other == name)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        for tab in self.tabs.values():
            row.addWidget(tab)
        row.addStretch()
        for page in (self.library, self.get, self.downloads):
            self._pages.addWidget(page)
        column = QVBoxLayout(self)
        column.addLayout(row)
        column.addWidget(self._pages, 1)
        room = self.screen().availableGeometry().size()
        self.resize(theme.px(WIDTH), theme.px(HEIGHT))
        self.resize(self.size().boundedTo(room))
