"""The text of a document as it is copied: plain, or as the markdown that it was written in."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextBlock, QTextCursor, QTextDocument, QTextFormat, QTextTable

LINE_BREAK = "\u2028"
# Properties of formats: the text that is copied for an image; a block that continues the line
# before; a block that only adds height.
SOURCE = QTextFormat.Property.UserProperty.value + 1
CONTINUES = QTextFormat.Property.UserProperty.value + 2
SPACER = QTextFormat.Property.UserProperty.value + 3
# The character that stands for an image in a document.
OBJECT = "\ufffc"


class _Row(NamedTuple):
    table: int
    number: int
    mirrored: bool


class _Line(NamedTuple):
    text: str
    row: _Row | None
    continues: bool


def is_mirrored(table: QTextTable) -> bool:
    """Return True if the columns go from right to left: they are written in reverse order."""
    return table.format().layoutDirection() == Qt.LayoutDirection.RightToLeft


def reading_place(cursor: QTextCursor) -> tuple[int, int, int]:
    """Return a key that sorts places of a document in the order in which they are read."""
    table, position = cursor.currentTable(), cursor.selectionStart()
    if not (table and is_mirrored(table)):
        return position, 0, 0
    cell = table.cellAt(position)
    return table.cellAt(cell.row(), 0).firstPosition(), -cell.column(), position


def plain_text(document: QTextDocument, start: int = 0, end: int | None = None) -> str:
    """Return the text between two positions: formulas in their source form, the cells of a row
    separated by tabs."""
    end = document.characterCount() - 1 if end is None else end
    result, before = "", None
    for row, lines in groupby(_lines(document, start, end), key=lambda it: it.row):
        for line in reversed(list(lines)) if row and row.mirrored else lines:
            result += _between(before, line) + line.text
            before = line
    return result


def _lines(document: QTextDocument, start: int, end: int) -> Iterator[_Line]:
    block = document.findBlock(start)
    while block.isValid() and block.position() <= end:
        if not block.blockFormat().hasProperty(SPACER):
            yield _line(block, start, end)
        block = block.next()


def _between(before: _Line | None, line: _Line) -> str:
    if before is None or line.continues:
        return ""
    return "\t" if line.row is not None and line.row == before.row else "\n"


def _line(block: QTextBlock, start: int, end: int) -> _Line:
    row = _row(block)
    continues = block.blockFormat().hasProperty(CONTINUES) and block.position() > start
    # A row is one line, whose cells can be pasted into a spreadsheet.
    return _Line(_text(block, start, end, " " if row else "\n"), row, continues)


def _row(block: QTextBlock) -> _Row | None:
    table = QTextCursor(block).currentTable()
    if not table:
        return None
    row = table.cellAt(block.position()).row()
    return _Row(table.firstPosition(), row, is_mirrored(table))


def _text(block: QTextBlock, start: int, end: int, line_break: str) -> str:
    begin = max(0, start - block.position())
    text = block.text()[begin : end - block.position()]
    if OBJECT in text:
        text = "".join(_sources(block, start, end))
    return text.replace(LINE_BREAK, line_break)


def _sources(block: QTextBlock, start: int, end: int) -> list[str]:
    result, it = [], block.begin()
    while not it.atEnd():
        fragment = it.fragment()
        at = fragment.position()
        text = fragment.text()[max(0, start - at) : max(0, end - at)]
        source = fragment.charFormat().property(SOURCE)
        result.append(text.replace(OBJECT, source) if source else text)
        it += 1
    return result


class Written(NamedTuple):
    """The beginning of a unit of markdown, in the document and in the source."""

    position: int
    offset: int


def selected_markdown(
    document: QTextDocument, start: int, end: int, source: str, written: list[Written]
) -> str:
    """Return the source of the units that are selected whole, and the plain text of those selected
    in part."""
    last = document.characterCount() - 1
    first_unit = bisect_left(written, start, key=lambda it: it.position)
    ends = [it.position - 1 for it in written[1:]] + [last]
    end_unit = bisect_right(ends, end)
    if first_unit >= end_unit or end <= start:
        return plain_text(document, start, end)
    offsets = [it.offset for it in written] + [len(source)]
    whole = source[offsets[first_unit] : offsets[end_unit]].strip("\n")
    before = plain_text(document, start, max(start, written[first_unit].position - 1))
    after = plain_text(document, ends[end_unit - 1] + 1, end) if end > ends[end_unit - 1] else ""
    return "\n\n".join(part for part in (before, whole, after) if part)
