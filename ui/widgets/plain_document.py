"""Plain text in a QTextDocument, in blocks that Qt lays out quickly."""

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from ui.look.language import tr
from ui.markdown.copied_text import CONTINUES

_LONGEST = 200_000
_LONGEST_BLOCK = 2000
_MOST_LINES = 5000


class PlainDocument:
    """Text that is appended, never read as markup. Only the beginning of a very long one, `longest`
    characters, is shown; `cut` says so, and `text` has all of it."""

    def __init__(self, document: QTextDocument, longest: int = _LONGEST) -> None:
        document.setUndoRedoEnabled(False)
        document.setDocumentMargin(0)
        self.longest = longest
        self._document = document
        self.clear()

    @property
    def text(self) -> str:
        return "".join(self._parts)

    @property
    def cut(self) -> bool:
        return self._cut

    def clear(self) -> None:
        self._document.clear()
        self._parts: list[str] = []
        self._length = self._lines = 0
        self._cut = False

    def add(self, text: str) -> None:
        self._parts.append(text)
        shown = text[: max(0, self.longest - self._length)]
        lines = shown.split("\n")[: _MOST_LINES - self._lines + 1]
        self._length += len(text)
        self._lines += len(lines) - 1
        if self._cut:
            return
        cursor = self._end()
        cursor.setCharFormat(QTextCharFormat())
        cursor.beginEditBlock()
        _insert(cursor, lines)
        self._cut = self._length > self.longest or self._lines >= _MOST_LINES
        if self._cut:
            note = tr("Too long to show in full. Select all and copy to get the rest.")
            cursor.insertText(f"\n\n{note}")
        cursor.endEditBlock()

    def mark(self, text: str, format_: QTextCharFormat) -> None:
        """Append what is shown but no part of the text."""
        self._end().insertText(text, format_)

    def _end(self) -> QTextCursor:
        cursor = QTextCursor(self._document)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        return cursor


def _insert(cursor: QTextCursor, lines: list[str]) -> None:
    continues = QTextBlockFormat()
    continues.setProperty(CONTINUES, True)
    for index, line in enumerate(lines):
        if index:
            cursor.insertBlock(QTextBlockFormat())
        done = 0
        while done < len(line):
            room = _LONGEST_BLOCK - cursor.positionInBlock()
            if room <= 0:
                cursor.insertBlock(continues)
                room = _LONGEST_BLOCK
            end = _word_end(line, done, done + room)
            cursor.insertText(line[done:end])
            if end < len(line):
                cursor.insertBlock(continues)
            done = end


def _word_end(line: str, start: int, end: int) -> int:
    """Return the break of a line that goes on after `end`: behind a word if there is one."""
    if end >= len(line):
        return len(line)
    return line.rfind(" ", start, end) + 1 or end
