"""The view keeps its place whatever changes around the messages that a reader sees."""

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.messages import Channel, Delta
from tests.kit.loop import run_until
from ui.conversation import pacing
from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.pacing import pacer
from ui.state.question import Question
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript
from ui.widgets.text_body import TextBody

pytestmark = pytest.mark.styled

TEXTS = (
    "Some words in a paragraph that is long enough to be wrapped where the window is small. " * 4,
    "\n\n- one\n- two, which has *more* to say\n  - inside of it\n\n",
    "\n\n```python\ndef f(x):\n    return x + 1\n\n\nprint(f(1))\n```\n\n",
    "\n\n| a | b | c |\n|---|---|---|\n| 1 | two | three words here |\n| 4 | 5 | 6 |\n\n",
    "\n\n# A heading\n\n> quoted\n\n",
)


@pytest.fixture(autouse=True)
def unpaced(monkeypatch: pytest.MonkeyPatch, qapp: QApplication) -> Iterator[None]:
    """Let panes show new text at once: hundreds of waits for a frame are most of the time here."""
    monkeypatch.setattr(pacing, "_pause", lambda _: 0.0)
    [timer] = (it for it in pacer().children() if isinstance(it, QTimer) and it.interval())
    timer.setInterval(0)
    yield
    timer.setInterval(pacing.TICK_MS)


class Reading:
    """A conversation whose replies all still grow, and the line that is read in it."""

    def __init__(self, qtbot: QtBot, dice: random.Random, turns: int) -> None:
        self.qtbot = qtbot
        self.dice = dice
        self.transcript = Transcript()
        self.requests: list[int] = []
        for number in range(turns):
            self.transcript.add_question(Question(f"question {number} " * dice.randint(1, 60)))
            self.transcript.begin_reply(number + 1)
            self.requests.append(number + 1)
            for _ in range(dice.randint(0, 8)):
                self.grow(number + 1)
        self.view = ConversationView(self.transcript, MessageRequests(), AttachmentRequests())
        self.bar = self.view.verticalScrollBar()
        qtbot.addWidget(self.view)
        self.view.resize(700, 500)
        self.view.show()
        self.settle()

    def grow(self, request: int) -> None:
        channel = Channel.REASONING if self.dice.random() < 0.15 else Channel.CONTENT
        self.transcript.apply(Delta(request, channel, self.dice.choice(TEXTS)))

    def settle(self) -> None:
        if pacer().running:
            run_until(lambda: not pacer().running, every=0)
        QApplication.sendPostedEvents()

    def line(self) -> tuple[TextBody, int, int] | None:
        """The text at the upper edge, the character that its line begins with, and its place."""
        column = self.view.column
        for y in (0, 4, 8):
            for x in range(40, column.width() - 20, 40):
                found = column.childAt(QPoint(x, y))
                body = found.parentWidget() if found else None
                if isinstance(body, TextBody):
                    inside = y - body.mapTo(column, QPoint()).y()
                    position = body.cursorForPosition(QPoint(0, inside)).position()
                    return body, position, self.place(body, position)
        return None

    def place(self, body: TextBody, position: int) -> int:
        cursor = QTextCursor(body.document())
        cursor.setPosition(position)
        return body.mapTo(self.view.column, body.cursorRect(cursor).topLeft()).y()

    def unfold(self) -> None:
        """The reasoning of a reply in sight, as a click on its header does."""
        room = self.view.column.height()
        headers = [
            message.fold.header
            for message in self.view.column.live.values()
            if isinstance(message, ReplyMessage) and message.fold.isVisible()
        ]
        tops = ((it, it.mapTo(self.view.column, QPoint()).y()) for it in headers)
        seen = [header for header, top in tops if 60 <= top < room - 30]
        if seen:
            self.dice.choice(seen).click()

    def happen(self) -> None:
        """Anything but a scroll."""
        match self.dice.randrange(5):
            case 0:
                for _ in range(5):
                    self.grow(self.dice.choice(self.requests))
            case 1:
                self.view.resize(self.dice.randint(330, 1100), self.dice.randint(300, 700))
            case 2:
                self.unfold()
            case 3:
                number = len(self.requests) + 1
                self.requests.append(number)
                self.transcript.begin_reply(number)
                self.grow(number)
            case 4:
                for index in list(self.view.column.range(self.bar.value(), self.bar.value() + 99)):
                    turn = self.transcript.turns[index]
                    if turn.request_id:
                        self.grow(turn.request_id)


