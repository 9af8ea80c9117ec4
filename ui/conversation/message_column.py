"""The messages of a conversation below each other, centered, at a readable width."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QApplication, QWidget

from ui.conversation.heights import Heights
from ui.conversation.message_widget import MessageWidget
from ui.look import theme
from ui.look.language import tr
from ui.state.sent_messages import Omission
from ui.state.turn import Turn
from ui.widgets.axis import TEXT_WIDTH, column_in
from ui.widgets.roles import set_role

_FONT = 11
_BESIDE = 10
_ABOVE = 5


class OmittedLine(QWidget):
    """A line with a sentence, which is its accessible name too. Hidden while it is empty."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        set_role(self, QAccessible.Role.StaticText)
        theme.set_font(self, _FONT)
        self.hide()

    @property
    def room(self) -> int:
        """The height of the line with its margins, in pixels."""
        return self.fontMetrics().height() + 2 * _ABOVE

    def set_kind(self, how: Omission) -> None:
        self.setAccessibleName(_words(how))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors, line = theme.colors(), self.rect()
        painter = QPainter(self)
        words = painter.fontMetrics().elidedText(
            self.accessibleName(), Qt.TextElideMode.ElideRight, line.width() - 4 * _BESIDE
        )
        painter.setPen(QColor(colors.dim))
        said = painter.boundingRect(line, Qt.AlignmentFlag.AlignCenter, words)
        painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
        painter.setPen(QColor(colors.line))
        middle = line.center().y()
        painter.drawLine(line.left(), middle, said.left() - _BESIDE, middle)
        painter.drawLine(said.right() + _BESIDE, middle, line.right(), middle)
        painter.end()


def _words(how: Omission) -> str:
    match how:
        case Omission.OMITTED:
            return tr("Messages above are not sent to the model")
        case Omission.SUMMARIZED:
            return tr("Messages above are sent as a summary")
        case Omission.TO_SUMMARIZE:
            return tr("Messages above will be summarized first")


_CHARACTER = 7.2
_LINE = 23
_BLOCK = 9
_IMAGES = 200
_CALL = 120
_AROUND_REPLY = 34
_AROUND_QUESTION = 20
_QUESTION_SHARE = 0.8
# Pixels above the first message and below the last.
_MARGIN = 18
_SPACING = 22
_FIRST = 100
# Measuring visible messages changes heights, and with them which messages are visible.
_PASSES = 12
# Opacity, of 255.
_MARK = 38


def estimated_height(turn: Turn, width: int) -> int:
    """Return an estimate from the length and the lines of a text, without a layout."""
    if turn.role == "user":
        text = _text_height(turn.content, width * _QUESTION_SHARE) if turn.content else 0
        return _AROUND_QUESTION + text + (_IMAGES if turn.attachments else 0)
    folded = _LINE if turn.reasoning else 0
    return _AROUND_REPLY + _text_height(turn.content, width) + folded + _CALL * len(turn.tool_calls)


def _text_height(text: str, width: float) -> int:
    lines = text.count("\n") + 1
    wrapped = len(text) * _CHARACTER / max(1.0, width)
    # Most lines of an answer are short lines of lists or code, or empty.
    return int(_LINE * max(wrapped + lines / 3, lines) + _BLOCK)


