"""Writes markdown tables as tables of Qt, row by row."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple
from unicodedata import bidirectional

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlockFormat, QTextCursor, QTextLength, QTextTable, QTextTableFormat

from engine.frozen import mutable
from ui.markdown import markdown_formats
from ui.markdown.copied_text import SPACER
from ui.markdown.markdown_inline import Ink

# Rows of one Qt table. Qt lays out a whole table after each change, so a long one is split.
_PART = 20
_MOST_CELLS = 1500
_SHORTEST_COLUMN, _LONGEST_COLUMN = 4, 60
# Without the last flag, Qt would swap the sides in cells from right to left.
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignAbsolute
_ALIGNMENTS = {
    "text-align:left": Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute,
    "text-align:center": Qt.AlignmentFlag.AlignHCenter,
    "text-align:right": _RIGHT,
}


class Cell(NamedTuple):
    heading: bool
    alignment: Qt.AlignmentFlag | None
    content: Sequence[Token]
    source: str


Row = list[Cell]


def table_rows(tokens: Sequence[Token]) -> list[Row]:
    """Return the rows of a table. A cell is its opening token and the inline token after it."""
    rows: list[Row] = []
    for token, inline in pairwise(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            alignment = _ALIGNMENTS.get(str(token.attrGet("style")))
            content = inline.children or ()
            heading = token.type == "th_open"
            rows[-1].append(Cell(heading, alignment, content, inline.content))
    return rows


def _from_right_to_left(header: Row) -> bool:
    """Return True if the first letter of the header is from right to left."""
    texts = (it.content for cell in header for it in cell.content if it.type == "text")
    found = (bidirectional(letter) for text in texts for letter in text)
    return next((it for it in found if it in ("L", "R", "AL")), "L") != "L"


class TableWriter:
    """Adds rows at the end of a table, and can take back the last. `cursor` is left in the empty
    block that follows. All parts of a long table have the same column widths. Qt has no columns
    from right to left: if `_mirrored`, the cells of each row are in reverse order."""

    def __init__(self, cursor: QTextCursor, rows: Sequence[Row], ink: Ink, left: float) -> None:
        self._cursor, self._ink, self._left = cursor, ink, left
        self._mirrored = _from_right_to_left(rows[0])
        self._widths = [_SHORTEST_COLUMN] * len(rows[0])
        self._count = 0
        self._constraints: list[QTextLength] = []
        self._table: QTextTable | None = None
        self._provisional = False
        self.add(rows)

    def add(self, rows: Sequence[Row]) -> None:
        fitting = max(0, _MOST_CELLS - self._ink.cells) // len(self._widths)
        self._ink.cells += len(rows[:fitting]) * len(self._widths)
        rest, rows = rows[fitting:], rows[:fitting]
        while rows:
            room = _PART - self._count % _PART
            self._add_to_part(rows[:room])
            rows = rows[room:]
        for row in rest:
            self._add_as_text(row)

    def show(self, row: Row) -> None:
        """Write an unfinished row, which `take_back` removes before anything else is written."""
        room = self._count % _PART and self._ink.cells + len(row) <= _MOST_CELLS
        if self._table and room:
            self._provisional = True
            self._table.appendRows(1)
            self._write_row(self._table, self._table.rows() - 1, row)

    def take_back(self) -> None:
        if self._provisional and self._table:
            self._table.removeRows(self._table.rows() - 1, 1)
        self._provisional = False

    def _add_to_part(self, rows: Sequence[Row]) -> None:
        if self._table is None or self._count % _PART == 0:
            if self._table:
                self._fix_columns(self._table)
            self._table = self._new_part(len(rows))
            first = 0
        else:
            first = self._table.rows()
            self._table.appendRows(len(rows))
        for index, row in enumerate(rows):
            self._write_row(self._table, first + index, row)
        if self._count < _PART:
            for row in rows:
                self._widen(row)
        self._count += len(rows)

    def _add_as_text(self, row: Row) -> None:
        """Add a row as text, beyond the number that Qt can lay out without a noticeable delay."""
        format_ = markdown_formats.block(0, 120)
        format_.setLeftMargin(self._left)
        cursor, body = self._cursor, self._ink.formats.body
        if not cursor.blockFormat().hasProperty(SPACER):
            cursor.insertBlock()
        cursor.setBlockFormat(format_)
        cursor.setBlockCharFormat(body)
        cursor.insertText(" | ".join(cell.source for cell in row), body)
        cursor.insertBlock(markdown_formats.thin_block(1), body)

    def _new_part(self, rows: int) -> QTextTable:
        style = QTextTableFormat(self._ink.formats.table)
        self._put_at_side(style)
        if self._constraints:
            style.setTopMargin(0)
            self._constrain(style)
        elif self._cursor.blockFormat().lineHeight() == 100:
            # A line with a formula or an image has no space of its own below it.
            style.setTopMargin(markdown_formats.PARAGRAPH_GAP)
        table = self._cursor.insertTable(rows, len(self._widths), style)
        self._cursor.setPosition(table.lastPosition() + 1)
        self._cursor.setBlockFormat(markdown_formats.thin_block(1))
        self._cursor.setBlockCharFormat(self._ink.formats.body)
        return table

    def _put_at_side(self, style: QTextTableFormat) -> None:
        """Indent the table from the side where its text begins."""
        if self._mirrored:
            style.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
            style.setAlignment(Qt.AlignmentFlag.AlignRight)
            style.setRightMargin(self._left)
        else:
            style.setLeftMargin(self._left)

    def _fix_columns(self, table: QTextTable) -> None:
        """Fix the column widths to those that fit the first part of the table."""
        style = table.format()
        if not self._constraints:
            total = sum(self._widths)
            percent = QTextLength.Type.PercentageLength
            self._constraints = [QTextLength(percent, 100 * it / total) for it in self._widths]
        self._constrain(style)
        style.setBottomMargin(0)
        table.setFormat(style)

    def _constrain(self, style: QTextTableFormat) -> None:
        style.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
        style.setColumnWidthConstraints(self._constraints)

    def _in_columns(self, row: Row) -> Row:
        return row[::-1] if self._mirrored else row

    def _widen(self, row: Row) -> None:
        for column, cell in enumerate(self._in_columns(row)):
            length = min(len(cell.source), _LONGEST_COLUMN)
            self._widths[column] = max(self._widths[column], length)

    def _write_row(self, table: QTextTable, number: int, row: Row) -> None:
        usual = _RIGHT if self._mirrored else Qt.AlignmentFlag.AlignLeft
        for column, cell in enumerate(self._in_columns(row)):
            cursor = table.cellAt(number, column).firstCursorPosition()
            cursor.setBlockFormat(_block(cell.alignment or usual))
            base = self._ink.formats.strong if cell.heading else self._ink.formats.body
            cursor.setBlockCharFormat(base)
            self._ink.write(cursor, cell.content, base)


@mutable
class OpenTable:
    """A table of which more rows are expected. `header` is the source of its first two lines,
    without which no row can be parsed."""

    header: str
    columns: int
    writer: TableWriter


def _block(alignment: Qt.AlignmentFlag) -> QTextBlockFormat:
    result = markdown_formats.block(0, 100)
    result.setAlignment(alignment)
    return result
