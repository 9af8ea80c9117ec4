"""Moves the focus through the parts of messages, from top to bottom."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget

from ui.conversation.message_column import MessageColumn
from ui.conversation.message_scroll_area import MessageScrollArea

_STEP = 72
BY_KEYBOARD = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
_REASONS = {True: Qt.FocusReason.TabFocusReason, False: Qt.FocusReason.BacktabFocusReason}


def step(view: MessageScrollArea, by: int) -> None:
    """Focus the next or previous message, or scroll within one that is higher than the view."""
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


def tab(view: MessageScrollArea, forwards: bool) -> bool:
    """Focus the next part of a message, or the widgets before and after the messages."""
    at = view.column.focused()
    if at is not None:
        return _go(view, at, forwards)
    around, focus = _around(view), QApplication.focusWidget()
    place = around.index(focus) if focus in around else len(around) - 1
    place += 1 if forwards else -1
    if 0 <= place < len(around):
        around[place].setFocus(_REASONS[forwards])
        return True
    return _go(view, view.first_seen(), forwards) if forwards else _leave(view, forwards)


def enter_from_below(view: MessageScrollArea) -> None:
    """Focus the last visible part."""
    value = view.verticalScrollBar().value()
    seen = view.column.range(value, value + view.column.height() - 1)
    _go(view, min(seen.stop, view.count) - 1, forwards=False)


def after(widget: QWidget, forwards: bool, *, past: bool = False) -> QWidget | None:
    """Return the widget that Tab focuses after `widget`, or after everything inside it if `past`;
    never a part of a message, since the view handles those. The order is that of the widget tree:
    Qt's own chain has messages in order of creation, and a widget that Python gets from that chain
    would be deleted with it."""
    window = widget.window()
    everything = window.findChildren(QWidget)
    at = everything.index(widget) if widget in everything else -1
    later = everything[at + 1 :] + everything[: max(at, 0)]

    def stops(it: QWidget) -> bool:
        if not _takes_tab(it) or it.window() is not window or _in_messages(it):
            return False
        return not (past and widget.isAncestorOf(it))

    return next(filter(stops, later if forwards else reversed(later)), None)


def _go(view: MessageScrollArea, index: int, forwards: bool) -> bool:
    """Focus the next part of the message at `index`, which has the focus, or of the next one."""
    at = view.column.focused()
    while 0 <= index < view.count:
        around = _stops(view.message(index))
        focus = QApplication.focusWidget()
        if index == at and focus in around:
            place = around.index(focus) + (1 if forwards else -1)
        elif index == at and not forwards:
            place = -1
        else:
            place = 0 if forwards else len(around) - 1
        if 0 <= place < len(around):
            around[place].setFocus(_REASONS[forwards])
            view.show_widget(around[place])
            return True
        index += 1 if forwards else -1
        view.come_to(index)
    if forwards:
        return _leave(view, forwards)
    # On the view itself, the arrow keys go from message to message.
    _around(view)[-1].setFocus(_REASONS[forwards])
    return True


def _leave(view: QWidget, forwards: bool) -> bool:
    widget = after(view, forwards, past=True)
    if widget is not None:
        widget.setFocus(_REASONS[forwards])
    return widget is not None


def _around(view: MessageScrollArea) -> list[QWidget]:
    """Return the widgets before the messages: the search bar and the view itself."""
    inside = [it for it in _stops(view) if not view.viewport().isAncestorOf(it)]
    return [*(it for it in inside if it is not view.end_button), view]


def _stops(around: QWidget) -> list[QWidget]:
    """Return the tab stops inside a widget from top to bottom."""
    found = [it for it in around.findChildren(QWidget) if _takes_tab(it)]
    return sorted(found, key=lambda it: _reading_order(it, around))


def _takes_tab(widget: QWidget) -> bool:
    by_tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(by_tab) and widget.isVisible() and widget.isEnabled() and not widget.focusProxy()


def _in_messages(widget: QWidget) -> bool:
    around = widget.parentWidget()
    while around is not None and not isinstance(around, MessageColumn):
        around = around.parentWidget()
    return around is not None


def _reading_order(widget: QWidget, around: QWidget) -> tuple[int, int]:
    place = widget.mapTo(around, QPoint(0, widget.height() // 2))
    return place.y(), place.x()
