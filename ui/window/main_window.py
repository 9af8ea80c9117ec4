"""The window: the history at the left, tabs in the middle, live numbers at the right."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QMimeData, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QImage,
    QMoveEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMainWindow,
    QMessageBox,
    QVBoxLayout,
    QWidget,
)

from engine.messages import EngineStats, ModelInfo, say
from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_focus import after
from ui.inspect.inspecting import Inspecting
from ui.look import theme
from ui.look.language import tr
from ui.state.model_entry import ModelEntry
from ui.state.notice import Notice
from ui.state.tool_entry import ToolEntry
from ui.state.turn import Turn
from ui.stats.live_numbers import live_numbers
from ui.stats.stats_panel import StatsPanel
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.widgets.drop_overlay import DropOverlay, accept_copy, local_files
from ui.widgets.notice_bar import NoticeBar
from ui.window.chat_keys import ChatKeys
from ui.window.commands import commands
from ui.window.header_bar import HeaderBar
from ui.window.model_menu import folder_dialog
from ui.window.open_tabs import OpenTabs
from ui.window.shortcut_list import ShortcutList
from ui.window.sidebar import Sidebar
from ui.window.window_menu import WindowMenus
from ui.window.window_state import restore, state_of

if TYPE_CHECKING:
    from collections.abc import Callable

APP_NAME = "Duologue"
SIZE = QSize(1180, 780)
MINIMUM_SIZE = QSize(720, 480)
# narrower than the first the numbers hide by themselves; asked for, they need the second
STATS_FROM_WIDTH = 980
MINIMUM_WIDTH_WITH_STATS = 900
TAKES_NO_TOOLS = say("The model in use cannot call tools. Choose another from the model menu.")
HIDDEN = say("Models and their tools are hidden until you vote, or press “Show names”.")
NO_CALL = say("No tool call waits for you in this chat.")
ONE_MODEL = say("Only one folder can be the model; it is the first.")
MODEL_FILE = "config.json"
# The causes of notices: the next drop ends what was said of the last one.
DROP = "drop"
WEB_REFUSED = say("Duologue reads files from this computer only; save the image first.")


class MainWindow(QMainWindow):
    """`chat_closed` is what the user asked for; `remove_chat` does it.
    `appearance_chosen` has an Appearance.
    `format_chosen` has a model id and the name of a channel format, or "" for the detected one.

    `open_requested` has a conversation of the history and a message to go to, or 0;
    `export_requested` conversations, or none for that in front.

    The strip of tabs decides which one is current; everything else follows it.
    """

    new_chat_requested = Signal()
    new_compare_requested = Signal()
    reopen_requested = Signal()
    open_requested = Signal(int, int)
    chat_closed = Signal(int)
    current_chat_changed = Signal(int)
    tabs_changed = Signal()
    state_changed = Signal()
    export_requested = Signal(tuple)
    export_all_requested = Signal()
    import_requested = Signal()
    print_requested = Signal()
    model_chosen = Signal(str)
    unload_requested = Signal(str)
    settings_requested = Signal()
    appearance_chosen = Signal(object)
    shortcuts_requested = Signal()
    image_dropped = Signal(QImage)
    format_chosen = Signal(str, str)
    permission_reset = Signal(str)
    servers_requested = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._model_name = ""
        self._loading = False
        self._model_names: dict[str, str] = {}
        self._tools: list[ToolEntry] = []
        self._permissions: dict[str, str] = {}
        self._inspecting = Inspecting(self)
        self._stats = EngineStats()
        self.stats_wanted: bool | None = None
        self._can_reopen = False
        # Whether a dropped file is something else, which whoever knows it offers.
        self.is_no_attachment: Callable[[Path], bool] = lambda _: False
        self._other_requests: dict[int, str] = {}
        self.sidebar = Sidebar()
        self.header = HeaderBar()
        self.notice = NoticeBar()
        self.stats_panel = StatsPanel()
        self._open = OpenTabs(self)
        self._lay_out()
        self.overlay = DropOverlay(self)
        self.chat_keys = ChatKeys(self)
        self.menus = WindowMenus(self, commands(self))
        self._connect()
        self.setAcceptDrops(True)
        self.setMinimumSize(MINIMUM_SIZE)
        self.resize(SIZE)
        self._show_names()

    # --- chats ---------------------------------------------------------------------------

    def add_chat(self, tab: Tab, at: int = -1, *, front: bool = True) -> None:
        """Add a tab at a place of the strip, by default at its end."""
        chat_id = tab.chat_id
        self._open.add(tab, at)
        tab.title_changed.connect(lambda title: self._rename(chat_id, title))
        tab.detailed.connect(self._show_names)
        tab.detailed.connect(self._show_numbers)
        tab.permission_reset.connect(self.permission_reset)
        tab.servers_requested.connect(self.servers_requested)
        tab.set_tools(self._tools, self._permissions)
        if front:
            self.show_chat(chat_id)

    def inspect(self, tab: Tab, turn: Turn) -> None:
        """Show the prompt and tokens of a turn, unless this would reveal a hidden name."""
        if not tab.masked:
            self._inspecting.open(turn, tab.title)

    def remove_chat(self, chat_id: int) -> None:
        tab = self._open.take(chat_id)
        self.sidebar.set_activity(chat_id, False)
        focused = QApplication.focusWidget()
        if not self._open:
            self.sidebar.show_conversation(0)
        elif focused is None or not self.sidebar.isAncestorOf(focused):
            self.current_tab().setFocus()
        self._show_names()
        tab.deleteLater()

    def show_chat(self, chat_id: int) -> None:
        self._open.strip.show_tab(chat_id)
        self._open[chat_id].setFocus()

    def current_tab(self) -> Tab:
        """Raises LookupError when there is none."""
        return self._open.current()

    def current_chat(self) -> ChatTab:
        """Raises LookupError where a comparison is in front."""
        return self._open.current_chat()

    def tab(self, chat_id: int) -> Tab:
        """Raises LookupError where it is not open."""
        return self._open[chat_id]

    def tabs(self) -> list[Tab]:
        """Chats and comparisons, in the order of the strip."""
        return self._open.all()

    def has_closed(self) -> bool:
        return self._can_reopen

    def set_can_reopen(self, there: bool) -> None:
        """Set if a closed tab can be reopened."""
        self._can_reopen = there

    def chats(self) -> list[ChatTab]:
        return [tab for tab in self.tabs() if isinstance(tab, ChatTab)]

    def set_activity(self, chat_id: int, active: bool) -> None:
        if chat_id in self._open:
            self._open.strip.set_active(chat_id, active)
            self.sidebar.set_activity(chat_id, active)
            self._show_numbers()

    # --- model, numbers, notices ---------------------------------------------------------

    def set_model(self, model: ModelInfo | None, status: str = "") -> None:
        self._model_name = model.name if model else ""
        self._loading = bool(status)
        self.header.model_menu.set_model(model, status)
        self._inspecting.learn([model] if model else [])
        self._show_names()
        self._show_numbers()

    def set_models(self, entries: list[ModelEntry]) -> None:
        self._model_names = {entry.path: entry.name for entry in entries}
        self.header.model_menu.set_entries(entries)

    def set_loaded(self, models: list[ModelInfo]) -> None:
        self.header.model_menu.set_loaded(models)
        self._inspecting.learn(models)

    def set_tools(self, entries: list[ToolEntry], permissions: dict[str, str]) -> None:
        """Set the tools for current and future chats; `permissions` are ALWAYS or NEVER by tool
        id."""
        self._tools, self._permissions = list(entries), dict(permissions)
        for tab in self.tabs():
            tab.set_tools(self._tools, self._permissions)

    def set_formats(self, names: list[str], chosen: dict[str, str]) -> None:
        """The channel formats there are, and those that a person has chosen, by model id."""
        self._inspecting.set_formats(names, chosen)

    def show_stats(self, stats: EngineStats) -> None:
        self._stats = stats
        self._show_numbers()
        self.sidebar.set_memory(stats.active_memory, stats.memory_limit)

    def name_request(self, request_id: int, words: str) -> None:
        """Name a request that belongs to no tab, for the live numbers; "" once it has ended."""
        if words:
            self._other_requests[request_id] = words
        else:
            self._other_requests.pop(request_id, None)

    def show_notice(self, sentence: str, kind: str = "info", cause: str = "") -> None:
        """`cause` is what `end_notice` calls it by."""
        self.notice.tell(Notice(sentence, kind, cause))

    def end_notice(self, cause: str) -> None:
        """Take back the notices with this cause; other notices stay."""
        self.notice.end(cause)

    def choose_folder(self) -> None:
        dialog = folder_dialog(self)
        dialog.fileSelected.connect(self.model_chosen)
        dialog.open()

    def _focus_current(self) -> None:
        if self._open:
            self.current_tab().setFocus()

    def close_current(self) -> None:
        if self._open:
            self.chat_closed.emit(self.current_tab().chat_id)

    def open_tools(self) -> None:
        if self._open and not self._hidden() and not self.current_tab().open_tools():
            self.show_notice(TAKES_NO_TOOLS)

    def choose_model(self) -> None:
        if self._open and not self._hidden() and not self.current_tab().open_models():
            self.header.model_menu.open_menu()

    def _hidden(self) -> bool:
        """Return True, after a notice, if the names of models are hidden."""
        if self.current_tab().masked:
            self.show_notice(HIDDEN)
        return self.current_tab().masked

    def go_to_call(self) -> None:
        if self._open and not self.current_tab().front_view.focus_call():
            self.show_notice(NO_CALL)

    def step(self, by: int) -> None:
        if self._open:
            self._open.strip.step(by)
            self.current_tab().setFocus()

    def go_to(self, place: int) -> None:
        """The tab at that place of the strip; without effect where there is none."""
        if 0 <= place < len(self._open):
            self.show_chat(self._open.strip.ids()[place])

    def open_search(self) -> None:
        if self.sidebar.isHidden():
            self.toggle_sidebar()
        self.sidebar.open_search()

    def open_menu(self) -> None:
        if not self.menuBar().isNativeMenuBar():
            self.menus.open_at(self.header.menu_button)

    def show_shortcuts(self) -> None:
        if found := self.findChild(ShortcutList):
            found.activateWindow()
            return
        opened = ShortcutList(self.menus, self)
        opened.change_wanted.connect(self.shortcuts_requested)
        opened.show()

    def show_about(self) -> None:
        QMessageBox.about(self, tr("About Duologue"), about())

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def toggle_sidebar(self) -> None:
        shown = self.sidebar.isHidden()
        self.sidebar.setVisible(shown)
        self.header.set_sidebar_shown(shown)
        self.state_changed.emit()

    def toggle_stats(self) -> None:
        self.show_stats_panel(self.stats_panel.isHidden())

    def show_stats_panel(self, wanted: bool) -> None:
        """Show or hide the stats; from now on the user decides instead of the width."""
        self.stats_wanted = wanted
        self.setMinimumWidth(MINIMUM_WIDTH_WITH_STATS if wanted else MINIMUM_SIZE.width())
        self._arrange()
        self.state_changed.emit()

    def state(self) -> dict[str, object]:
        """JSON values, for `set_state` of another run."""
        return state_of(self)

    def set_state(self, state: object) -> None:
        restore(self, state)

    # --- events --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self.state_changed.emit()

    def moveEvent(self, event: QMoveEvent) -> None:
        super().moveEvent(event)
        self.state_changed.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        mime = event.mimeData()
        if self._open and (mime.hasUrls() or mime.hasImage()):
            self.overlay.setVisible(bool(local_files(mime)) or mime.hasImage())
            accept_copy(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.overlay.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.overlay.hide()
        accept_copy(event)
        self._take(event.mimeData())

    def offer_files(self, paths: list[Path]) -> None:
        """Offer files from outside the window to the current tab; a model folder is loaded."""
        models = [path for path in paths if (path / MODEL_FILE).is_file()]
        if models:
            self.model_chosen.emit(str(models[0]))
        if len(models) > 1:
            self.show_notice(ONE_MODEL, cause=DROP)
        others = (path for path in paths if path not in models)
        attached = [path for path in others if not self.is_no_attachment(path)]
        if attached:
            self.current_tab().offer_files(attached)

    def _take(self, mime: QMimeData) -> None:
        self.end_notice(DROP)
        if paths := local_files(mime):
            self.offer_files(paths)
        elif mime.hasImage():
            self._take_image(mime.imageData())
        else:
            self.show_notice(WEB_REFUSED, cause=DROP)

    def _take_image(self, image: object) -> None:
        if isinstance(image, QImage) and not image.isNull():
            self.image_dropped.emit(image)
        else:
            sentence = say("The dropped image could not be read; drop its file.")
            self.show_notice(sentence, "error", DROP)

    def focusNextPrevChild(self, next: bool) -> bool:
        """Messages are made as they come, and are not in the order of what else there is."""
        target = after(self.focusWidget() or self, next)
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
        self.stats_panel.setVisible(shown)
        self.header.stats_button.setChecked(shown)

    def _show_current(self, chat_id: int) -> None:
        self.sidebar.show_conversation(chat_id)
        self._show_names()
        self._show_numbers()
        self.current_chat_changed.emit(chat_id)

    def _show_numbers(self) -> None:
        """Show the numbers of the current chat, whichever chat answers."""
        if not self._open:
            return
        front = self.current_tab()
        self.stats_panel.show_numbers(
            live_numbers(
                self._stats,
                front.replies,
                self._title_of,
                self._model_names,
                hidden=front.masked,
                loading=self._loading,
            )
        )

    def _title_of(self, request_id: int) -> str:
        """Return the title of the request's tab, or the name of a request without one, or ""."""
        owners = (
            tab.title for tab in self.tabs() if any(it.has(request_id) for it in tab.transcripts)
        )
        return next(owners, self._other_requests.get(request_id, ""))

    def _show_names(self) -> None:
        title = self.current_tab().title if self._open else APP_NAME
        self.header.title.setText(title)
        chat = not self._open or isinstance(self.current_tab(), ChatTab)
        detail = self._model_name or tr("No model loaded")
        # each pane of a comparison has a menu of its own
        self.header.model_menu.setVisible(chat)
        self.header.subtitle.setText(detail if chat else self.current_tab().subtitle)
        self.setWindowTitle(f"{title} – {APP_NAME}" if self._open else APP_NAME)

    def _rename(self, chat_id: int, title: str) -> None:
        if chat_id in self._open:
            self._open.strip.set_title(chat_id, title)
            self._show_names()

    def _lay_out(self) -> None:
        middle = QVBoxLayout()
        middle.setSpacing(0)
        for widget in (self.header, self._open.strip, self.notice, self._open.stack):
            middle.addWidget(widget)
        middle.setStretchFactor(self._open.stack, 1)
        columns = QWidget()
        layout = QHBoxLayout(columns)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.sidebar)
        layout.addLayout(middle, 1)
        layout.addWidget(self.stats_panel)
        self.setCentralWidget(columns)

    def _connect(self) -> None:
        self.sidebar.new_chat_requested.connect(self.new_chat_requested)
        self.sidebar.appearance_toggled.connect(
            lambda: self.appearance_chosen.emit(theme.toggled(theme.appearance()))
        )
        self.sidebar.settings_requested.connect(self.settings_requested)
        self.sidebar.left.connect(self._focus_current)
        self.sidebar.requests.open_requested.connect(self.open_requested)
        self.sidebar.requests.rename_keys = self.menus.actions["rename_chat"].shortcut
        self.sidebar.requests.export_requested.connect(self.export_requested)
        self._open.shown.connect(self._show_current)
        self._open.strip.close_requested.connect(self.chat_closed)
        self._open.changed.connect(self.tabs_changed)
        self.sidebar.hide_requested.connect(self.toggle_sidebar)
        self.header.sidebar_button.clicked.connect(self.toggle_sidebar)
        self.header.new_button.clicked.connect(self.new_chat_requested)
        self.header.menu_button.clicked.connect(self.open_menu)
        self.header.stats_button.clicked.connect(self.toggle_stats)
        self.header.model_menu.chosen.connect(self.model_chosen)
        self.header.model_menu.folder_requested.connect(self.choose_folder)
        self.header.model_menu.unload_requested.connect(self.unload_requested)
        self._inspecting.format_chosen.connect(self.format_chosen)


def about() -> str:
    return tr("Duologue {version}: chat with models that run on this computer.").format(
        version=QCoreApplication.applicationVersion()
    )
