"""The main window: the history at the left, tabs in the middle, live stats at the right."""

from functools import cached_property

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QMoveEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QWidget,
)

from engine.messages import say
from ui.conversation import message_focus
from ui.conversation.conversation_view import ConversationView
from ui.exchange.transfer_dialogs import TransferDialogs
from ui.history import asking
from ui.inspect.inspecting import Inspecting
from ui.look import theme
from ui.look.language import tr
from ui.media.viewing import Viewing
from ui.state.conversation import Activity, Conversation
from ui.state.workspace import Workspace
from ui.stats import stats_panel
from ui.stats.panel_width import USUAL as STATS_WIDTH
from ui.stats.panel_width import panel_width
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.widgets.axis import MARGIN, TEXT_WIDTH
from ui.widgets.drop_overlay import DropOverlay, accept_copy, has_image, local_files
from ui.widgets.file_dialog import last_folder, set_last_folder
from ui.widgets.layouts import hbox, set_minimum_height, vbox
from ui.widgets.notice_bar import NoticeBar
from ui.window import file_drops, palette, window_menu
from ui.window.chat_keys import ChatKeys
from ui.window.commands import all_commands
from ui.window.dialogs import Dialogs
from ui.window.front_tab import FrontTab
from ui.window.header_bar import HeaderBar
from ui.window.model_menu import choose_model_folder
from ui.window.open_tabs import OpenTabs
from ui.window.sidebar import Sidebar
from ui.window.sidebar_width import USUAL as SIDEBAR_WIDTH
from ui.window.sidebar_width import SidebarWidths, least_width
from ui.window.window_state import WindowState, read_state, window_json

SIZE = QSize(1180, 780)
MINIMUM_SIZE = QSize(720, 480)
# What a comparison needs to show some lines of its answers: more than the minimum at a large zoom.
HEIGHT_AT_ZOOM = 400
# Until a person shows or hides the stats, they are shown where the sidebar, a whole column of
# messages and the panel fit side by side. Shown on request, they need the second.
STATS_FROM_WIDTH = SIDEBAR_WIDTH + TEXT_WIDTH + 2 * MARGIN + STATS_WIDTH
MINIMUM_WIDTH_WITH_STATS = 900
# The narrowest that a wide sidebar may make the part with the chat, and that the stats may make it
# on a small screen.
LEAST_MIDDLE, SQUEEZED_MIDDLE = 440, 320
TAKES_NO_TOOLS = say("The model in use cannot call tools. Choose another from the model menu.")
HIDDEN = say("Models and their tools are hidden until you vote or choose “Show names”.")
NO_CALL = say("No tool call is waiting in this chat.")


