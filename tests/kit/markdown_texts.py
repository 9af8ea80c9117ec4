"""Messages that arrive in pieces, and the documents they become."""

import random
from typing import Any

from PySide6.QtGui import QTextBlock, QTextCharFormat, QTextCursor, QTextDocument, QTextFormat
from pytestqt.qtbot import QtBot

from ui.markdown.background import background
from ui.markdown.code_lexers import lexers
from ui.markdown.copied_text import SOURCE
from ui.markdown.markdown_document import MarkdownDocument
from ui.markdown.math_images import math_images


class Rendered:
    """A document whose message arrived in `pieces`."""

    def __init__(self, *pieces: str) -> None:
        self.document = QTextDocument()
        self.message = MarkdownDocument(self.document)
        for piece in pieces:
            self.message.append(piece)

    def finish(self) -> "Rendered":
        self.message.finish()
        return self

    @property
    def text(self) -> str:
        return self.document.toPlainText()

    def block(self, text: str) -> QTextBlock:
        return next(block for block in blocks(self.document) if block.text() == text)

    def addresses(self) -> list[str]:
        result = []
        for block in blocks(self.document):
            result += [f.anchorHref() for _, f in fragments(block) if f.isAnchor()]
        return result

    def images(self) -> list[str]:
        """Return the sources of all drawn formulas."""
        formats = [f for block in blocks(self.document) for _, f in fragments(block)]
        return [f.property(SOURCE) for f in formats if f.isImageFormat()]

    def follow(self) -> "Rendered":
        """Put formulas and colors into the document as they arrive."""
        math_images().drawn.connect(self.message.draw)
        lexers().loaded.connect(lambda name: self.message.load(name) and self.message.work())
        return self


def blocks(document: QTextDocument) -> list[QTextBlock]:
    result, block = [], document.begin()
    while block.isValid():
        result.append(block)
        block = block.next()
    return result


def fragments(block: QTextBlock) -> list[tuple[str, QTextCharFormat]]:
    result, it = [], block.begin()
    while not it.atEnd():
        result.append((it.fragment().text(), it.fragment().charFormat()))
        it += 1
    return result


def structure(rendered: Rendered) -> list[tuple[object, ...]]:
    """Return the blocks of a document. Tables have a serial number, so a rewritten one differs."""
    return [
        (
            block.blockFormat(),
            _without_number(block.charFormat()),
            _table(block),
            fragments(block),
        )
        for block in blocks(rendered.document)
    ]


def cut_at_random(text: str, chance: random.Random) -> list[str]:
    longest = chance.choice([1, 3, 12, 60, 400])
    pieces = []
    while text:
        size = chance.randint(1, longest)
        pieces.append(text[:size])
        text = text[size:]
    return pieces


def assert_same(streamed: Rendered, whole: Rendered) -> None:
    assert streamed.text == whole.text
    assert structure(streamed) == structure(whole)
    assert streamed.message.marks == whole.message.marks
    assert streamed.message.written == whole.message.written


def assert_same_when_cut(text: str, chance: random.Random) -> None:
    assert_same(Rendered(*cut_at_random(text, chance)).finish(), Rendered(text).finish())


def let_finish(qtbot: QtBot) -> None:
    """Wait for the formulas and code colors that another thread makes."""
    qtbot.waitUntil(lambda: not background().busy, timeout=20_000)


def _without_number(format_: QTextCharFormat) -> QTextCharFormat:
    format_.clearProperty(QTextFormat.Property.ObjectIndex)
    return format_


def _table(block: QTextBlock) -> Any:
    table = QTextCursor(block).currentTable()
    if table is None:
        return None
    format_ = table.format()
    format_.clearProperty(QTextFormat.Property.ObjectIndex)
    cell = table.cellAt(block.position())
    return table.rows(), table.columns(), cell.row(), cell.column(), format_
