"""What a reader looks at: the line at the upper edge, found again wherever it has moved to."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from ui.conversation.message_widget import MessageWidget
from ui.widgets.text_body import TextBody


@dataclass(frozen=True)
class Anchor:
    """`below` px under the upper edge stands what is `inside` px inside message `index`, and there,
    where it is known, `part`; if that is a text, the character at `position` of it."""

    index: int
    below: int
    inside: int = 0
    part: QWidget | None = None
    position: int = 0

    def value(self, top: int, message: MessageWidget | None) -> int:
        """The place at the upper edge, of a message that begins at `top`."""
        return top + self._inside(message) - self.below

    def _inside(self, message: MessageWidget | None) -> int:
        part = self.part
        if message is None or part is None or not isValid(part):
            return self.inside
        if part.isHidden() or not message.isAncestorOf(part):
            return self.inside
        return _line_top(message, part, self.position)


def anchor_in(index: int, message: MessageWidget, edge: int) -> Anchor:
    """The line that the upper edge meets, `edge` px inside the message."""
    part, y = _part_at(message, edge)
    if part is message:
        return Anchor(index, -edge)
    at = QPoint(0, max(0, y))
    position = part.cursorForPosition(at).position() if isinstance(part, TextBody) else 0
    inside = _line_top(message, part, position)
    return Anchor(index, inside - edge, inside, part, position)


def _part_at(widget: QWidget, y: int) -> tuple[QWidget, int]:
    """The innermost part that reaches below `y`."""
    if isinstance(widget, TextBody):
        return widget, y
    inside = [
        child
        for child in widget.children()
        if isinstance(child, QWidget) and not child.isHidden() and child.geometry().bottom() >= y
    ]
    if not inside:
        return widget, y
    part = min(inside, key=lambda child: child.y())
    return _part_at(part, y - part.y())


def _line_top(message: MessageWidget, part: QWidget, position: int) -> int:
    top = part.mapTo(message, QPoint()).y()
    if not isinstance(part, TextBody):
        return top
    cursor = QTextCursor(part.document())
    cursor.setPosition(min(position, part.document().characterCount() - 1))
    return top + part.cursorRect(cursor).top()