class MainWindow(QMainWindow):
    """Shows a Workspace; another window on the same workspace shows the same. `state_changed` comes
    when `state` has changed."""

    state_changed = Signal()

    def __init__(self, workspace: Workspace | None = None) -> None:
        super().__init__()
        self.workspace = workspace or Workspace(self)
        self._conversations = self.workspace.conversations
        self._inspecting = Inspecting(self.workspace, self)
        self.stats_wanted: bool | None = None
        self.sidebar = Sidebar(self.workspace)
        self._widths = SidebarWidths()
        self.header = HeaderBar(self.workspace)
        self.notice = NoticeBar(self.workspace.notices, self)
        self._stats_panel: stats_panel.StatsPanel | None = None
        self._viewing = Viewing(self._conversations, self)
        self._open = OpenTabs(self.workspace, self)
        self._lay_out()
        self.overlay = DropOverlay(self, "image-plus", file_drops.invitation())
        self.chat_keys = ChatKeys(
            self.workspace, self._open, self.sidebar, self.toggle_sidebar, self
        )
        self.dialogs = Dialogs(self.workspace, lambda: self.menus, self)
        TransferDialogs(self.workspace, self)
        self._connect()
        self._front = FrontTab(self.workspace, self._open, self.sidebar, self.header, self.notice)
        for tab in self._open.all():
            self._follow(tab)
        self.setAcceptDrops(True)
        self._fit_height()
        self._fit_sidebar()
        self.resize(SIZE)
        self._front.show_all()
        theme.look.changed.connect(self._fit_height)
        theme.look.changed.connect(self._fit_sidebar)

    def complete(self) -> None:
        """Build what a start does not show. The stats keep the numbers of the last minute, which a
        person may ask for at any time; the menus have the shortcuts."""
        _ = self.stats_panel, self.menus

    # --- conversations -------------------------------------------------------------------

    def current_tab(self) -> Tab:
        """Raises LookupError when there is none."""
        return self._open.current()

    def current_chat(self) -> ChatTab:
        """Raises LookupError if a comparison is in front."""
        tab = self.current_tab()
        if not isinstance(tab, ChatTab):
            raise LookupError("no chat is in front")
        return tab

    def tab(self, chat_id: int) -> Tab:
        """Raises LookupError if it is not open."""
        return self._open[chat_id]

    def tabs(self) -> list[Tab]:
        """Chats and comparisons, in the order of the strip."""
        return self._open.all()

    def has_closed(self) -> bool:
        return bool(self._conversations.reopenable)

    def _follow(self, tab: Tab) -> None:
        self._front.follow(tab)
        tab.inspect_requested.connect(lambda turn: self._inspecting.open(turn, tab.title))

    def _close(self, conversation: Conversation) -> None:
        tab = self._open.take(conversation.chat_id)
        self.sidebar.set_activity(conversation.chat_id, Activity.IDLE)
        focused = QApplication.focusWidget()
        if not self._open:
            self.sidebar.show_conversation(0)
        elif focused is None or not self.sidebar.isAncestorOf(focused):
            self.current_tab().setFocus()
        self._front.show_names()
        tab.deleteLater()

    # --- actions -------------------------------------------------------------------------

    @cached_property
    def menus(self) -> "window_menu.WindowMenus":
        """Built when they are first asked for."""
        menus = window_menu.WindowMenus(self, all_commands.commands(self))
        menus.choose_keys(self.workspace.settings.value.keys)
        return menus

    def choose_folder(self) -> None:
        choose_model_folder(self, self.workspace.model_requests)

    def _focus_current(self) -> None:
        if self._open:
            self.current_tab().setFocus()

    def close_current(self) -> None:
        if self._open:
            self.workspace.requests.closed.emit(self.current_tab().chat_id)

    def open_tools(self) -> None:
        if self._open and not self._hidden() and not self.current_tab().open_tools():
            self.workspace.notices.show(TAKES_NO_TOOLS)

    def choose_model(self) -> None:
        if self._open and not self._hidden() and not self.current_tab().open_models():
            self.header.model_menu.open_menu()

    def _hidden(self) -> bool:
        """Return True, after a notice, if the names of models are hidden."""
        if self.current_tab().masked:
            self.workspace.notices.show(HIDDEN)
        return self.current_tab().masked

    def go_to_call(self) -> None:
        if self._open and not self.current_tab().front_view.focus_call():
            self.workspace.notices.show(NO_CALL)

    def step(self, by: int) -> None:
        if self._open:
            self._open.strip.step(by)
            self.current_tab().setFocus()

    def go_to(self, place: int) -> None:
        """Show the tab at a place of the strip, if there is one."""
        if 0 <= place < len(self._open):
            self._conversations.show(self.tabs()[place].conversation)

    def open_search(self) -> None:
        if self.sidebar.isHidden():
            self.toggle_sidebar()
        self.sidebar.search_all()

    def open_palette(self) -> None:
        entries = palette.palette_entries(self.workspace, self.menus, self.dialogs.open_settings)
        palette.CommandPalette(entries, self).show()

    def open_menu(self) -> None:
        if not self.menuBar().isNativeMenuBar():
            self.menus.open_at(self.header.menu_button)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def new_folder(self) -> None:
        """Ask for the name of a new folder, and show the sidebar, where it comes."""
        if self.sidebar.isHidden():
            self.toggle_sidebar()
        requests = self.workspace.history_requests
        asking.ask_name(self, tr("New folder"), lambda name: requests.folder_added.emit(name, ()))

    def toggle_sidebar(self) -> None:
        shown = self.sidebar.isHidden()
        self.sidebar.setVisible(shown)
        self.header.set_sidebar_shown(shown)
        self._fit_sidebar()
        self.state_changed.emit()

    def _fold_sidebar(self) -> None:
        """Hide the sidebar; the keyboard, which may be in it, goes to the chat."""
        self.toggle_sidebar()
        self._focus_current()

    @property
    def stats_panel(self) -> "stats_panel.StatsPanel":
        """Built when it is first shown or asked for."""
        if self._stats_panel is None:
            panel = stats_panel.StatsPanel(self.workspace.transfer_requests)
            panel.hide()
            panel.sections_changed.connect(self.state_changed)
            self._columns.addWidget(panel)
            self._stats_panel = panel
            self._front.show_stats(panel)
        return self._stats_panel

    def toggle_stats(self) -> None:
        self.show_stats_panel(not self.stats_shown)

    @property
    def stats_shown(self) -> bool:
        return self._stats_panel is not None and not self._stats_panel.isHidden()

    def show_stats_panel(self, wanted: bool) -> None:
        """Show or hide the stats; from now on the user decides instead of the width."""
        self.stats_wanted = wanted
        self._arrange()
        self.state_changed.emit()

    def state(self) -> dict[str, object]:
        """JSON values, for `set_state` of another run."""
        look = self.workspace.library.look
        panel, widths = self._stats_panel, self._widths.by_screen
        sections = panel.open_sections if panel else ()
        return window_json(
            WindowState(
                self.saveGeometry(),
                not self.sidebar.isHidden(),
                self.stats_wanted,
                look,
                widths,
                last_folder(),
                sections,
                self.workspace.history.folders_look,
            )
        )

    def set_state(self, state: object) -> None:
        found = read_state(state)
        self._widths.set_all(found.widths)
        if found.folder:
            set_last_folder(found.folder)
        if found.sidebar is not None and found.sidebar is self.sidebar.isHidden():
            self.toggle_sidebar()
        if found.geometry is not None:
            self.restoreGeometry(found.geometry)
        if found.stats is not None:
            self.show_stats_panel(found.stats)
        if found.sections or self._stats_panel:
            self.stats_panel.set_open_sections(found.sections)
        self.workspace.library.set_look(found.models)
        self.workspace.history.set_folders_look(found.folders)
        self._arrange()

    # --- events --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self.state_changed.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self._fit_height()
        self._fit_sidebar()
        self.state_changed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        if self._open and (mime.hasUrls() or has_image(mime)):
            self.overlay.setVisible(bool(local_files(mime)) or has_image(mime))
            accept_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        accept_copy(event)
        file_drops.take_drop(self.workspace, event.mimeData())

    def focusNextPrevChild(self, next: bool) -> bool:
        """Move the focus in reading order: messages are created late, and so not in Qt's order."""
        target = message_focus.after(self.focusWidget() or self, next)
        if isinstance(target, ConversationView) and not next:
            target.enter_from_below()
        elif target is not None:
            reason = Qt.FocusReason
            target.setFocus(reason.TabFocusReason if next else reason.BacktabFocusReason)
        return target is not None

    # --- inside --------------------------------------------------------------------------

    def _arrange(self) -> None:
        shown = self.stats_wanted
        if shown is None:
            shown = self.width() >= STATS_FROM_WIDTH
        if shown or self._stats_panel:
            self.stats_panel.setVisible(shown)
        self.header.stats_button.setChecked(shown)
        self._fit_sidebar()

    def _fit_height(self) -> None:
        set_minimum_height(self, max(MINIMUM_SIZE.height(), theme.px(HEIGHT_AT_ZOOM)))

    def _fit_sidebar(self) -> None:
        """Give the sidebar the width that a person wants, but leave room for the chat."""
        least, stats = least_width(self.sidebar), panel_width() if self.stats_shown else 0
        screen = self.screen().availableGeometry().width()
        with_stats = max(MINIMUM_WIDTH_WITH_STATS, least + LEAST_MIDDLE + stats)
        squeezed = least + min(LEAST_MIDDLE, theme.px(SQUEEZED_MIDDLE)) + stats
        with_stats = max(squeezed, min(with_stats, screen))
        narrow = min(theme.px(LEAST_MIDDLE), MINIMUM_SIZE.width())
        plain = narrow if self.sidebar.isHidden() else min(MINIMUM_SIZE.width(), screen)
        self.setMinimumWidth(with_stats if self.stats_wanted else plain)
        room = self.width() - stats - LEAST_MIDDLE
        self.sidebar.setFixedWidth(self._widths.fitting(self.screen().size(), room, least))

    def _choose_width(self, width: int) -> None:
        self._widths.choose(self.screen().size(), width)
        self._fit_sidebar()
        self.state_changed.emit()

    def _use_keys(self) -> None:
        self.menus.choose_keys(self.workspace.settings.value.keys)

    def _wear(self) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        theme.wear(application, self.workspace.settings.value.appearance)

    def _lay_out(self) -> None:
        middle = vbox(spacing=0)
        for widget in (self.header, self._open.strip, self.notice, self._open.stack):
            middle.addWidget(widget)
        middle.setStretchFactor(self._open.stack, 1)
        columns = QWidget()
        layout = hbox(columns, spacing=0)
        layout.addWidget(self.sidebar)
        layout.addLayout(middle, 1)
        self._columns = layout
        self.setCentralWidget(columns)

    def _connect(self) -> None:
        self.workspace.history.folders_look_changed.connect(self.state_changed)
        self.sidebar.search.field.left.connect(self._focus_current)
        self.sidebar.list.rename_keys = lambda: self.menus.actions["rename_chat"].shortcut()
        self.workspace.settings.keys_changed.connect(self._use_keys)
        self.workspace.settings.appearance_changed.connect(self._wear)
        self._open.added.connect(self._follow)
        self.workspace.views_restored.connect(self.update)
        self._conversations.closed.connect(self._close)
        self._conversations.shown.connect(self._focus_current)
        self.workspace.library.look_changed.connect(self.state_changed)
        self.sidebar.hide_button.clicked.connect(self.toggle_sidebar)
        self.sidebar.grip.moved.connect(self._choose_width)
        self.sidebar.grip.folded.connect(self._fold_sidebar)
        self.header.sidebar_button.clicked.connect(self.toggle_sidebar)
        self.header.menu_button.clicked.connect(self.open_menu)
        self.header.stats_button.clicked.connect(self.toggle_stats)
