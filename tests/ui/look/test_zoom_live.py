"""Widgets on screen grow when the text zoom changes."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from engine.messages import ToolInvocation
from ui.compare.pane_header import Dot
from ui.conversation.arguments_editor import JsonEdit
from ui.conversation.call_cards import ToolCallCard
from ui.conversation.message_folds import FoldHeader
from ui.conversation.message_reply import ErrorCard
from ui.conversation.message_user import UserMessage
from ui.conversation.message_widget import ViewRequests
from ui.look import theme
from ui.look.appearance import Appearance
from ui.options.option_fields import SchemaField
from ui.state.called_tool import CalledTool
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.turn import Turn
from ui.widgets.folded_text import FoldedText
from ui.widgets.text_body import TextBody

pytestmark = pytest.mark.styled


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    yield
    zoom(100)


def zoom(percent: int) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme.wear(app, Appearance(zoom=percent))


def pixels(widget: QWidget) -> int:
    return widget.font().pixelSize()


@pytest.mark.parametrize(
    "make",
    [
        lambda: TextBody("reasoning", "Reasoning"),
        lambda: TextBody("probabilities", "Token probabilities", 12, monospaced=True),
        lambda: FoldedText("call_result", "Result", 3),
        lambda: ErrorCard("It failed."),
        lambda: FoldHeader("brain", "Reasoning"),
        JsonEdit,
        SchemaField,
    ],
)
def test_text_grows_in_place(qtbot: QtBot, make) -> None:
    outer = make()
    qtbot.addWidget(outer)
    outer.show()
    widget = getattr(outer, "text", None)
    widget = widget if isinstance(widget, TextBody) else outer
    before, family = pixels(widget), widget.font().family()
    zoom(200)
    assert pixels(widget) == 2 * before
    assert widget.font().family() == family
    zoom(100)
    assert pixels(widget) == before


def test_a_call_card_grows_with_the_zoom(qtbot: QtBot) -> None:
    turn = Turn("assistant")
    called = CalledTool(ToolInvocation("1", "add", '{"a": 1}'))
    card = ToolCallCard(called, turn, MessageRequests(), ViewRequests())
    qtbot.addWidget(card)
    card.show()
    before = pixels(card.title), pixels(card.name), card.sizeHint().height()
    zoom(200)
    assert (pixels(card.title), pixels(card.name)) == (2 * before[0], 2 * before[1])
    assert card.sizeHint().height() > 1.5 * before[2]


def test_the_dot_of_a_pane_grows_with_the_zoom(qtbot: QtBot) -> None:
    dot = Dot()
    qtbot.addWidget(dot)
    before = dot.width()
    zoom(200)
    assert dot.width() == 2 * before


def test_questions_stay_on_one_line(qtbot: QtBot) -> None:
    # several, because Qt tells widgets of a new style in no order
    turn, requests = Turn("user", "What is a circle?"), AttachmentRequests()
    messages = [UserMessage(turn, requests) for _ in range(12)]
    for message in messages:
        qtbot.addWidget(message)
        message.show()
    for percent in (100, 200, 70):
        zoom(percent)
        heights = {it.height_for(1000) for it in messages}
        assert len(heights) == len({it.bubble.width() for it in messages}) == 1
        lines = [it.text.document().firstBlock().layout().lineCount() for it in messages]
        assert set(lines) == {1}
