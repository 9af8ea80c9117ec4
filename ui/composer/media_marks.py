"""The marks of attachments in a text: numbered chips between plain characters."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPyTextObject,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from engine.frozen import frozen
from ui.look import theme
from ui.widgets.utf16 import utf16_units

# The character that stands for an object in a text (OBJECT REPLACEMENT CHARACTER).
OBJECT = "\ufffc"
_TYPE = QTextFormat.ObjectTypes.UserObject.value + 1
_KEY = QTextFormat.Property.UserProperty.value + 1
_WIDTH = 24


@frozen
class MarkedText:
    """A text without its marks, and for each mark its offset in the text and its key."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


class MediaMarks(QPyTextObject):
    """The marks of one document, each with the key of an attachment. Marks are characters of the
    document, so undo, redo and cut include them. If two have the same key, the first counts."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self._document = document
        self._numbers: dict[int, int] = {}
        document.documentLayout().registerHandler(_TYPE, self)

    @property
    def free(self) -> set[int]:
        """The keys with a number that have no mark in the text."""
        return self._numbers.keys() - set(self.in_text)

    def set_numbers(self, numbers: Mapping[int, int]) -> None:
        """Set the numbers on the chips, by key. A mark without a number is invisible."""
        if numbers != self._numbers:
            self._numbers = dict(numbers)
            for position, _ in self._found():
                self._document.markContentsDirty(position, 1)

    @property
    def in_text(self) -> tuple[int, ...]:
        """The keys in the order of the text."""
        return tuple(key for _, key in self._found())

    def draft(self) -> MarkedText:
        """Return the whole document."""
        return self.draft_of(0, self._document.toPlainText())

    def draft_of(self, position: int, text: str) -> MarkedText:
        """Return a part of the document: `text`, which begins at `position`."""
        plain, marks, seen = "", [], set[int]()
        *pieces, last = text.split(OBJECT)
        for piece in pieces:
            plain += piece
            position += utf16_units(piece) + 1
            key = self._key_before(position)
            if key is not None and key not in seen:
                seen.add(key)
                marks.append((len(plain), key))
        return MarkedText(plain + last, tuple(marks))

    def insert(self, cursor: QTextCursor, draft: MarkedText) -> None:
        """Replace the selection of `cursor` by a text with its marks, as one undo step. Marks with
        the same keys elsewhere are removed."""
        cursor.beginEditBlock()
        cursor.removeSelectedText()
        self.remove(*(key for _, key in draft.marks))
        done = 0
        for offset, key in draft.marks:
            cursor.insertText(draft.text[done:offset], QTextCharFormat())
            cursor.insertText(OBJECT, _format(key))
            done = offset
        cursor.insertText(draft.text[done:], QTextCharFormat())
        cursor.endEditBlock()

    def remove(self, *keys: int) -> None:
        """Remove the marks with these keys, as one undo step."""
        step = QTextCursor(self._document)
        step.beginEditBlock()
        for key in keys:
            if cursor := self.cursor_of(key):
                cursor.removeSelectedText()
        step.endEditBlock()

    def cursor_of(self, key: int) -> QTextCursor | None:
        """Return a cursor that selects the mark, or None if there is no such mark."""
        position = next((at for at, found in self._found() if found == key), None)
        return None if position is None else self._at(position)

    def rename(self, keys: Mapping[int, int]) -> None:
        """Give marks other keys, as one undo step."""
        cursor = QTextCursor(self._document)
        cursor.beginEditBlock()
        for position, key in self._found():
            if keys.get(key, key) != key:
                self._at(position).setCharFormat(_format(keys[key]))
        cursor.endEditBlock()

    def intrinsicSize(self, doc: QTextDocument, pos: int, fmt: QTextFormat) -> QSizeF:
        """Return a size no higher than a letter, so that lines with marks are not higher."""
        height = QFontMetricsF(doc.defaultFont()).ascent()
        return QSizeF(_WIDTH if fmt.property(_KEY) in self._numbers else 0, height)

    def drawObject(
        self,
        painter: QPainter,
        rect: QRectF | QRect,
        doc: QTextDocument,
        pos: int,
        fmt: QTextFormat,
    ) -> None:
        number = self._numbers.get(fmt.property(_KEY))
        if number is None:
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw_chip(painter, QRectF(rect).adjusted(1, 0, -1, 2), str(number))
        painter.restore()

    def _found(self) -> list[tuple[int, int]]:
        """Return the position in the document and the key of each mark."""
        found: dict[int, int] = {}
        position = 0
        *pieces, _ = self._document.toPlainText().split(OBJECT)
        for piece in pieces:
            position += utf16_units(piece) + 1
            key = self._key_before(position)
            if key is not None:
                found.setdefault(key, position - 1)
        return [(position, key) for key, position in found.items()]

    def _key_before(self, position: int) -> int | None:
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        return cursor.charFormat().property(_KEY)

    def _at(self, position: int) -> QTextCursor:
        cursor = QTextCursor(self._document)
        cursor.setPosition(position)
        cursor.setPosition(position + 1, QTextCursor.MoveMode.KeepAnchor)
        return cursor


def _draw_chip(painter: QPainter, rect: QRectF, text: str) -> None:
    colors = theme.colors()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colors.accent))
    painter.drawRoundedRect(rect, 4, 4)
    painter.setPen(QColor(colors.on_accent))
    painter.setFont(theme.font(10, QFont.Weight.DemiBold))
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)


def _format(key: int) -> QTextCharFormat:
    result = QTextCharFormat()
    result.setObjectType(_TYPE)
    result.setProperty(_KEY, key)
    return result
