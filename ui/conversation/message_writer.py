"""Writes markdown tokens at the end of a QTextDocument, and can take the last of them back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import takewhile
from typing import NamedTuple

from markdown_it.token import Token
from PySide6.QtGui import (
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from ui import theme
from ui.conversation import message_formats
from ui.conversation.message_inline import write_inline
from ui.conversation.message_markdown import code_lines
from ui.conversation.message_table import write_table

_QUOTE_INDENT = 16
_CODE_INDENT = 12
_BULLETS = "•◦▪"


class MarkKind(Enum):
    CODE = auto()
    QUOTE = auto()
    RULE = auto()


@dataclass(frozen=True)
class Mark:
    """Something to be painted under the blocks that start at `first` to `last`."""

    kind: MarkKind
    first: int
    last: int
    left: float
    label: str = ""


class Checkpoint(NamedTuple):
    position: int
    fresh: bool
    block: QTextBlockFormat
    text: QTextCharFormat
    marks: int
    last_mark: Mark | None


class BlockWriter:
    """`_fresh` says that the document's last block is still unused.

    List markers are text, with a hanging indent: a QTextList costs more with every item it has.
    """

    def __init__(self, document: QTextDocument) -> None:
        self._cursor = QTextCursor(document)
        self._formats = message_formats.formats(theme.colors())
        self._fresh = True
        self._text = self._formats.body
        self._lists: list[int | None] = []
        self._indents: list[float] = []
        self._quotes: list[int] = []
        self._items = 0
        self._marker = ""
        self.marks: list[Mark] = []

    def write(self, tokens: Sequence[Token], number: int | None = None) -> None:
        """`number` is that of the list item where `tokens` are one."""
        self._lists = [number]
        rest = iter(tokens)
        for token in rest:
            if token.type == "table_open":
                self._table(list(takewhile(lambda it: it.type != "table_close", rest)))
            elif handler := _HANDLERS.get(token.type):
                handler(self, token)

    def code_line(self, text: str, language: str, first: bool) -> None:
        if first:
            self._flush_marker()
            left = sum(self._indents)
            format_ = self._indented(message_formats.code_block(True), _CODE_INDENT)
            self._start(format_, self._formats.code)
            position = self._cursor.position()
            self.marks.append(Mark(MarkKind.CODE, position, position, left, language))
        else:
            self._continue_code()
            self.marks[-1] = replace(self.marks[-1], last=self._cursor.position())
        self._cursor.insertText(text, self._formats.code)

    def checkpoint(self) -> Checkpoint:
        cursor, marks = self._cursor, self.marks
        last_mark = marks[-1] if marks else None
        formats = cursor.blockFormat(), cursor.blockCharFormat()
        return Checkpoint(cursor.position(), self._fresh, *formats, len(marks), last_mark)

    def rewind(self, to: Checkpoint) -> None:
        """Take back all that was written after `to`."""
        cursor = self._cursor
        cursor.setPosition(to.position)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        # Qt may have kept the formats of the block that went; setting them costs a layout
        if cursor.blockFormat() != to.block:
            cursor.setBlockFormat(to.block)
        if cursor.blockCharFormat() != to.text:
            cursor.setBlockCharFormat(to.text)
        self._fresh = to.fresh
        del self.marks[to.marks :]
        if to.last_mark:
            self.marks[-1] = to.last_mark

    # --- blocks --------------------------------------------------------------------------

    def _paragraph(self, _token: Token) -> None:
        self._start(self._indented(message_formats.block(self._gap())), self._formats.body)

    def _heading(self, token: Token) -> None:
        level = int(token.tag[1])
        format_ = self._indented(message_formats.block(self._gap(), 115))
        format_.setHeadingLevel(level)
        format_.setTopMargin(message_formats.PARAGRAPH_GAP * 1.6)
        self._start(format_, self._formats.headings[level])

    def _inline(self, token: Token) -> None:
        write_inline(self._cursor, token.children or (), self._text, self._formats)

    def _code(self, token: Token) -> None:
        for index, line in enumerate(code_lines(token)):
            self.code_line(line, token.info.strip(), index == 0)

    def _rule(self, _token: Token) -> None:
        self._flush_marker()
        format_ = self._indented(message_formats.thin_block(2 * message_formats.PARAGRAPH_GAP))
        self._start(format_, self._formats.body)
        position = self._cursor.position()
        self.marks.append(Mark(MarkKind.RULE, position, position, sum(self._indents)))

    def _table(self, tokens: Sequence[Token]) -> None:
        self._flush_marker()
        write_table(self._cursor, tokens, self._formats, sum(self._indents))
        self._fresh = True

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

    def _continue_code(self) -> None:
        format_ = self._cursor.blockFormat()
        format_.clearProperty(QTextBlockFormat.Property.BlockBottomMargin)
        self._cursor.setBlockFormat(format_)
        last = message_formats.code_block(False)
        last.setLeftMargin(format_.leftMargin())
        self._cursor.insertBlock(last, self._formats.code)

    def _indented(self, format_: QTextBlockFormat, extra: float = 0) -> QTextBlockFormat:
        format_.setLeftMargin(sum(self._indents) + extra)
        if self._marker:
            hang = self._indents[-1]
            format_.setTextIndent(-hang)
            format_.setTabPositions([QTextOption.Tab(hang, QTextOption.TabType.LeftTab)])
        return format_

    def _gap(self) -> float:
        return message_formats.ITEM_GAP if self._items else message_formats.PARAGRAPH_GAP

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
        self._items += 1
        self._indents.append(10.0 + 7 * len(self._marker))

    def _close_item(self, _token: Token) -> None:
        self._flush_marker()
        self._indents.pop()
        self._items -= 1

    def _open_quote(self, _token: Token) -> None:
        self._flush_marker()
        self._quotes.append(self._cursor.position() + (not self._fresh))
        self._indents.append(_QUOTE_INDENT)

    def _close_quote(self, token: Token) -> None:
        first = self._quotes.pop()
        if self._cursor.position() < first:
            self._paragraph(token)
        last = self._cursor.block().position()
        self._indents.pop()
        self.marks.append(Mark(MarkKind.QUOTE, first, last, sum(self._indents)))

    def _flush_marker(self) -> None:
        """Give a list item that starts with no text a line for its marker."""
        if self._marker:
            self._start(self._indented(message_formats.block(self._gap())), self._formats.body)


_HANDLERS: dict[str, Callable[[BlockWriter, Token], None]] = {
    "paragraph_open": BlockWriter._paragraph,
    "heading_open": BlockWriter._heading,
    "inline": BlockWriter._inline,
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
