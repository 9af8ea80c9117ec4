"""The line at the upper edge of the view, which is found again wherever it has moved to."""

from collections.abc import Iterator
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


def anchor_in(index: int, message: MessageWidget, edge: int) -> Anchor | None:
    """The line that the upper edge meets, `edge` px inside the message; None where only its margin
    is below that."""
    found = [(top, part) for top, part in _parts(message) if top + part.height() > edge]
    if not found:
        return None
    top, part = min(found, key=lambda it: it[0])
    at = QPoint(0, max(0, edge - top))
    position = part.cursorForPosition(at).position() if isinstance(part, TextBody) else 0
    inside = _line_top(message, part, position)
    return Anchor(index, inside - edge, inside, part, position)


def _parts(message: MessageWidget) -> Iterator[tuple[int, QWidget]]:
    """The texts and other innermost parts, with where they begin."""
    waiting: list[QWidget] = [message]
    while waiting:
        widget = waiting.pop()
        inside = [] if isinstance(widget, TextBody) else _children(widget)
        if not inside and widget is not message:
            yield widget.mapTo(message, QPoint()).y(), widget
        waiting += inside


def _children(widget: QWidget) -> list[QWidget]:
    return [it for it in widget.children() if isinstance(it, QWidget) and not it.isHidden()]


def _line_top(message: MessageWidget, part: QWidget, position: int) -> int:
    top = part.mapTo(message, QPoint()).y()
    if not isinstance(part, TextBody):
        return top
    cursor = QTextCursor(part.document())
    cursor.setPosition(min(position, part.document().characterCount() - 1))
    return top + part.cursorRect(cursor).top()
