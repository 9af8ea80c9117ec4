"""Writes markdown tokens at the end of a QTextDocument, and can take back the last ones."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from itertools import takewhile
from typing import NamedTuple

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from engine.frozen import frozen
from ui.look import theme
from ui.markdown import markdown_formats
from ui.markdown.code_lexers import Coloring, Word
from ui.markdown.copied_text import CONTINUES, LINE_BREAK
from ui.markdown.markdown_inline import Ink
from ui.markdown.markdown_table import TableWriter, table_rows
from ui.markdown.markdown_units import code_lines
from ui.markdown.math_images import Wanted

LONGEST_PIECE = 2000
_QUOTE_INDENT = 16
_CODE_INDENT = 12
_BULLETS = "•◦▪"
_BOX, _DONE_BOX = "☐", "☑"


class MarkKind(Enum):
    CODE = auto()
    QUOTE = auto()
    RULE = auto()


@frozen
class Mark:
    """A decoration painted under the blocks that start at `first` to `last`. `indent` is its
    distance from the side where their text begins: the right one if `mirrored`."""

    kind: MarkKind
    first: int
    last: int
    indent: float
    label: str = ""
    mirrored: bool = False

    def moved(self, move: Callable[[int], int]) -> "Mark":
        return replace(self, first=move(self.first), last=move(self.last))


class Checkpoint(NamedTuple):
    position: int
    fresh: bool
    block: QTextBlockFormat
    text: QTextCharFormat
    marks: int
    last_mark: Mark | None
    awaited: int
    formulas: int
    cells: int


class WrittenPiece(NamedTuple):
    text: str
    continues: bool


def code_pieces(line: str) -> list[WrittenPiece]:
    """Split a very long line, which Qt would be slow to lay out, into several blocks."""
    starts = range(0, max(1, len(line)), LONGEST_PIECE)
    return [WrittenPiece(line[start : start + LONGEST_PIECE], start > 0) for start in starts]


def _from_right_to_left(block: QTextBlock) -> bool:
    return block.textDirection() == Qt.LayoutDirection.RightToLeft


class BlockWriter:
    """Writes blocks one after the other. `_fresh` is True while the last block of the document is
    unused.

    List markers are text with a hanging indent: a QTextList gets slower with every item.
    """

    def __init__(self, document: QTextDocument, ink: Ink) -> None:
        self._cursor = QTextCursor(document)
        self._ink = ink
        self._formats = ink.formats
        self._fresh = True
        self._text = self._formats.body
        self._lists: list[int | None] = []
        self._indents: list[float] = []
        self._quotes: list[int] = []
        self._items = 0
        self._marker = ""
        self.marks: list[Mark] = []

    @property
    def next_position(self) -> int:
        """The position at which the next block begins."""
        return self._cursor.position() + (not self._fresh)

    def write(self, tokens: Sequence[Token], number: int | None = None) -> None:
        """Write tokens. `number` is that of the list item if they are one."""
        self._lists = [number]
        rest = iter(tokens)
        for token in rest:
            if token.type == "table_open":
                self.table(list(takewhile(lambda it: it.type != "table_close", rest)))
            elif handler := _HANDLERS.get(token.type):
                handler(self, token)

    def table(self, tokens: Sequence[Token]) -> TableWriter:
        """Begin a table. `tokens` are those between its opening and closing token."""
        self._flush_marker()
        left = sum(self._indents)
        table = TableWriter(self._cursor, table_rows(tokens), self._ink, left)
        self._fresh = True
        return table

    def code_line(
        self, text: str, label: str, words: Sequence[Word], *, first: bool, continues: bool = False
    ) -> None:
        """Write a line of code. `continues` is True for the rest of a split line."""
        if first:
            self._flush_marker()
            left = sum(self._indents)
            format_ = self._indented(markdown_formats.code_block(True), theme.px(_CODE_INDENT))
            # Qt drops the margin above the block after a table, which the card header needs.
            self._fresh = self._fresh and not self._cursor.position()
            self._start(format_, self._formats.code)
            position = self._cursor.position()
            self.marks.append(Mark(MarkKind.CODE, position, position, left, label))
        else:
            self._continue_code(continues)
            self.marks[-1] = replace(self.marks[-1], last=self._cursor.position())
        done = 0
        for start, end, kind in words:
            self._cursor.insertText(text[done:start], self._formats.code)
            self._cursor.insertText(text[start:end], self._formats.words[kind])
            done = end
        self._cursor.insertText(text[done:], self._formats.code)

    def more(self, text: str) -> None:
        """Append text as it is, until its block is rewritten."""
        self._cursor.insertText(text.replace("\n", LINE_BREAK))

    def note(self, text: str) -> None:
        self._start(markdown_formats.block(2 * markdown_formats.PARAGRAPH_GAP), self._formats.dim)
        self._cursor.insertText(text, self._formats.dim)

    def checkpoint(self) -> Checkpoint:
        cursor, marks, ink = self._cursor, self.marks, self._ink
        last_mark = marks[-1] if marks else None
        formats = cursor.blockFormat(), cursor.blockCharFormat()
        counts = len(ink.awaited), ink.formulas, ink.cells
        return Checkpoint(cursor.position(), self._fresh, *formats, len(marks), last_mark, *counts)

    def rewind(self, to: Checkpoint) -> None:
        """Remove everything that was written after `to`."""
        cursor = self._cursor
        cursor.setPosition(to.position)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        # Qt may have kept the formats of the removed block; setting them costs a layout.
        if cursor.blockFormat() != to.block:
            cursor.setBlockFormat(to.block)
        if cursor.blockCharFormat() != to.text:
            cursor.setBlockCharFormat(to.text)
        self._fresh = to.fresh
        del self.marks[to.marks :]
        if to.last_mark:
            self.marks[-1] = to.last_mark
        del self._ink.awaited[to.awaited :]
        self._ink.formulas, self._ink.cells = to.formulas, to.cells

    def draw(self, wanted: Wanted) -> Iterator[tuple[int, int]]:
        """Replace the text of a formula by its image wherever it is awaited, from the end, so that
        earlier positions stay valid. Yield each position and the number of removed characters."""
        awaited = self._ink.awaited
        for index in reversed(range(len(awaited))):
            place = awaited[index]
            if place.wanted != wanted or not (by := self._ink.draw(self._cursor, place)):
                continue
            del awaited[index]

            def moved(position: int, at: int = place.position, by: int = by) -> int:
                return position - by if position > at else position

            self.marks = [mark.moved(moved) for mark in self.marks]
            awaited[index:] = [it._replace(position=moved(it.position)) for it in awaited[index:]]
            yield place.position, by
        self._cursor.movePosition(QTextCursor.MoveOperation.End)

    def recolor(self, mark: Mark) -> Coloring:
        """Highlight the lines of a card. Return the state at its end."""
        coloring = self._ink.coloring(mark.label)
        block = self._cursor.document().findBlock(mark.first)
        cursor = QTextCursor(block)
        while block.isValid() and block.position() <= mark.last:
            for start, end, kind in coloring.line(block.text()):
                cursor.setPosition(block.position() + start)
                cursor.setPosition(block.position() + end, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(self._formats.words[kind])
            block = block.next()
        return coloring

    # --- blocks --------------------------------------------------------------------------

    def _paragraph(self, _token: Token) -> None:
        self._start(self._indented(markdown_formats.block(self._gap())), self._formats.body)

    def _heading(self, token: Token) -> None:
        level = int(token.tag[1])
        format_ = self._indented(markdown_formats.block(self._gap(), 115))
        format_.setHeadingLevel(level)
        format_.setTopMargin(markdown_formats.PARAGRAPH_GAP * 1.6)
        self._start(format_, self._formats.headings[level])

    def _inline(self, token: Token) -> None:
        self._ink.write(self._cursor, token.children or (), self._text)
        block = self._cursor.block()
        if self._indents and _from_right_to_left(block):
            # Qt mirrors the hanging indent, though not the margin in which the list marker hangs.
            # It mirrors the kind of a tab, too, which is to stay.
            format_ = block.blockFormat()
            format_.setRightMargin(format_.leftMargin())
            format_.setLeftMargin(0)
            tabs = format_.tabPositions()
            right = QTextOption.TabType.RightTab
            format_.setTabPositions([QTextOption.Tab(it.position, right) for it in tabs])
            self._cursor.setBlockFormat(format_)

    def _formula(self, token: Token) -> None:
        format_ = self._indented(markdown_formats.block(self._gap(), 100))
        if not self._marker:
            format_.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._start(format_, self._formats.body)
        self._ink.formula(self._cursor, token.meta["formula"], self._text)

    def _formula_to_be(self, token: Token) -> None:
        self._start(self._indented(markdown_formats.block(self._gap())), self._formats.body)
        self._cursor.insertText(token.content.replace("\n", LINE_BREAK), self._text)

    def _code(self, token: Token) -> None:
        coloring = self._ink.coloring(token.info)
        first = True
        for line in code_lines(token):
            for piece in code_pieces(line):
                words = coloring.line(piece.text)
                label, continues = token.info.strip(), piece.continues
                self.code_line(piece.text, label, words, first=first, continues=continues)
                first = False

    def _rule(self, _token: Token) -> None:
        self._flush_marker()
        format_ = self._indented(markdown_formats.thin_block(2 * markdown_formats.PARAGRAPH_GAP))
        self._start(format_, self._formats.body)
        position = self._cursor.position()
        self.marks.append(Mark(MarkKind.RULE, position, position, sum(self._indents)))

    def _start(self, format_: QTextBlockFormat, text: QTextCharFormat) -> None:
        self._text = text
        if self._fresh:
            self._cursor.setBlockFormat(format_)
            self._cursor.setBlockCharFormat(text)
        else:
            self._cursor.insertBlock(format_, text)
        self._fresh = False
        if self._marker:
            self._cursor.insertText(f"{self._marker}\t", self._formats.body)
            self._marker = ""

    def _continue_code(self, continues: bool) -> None:
        format_ = self._cursor.blockFormat()
        format_.clearProperty(QTextBlockFormat.Property.BlockBottomMargin)
        self._cursor.setBlockFormat(format_)
        last = markdown_formats.code_block(False)
        last.setLeftMargin(format_.leftMargin())
        if continues:
            last.setProperty(CONTINUES, True)
        self._cursor.insertBlock(last, self._formats.code)

    def _indented(self, format_: QTextBlockFormat, extra: float = 0) -> QTextBlockFormat:
        format_.setLeftMargin(sum(self._indents) + extra)
        if self._marker:
            hang = self._indents[-1]
            format_.setTextIndent(-hang)
            format_.setTabPositions([QTextOption.Tab(hang, QTextOption.TabType.LeftTab)])
        return format_

    def _gap(self) -> float:
        return markdown_formats.ITEM_GAP if self._items else markdown_formats.PARAGRAPH_GAP

    # --- lists and quotes ----------------------------------------------------------------

    def _open_list(self, token: Token) -> None:
        self._flush_marker()
        ordered = token.type == "ordered_list_open"
        self._lists.append(int(token.attrs.get("start", 1)) if ordered else None)

    def _close_list(self, _token: Token) -> None:
        self._lists.pop()

    def _open_item(self, token: Token) -> None:
        number = self._lists[-1]
        if number is None:
            self._marker = _BULLETS[self._items % len(_BULLETS)]
        else:
            self._marker = f"{number}{token.markup}"
            self._lists[-1] = number + 1
        if "done" in token.meta:
            box = _DONE_BOX if token.meta["done"] else _BOX
            self._marker = box if number is None else f"{self._marker} {box}"
        self._items += 1
        self._indents.append(theme.px(10 + 7 * len(self._marker)))

    def _close_item(self, _token: Token) -> None:
        self._flush_marker()
        self._indents.pop()
        self._items -= 1

    def _open_quote(self, _token: Token) -> None:
        self._flush_marker()
        self._quotes.append(self.next_position)
        self._indents.append(theme.px(_QUOTE_INDENT))

    def _close_quote(self, token: Token) -> None:
        first = self._quotes.pop()
        if self._cursor.position() < first:
            self._paragraph(token)
        last = self._cursor.block().position()
        self._indents.pop()
        mirrored = _from_right_to_left(self._cursor.document().findBlock(first))
        indent = sum(self._indents)
        self.marks.append(Mark(MarkKind.QUOTE, first, last, indent, mirrored=mirrored))

    def _flush_marker(self) -> None:
        """Give a list item that starts with no text a line for its marker."""
        if self._marker:
            self._start(self._indented(markdown_formats.block(self._gap())), self._formats.body)


_HANDLERS: dict[str, Callable[[BlockWriter, Token], None]] = {
    "paragraph_open": BlockWriter._paragraph,
    "heading_open": BlockWriter._heading,
    "inline": BlockWriter._inline,
    "formula_block": BlockWriter._formula,
    "formula_pending": BlockWriter._formula_to_be,
    "fence": BlockWriter._code,
    "code_block": BlockWriter._code,
    "hr": BlockWriter._rule,
    "bullet_list_open": BlockWriter._open_list,
    "ordered_list_open": BlockWriter._open_list,
    "bullet_list_close": BlockWriter._close_list,
    "ordered_list_close": BlockWriter._close_list,
    "list_item_open": BlockWriter._open_item,
    "list_item_close": BlockWriter._close_item,
    "blockquote_open": BlockWriter._open_quote,
    "blockquote_close": BlockWriter._close_quote,
}
