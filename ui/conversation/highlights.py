"""Found words in the texts of one message, and their marks."""

from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit

from ui.conversation.finding import MOST_MATCHES
from ui.conversation.message_widget import MessageWidget
from ui.look import theme
from ui.widgets.text_body import TextBody

Match = tuple[TextBody, QTextCursor]


def matches(message: MessageWidget, words: str) -> list[Match]:
    """Return the matches in the texts of a message from top to bottom, ignoring case."""
    return [(text, cursor) for text in message.texts() for cursor in _found(text, words)]


def mark(message: MessageWidget, found: list[Match], current: int | None) -> None:
    """Show these matches and no others; `current` is the one that the reader is at."""
    at = found[current] if current is not None and current < len(found) else None
    for text in message.texts():
        text.setExtraSelections(
            [_selection(cursor, (it, cursor) == at) for it, cursor in found if it is text]
        )


def _found(text: TextBody, words: str) -> list[QTextCursor]:
    document = text.document()
    cursor, result = QTextCursor(document), []
    while words and len(result) < MOST_MATCHES:
        cursor = document.find(words, cursor)
        if cursor.isNull():
            break
        result.append(cursor)
    return result


def _selection(cursor: QTextCursor, current: bool) -> QTextEdit.ExtraSelection:
    colors, format_ = theme.colors(), QTextCharFormat()
    format_.setBackground(QColor(colors.accent if current else colors.orange_soft))
    format_.setForeground(QColor(colors.on_accent if current else colors.text))
    result = QTextEdit.ExtraSelection()
    # typed as plain attributes; the stubs know them only as class variables
    setattr(result, "cursor", cursor)  # noqa: B010
    setattr(result, "format", format_)  # noqa: B010
    return result
