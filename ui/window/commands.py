"""Every command of the window: the table from which its menus and shortcuts are made."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QApplication

from ui.compare import compare_tab
from ui.look import theme
from ui.look.appearance import DARK, LIGHT, SYSTEM, next_zoom
from ui.look.language import tr
from ui.state.pane import MOST_PANES
from ui.state.screen_part import ScreenPart
from ui.state.workspace import Workspace
from ui.stats.stats_panel import StatsPanel
from ui.tabs.tab import Tab
from ui.window.chat_keys import ChatKeys, can_undo
from ui.window.sidebar import Sidebar

_CHATS = 9


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """`menu` is the title of a menu, or of a menu in it after a "/". A `fixed` command is carried
    out by the text field that has the focus: its keys are only shown. `enabled` and `checked` are
    called when the menu opens. A `line` stands above the command in the menu."""

    command_id: str
    menu: str
    text: str
    run: Callable[[], object]
    keys: tuple[str, ...] = ()
    role: QAction.MenuRole = QAction.MenuRole.NoRole
    enabled: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None
    fixed: bool = False
    line: bool = False


class CommandWindow(Protocol):
    """The parts of the window that commands use."""

    workspace: Workspace
    chat_keys: ChatKeys
    sidebar: Sidebar
    stats_panel: StatsPanel

    def current_tab(self) -> Tab: ...
    def tabs(self) -> list[Tab]: ...
    def has_closed(self) -> bool: ...
    def isFullScreen(self) -> bool: ...
    def choose_folder(self) -> object: ...
    def choose_model(self) -> object: ...
    def close_current(self) -> object: ...
    def go_to(self, place: int, /) -> object: ...
    def go_to_call(self) -> object: ...
    def open_menu(self) -> object: ...
    def open_palette(self) -> object: ...
    def open_search(self) -> object: ...
    def open_tools(self) -> object: ...
    def show_manual(self) -> object: ...
    def show_shortcuts(self) -> object: ...
    def step(self, by: int, /) -> object: ...
    def toggle_full_screen(self) -> object: ...
    def new_folder(self) -> object: ...
    def toggle_sidebar(self) -> object: ...
    def toggle_stats(self) -> object: ...


def commands(window: CommandWindow) -> list[Command]:
    """Return all commands. On macOS, Qt's Ctrl is the Command key, and the system uses
    Command+Tab."""
    return [
        *_of_file(window),
        *_of_edit(window),
        *_of_view(window),
        *_of_chat(window),
        *_of_comparison(window),
        *_of_help(window),
    ]


def _of_file(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("File"))
    role = QAction.MenuRole
    return [
        new(
            command_id="new_chat",
            text=tr("New chat"),
            keys=("Ctrl+N",),
            run=window.workspace.requests.new_chat.emit,
        ),
        new(
            command_id="new_compare",
            text=tr("New comparison"),
            keys=("Ctrl+Shift+N",),
            run=window.workspace.requests.new_comparison.emit,
        ),
        new(
            command_id="new_temporary_chat",
            text=tr("New temporary chat"),
            run=window.workspace.requests.new_temporary_chat.emit,
        ),
        new(
            command_id="new_temporary_comparison",
            text=tr("New temporary comparison"),
            run=window.workspace.requests.new_temporary_comparison.emit,
        ),
        new(
            command_id="new_folder",
            text=tr("New folder…"),
            run=window.new_folder,
        ),
        new(
            command_id="folder_chat",
            text=tr("New chat in the same folder"),
            run=lambda: window.workspace.history_requests.chat_added.emit(_folder(window)),
            enabled=lambda: _folder(window) > 0,
        ),
        new(
            command_id="folder_settings",
            text=tr("Folder settings…"),
            run=lambda: window.workspace.history_requests.folder_settings_opened.emit(
                _folder(window)
            ),
            enabled=lambda: _folder(window) > 0,
        ),
        new(
            command_id="open_model",
            text=tr("Open model folder…"),
            keys=("Ctrl+O",),
            run=window.choose_folder,
            line=True,
        ),
        new(
            command_id="export_chat",
            text=tr("Export this chat…"),
            keys=("Ctrl+Shift+E",),
            run=lambda: window.workspace.requests.exported.emit(()),
            line=True,
        ),
        new(
            command_id="export_all",
            text=tr("Export everything…"),
            run=window.workspace.requests.everything_exported.emit,
        ),
        new(command_id="import", text=tr("Import…"), run=window.workspace.requests.imported.emit),
        new(
            command_id="print",
            text=tr("Print…"),
            keys=("Ctrl+P",),
            run=window.workspace.requests.printed.emit,
        ),
        new(
            command_id="close_chat",
            text=tr("Close tab"),
            keys=("Ctrl+W",),
            run=window.close_current,
            line=True,
        ),
        new(
            command_id="reopen_chat",
            text=tr("Reopen closed tab"),
            keys=("Ctrl+Shift+T",),
            run=window.workspace.requests.reopened.emit,
            enabled=window.has_closed,
        ),
        new(
            command_id="settings",
            text=tr("Settings…"),
            keys=("Ctrl+,",),
            run=window.workspace.settings_requests.opened.emit,
            role=role.PreferencesRole,
            line=True,
        ),
        new(
            command_id="quit",
            text=tr("Quit"),
            keys=("Ctrl+Q",),
            run=QApplication.quit,
            role=role.QuitRole,
        ),
    ]


def _of_edit(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Edit"))

    def text(name: str, title: str, keys: str, line: bool = False) -> Command:
        return new(
            command_id=name,
            text=title,
            keys=(keys,),
            run=partial(_in_focus, name),
            enabled=lambda: _focused(name) is not None,
            fixed=True,
            line=line,
        )

    return [
        new(
            command_id="undo",
            text=tr("Undo"),
            keys=("Ctrl+Z",),
            run=lambda: _undo(window),
            enabled=lambda: window.chat_keys.can_undo or _focused("undo") is not None,
            fixed=True,
        ),
        text("redo", tr("Redo"), "Ctrl+Shift+Z"),
        text("cut", tr("Cut"), "Ctrl+X", line=True),
        text("copy", tr("Copy"), "Ctrl+C"),
        text("paste", tr("Paste"), "Ctrl+V"),
        text("selectAll", tr("Select all"), "Ctrl+A"),
        new(
            command_id="find",
            text=tr("Find…"),
            keys=("Ctrl+F",),
            run=lambda: window.current_tab().front_view.open_find(),
            line=True,
        ),
        new(
            command_id="find_next",
            text=tr("Find next"),
            keys=("Ctrl+G",),
            run=lambda: window.current_tab().front_view.find_next(),
        ),
        new(
            command_id="find_previous",
            text=tr("Find previous"),
            keys=("Ctrl+Shift+G",),
            run=lambda: window.current_tab().front_view.find_previous(),
        ),
        new(
            command_id="search",
            text=tr("Search all chats…"),
            keys=("Ctrl+K", "Ctrl+Shift+F"),
            run=window.open_search,
        ),
        new(
            command_id="copy_answer",
            text=tr("Copy last answer"),
            keys=("Ctrl+Shift+C",),
            run=lambda: _copy_answer(window),
            enabled=lambda: bool(window.current_tab().last_answer),
            line=True,
        ),
    ]


def _of_view(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("View"))
    scheme = partial(Command, menu="/".join((tr("View"), tr("Appearance"))))

    def wear(**changes: object) -> None:
        window.workspace.settings_requests.appearance_chosen.emit(
            replace(theme.appearance(), **changes)
        )

    def zoom(by: int) -> Callable[[], object]:
        return lambda: wear(zoom=next_zoom(theme.appearance().zoom, by))

    schemes = {SYSTEM: tr("Same as the system"), LIGHT: tr("Light"), DARK: tr("Dark")}
    return [
        new(command_id="zoom_in", text=tr("Zoom in"), keys=("Ctrl+=", "Ctrl++"), run=zoom(1)),
        new(command_id="zoom_out", text=tr("Zoom out"), keys=("Ctrl+-",), run=zoom(-1)),
        new(
            command_id="zoom_reset",
            text=tr("Actual size"),
            keys=("Ctrl+0",),
            run=lambda: wear(zoom=100),
        ),
        *(
            scheme(
                command_id=f"scheme_{name}",
                text=title,
                run=partial(wear, scheme=name),
                checked=lambda name=name: theme.appearance().scheme == name,
            )
            for name, title in schemes.items()
        ),
        new(
            command_id="sidebar",
            text=tr("Sidebar"),
            keys=("Ctrl+Shift+S", "Ctrl+\\"),
            run=window.toggle_sidebar,
            checked=lambda: not window.sidebar.isHidden(),
            line=True,
        ),
        new(
            command_id="stats",
            text=tr("Live stats"),
            keys=("Ctrl+Shift+I",),
            run=window.toggle_stats,
            checked=lambda: not window.stats_panel.isHidden(),
        ),
        new(
            command_id="full_screen",
            text=tr("Full screen"),
            keys=("F11", "Ctrl+Meta+F"),
            run=window.toggle_full_screen,
            checked=window.isFullScreen,
        ),
        new(
            command_id="palette",
            text=tr("Command palette…"),
            keys=("Ctrl+Shift+P",),
            run=window.open_palette,
            line=True,
        ),
    ]


def _of_chat(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Chat"))
    go = partial(Command, menu="/".join((tr("Chat"), tr("Go to"))))
    chats = [
        go(
            command_id=f"chat_{number}",
            text=tr("Tab {number}").format(number=number),
            keys=(f"Ctrl+{number}",),
            run=partial(window.go_to, number - 1),
            enabled=lambda number=number: len(window.tabs()) >= number,
        )
        for number in range(1, _CHATS + 1)
    ]
    return [
        new(
            command_id="stop",
            text=tr("Stop"),
            keys=("Ctrl+.",),
            run=lambda: window.current_tab().conversation.requests.stopped.emit(),
            enabled=lambda: window.current_tab().busy,
        ),
        new(
            command_id="continue",
            text=tr("Continue the answer"),
            run=lambda: _continue(window),
            enabled=lambda: window.current_tab().can_continue,
        ),
        new(
            command_id="send_next",
            text=tr("Send next messages"),
            run=lambda: window.current_tab().conversation.requests.next_resumed.emit(),
            enabled=lambda: window.current_tab().conversation.next_messages.pause is not None,
        ),
        new(
            command_id="keep_chat",
            text=tr("Keep this temporary chat"),
            run=lambda: window.workspace.requests.kept.emit(window.current_tab().chat_id),
            enabled=lambda: window.current_tab().temporary,
            line=True,
        ),
        new(
            command_id="rename_chat",
            text=tr("Rename chat"),
            keys=("F2",),
            run=window.chat_keys.rename,
        ),
        new(
            command_id="duplicate_chat",
            text=tr("Duplicate chat"),
            run=lambda: window.workspace.history_requests.duplicated.emit(
                (window.current_tab().chat_id,)
            ),
        ),
        new(
            command_id="delete_chat",
            text=tr("Delete chat"),
            keys=("Shift+Del", "Ctrl+Backspace"),
            run=window.chat_keys.delete,
            fixed=True,
        ),
        new(
            command_id="model",
            text=tr("Model…"),
            keys=("Ctrl+L",),
            run=window.choose_model,
            line=True,
        ),
        new(
            command_id="models",
            text=tr("Models…"),
            keys=("Ctrl+Shift+L",),
            run=lambda: window.workspace.library_requests.window_opened.emit("library"),
        ),
        new(
            command_id="get_models",
            text=tr("Get models…"),
            run=lambda: window.workspace.library_requests.window_opened.emit("get"),
        ),
        new(command_id="tools", text=tr("Tools…"), keys=("Ctrl+T",), run=window.open_tools),
        new(
            command_id="tool_call",
            text=tr("Go to the tool call"),
            keys=("Ctrl+J",),
            run=window.go_to_call,
        ),
        *_of_reading(window),
        *_of_screen(window),
        new(
            command_id="next_chat",
            text=tr("Next tab"),
            keys=("Ctrl+Tab", "Meta+Tab"),
            run=lambda: window.step(1),
            line=True,
        ),
        new(
            command_id="previous_chat",
            text=tr("Previous tab"),
            keys=("Ctrl+Shift+Tab", "Meta+Shift+Tab"),
            run=lambda: window.step(-1),
        ),
        *chats,
    ]


def _of_reading(window: CommandWindow) -> list[Command]:
    reading, requests = window.workspace.reading, window.workspace.reading_requests
    new = partial(Command, menu="/".join((tr("Chat"), tr("Read aloud"))))
    return [
        new(
            command_id="read_aloud",
            text=tr("Read the last answer aloud"),
            run=lambda: _read_aloud(window),
            enabled=lambda: bool(window.current_tab().last_answer),
        ),
        new(
            command_id="pause_reading",
            text=tr("Pause or resume reading"),
            run=requests.pause_toggled.emit,
            enabled=lambda: reading.turn is not None,
        ),
        new(
            command_id="stop_reading",
            text=tr("Stop reading"),
            run=requests.stopped.emit,
            enabled=lambda: reading.turn is not None,
        ),
    ]


def _of_screen(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu="/".join((tr("Chat"), tr("Ask about the screen"))))
    parts = {
        "capture_area": (tr("Capture an area of the screen"), ScreenPart.AREA),
        "capture_window": (tr("Capture a window"), ScreenPart.WINDOW),
        "capture_screen": (tr("Capture the whole screen"), ScreenPart.SCREEN),
    }
    return [
        new(command_id=name, text=text, run=partial(_capture, window, part))
        for name, (text, part) in parts.items()
    ]


def _of_comparison(window: CommandWindow) -> list[Command]:
    """Return the commands of comparisons, which have no effect while a chat is in front."""
    here = partial(_compares, window)
    on = partial(_on_comparison, window)
    new = partial(Command, menu=tr("Comparison"), enabled=here)
    go = partial(Command, menu="/".join((tr("Comparison"), tr("Go to pane"))), enabled=here)
    return [
        new(
            command_id="differences",
            text=tr("Show differences…"),
            keys=("Ctrl+D",),
            run=on(lambda tab: tab.differences_wanted.emit()),
        ),
        new(
            command_id="results",
            text=tr("Show results…"),
            keys=("Ctrl+Shift+R",),
            run=on(lambda tab: tab.results_wanted.emit()),
        ),
        new(
            command_id="list",
            text=tr("Run a list of prompts…"),
            run=on(lambda tab: tab.list_wanted.emit()),
        ),
        new(
            command_id="paste_list",
            text=tr("Paste a list of prompts…"),
            run=on(lambda tab: tab.paste_wanted.emit()),
        ),
        new(
            command_id="export",
            text=tr("Export…"),
            keys=("Ctrl+E",),
            run=on(lambda tab: tab.export_wanted.emit()),
        ),
        new(
            command_id="step_pane_next",
            text=tr("Next pane"),
            keys=("F6",),
            run=on(lambda tab: tab.step_pane(1)),
            line=True,
        ),
        new(
            command_id="step_pane_previous",
            text=tr("Previous pane"),
            keys=("Shift+F6",),
            run=on(lambda tab: tab.step_pane(-1)),
        ),
        new(
            command_id="move_front_previous",
            text=tr("Move pane left"),
            keys=("Alt+Left",),
            run=on(lambda tab: tab.move_front(-1)),
            fixed=True,
        ),
        new(
            command_id="move_front_next",
            text=tr("Move pane right"),
            keys=("Alt+Right",),
            run=on(lambda tab: tab.move_front(1)),
            fixed=True,
        ),
        *(
            go(
                command_id=f"pane_{number}",
                text=tr("Pane {number}").format(number=number),
                keys=(f"Ctrl+Alt+{number}",),
                run=on(lambda tab, index=number - 1: tab.go_to_pane(index)),
            )
            for number in range(1, MOST_PANES + 1)
        ),
    ]


def _of_help(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Help"))
    return [
        new(command_id="manual", text=tr("Manual"), keys=("F1",), run=window.show_manual),
        new(
            command_id="shortcuts",
            text=tr("Keyboard shortcuts"),
            keys=("Ctrl+/",),
            run=window.show_shortcuts,
        ),
        new(
            command_id="updates",
            text=tr("Check for updates…"),
            run=window.workspace.update_requests.checked.emit,
            role=QAction.MenuRole.ApplicationSpecificRole,
            line=True,
        ),
        new(
            command_id="about",
            text=tr("About Duologue"),
            run=window.workspace.about_requests.opened.emit,
            role=QAction.MenuRole.AboutRole,
        ),
        new(command_id="menu", text=tr("Menu"), keys=("F10",), run=window.open_menu),
    ]


def _focused(name: str) -> Callable[[], object] | None:
    """Return the method `name` of the focused widget, if it has one."""
    found = getattr(QApplication.focusWidget(), name, None)
    return found if callable(found) else None


def _in_focus(name: str) -> None:
    if call := _focused(name):
        call()


def _folder(window: CommandWindow) -> int:
    """Return the folder of the conversation in front, or 0."""
    front = window.workspace.conversations.front
    return front.folder_id if front else 0


def _undo(window: CommandWindow) -> None:
    """Undo in the text field with the focus; if it has nothing to undo, in the tab or the
    history."""
    if window.chat_keys.can_undo and not can_undo(QApplication.focusWidget()):
        window.chat_keys.undo()
    else:
        _in_focus("undo")


def _copy_answer(window: CommandWindow) -> None:
    if answer := window.current_tab().last_answer:
        QGuiApplication.clipboard().setText(answer)
        window.workspace.notices.show(tr("The last answer is on the clipboard."))


def _read_aloud(window: CommandWindow) -> None:
    turns = reversed(window.current_tab().front_transcript.turns)
    if turn := next((it for it in turns if it.role == "assistant"), None):
        window.workspace.reading_requests.started.emit(turn)


def _continue(window: CommandWindow) -> None:
    if window.current_tab().can_continue:
        window.current_tab().go_on()


def _capture(window: CommandWindow, part: ScreenPart) -> None:
    window.current_tab().conversation.attachment_requests.screen_captured.emit(part)


def _compares(window: CommandWindow) -> bool:
    return isinstance(window.current_tab(), compare_tab.CompareTab)


def _on_comparison(
    window: CommandWindow, run: "Callable[[compare_tab.CompareTab], object]"
) -> Callable[[], object]:
    """Return a function that calls `run` with the tab in front if that is a comparison."""

    def call() -> None:
        tab = window.current_tab()
        if isinstance(tab, compare_tab.CompareTab):
            run(tab)

    return call
