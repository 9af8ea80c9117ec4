"""Plain text in a QTextDocument, in blocks that Qt lays out quickly."""

from PySide6.QtGui import QTextBlockFormat, QTextCharFormat, QTextCursor, QTextDocument

from ui.look.language import tr
from ui.markdown.copied_text import CONTINUES

_LONGEST = 200_000
_LONGEST_BLOCK = 2000
# Characters by which a block, and a text that is cut, may be shorter to end behind a word.
_NEARBY = 200
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
        shown = _beginning(text, max(0, self.longest - self._length))
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
            end = _word_end(line, done, room)
            cursor.insertText(line[done:end])
            if end < len(line):
                cursor.insertBlock(continues)
            done = end


def _beginning(text: str, length: int) -> str:
    """Return at most `length` characters of a text, cut behind a word if one ends nearby."""
    if len(text) <= length:
        return text
    near = max(0, length - _NEARBY)
    end = max(text.rfind(space, near, length + 1) for space in " \n")
    return text[: length if end < 0 else end]


def _word_end(line: str, start: int, room: int) -> int:
    """Return the end of the piece of a line that begins at `start`: all of the line if it has at
    most `room` characters. Otherwise the piece ends behind a word, and early enough to leave more
    than a few characters for the next one."""
    most = start + room
    if len(line) <= most:
        return len(line)
    near = start + max(0, room - _NEARBY)
    return line.rfind(" ", start, near) + 1 or line.find(" ", near, most) + 1 or most
