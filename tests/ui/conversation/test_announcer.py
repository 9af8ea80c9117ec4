"""Announcements to screen readers while answers arrive."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from pytestqt.qtbot import QtBot

from engine.messages import Aborted, Channel, Delta, Failed, Finished, FinishReason, Timings, Usage
from ui.conversation import announcer
from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_reply import ReplyMessage
from ui.state.question import Question
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript


@pytest.fixture(autouse=True)
def listening() -> Iterator[None]:
    """Pretend that a screen reader is running."""
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Collect announcements without waiting for the clock."""
    said: list[str] = []

    def listen(event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            assert event.politeness() is QAccessible.AnnouncementPoliteness.Polite
            said.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", listen)
    monkeypatch.setattr(announcer, "_shared", None)
    monkeypatch.setattr(announcer, "PAUSE_MS", 1)
    return said


class AnnouncedView:
    def __init__(self, qtbot: QtBot) -> None:
        self.transcript = Transcript()
        self.view = ConversationView(self.transcript, MessageRequests(), AttachmentRequests())
        qtbot.addWidget(self.view)
        self.view.resize(500, 400)
        self.view.show()
        self.announcer = self.view.announcer
        self.begin()

    def begin(self, request_id: int = 1) -> None:
        self.transcript.add_question(Question("Question of the user."))
        self.transcript.begin_reply(request_id)

    def say(self, text: str, channel: Channel = Channel.CONTENT, request_id: int = 1) -> str:
        self.transcript.apply(Delta(request_id, channel, text))
        return self.announcer.words()

    def finish(self, request_id: int = 1, reason: FinishReason = FinishReason.STOP) -> str:
        self.transcript.apply(Finished(request_id, reason, Usage(), Timings()))
        return self.announcer.words()

    def stop(self) -> str:
        self.transcript.apply(Aborted(1, Usage(), Timings()))
        return self.announcer.words()


@pytest.fixture
def spoken_view(qtbot: QtBot) -> AnnouncedView:
    return AnnouncedView(qtbot)


def test_each_sentence_is_announced_once_when_it_ends(spoken_view: AnnouncedView) -> None:
    assert spoken_view.say("The first sentence") == ""
    assert spoken_view.say(" ends. The sec") == "The first sentence ends."
    assert spoken_view.say("ond one. The third. Fourth") == "The second one. The third."
    assert spoken_view.finish() == "Fourth Answer complete"
    assert spoken_view.announcer.words() == ""


def test_reasoning_is_announced_if_it_is_open(spoken_view: AnnouncedView, qtbot: QtBot) -> None:
    assert spoken_view.say("I think. That", Channel.REASONING) == "Thinking"
    assert spoken_view.say(" is so. Further", Channel.REASONING) == ""
    spoken_view.view.show_changes()
    message = spoken_view.view.message(-1)
    assert isinstance(message, ReplyMessage)
    message.fold.header.click()
    assert spoken_view.say(" thoughts come. Last", Channel.REASONING) == "Further thoughts come."
    assert spoken_view.say("The answer is here. Now") == "Last The answer is here."


def test_a_reply_without_an_answer_is_not_announced_as_complete(
    spoken_view: AnnouncedView,
) -> None:
    spoken_view.say("Some thoughts.", Channel.REASONING)
    assert spoken_view.finish().startswith("The model gave no answer.")


def test_a_continued_reply_is_announced_once(spoken_view: AnnouncedView) -> None:
    spoken_view.say("One sentence ends. The other")
    assert spoken_view.stop() == "The other Stopped"
    spoken_view.transcript.resume_reply(2)
    assert spoken_view.announcer.words() == ""
    assert spoken_view.say(" ends too. Done", request_id=2) == "ends too."
    assert spoken_view.finish(2) == "Done Answer complete"


def test_the_end_of_an_answer_is_announced(spoken_view: AnnouncedView) -> None:
    spoken_view.say("Some words")
    assert spoken_view.finish(reason=FinishReason.LENGTH) == (
        "Some words The answer was cut at its length limit"
    )
    spoken_view.begin(2)
    spoken_view.transcript.apply(Failed(2, "No memory is left."))
    assert spoken_view.announcer.words() == "No memory is left."


def test_a_hidden_conversation_is_not_announced_later(spoken_view: AnnouncedView) -> None:
    spoken_view.view.hide()
    assert spoken_view.say("Nobody hears this. Or that") == ""
    spoken_view.view.show()
    assert spoken_view.say(" it goes on. End") == "Or that it goes on."


def test_a_new_question_drops_pending_announcements(spoken_view: AnnouncedView) -> None:
    spoken_view.transcript.apply(Delta(1, Channel.CONTENT, "Old news. And more."))
    spoken_view.stop()
    spoken_view.transcript.apply(Delta(1, Channel.CONTENT, "Late."))
    spoken_view.begin(2)
    assert spoken_view.say("New answer. X", request_id=2) == "New answer."


def test_a_dropped_exchange_is_not_announced(spoken_view: AnnouncedView) -> None:
    spoken_view.transcript.apply(Delta(1, Channel.CONTENT, "It is taken back. So"))
    spoken_view.transcript.take_back()
    assert spoken_view.announcer.words() == ""


def test_an_answer_shown_again_is_not_announced(spoken_view: AnnouncedView) -> None:
    spoken_view.say("It is so.")
    spoken_view.stop()
    spoken_view.transcript.take_back()
    spoken_view.transcript.add_question(Question("Again?"))
    spoken_view.announcer.words()
    spoken_view.transcript.show_version(spoken_view.transcript.last_question or 0, 0)
    assert spoken_view.transcript.turns[-1].content == "It is so."
    assert spoken_view.announcer.words() == ""


def test_a_pane_is_announced_by_its_letter(spoken_view: AnnouncedView) -> None:
    spoken_view.announcer.letter = "B"
    assert spoken_view.say("It is so. Is") == "B: It is so."


def test_a_late_listener_hears_new_text(spoken_view: AnnouncedView) -> None:
    QAccessible.setActive(False)
    spoken_view.begin(2)
    assert spoken_view.say("Not heard by anyone. ", request_id=2) == ""
    QAccessible.setActive(True)
    assert spoken_view.say("This neither. ", request_id=2) == ""
    assert spoken_view.say("But this. X", request_id=2) == "But this."


def test_the_clock_joins_announcements_and_serves_all_panes(qtbot: QtBot, said: list[str]) -> None:
    panes = [AnnouncedView(qtbot), AnnouncedView(qtbot)]
    for letter, pane in zip("AB", panes, strict=True):
        pane.announcer.letter = letter
        for text in ("First one. ", "Second one. ", "Third"):
            pane.transcript.apply(Delta(1, Channel.CONTENT, text))
    assert said == []
    qtbot.waitUntil(lambda: len(said) == 2)
    assert said == ["A: First one. Second one.", "B: First one. Second one."]
    panes[1].transcript.apply(Finished(1, FinishReason.STOP, Usage(), Timings()))
    qtbot.waitUntil(lambda: len(said) == 3)
    assert said[2] == "B: Third Answer complete"


def test_without_a_listener_nothing_is_stored_or_announced(qtbot: QtBot, said: list[str]) -> None:
    QAccessible.setActive(False)
    talk = AnnouncedView(qtbot)
    assert talk.say("First. Second. Third") == ""
    assert talk.finish() == ""
    assert said == []