class MessageColumn(QWidget):
    """The messages of a conversation. Those near the visible part are widgets; the heights of the
    others are known or estimated. The column places them itself: a layout would ask each for
    its height many times.

    `stale` means that the height of a message may have changed. `y` is a position in the whole
    conversation; `value` is the one at the upper edge of the view.
    """

    stale = Signal()

    def __init__(
        self, turns: list[Turn], make: Callable[[int], MessageWidget], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._turns = turns
        self._make = make
        self._text_width = TEXT_WIDTH
        self._left = 0
        self.ringed = False
        # The number of messages above the line.
        self._omitted = 0
        self.omitted_line = OmittedLine(self)
        self._heights = Heights(self._estimate(index) for index in range(len(turns)))
        self._measured: set[int] = set()
        self.live: dict[int, MessageWidget] = {}
        self._marked: int | None = None
        # An opaque background lets Qt scroll the painted content instead of repainting it.
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.setAutoFillBackground(True)

    @property
    def full_height(self) -> int:
        count = len(self._heights)
        return self._heights.total + 2 * _MARGIN - (self._below(count - 1) if count else 0)

    def top(self, index: int) -> int:
        return _MARGIN + self._heights.top(index)

    def at(self, y: int) -> int:
        return self._heights.at(y - _MARGIN)

    def range(self, first: int, last: int) -> range:
        """Return the messages between two positions."""
        return range(max(0, self.at(first)), self.at(last) + 1)

    def measured(self, index: int) -> bool:
        return index in self._measured

    def append(self) -> None:
        self._heights.append(self._estimate(len(self._heights)))

    def cut(self, start: int) -> None:
        """Remove the messages from `start` on."""
        self._heights = Heights(list(self._heights)[:start])
        for index in [it for it in self.live if it >= start]:
            self._remove(index)

    def message(self, index: int) -> MessageWidget:
        """Return the widget of a turn; create it if there is none."""
        if index not in self.live:
            message = self._make(index)
            # Out of sight, but at its final width, so that its texts are laid out only once.
            message.setGeometry(self._left, -2 * _FIRST, self._text_width, _FIRST)
            message.stale.connect(lambda: self._measure_later(index))
            message.show()
            self.live[index] = message
        return self.live[index]

    def refresh(self, index: int) -> None:
        """Update a message after its turn changed."""
        self._measured.discard(index)
        if index in self.live:
            self.live[index].refresh()
        else:
            self._heights.set(index, self._estimate(index))

    def forget_measures(self) -> None:
        """Measure all messages again, as any height may have changed."""
        self._measured.clear()

    def set_width(self, width: int) -> None:
        column = column_in(width)
        self._left, text_width = column.left, column.width
        if text_width == self._text_width:
            return
        share = self._text_width / text_width
        self._text_width = text_width
        self._measured.clear()
        self._heights = Heights(int(height * share) for height in self._heights)

    def measure(self, index: int, roomy: bool = True) -> None:
        if index in self._measured or not 0 <= index < len(self._heights):
            return
        message = self.message(index)
        height = message.height_for(self._text_width)
        # Its parts move to their places now, so that a line can be found in them.
        message.resize(self._text_width, height)
        if roomy and message.unfinished:
            height = max(height, self._heights[index] - self._below(index))
        self._heights.set(index, height + self._below(index))
        self._measured.add(index)

    def settle(self, place: Callable[[], int], seen: int, roomy: bool) -> int:
        """Create and measure the messages visible from `place` on, until that position no longer
        changes with their heights. Return it. `roomy` reserves height for text that messages have
        not written yet."""
        value = place()
        for _ in range(_PASSES):
            new = [it for it in self.range(value, value + seen) if it not in self._measured]
            for index in new:
                self.measure(index, roomy)
            if not new:
                break
            value = place()
        return value

    def place(self, value: int) -> None:
        moves = {self.top(index) - value - it.y() for index, it in self.live.items()}
        if len(moves) == 1 and (by := moves.pop()):
            self.scroll(0, by)
        for index, message in self.live.items():
            message.move(self._left, self.top(index) - value)
        if above := self.live.get(self._omitted - 1):
            line = above.geometry().bottom() + 1
            self.omitted_line.setGeometry(
                self._left, line, self._text_width, self.omitted_line.room
            )
        self.omitted_line.setVisible(above is not None)

    def drop(self, first: int, last: int) -> None:
        """Delete the widgets outside of two positions, except those that hold state."""
        kept = self.range(first, last)
        far = [it for it in self.live if it not in kept and it != len(self._heights) - 1]
        for index in far:
            if not self.live[index].holds_state():
                self._remove(index)

    def _remove(self, index: int) -> None:
        message = self.live.pop(index)
        self._measured.discard(index)
        message.stale.disconnect()
        message.hide()
        message.deleteLater()

    def focused(self) -> int | None:
        """Return the message that has the focus, itself or in a part; None if no message has it."""
        focus = QApplication.focusWidget()
        if focus is None or not self.isAncestorOf(focus):
            return None
        return next(
            (i for i, it in self.live.items() if it is focus or it.isAncestorOf(focus)), None
        )

    def set_ringed(self, ringed: bool) -> None:
        """Draw the ring around all messages, or remove it."""
        if ringed != self.ringed:
            self.ringed = ringed
            self.update()

    def mark(self, index: int) -> None:
        self._marked = index
        self.update()

    def unmark(self) -> None:
        self._marked = None
        self.update()

    def show_omitted(self, count: int, how: Omission) -> None:
        """Show below the first `count` messages how they are omitted."""
        former, self._omitted = self._omitted - 1, count
        self.omitted_line.set_kind(how)
        for index in {former, count - 1}:
            if 0 <= index < len(self._heights):
                self._measured.discard(index)
                self._heights.set(index, self._estimate(index))

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        marked = self.live.get(self._marked) if self._marked is not None else None
        if marked:
            painter = QPainter(self)
            _paint_marked(painter, marked.geometry())
            painter.end()
        if self.ringed:
            painter = QPainter(self)
            painter.setPen(QPen(QColor(theme.colors().accent), 2))
            painter.drawRect(self.rect().adjusted(1, 1, -1, -1))
            painter.end()
        for message in self.live.values():
            if message.hasFocus():
                painter = QPainter(self)
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(QPen(QColor(theme.colors().accent), 2))
                painter.drawRoundedRect(message.geometry().adjusted(-9, -7, 9, 7), 8, 8)
                painter.end()

    def _measure_later(self, index: int) -> None:
        self._measured.discard(index)
        self.stale.emit()

    def _estimate(self, index: int) -> int:
        return estimated_height(self._turns[index], self._text_width) + self._below(index)

    def _below(self, index: int) -> int:
        """Return the space between a message and the next one."""
        return max(_SPACING, self.omitted_line.room) if index == self._omitted - 1 else _SPACING


def _paint_marked(painter: QPainter, message: QRect) -> None:
    """Paint the background of a message that was jumped to."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill = QColor(theme.colors().accent)
    fill.setAlpha(_MARK)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(message.adjusted(-9, -7, 9, 7)), 8, 8)
