"""Keys about chats that work wherever the focus is, unless a text field there uses them."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QKeySequenceEdit,
    QLineEdit,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from engine.messages import say
from ui.composer.question_edit import QuestionEdit
from ui.history.history_list import deletes_chat
from ui.media import media_view
from ui.state.workspace import Workspace
from ui.tabs.tab import Tab
from ui.window.open_tabs import OpenTabs
from ui.window.sidebar import Sidebar

# With these held, a key still types; on a Mac, Option does.
_TYPING = (
    Qt.KeyboardModifier.ShiftModifier
    | Qt.KeyboardModifier.KeypadModifier
    | Qt.KeyboardModifier.GroupSwitchModifier
)
if sys.platform == "darwin":
    _TYPING |= Qt.KeyboardModifier.AltModifier
_TEXTS = (QLineEdit, QPlainTextEdit, QTextEdit)
NOT_LISTED = say("Write something in this chat first, then rename it.")
NOT_KEPT = say("A temporary chat is not in the history. Keep it first, then rename it.")


class ChatKeys(QObject):
    """Renames and deletes the chat in front, and undoes what the tab in front offers to undo, else
    the last deletion or move of chats and folders. What is typed or pasted where nothing takes it
    goes to the composer. Text fields take such keys before the window's shortcuts do, so the
    widget with the focus is watched, or the window while no widget has it."""

    def __init__(
        self,
        workspace: Workspace,
        tabs: OpenTabs,
        sidebar: Sidebar,
        show_sidebar: Callable[[], object],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._tabs = tabs
        self._sidebar = sidebar
        self._show_sidebar = show_sidebar
        self._window = parent
        self._watched: QWidget | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)
        parent.installEventFilter(self)

    @property
    def can_undo(self) -> bool:
        return self._offering() is not None or self._workspace.history.can_undo

    def undo(self) -> None:
        """Undo what the tab in front offers to undo, else the last deletion or move."""
        if tab := self._offering():
            tab.undo_last()
        else:
            self._workspace.history_requests.undone.emit()

    def rename(self) -> None:
        """Rename the row of the history that has the keyboard, else the chat in front."""
        front = self._front()
        if front is None:
            return
        if front.temporary:
            self._workspace.notices.show(NOT_KEPT)
            return
        if self._sidebar.isHidden():
            self._show_sidebar()
        if not self._sidebar.rename(front.chat_id):
            self._workspace.notices.show(NOT_LISTED)

    def delete(self) -> None:
        """Delete the selection of the history if that has the keyboard, else the chat in front."""
        if self._sidebar.list.hasFocus():
            self._sidebar.list.delete()
        elif (front := self._front()) and front.temporary:
            self._workspace.requests.closed.emit(front.chat_id)
        elif front:
            self._workspace.history_requests.deleted.emit((front.chat_id,))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() not in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
            return False
        if not (isinstance(event, QKeyEvent) and isinstance(watched, QWidget)):
            return False
        if watched is self._window and QApplication.focusWidget() is not None:
            # Keys come here from the widget with the focus, which is watched itself.
            return False
        if event.type() == QEvent.Type.KeyPress and self._types(watched, event):
            return True
        run = self._meant(watched, event)
        if event.type() == QEvent.Type.ShortcutOverride:
            # An accepted override comes back as a key press. A key that a text field uses must not
            # reach the menu either, which macOS asks by itself.
            ours = run is not None or deletes_chat(event)
            event.setAccepted(ours)
            return ours
        if run is not None and not event.isAutoRepeat():
            run()
        return run is not None

    def _meant(self, widget: QWidget, event: QKeyEvent) -> Callable[[], object] | None:
        if event.matches(QKeySequence.StandardKey.Undo):
            return self.undo if self.can_undo and not can_undo(widget) else None
        if deletes_chat(event) and self._is_for_chat(widget):
            return self.delete
        return None

    def _types(self, widget: QWidget, event: QKeyEvent) -> bool:
        """Give what is typed or pasted where no field takes it to the composer. Return True if it
        was given. Space stays: it presses buttons, opens previews and scrolls."""
        tab = self._front()
        text, held = event.text(), event.modifiers() & ~_TYPING
        typed = text.strip() and text.isprintable() and not held
        if tab is None or not (typed or event.matches(QKeySequence.StandardKey.Paste)):
            return False
        if _takes_text(widget) or not tab.composer.isEnabled() or _covered(widget):
            return False
        tab.composer.take_focus()
        QApplication.sendEvent(tab.composer.editor, event)
        return True

    def _is_for_chat(self, widget: QWidget) -> bool:
        """Return True if the focus is in the chat in front, and no text field there uses the key,
        not even one that the key has just emptied."""
        tab = self._front()
        if tab is None or not (widget is tab or tab.isAncestorOf(widget)):
            return False
        if isinstance(widget, QuestionEdit):
            return not (widget.toPlainText() or widget.composing or can_undo(widget))
        if isinstance(widget, _TEXTS) and not widget.isReadOnly():
            return False
        return not tab.composer.isAncestorOf(widget)

    def _offering(self) -> Tab | None:
        """Return the tab in front if it offers to undo something. In the history, keys are about
        chats."""
        tab = self._front()
        in_history = self._workspace.history.can_undo and self._sidebar.list.hasFocus()
        return tab if tab is not None and tab.undo_visible and not in_history else None

    def _front(self) -> Tab | None:
        return self._tabs.current() if self._tabs else None

    def _follow(self, _: QWidget | None, now: QWidget | None) -> None:
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = now if now is not None and now.window() is self._window else None
        if self._watched is not None:
            self._watched.installEventFilter(self)


def _takes_text(widget: QWidget) -> bool:
    """Return True if typing changes or finds something in the widget itself."""
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        return not widget.isReadOnly()
    return isinstance(widget, QComboBox | QAbstractSpinBox | QKeySequenceEdit)


def _covered(widget: QWidget) -> bool:
    """Return True if the widget is in a preview that covers the window and takes all keys."""
    around: QWidget | None = widget
    while around is not None and not isinstance(around, media_view.MediaView):
        around = around.parentWidget()
    return around is not None


def can_undo(widget: QWidget | None) -> bool:
    """Return True if the widget is a text field in which something can be undone."""
    if isinstance(widget, QLineEdit):
        return widget.isUndoAvailable() and not widget.isReadOnly()
    if isinstance(widget, QPlainTextEdit | QTextEdit):
        return widget.document().isUndoAvailable() and not widget.isReadOnly()
    return False
