"""Golden files of rendered markdown. DUOLOGUE_WRITE_GOLDEN=1 writes them again."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextBlock, QTextCharFormat, QTextCursor
from pytestqt.qtbot import QtBot

from tests.kit.markdown_texts import Rendered, blocks, fragments, let_finish
from ui.look import theme

FOLDER = Path(__file__).parent / "golden"
_COLORS = ["text", "dim", "accent", "keyword", "string", "number", "comment", "function", "type"]
_COLORS += ["green", "red"]
SOURCES = sorted(FOLDER.glob("*.md"))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_the_document_equals_its_golden_file(qtbot: QtBot, path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    Rendered(source)
    let_finish(qtbot)
    found = dumped(Rendered(*source).finish())
    kept = path.with_suffix(".txt")
    if os.environ.get("DUOLOGUE_WRITE_GOLDEN"):
        kept.write_text(found, encoding="utf-8")
    assert found == kept.read_text(encoding="utf-8")


def test_there_are_golden_files() -> None:
    assert len(SOURCES) >= 15


def dumped(rendered: Rendered) -> str:
    lines = [line for block in blocks(rendered.document) for line in _dump(block)]
    marks = [
        f"{mark.kind.name} {mark.first}-{mark.last} left {mark.indent:g} {mark.label}".rstrip()
        for mark in rendered.message.marks
    ]
    return "\n".join([*lines, *marks]) + "\n"


def _dump(block: QTextBlock) -> list[str]:
    format_ = block.blockFormat()
    words = [f"block {block.position()}", f"left {format_.leftMargin():g}"]
    if format_.headingLevel():
        words.append(f"heading {format_.headingLevel()}")
    if format_.alignment() & (Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignRight):
        words.append(format_.alignment().name or "")
    if table := QTextCursor(block).currentTable():
        cell = table.cellAt(block.position())
        words.append(f"cell {cell.row()},{cell.column()} of {table.rows()}×{table.columns()}")
    return [" · ".join(words), *(_fragment(text, style) for text, style in fragments(block))]


def _fragment(text: str, style: QTextCharFormat) -> str:
    color = style.foreground().color().name()
    names = [name for name in _COLORS if getattr(theme.LIGHT, name) == color]
    words = [*(names or [color])]
    words += ["bold"] if style.fontWeight() > QFont.Weight.Normal else []
    words += ["italic"] if style.fontItalic() else []
    words += ["struck"] if style.fontStrikeOut() else []
    words += ["mono"] if style.fontFamilies() == [theme.MONO] else []
    words += [f"-> {style.anchorHref()}"] if style.isAnchor() else []
    words += ["picture"] if style.isImageFormat() else []
    return f"  {text!r} {' '.join(words)}"
