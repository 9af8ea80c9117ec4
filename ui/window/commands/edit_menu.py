"""The commands of the menu Edit."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication

from ui.look.language import tr
from ui.window.chat_keys import can_undo
from ui.window.commands.command import Command, CommandWindow, Reach


def edit_commands(window: CommandWindow) -> list[Command]:
    new = partial(Command, menu=tr("Edit"))

    def text(name: str, title: str, keys: str, line: bool = False) -> Command:
        return new(
            name,
            title,
            partial(_in_focus, name),
            keys=(keys,),
            enabled=lambda: _focused(name) is not None,
            fixed=True,
            line=line,
        )

    return [
        new(
            "undo",
            tr("Undo"),
            lambda: _undo(window),
            keys=("Ctrl+Z",),
            enabled=lambda: window.chat_keys.can_undo or _focused("undo") is not None,
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


def _open_context_menu(window: CommandWindow) -> None:
    """Do what the menu key does, which many keyboards lack."""
    # nothing has the keyboard yet once the command palette has closed
    if widget := QApplication.focusWidget() or window.focusWidget():
        cursor = QRectF(widget.inputMethodQuery(Qt.InputMethodQuery.ImCursorRectangle))
        place = cursor.center().toPoint()
        reason = QContextMenuEvent.Reason.Keyboard
        event = QContextMenuEvent(reason, place, widget.mapToGlobal(place))
        QApplication.sendEvent(widget, event)


def _focused(name: str) -> Callable[[], object] | None:
    """Return the method `name` of the focused widget, if it has one."""
    found = getattr(QApplication.focusWidget(), name, None)
    return found if callable(found) else None


def _in_focus(name: str) -> None:
    if call := _focused(name):
        call()


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
