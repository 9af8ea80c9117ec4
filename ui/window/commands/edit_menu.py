"""The commands of the menu Edit."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from ui.look.language import tr
from ui.window.chat_keys import can_undo
from ui.window.commands.command import Command, CommandWindow, Reach


def edit_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Edit"))

    def text(name: str, title: str, keys: str, line: bool = False) -> Command:
        return new(
            name,
            title,
            lambda: _call(window, name),
            keys=(keys,),
            enabled=lambda: _method(window, name) is not None,
            fixed=True,
            line=line,
        )

    return [
        new(
            "undo",
            tr("Undo"),
            lambda: _undo(window),
            keys=("Ctrl+Z",),
            enabled=lambda: window.chat_keys.can_undo or _method(window, "undo") is not None,
            fixed=True,
        ),
        text("redo", tr("Redo"), "Ctrl+Shift+Z"),
        text("cut", tr("Cut"), "Ctrl+X", line=True),
        text("copy", tr("Copy"), "Ctrl+C"),
        text("paste", tr("Paste"), "Ctrl+V"),
        text("selectAll", tr("Select all"), "Ctrl+A"),
        new(
            "find",
            tr("Find…"),
            lambda: window.current_tab().front_view.open_find(),
            keys=("Ctrl+F",),
            line=True,
        ),
        new(
            "find_next",
            tr("Find next"),
            lambda: window.current_tab().front_view.find_next(),
            keys=("Ctrl+G",),
        ),
        new(
            "find_previous",
            tr("Find previous"),
            lambda: window.current_tab().front_view.find_previous(),
            keys=("Ctrl+Shift+G",),
        ),
        new(
            "search",
            tr("Search all chats…"),
            window.open_search,
            keys=("Ctrl+K", "Ctrl+Shift+F"),
            reach=Reach.RAISING,
        ),
        new(
            "copy_answer",
            tr("Copy last answer"),
            lambda: _copy_answer(window),
            keys=("Ctrl+Shift+C",),
            enabled=lambda: bool(window.current_tab().last_answer),
            line=True,
        ),
        new(
            "context_menu",
            tr("Context menu"),
            lambda: _open_context_menu(window),
            keys=("Shift+F10",),
            reach=Reach.ALL,
            line=True,
        ),
    ]


def _focused(window: CommandWindow) -> QWidget | None:
    """Return the widget that has the keyboard, or had it before a menu or the palette opened."""
    widget = QApplication.focusWidget()
    return window.focusWidget() if widget is None or isinstance(widget, QMenu) else widget


def _method(window: CommandWindow, name: str) -> Callable[[], object] | None:
    """Return the method `name` of the focused widget, if it has one."""
    found = getattr(_focused(window), name, None)
    return found if callable(found) else None


def _call(window: CommandWindow, name: str) -> None:
    if call := _method(window, name):
        call()


def _undo(window: CommandWindow) -> None:
    """Undo in the text field with the focus; if it has nothing to undo, in the tab or the
    history."""
    if window.chat_keys.can_undo and not can_undo(_focused(window)):
        window.chat_keys.undo()
    else:
        _call(window, "undo")


def _open_context_menu(window: CommandWindow) -> None:
    """Do what the menu key does, which many keyboards lack."""
    # A key that is held down would open one menu over the other.
    if isinstance(QApplication.activePopupWidget(), QMenu):
        return
    if widget := _focused(window):
        cursor = QRectF(widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle))
        place = cursor.center().toPoint()
        reason = QContextMenuEvent.Reason.Keyboard
        event = QContextMenuEvent(reason, place, widget.mapToGlobal(place))
        QApplication.sendEvent(widget, event)


def _copy_answer(window: CommandWindow) -> None:
    if answer := window.current_tab().last_answer:
        QGuiApplication.clipboard().setText(answer)
        window.workspace.notices.show(tr("The last answer is on the clipboard."))
