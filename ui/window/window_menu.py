"""The menu bar as data: titles, texts, shortcuts and what they do."""

from collections.abc import Callable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

Entry = tuple[str, tuple[str, ...], Callable[[], object]]


def add_menus(window: QMainWindow, menus: dict[str, list[Entry]]) -> None:
    """Only macOS shows the bar. A hidden one has no shortcuts, so `window` has the actions too."""
    bar = window.menuBar()
    bar.setVisible(bar.isNativeMenuBar())
    for title, entries in menus.items():
        menu = bar.addMenu(title)
        for text, keys, slot in entries:
            action = QAction(text, window)
            action.setShortcuts([QKeySequence(key) for key in keys])
            action.triggered.connect(slot)
            menu.addAction(action)
            window.addAction(action)
