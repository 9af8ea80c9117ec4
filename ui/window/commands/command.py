"""A command of the window, and the parts of the window that commands use."""

from collections.abc import Callable
from enum import Enum, auto
from typing import Protocol

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget

from engine.frozen import frozen_object
from ui.state.workspace import Workspace
from ui.tabs.tab import Tab
from ui.window.chat_keys import ChatKeys
from ui.window.sidebar import Sidebar


class Reach(Enum):
    """The windows in which the keys of a command work: the main window alone, or all of them. A
    RAISING command brings the main window to the front, where its effect is seen."""

    MAIN = auto()
    ALL = auto()
    RAISING = auto()


@frozen_object
class Command:
    """`menu` is the title of a menu, or of a menu in it after a "/". A `fixed` command is carried
    out by the text field that has the focus: its keys are only shown. `enabled` and `checked` are
    called when the menu opens. A `line` stands above the command in the menu."""

    command_id: str
    text: str
    run: Callable[[], object]
    menu: str
    keys: tuple[str, ...] = ()
    role: QAction.MenuRole = QAction.MenuRole.NoRole
    enabled: Callable[[], bool] | None = None
    checked: Callable[[], bool] | None = None
    fixed: bool = False
    reach: Reach = Reach.MAIN
    line: bool = False


class Guides(Protocol):
    """The commands that explain the window."""

    def show_manual(self) -> object: ...
    def show_shortcuts(self) -> object: ...


class CommandWindow(Protocol):
    """The parts of the window that commands use."""

    workspace: Workspace
    chat_keys: ChatKeys
    sidebar: Sidebar

    @property
    def stats_shown(self) -> bool: ...
    @property
    def dialogs(self) -> Guides: ...
    def current_tab(self) -> Tab: ...
    def tabs(self) -> list[Tab]: ...
    def has_closed(self) -> bool: ...
    def isFullScreen(self) -> bool: ...
    def focusWidget(self) -> QWidget | None: ...
    def choose_folder(self) -> object: ...
    def choose_model(self) -> object: ...
    def close_current(self) -> object: ...
    def go_to(self, place: int, /) -> object: ...
    def go_to_call(self) -> object: ...
    def open_menu(self) -> object: ...
    def open_palette(self) -> object: ...
    def open_search(self) -> object: ...
    def open_tools(self) -> object: ...
    def step(self, by: int, /) -> object: ...
    def toggle_full_screen(self) -> object: ...
    def new_folder(self) -> object: ...
    def toggle_sidebar(self) -> object: ...
    def toggle_stats(self) -> object: ...
