"""Two texts side by side with their differences marked: struck through on the left, underlined on
the right."""

from PySide6.QtCore import QElapsedTimer, QTimer, Signal
from PySide6.QtGui import QColor, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from ui.compare.word_diff import Piece, pieces
from ui.look import theme
from ui.look.language import tr
from ui.widgets.folded_text import broken
from ui.widgets.layouts import hbox
from ui.widgets.plain_field import PlainField, read_only_field

# Milliseconds of work before the event loop runs again. One step may take a little longer.
_AT_ONCE_MS = 8


class DifferenceView(QWidget):
    """Compares and shows two texts in small steps, so that long answers do not block the window.
    `grown` comes after each step; `found` has the pieces so far."""

    grown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Piece] = []
        self.complete = True
        self.current = -1
        self.sides = _side(), _side()
        self._texts = "", ""
        self._coming = pieces(*self._texts)
        # the start and end of each piece in the text of each side
        self._spans: list[tuple[tuple[int, int], tuple[int, int]]] = []
        self._next = QTimer(self, interval=0)
        self._next.timeout.connect(self._go_on)
        row = hbox(self, spacing=10)
        for side in self.sides:
            row.addWidget(side, 1)
        theme.look.changed.connect(self._begin_again)

    def show_texts(self, left: str, right: str, names: tuple[str, str]) -> None:
        self._texts = broken(left), broken(right)
        for side, name in zip(self.sides, names, strict=True):
            side.setAccessibleName(name)
            side.setAccessibleDescription(tr("The answer, with its differences marked"))
        self._begin()

    def differences(self) -> list[int]:
        return [index for index, piece in enumerate(self.found) if not piece.same]

    def step(self, by: int) -> None:
        """Move to the next or previous difference, wrapping around at the ends."""
        places = self.differences()
        if not places:
            return
        if by > 0:
            index = next((it for it in places if it > self.current), places[0])
        else:
            index = next((it for it in reversed(places) if it < self.current), places[-1])
        self._show(index)

    def _begin_again(self) -> None:
        if self.found:
            self._begin()

    def _begin(self) -> None:
        self.current = -1
        self.complete = False
        self.found.clear()
        self._spans.clear()
        for side in self.sides:
            side.clear()
            side.setExtraSelections([])
        self._coming = pieces(*self._texts)
        self._next.start()
        self._go_on()

    def _go_on(self) -> None:
        cursors = [QTextCursor(side.document()) for side in self.sides]
        for cursor in cursors:
            cursor.movePosition(QTextCursor.MoveOperation.End)
            cursor.beginEditBlock()
        self._write(cursors)
        for cursor in cursors:
            cursor.endEditBlock()
        self.grown.emit()

    def _write(self, cursors: list[QTextCursor]) -> None:
        plain, only = QTextCharFormat(), (_only(left=True), _only(left=False))
        spent = QElapsedTimer()
        spent.start()
        while spent.elapsed() < _AT_ONCE_MS:
            piece = next(self._coming, None)
            if piece is None:
                self._next.stop()
                self.complete = True
                return
            spans = []
            for cursor, text, marked in zip(cursors, (piece.left, piece.right), only, strict=True):
                begin = cursor.position()
                words_alone = text if piece.same else text.rstrip()
                cursor.insertText(words_alone, plain if piece.same else marked)
                cursor.insertText(text[len(words_alone) :], plain)
                spans.append((begin, cursor.position()))
            self.found.append(piece)
            self._spans.append((spans[0], spans[1]))

    def _show(self, index: int) -> None:
        self.current = index
        for side, (begin, end) in zip(self.sides, self._spans[index], strict=True):
            cursor = QTextCursor(side.document())
            cursor.setPosition(begin)
            side.setTextCursor(cursor)
            side.centerCursor()
            cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            mark = QTextEdit.ExtraSelection()
            mark.cursor = cursor
            mark.format = _current()
            side.setExtraSelections([mark])
        self.grown.emit()


def _side() -> PlainField:
    side = read_only_field("")
    side.setUndoRedoEnabled(False)
    side.setCenterOnScroll(False)
    side.setAcceptDrops(False)
    side.setPlaceholderText(tr("(nothing)"))
    return side


def _only(*, left: bool) -> QTextCharFormat:
    c = theme.colors()
    marked = QTextCharFormat()
    marked.setBackground(QColor(c.red_soft if left else c.green_soft))
    if left:
        marked.setFontStrikeOut(True)
    else:
        marked.setUnderlineStyle(QTextCharFormat.UnderlineStyle.SingleUnderline)
    return marked


def _current() -> QTextCharFormat:
    c = theme.colors()
    marked = QTextCharFormat()
    marked.setBackground(QColor(c.selected))
    marked.setForeground(QColor(c.selected_text))
    return marked
