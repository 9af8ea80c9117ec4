"""Long plain texts: where they are cut, and where one block ends and the next one begins."""

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QTextDocument

from ui.widgets.plain_document import PlainDocument

ROOMS = "room " * 3000


def blocks(text: str, longest: int = 10_000) -> list[str]:
    document = QTextDocument()
    plain = PlainDocument(document, longest)
    plain.add(text)
    assert plain.text == text
    return document.toPlainText().split("\n")


@pytest.mark.parametrize("longest", [9_999, 10_000, 10_001, 10_004])
def test_a_text_that_is_too_long_is_cut_behind_a_word(qapp: QObject, longest: int) -> None:
    *shown, empty, note = blocks(ROOMS, longest=longest)
    assert (empty, note[:8]) == ("", "Too long")
    assert "".join(shown).split() == ["room"] * ((longest + 1) // 5)


def test_one_endless_word_is_cut_anywhere(qapp: QObject) -> None:
    *shown, _, _ = blocks("x" * 20_000)
    assert "".join(shown) == "x" * 10_000


@pytest.mark.parametrize("length", [2000, 2003, 2100, 4001, 9_990, 9_999])
def test_no_block_has_only_the_last_few_characters(qapp: QObject, length: int) -> None:
    text = ROOMS[:length]
    found = blocks(text)
    assert "".join(found) == text
    assert all(100 < len(it) < 2500 for it in found)
    assert all(it.endswith("room ") for it in found[:-1])
