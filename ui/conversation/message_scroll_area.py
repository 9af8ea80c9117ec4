"""Scrolls the messages of a conversation: follows the end, or keeps the line being read."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QWidget
from shiboken6 import isValid

from engine.frozen import frozen
from ui.conversation.message_column import MessageColumn
from ui.conversation.message_widget import MessageWidget
from ui.look import theme
from ui.look.language import tr
from ui.state.turn import Turn
from ui.widgets import text_body
from ui.widgets.buttons import IconButton

_NEAR_END = 4
_BUTTON = 34
_ABOVE = 12
# Duration of the mark on a message that was jumped to.
_MARKED_MS = 1600


@frozen
class Anchor:
    """A line that stays where it is on screen. It stands `inside` px below the top of message
    `index`, and `below` px under the upper edge of the view. If `part` is known and still there,
    the line is the top of that part; if the part is a text, the line of the character at
    `position`."""

    index: int
    below: int
    inside: int = 0
    part: QWidget | None = None
    position: int = 0

    def value(self, top: int, message: MessageWidget | None) -> int:
        """Return the scroll bar value, for a message that begins at `top`."""
        return top + self._inside(message) - self.below

    def _inside(self, message: MessageWidget | None) -> int:
        part = self.part
        if message is None or part is None or not isValid(part):
            return self.inside
        if part.isHidden() or not message.isAncestorOf(part):
            return self.inside
        return _line_top(message, part, self.position)


class MessageScrollArea(QAbstractScrollArea):
    """Scrolls a column of messages, of which only those near the visible part have widgets.

    While the end is followed, growing text scrolls the view. Otherwise the line at the upper edge
    stays where it is, whatever changes its height. `arranged` follows every change of the layout.
    """

    arranged = Signal()

    def __init__(self, turns: list[Turn], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._turns = turns
        self._following = True
        self._holding = False
        self._arranging = False
        # True while messages must not be created yet.
        self._waiting = False
        self._anchor = Anchor(0, 0)
        self._last_value = 0
        self._zoom = theme.appearance().zoom
        self.column = MessageColumn(turns, self._new_message, self.viewport())
        self.column.setObjectName("message_column")
        self.end_button = IconButton("chevron-down", tr("Jump to latest"), 18, self)
        self.end_button.setProperty("kind", "to_end")
        self.end_button.hide()
        self.end_button.clicked.connect(self.scroll_to_end)
        self.column.stale.connect(self._arrange)
        self._mark_ends = QTimer(self, singleShot=True, interval=_MARKED_MS)
        self._mark_ends.timeout.connect(self.column.unmark)
        theme.look.changed.connect(self._follow_zoom)

    @property
    def follows_end(self) -> bool:
        return self._following

    @property
    def count(self) -> int:
        """The number of messages, with or without widgets."""
        return len(self._turns)

    def message(self, index: int) -> MessageWidget:
        """Return the widget of a message; a negative index counts from the end. The widget lives
        while it is near the visible part."""
        return self.column.message(range(self.count)[index])

    def top_of(self, index: int) -> int:
        """Return the scroll bar value at which a message begins."""
        return self.column.top(index)

    def first_seen(self) -> int:
        """Return the first message that begins in the visible part, or else fills it."""
        value = self.verticalScrollBar().value()
        seen = self.column.range(value, value + self.column.height())
        return next(
            (index for index in seen if self.column.top(index) >= value), max(0, seen.stop - 1)
        )

    # --- going to a place ----------------------------------------------------------------

    def show_widget(self, widget: QWidget) -> None:
        """Scroll no farther than needed to show a part of a message."""
        self.show_rect(widget, widget.rect())

    def show_rect(self, part: QWidget, rect: QRect) -> None:
        """Scroll no farther than needed to show a rectangle of a part of a message."""
        top = part.mapTo(self.column, rect.topLeft()).y()
        bottom = top + rect.height()
        bar, room = self.verticalScrollBar(), self.column.height()
        if bottom - top > room and top < room // 2 and bottom > room // 2:
            return
        if top < 0 or bottom - top > room:
            bar.setValue(bar.value() + top - _ABOVE)
        elif bottom > room:
            bar.setValue(bar.value() + bottom - room + _ABOVE)

    def scroll_to_end(self) -> None:
        self._following, self._holding = True, False
        self._arrange()

    def scroll_to(self, index: int) -> None:
        """Move the beginning of a message to the upper edge."""
        self._following = False
        self._anchor = Anchor(index, 0)
        self._arrange()
        self._take_anchor()

    def come_to(self, index: int) -> None:
        """Scroll to a message unless it is visible; do nothing if there is no such message."""
        value = self.verticalScrollBar().value()
        seen = self.column.range(value, value + self.column.height() - 1)
        if 0 <= index < self.count and index not in seen:
            self.scroll_to(index)

    def show_turn(self, index: int) -> None:
        """Scroll to a message, and mark it for a moment."""
        if not 0 <= index < self.count:
            return
        self._following = False
        self._anchor = Anchor(index, _ABOVE)
        self._arrange()
        if self.isVisible():
            self._take_anchor()
        self.column.mark(index)
        self._mark_ends.start()

    def scroll_state(self) -> dict[str, int]:
        """Return the message at the upper edge and the offset in it, as JSON values; {} at the
        end."""
        if self._following or not self.count:
            return {}
        index = self._anchor_index()
        return {"turn": index, "offset": self._wanted() - self.column.top(index)}

    def set_scroll_state(self, value: dict[str, int]) -> None:
        """Restore a scroll state, also before the view is shown."""
        turn, offset = value.get("turn"), value.get("offset")
        self._following = not (isinstance(turn, int) and isinstance(offset, int))
        if isinstance(turn, int) and isinstance(offset, int):
            self._anchor = Anchor(turn, -offset)
        self._arrange()

    # --- events --------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.column.resize(self.viewport().size())
        self._arrange()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._arranging:
            self._scrolled(self.verticalScrollBar().value())

    # --- what a conversation adds --------------------------------------------------------

    def _new_message(self, index: int) -> MessageWidget:
        """Return a new widget for a turn."""
        raise NotImplementedError

    def _held_part(self) -> QWidget | None:
        """Return the part of the last message that must not scroll out of view by itself."""
        return None

    # --- layout --------------------------------------------------------------------------

    def _follow_zoom(self) -> None:
        """Give the column its width at another zoom."""
        if (zoom := theme.appearance().zoom) != self._zoom:
            self._zoom = zoom
            self._arrange()

    def _arrange(self) -> None:
        """Lay out the visible messages without moving the line that the reader looks at."""
        if self._arranging or self._waiting or not self.isVisible():
            return
        self._arranging = True
        try:
            self._lay_out()
        finally:
            self._arranging = False
        self._show_end_button()
        self.arranged.emit()

    def _lay_out(self) -> None:
        # The scroll bar lies in the margin: with it and without it the column is the same.
        self.column.set_width(self.width())
        if not self._following:
            self.column.measure(self._anchor_index())
        value = self.column.settle(self._place, self.column.height(), not self._following)
        self._set_value(value)
        self.column.place(value)
        if not self._following and self._wanted() != value:
            # The content ends too early for the anchor: keep what is visible instead.
            self._take_anchor()
        page = self.column.height()
        self.column.drop(value - 2 * page, value + 3 * page)

    def _set_value(self, value: int) -> None:
        bar, page = self.verticalScrollBar(), self.column.height()
        bar.setPageStep(page)
        bar.setRange(0, max(0, self.column.full_height - page))
        bar.setValue(value)
        self._last_value = value

    def _place(self) -> int:
        """Return the scroll bar value to use, by the heights that are known now."""
        end = max(0, self.column.full_height - self.column.height())
        if self._following:
            return self._before_held_part(end)
        return max(0, min(end, self._wanted()))

    def _before_held_part(self, end: int) -> int:
        """Return `end`, or the place just above the held part if that comes first. The part is held
        until the reader scrolls."""
        last = self.count - 1
        part = self._held_part() if self._holding else None
        if part is None or not self.column.measured(last):
            return end
        inside = part.mapTo(self.column.live[last], QPoint()).y()
        return min(end, max(0, self.column.top(last) + inside - _ABOVE))

    def _wanted(self) -> int:
        """Return the scroll value of the anchor, even if there is no space below it."""
        index = self._anchor_index()
        message = self.column.live.get(index) if self.column.measured(index) else None
        return self._anchor.value(self.column.top(index), message)

    def _anchor_index(self) -> int:
        return max(0, min(self._anchor.index, self.count - 1))

    def _take_anchor(self) -> None:
        """Anchor the view at the line the reader sees now. Messages of estimated height may change,
        so the first measured one is used."""
        if not self._turns:
            return
        value = self.verticalScrollBar().value()
        seen = self.column.range(value, value + self.column.height())
        for index in seen:
            edge = value - self.column.top(index)
            if not self.column.measured(index):
                continue
            if anchor := _anchor_in(index, self.column.live[index], edge):
                self._anchor = anchor
                return
        self._anchor = Anchor(seen[0], self.column.top(seen[0]) - value)

    @contextmanager
    def _kept_in_place(self, index: int) -> Iterator[None]:
        """Keep a message where it is on screen while another version replaces it."""
        below = self.column.top(index) - self.verticalScrollBar().value()
        grew = self._following and self._turns[-1].growing
        self._following, self._anchor = False, Anchor(index, below)
        yield
        self._take_anchor()
        self._following = grew and self._turns[-1].growing
        self._show_end_button()

    def _measure_again(self) -> None:
        """Lay out messages of which some have grown. The end is still followed."""
        self.column.forget_measures()
        self._arrange()

    def _keep_folded(self) -> None:
        """Keep the part that the reader opened or closed in view instead of following the end."""
        if self._following:
            self._following = False
            value = self.verticalScrollBar().value()
            index = self.column.at(value)
            self._anchor = Anchor(index, self.column.top(index) - value)
        self._measure_again()
        self._follow(self.verticalScrollBar().value())

    def _near(self) -> range:
        """Return the messages that the next turns of the wheel will show."""
        value, page = self.verticalScrollBar().value(), self.column.height()
        return self.column.range(value - page, value + 2 * page)

    def _look_ahead(self) -> bool:
        """Create one widget that will be needed soon. Return True if more are missing."""
        missing = next((it for it in self._near() if it not in self.column.live), None)
        if missing is not None:
            self.column.message(missing)
        return self._lacks_near()

    def drop_unseen(self) -> None:
        """Delete the widgets of messages outside of the visible part."""
        value = self.verticalScrollBar().value()
        self.column.drop(value, value + self.column.height())

    def _lacks_near(self) -> bool:
        """Return True if messages that will be needed soon have no widgets."""
        return any(index not in self.column.live for index in self._near())

    # --- scrolling -----------------------------------------------------------------------

    def _scrolled(self, value: int) -> None:
        self._holding = False
        self._follow(value)
        self._take_anchor()
        self._arrange()
        # Again, because all visible messages are measured only now.
        self._take_anchor()

    def _follow(self, value: int) -> None:
        """Decide if the end is followed: any move up leaves it, a move down to near the end
        returns to it."""
        up, self._last_value = value < self._last_value, value
        maximum = self.verticalScrollBar().maximum()
        self._following = value >= (maximum if up else maximum - _NEAR_END)
        self._show_end_button()

    def _show_end_button(self) -> None:
        area, size = self.viewport().geometry(), theme.px(_BUTTON)
        self.end_button.setGeometry(
            area.center().x() - size // 2, area.bottom() - size - _ABOVE, size, size
        )
        self.end_button.setVisible(not self._following and self.verticalScrollBar().maximum() > 0)
        self.end_button.raise_()


def _anchor_in(index: int, message: MessageWidget, edge: int) -> Anchor | None:
    """Return an anchor at the line that the upper edge of the view meets, `edge` px inside the
    message; None if only the margin of the message is below the edge."""
    found = [(top, part) for top, part in _parts(message) if top + part.height() > edge]
    if not found:
        return None
    top, part = min(found, key=lambda it: it[0])
    at = QPoint(0, max(0, edge - top))
    position = part.cursorForPosition(at).position() if isinstance(part, text_body.TextBody) else 0
    inside = _line_top(message, part, position)
    return Anchor(index, inside - edge, inside, part, position)


def _parts(message: MessageWidget) -> Iterator[tuple[int, QWidget]]:
    """Yield the texts and other innermost parts, each with its top."""
    waiting: list[QWidget] = [message]
    while waiting:
        widget = waiting.pop()
        inside = [] if isinstance(widget, text_body.TextBody) else _children(widget)
        if not inside and widget is not message:
            yield widget.mapTo(message, QPoint()).y(), widget
        waiting += inside


def _children(widget: QWidget) -> list[QWidget]:
    return [it for it in widget.children() if isinstance(it, QWidget) and not it.isHidden()]


def _line_top(message: MessageWidget, part: QWidget, position: int) -> int:
    top = part.mapTo(message, QPoint()).y()
    if not isinstance(part, text_body.TextBody):
        return top
    cursor = QTextCursor(part.document())
    cursor.setPosition(min(position, part.document().characterCount() - 1))
    return top + part.cursorRect(cursor).top()
