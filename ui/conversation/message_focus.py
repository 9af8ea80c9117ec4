"""The way of the keyboard through the parts of messages, in the order in which they stand."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

from ui.conversation.message_widget import MessageWidget

if TYPE_CHECKING:
    from ui.conversation.conversation_view import ConversationView

_STEP = 72
_REASONS = {True: Qt.FocusReason.TabFocusReason, False: Qt.FocusReason.BacktabFocusReason}


def step(view: "ConversationView", by: int) -> None:
    """To the next message, or farther in one that is higher than the view."""
    at = view.column.focused()
    target = view.first_seen() if at is None else at + by
    if at is not None:
        rect = view.column.live[at].geometry()
        hidden = rect.bottom() > view.column.height() if by > 0 else rect.top() < 0
        if hidden or not 0 <= target < view.count:
            bar = view.verticalScrollBar()
            bar.setValue(bar.value() + by * _STEP)
            return
    if view.count:
        view.come_to(target)
        message = view.message(target)
        message.setFocus(Qt.FocusReason.TabFocusReason)
        view.show_widget(message)


def tab(view: "ConversationView", forwards: bool) -> bool:
    """To the next part of a message, or to what comes after the view."""
    at = view.column.focused()
    if at is None and not forwards:
        return _leave(view, forwards)
    index = view.first_seen() if at is None else at
    while 0 <= index < view.count:
        around = _stops(view.message(index))
        focus = QApplication.focusWidget()
        if index != at:
            place = 0 if forwards else len(around) - 1
        elif focus in around:
            place = around.index(focus) + (1 if forwards else -1)
        else:
            place = 0 if forwards else -1
        if 0 <= place < len(around):
            around[place].setFocus(_REASONS[forwards])
            view.show_widget(around[place])
            return True
        index += 1 if forwards else -1
        view.come_to(index)
    if not forwards:
        # from which the arrow keys go from message to message
        view.setFocus(_REASONS[forwards])
        return True
    return _leave(view, forwards)


def _leave(view: QWidget, forwards: bool) -> bool:
    widget = _after(view, forwards)
    if widget is not None:
        widget.setFocus(_REASONS[forwards])
    return widget is not None


def _stops(message: MessageWidget) -> list[QWidget]:
    """What Tab comes to inside a message, from above."""
    found = [it for it in message.findChildren(QWidget) if _takes_tab(it)]
    return sorted(found, key=lambda it: _reading_order(it, message))


def _after(view: QWidget, forwards: bool) -> QWidget | None:
    """What Tab comes to outside of `view`."""
    widget: QWidget | None = view
    while widget is not None:
        widget = widget.nextInFocusChain() if forwards else widget.previousInFocusChain()
        if widget is view:
            break
        if widget is not None and _takes_tab(widget) and not view.isAncestorOf(widget):
            return widget
    return None


def _takes_tab(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and widget.isVisible() and widget.isEnabled() and not widget.focusProxy()


def _reading_order(widget: QWidget, message: MessageWidget) -> tuple[int, int]:
    place = widget.mapTo(message, QPoint(0, widget.height() // 2))
    return place.y(), place.x()