@pytest.mark.parametrize("seed", range(2))
def test_the_line_being_read_stays(qtbot: QtBot, seed: int) -> None:
    dice = random.Random(seed)
    reading = Reading(qtbot, dice, turns=25)
    checked = 0
    for _ in range(20):
        if dice.random() < 0.5:
            reading.bar.setValue(dice.randint(0, reading.bar.maximum()))
        else:
            reading.bar.setValue(reading.bar.value() + dice.choice((-300, -60, -7, 60, 300)))
        reading.settle()
        for _ in range(4):
            # the line at the edge now, not the one of before the last change of the width
            reading.bar.setValue(reading.bar.value() - 1)
            before = reading.line()
            if reading.view.follows_end or before is None:
                continue
            body, position, place = before
            reading.happen()
            reading.settle()
            if reading.view.follows_end or reading.bar.value() in (0, reading.bar.maximum()):
                break
            assert abs(reading.place(body, position) - place) <= 1
            checked += 1
    assert checked > 15


def test_wheel_steps_are_exact_over_estimated_heights(qtbot: QtBot) -> None:
    """Upwards each step brings messages into sight whose heights turn out others."""
    reading = Reading(qtbot, random.Random(99), turns=60)
    reading.bar.setValue(reading.bar.maximum() // 2)
    reading.settle()
    steps = 0
    while reading.bar.value() > 600 and steps < 80:
        before = reading.line()
        reading.bar.setValue(reading.bar.value() - 60)
        if before is not None:
            body, position, place = before
            assert abs(reading.place(body, position) - place - 60) <= 1
            steps += 1
        reading.settle()
    assert steps > 50


def test_a_reader_at_the_end_stays_there(qtbot: QtBot) -> None:
    reading = Reading(qtbot, random.Random(5), turns=20)
    for width in (400, 900, 640):
        reading.view.resize(width, 450)
        for _ in range(6):
            reading.grow(reading.dice.choice(reading.requests))
            reading.settle()
            assert reading.bar.value() == reading.bar.maximum()
            last = reading.view.message(-1)
            assert last.geometry().bottom() < reading.view.column.height()


def test_a_hidden_view_writes_nothing_and_catches_up(qtbot: QtBot) -> None:
    reading = Reading(qtbot, random.Random(6), turns=3)
    reading.view.hide()
    body = reading.view.message(-1).findChild(TextBody, "answer")
    assert body is not None
    before = body.toPlainText()
    reading.transcript.apply(Delta(reading.requests[-1], Channel.CONTENT, "\n\nthe latest news"))
    assert not pacer().running
    assert body.toPlainText() == before
    reading.view.show()
    assert body.toPlainText().endswith("the latest news")
    assert reading.bar.value() == reading.bar.maximum()


def test_distant_message_widgets_are_removed_unless_the_reader_changed_them(
    qtbot: QtBot,
) -> None:
    reading = Reading(qtbot, random.Random(7), turns=60)
    view = reading.view
    view.scroll_to(3)
    reading.settle()
    body = view.message(3).findChild(TextBody, "answer")
    assert body is not None
    body.selectAll()
    for index in range(4, 110, 3):
        view.scroll_to(index)
        reading.settle()
        assert len(view.column.live) < 25
    assert view.column.live.get(3) is not None
    assert view.column.live.get(5) is None
