"""Texts that are longer than their room."""

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.compare.pane_header import PaneHeader
from ui.conversation.message_folds import FoldHeader
from ui.state.tool_entry import ToolChoices

CAPTION = "Batched with B and C, alternating with Gemma 3 12B and Qwen3-VL 8B Thinking"


def shown(qtbot: QtBot, widget: QWidget, width: int) -> None:
    qtbot.addWidget(widget)
    widget.resize(width, widget.sizeHint().height())
    widget.show()


def test_the_state_of_a_narrow_pane_ends_in_an_ellipsis(qtbot: QtBot) -> None:
    header = PaneHeader(ToolChoices())
    header.set_caption(CAPTION)
    shown(qtbot, header, 220)
    first, last = header.caption.lines()
    assert CAPTION.startswith(f"{first} {last.removesuffix('…')}")
    assert last.endswith("…")
    header.resize(320, header.height())
    assert " ".join(header.caption.lines()) == CAPTION


@pytest.mark.parametrize(
    "caption",
    [CAPTION.replace("B and C", "🦙🦙🦙"), CAPTION.replace(" and ", "\n")],
    ids=["emoji", "break"],
)
def test_a_caption_of_two_lines_is_broken_between_words(qtbot: QtBot, caption: str) -> None:
    header = PaneHeader(ToolChoices())
    header.set_caption(caption)
    shown(qtbot, header, 320)
    first, last = header.caption.lines()
    assert f"{first} {last}" == caption.replace("\n", " ")


def test_the_arrow_of_a_fold_is_seen_in_a_narrow_pane(qtbot: QtBot) -> None:
    fold = FoldHeader("brain", "Reasoning")
    fold.set_caption("Thought for 446 ms · 13 tokens")
    shown(qtbot, fold, 120)
    closed = fold.grab().toImage()
    fold.setChecked(True)
    assert fold.grab().toImage() != closed
