"""Inline markdown written at a text cursor: styles, code, links. Pictures become their alt text."""

from collections.abc import Sequence

from markdown_it.token import Token
from PySide6.QtCore import QUrl
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor

from ui.conversation.message_formats import Formats

_LINE_BREAK = "\u2028"
_OPENABLE = ("http", "https", "mailto")


def write_inline(
    cursor: QTextCursor, tokens: Sequence[Token], base: QTextCharFormat, formats: Formats
) -> None:
    styles = [base]
    for token in tokens:
        if token.nesting > 0:
            styles.append(_styled(styles[-1], token, formats))
        elif token.nesting < 0:
            styles.pop()
        elif token.type == "image":
            write_inline(cursor, token.children or (), styles[-1], formats)
        elif token.type == "code_inline":
            cursor.insertText(token.content, _merged(styles[-1], formats.inline_code))
        else:
            cursor.insertText(_text(token), styles[-1])


def _text(token: Token) -> str:
    """A single line end is shown as one: models mean it where they write it."""
    return _LINE_BREAK if token.type in ("softbreak", "hardbreak") else token.content


def _styled(base: QTextCharFormat, token: Token, formats: Formats) -> QTextCharFormat:
    result = QTextCharFormat(base)
    match token.type:
        case "strong_open":
            result.setFontWeight(QFont.Weight.DemiBold)
        case "em_open":
            result.setFontItalic(True)
        case "s_open":
            result.setFontStrikeOut(True)
        case "link_open":
            address = str(token.attrs["href"])
            if QUrl(address).scheme().lower() in _OPENABLE:
                result.merge(formats.link)
                result.setAnchorHref(address)
    return result


def _merged(base: QTextCharFormat, change: QTextCharFormat) -> QTextCharFormat:
    result = QTextCharFormat(base)
    result.merge(change)
    return result
