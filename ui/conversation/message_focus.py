"""The way of the keyboard through the parts of messages, in the order in which they stand."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from ui.conversation.message_widget import MessageWidget


def stops(message: MessageWidget) -> list[QWidget]:
    """What Tab comes to inside a message, from above."""
    found = [it for it in message.findChildren(QWidget) if _takes_tab(it)]
    return sorted(found, key=lambda it: _reading_order(it, message))


def after(view: QWidget, forwards: bool) -> QWidget | None:
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
