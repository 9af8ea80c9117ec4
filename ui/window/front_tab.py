"""Shows the tabs' titles, model, numbers and activity in the rest of the window."""

from PySide6.QtCore import QObject

from ui.look.language import tr
from ui.state.workspace import Workspace
from ui.stats import live_numbers, stats_panel
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.widgets.notice_bar import NoticeBar
from ui.window.header_bar import HeaderBar
from ui.window.open_tabs import OpenTabs
from ui.window.sidebar import Sidebar

APP_NAME = "Duologue"


class FrontTab(QObject):
    """Keeps the header, the strip, the sidebar and the stats at what the tab in front is."""

    def __init__(
        self,
        workspace: Workspace,
        tabs: OpenTabs,
        sidebar: Sidebar,
        header: HeaderBar,
        notice: NoticeBar,
    ) -> None:
        super().__init__(header.window())
        self._engine = workspace.engine
        self._open = tabs
        self._sidebar = sidebar
        self._header = header
        self._notice = notice
        self._stats: stats_panel.StatsPanel | None = None
        self._window = header.window()
        tabs.shown.connect(self._show_current)
        for changed in (
            self._engine.model_changed,
            self._engine.entries_changed,
            self._engine.loaded_changed,
        ):
            changed.connect(self._show_names_and_numbers)
        self._engine.stats_changed.connect(self._show_numbers)

    def follow(self, tab: Tab) -> None:
        tab.conversation.title_changed.connect(self._show_titles)
        tab.conversation.activity_changed.connect(self._show_activity)
        tab.detailed.connect(self._show_names_and_numbers)
        # A chat that is opened again may have a call that waits.
        self._sidebar.set_activity(tab.chat_id, tab.conversation.activity)

    def show_all(self) -> None:
        self._show_current()
        self._show_activity()

    def show_stats(self, stats: "stats_panel.StatsPanel") -> None:
        """Keep the numbers in the panel, which is built late, at those of the tab in front."""
        self._stats = stats
        self._show_numbers()

    def show_names(self) -> None:
        tab = self._open.current() if self._open else None
        # Each pane of a comparison has a menu of its own.
        narrow = tab is None or isinstance(tab, ChatTab)
        self._header.show_tab(tab, APP_NAME, with_menu=narrow)
        self._notice.column.set_full(not narrow)
        self._window.setWindowTitle(f"{_title_in_full(tab)} – {APP_NAME}" if tab else APP_NAME)

    def _show_current(self) -> None:
        if self._open:
            self._sidebar.show_conversation(self._open.current().chat_id)
        self._show_names_and_numbers()

    def _show_activity(self) -> None:
        for tab in self._open.all():
            self._open.strip.set_activity(tab.chat_id, tab.conversation.activity)
            self._sidebar.set_activity(tab.chat_id, tab.conversation.activity)
        self._show_numbers()

    def _show_names_and_numbers(self) -> None:
        self.show_names()
        self._show_numbers()

    def _show_numbers(self) -> None:
        """Show the numbers of the current chat, whichever chat answers."""
        if not self._open or self._stats is None:
            return
        front = self._open.current()
        self._stats.show_numbers(
            live_numbers.live_numbers(
                self._engine.stats,
                front.replies,
                self._open.title_of,
                {entry.path: entry.name for entry in self._engine.entries},
                hidden=front.masked,
                loading=bool(self._engine.status),
            )
        )

    def _show_titles(self) -> None:
        for tab in self._open.all():
            self._open.strip.set_title(tab.chat_id, tab.title)
        self.show_names()


def _title_in_full(tab: Tab) -> str:
    if not tab.temporary or not tab.conversation.title:
        return tab.title  # an untitled one says itself that it is temporary
    return tr("{title} (temporary)").format(title=tab.title)
