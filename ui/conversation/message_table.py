"""A markdown table written as a QTextTable."""

from collections.abc import Sequence

from markdown_it.token import Token
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor, QTextTable, QTextTableFormat

from ui.conversation import message_formats
from ui.conversation.message_formats import Formats
from ui.conversation.message_inline import write_inline

_ALIGNMENTS = {
    "text-align:center": Qt.AlignmentFlag.AlignHCenter,
    "text-align:right": Qt.AlignmentFlag.AlignRight,
}


def write_table(
    cursor: QTextCursor, tokens: Sequence[Token], formats: Formats, left: float
) -> None:
    """`tokens` are those between the table's own. Leaves `cursor` in the empty block that follows.

    A cell is the token that opens it and the inline token after that.
    """
    rows: list[list[tuple[Token, Token]]] = []
    for index, token in enumerate(tokens):
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            rows[-1].append((token, tokens[index + 1]))
    style = QTextTableFormat(formats.table)
    style.setLeftMargin(left)
    table = cursor.insertTable(len(rows), len(rows[0]), style)
    for row, cells in enumerate(rows):
        for column, (opening, content) in enumerate(cells):
            _write_cell(table, row, column, opening, content, formats)
    cursor.movePosition(QTextCursor.MoveOperation.End)
    cursor.setBlockFormat(message_formats.thin_block(1))
    cursor.setBlockCharFormat(formats.body)


def _write_cell(
    table: QTextTable, row: int, column: int, opening: Token, content: Token, formats: Formats
) -> None:
    cursor = table.cellAt(row, column).firstCursorPosition()
    block = message_formats.block(0, 100)
    block.setAlignment(_ALIGNMENTS.get(str(opening.attrGet("style")), Qt.AlignmentFlag.AlignLeft))
    cursor.setBlockFormat(block)
    base = formats.strong if opening.type == "th_open" else formats.body
    cursor.setBlockCharFormat(base)
    write_inline(cursor, content.children or (), base, formats)
