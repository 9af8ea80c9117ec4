"""The menus of the window, made of its commands: a bar, or a button where no bar is shown."""

import logging
from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from ui.look.language import tr
from ui.state.shortcuts import Shortcut, accepted, keys_of
from ui.widgets.layouts import raise_window
from ui.widgets.menu import Menu
from ui.window.commands.command import Command, Reach

log = logging.getLogger(__name__)


class WindowMenus:
    """A hidden bar has no shortcuts, so the window has the actions too. `everything` has the same
    menus as the bar."""

    def __init__(self, window: QMainWindow, commands: Iterable[Command]) -> None:
        self._window = window
        self._menus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self.everything = Menu(window)
        self.everything.setAccessibleName(tr("Menu"))
        self.shortcuts: tuple[Shortcut, ...] = ()
        self.keys: Mapping[str, str] = {}
        self.actions: dict[str, QAction] = {}
        self.commands = tuple(commands)
        for command in self.commands:
            self._add(command)
        bar = window.menuBar()
        bar.setVisible(bar.isNativeMenuBar())
        self.set_keys({})

    def choose_keys(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Set the keys that a person wants, except those that a command cannot have."""
        keys, refused = accepted(self.shortcuts, wanted)
        for sentence in refused:
            log.warning("keys: %s", sentence)
        self.set_keys(keys)

    def set_keys(self, chosen: Mapping[str, str]) -> None:
        """Set the shortcuts that a person has chosen, by command id."""
        self.keys = chosen
        for shortcut in self.shortcuts:
            keys = keys_of(shortcut, chosen)
            self.actions[shortcut.command_id].setShortcuts([QKeySequence(key) for key in keys])

    def open_at(self, button: QWidget) -> None:
        corner = button.mapToGlobal(button.rect().bottomRight())
        corner.setX(corner.x() - self.everything.sizeHint().width())
        self.everything.popup(corner)
        # Not `setActiveAction`: Qt closes the submenu that it opens once the mouse enters that.
        self.everything.focusNextChild()

    def _add(self, command: Command) -> None:
        action = QAction(command.text, self._window)
        action.setMenuRole(command.role)
        action.triggered.connect(lambda: self._run(command))
        if command.fixed:
            # The keys are only shown: the text field with the focus takes them itself.
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        else:
            self._window.addAction(action)
        if command.reach is not Reach.MAIN:
            action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        menu = self._menu(command.menu)
        if command.line:
            menu.addSeparator()
        menu.addAction(action)
        self._follow(menu, action, command)
        self.actions[command.command_id] = action
        self.shortcuts += (
            Shortcut(
                command.command_id,
                command.text,
                command.menu.replace("/", " › "),
                command.keys,
                command.fixed,
            ),
        )

    def _run(self, command: Command) -> None:
        if command.reach is Reach.RAISING:
            raise_window(self._window)
        command.run()

    def _follow(self, menu: QMenu, action: QAction, command: Command) -> None:
        """Disable an action only while the menu is open: a disabled action has no shortcut, also
        when the command is possible again."""
        enabled, checked = command.enabled, command.checked
        if enabled:
            menu.aboutToShow.connect(lambda: action.setEnabled(enabled()))
            menu.aboutToHide.connect(lambda: action.setEnabled(True))
        if checked:
            action.setCheckable(True)
            menu.aboutToShow.connect(lambda: action.setChecked(checked()))
            if "/" in command.menu:
                self._group(command.menu).addAction(action)

    def _menu(self, path: str) -> QMenu:
        if path not in self._menus:
            around, _, title = path.rpartition("/")
            menu = Menu(self._window, title)
            self._menus[path] = menu
            if around:
                self._menu(around).addMenu(menu)
            else:
                self._window.menuBar().addMenu(menu)
                self.everything.addMenu(menu)
        return self._menus[path]

    def _group(self, path: str) -> QActionGroup:
        if path not in self._groups:
            self._groups[path] = QActionGroup(self._window)
        return self._groups[path]
