"""The sentence that is being read aloud is marked in the text, and followed while it is seen."""

import pytest
from pytestqt.qtbot import QtBot

from engine.messages import Channel, Delta, Finished, FinishReason, Timings, Usage
from ui.conversation import reading_mark
from ui.conversation.conversation_view import ConversationView
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.reading_mark import ReadingMark, SpokenPlace
from ui.look import theme
from ui.state.reading import Reading
from ui.state.requests import AttachmentRequests, MessageRequests
from ui.state.transcript import Transcript


class Read:
    """An answer on screen whose sentences are spoken one by one."""

    def __init__(self, qtbot: QtBot, text: str) -> None:
        self.transcript, self.reading = Transcript(), Reading()
        self.view = ConversationView(self.transcript, MessageRequests(), AttachmentRequests())
        self.mark = ReadingMark(self.view, self.transcript, self.reading)
        qtbot.addWidget(self.view)
        self.view.resize(700, 400)
        self.view.show()
        self.transcript.begin_reply(1)
        self.transcript.apply(Delta(1, Channel.CONTENT, text))
        self.transcript.apply(Finished(1, FinishReason.STOP, Usage(), Timings()))
        qtbot.waitUntil(lambda: not self.reply.unfinished)
        self.reading.set(self.transcript.turns[-1])

    @property
    def reply(self) -> ReplyMessage:
        message = self.view.message(-1)
        assert isinstance(message, ReplyMessage)
        return message

    def say(self, *sentences: str) -> None:
        for sentence in sentences:
            self.reading.begin_sentence(len(self.reading.said), sentence)

    @property
    def marked(self) -> str:
        span = self.reply.body._spoken
        return self.reply.body.document().toPlainText()[slice(*span)] if span else ""


@pytest.mark.parametrize(
    ("text", "sentences", "marked"),
    [
        ("Yes. No. Yes.", ["Yes.", "No.", "Yes."], (9, 13)),
        ("It has\u2028the radius \ufffc. End", ["It has the radius $r$."], (0, 20)),
        ("Look: a = 1. End", ["Look:", "Code, python, 1 line", "End"], (13, 16)),
        ("It is¹ so.²\u202f³ End", ["It is so."], (0, 10)),
        ("The sky is blue¹. End", ["The sky is blue."], (0, 17)),
        ("As said¹, (it)²\u202f³! End", ["As said, (it)!"], (0, 18)),
        ("¹ It has 5 m²². End", ["It has 5 m²."], (2, 15)),
        ("¹It is. End", ["It is."], (1, 7)),
        (f"It is{'¹' * 50}. End", ["It is."], (0, 56)),
        ("Look: End", ["Look:", "Code, python, 1 line"], None),
    ],
)
def test_a_sentence_is_found_after_those_before_it(
    text: str, sentences: list[str], marked: tuple[int, int] | None
) -> None:
    assert SpokenPlace().of(text, tuple(sentences)) == marked


def test_a_growing_text_is_searched_on_from_the_sentence_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sought: list[str] = []
    pattern = reading_mark._pattern
    monkeypatch.setattr(reading_mark, "_pattern", lambda it: sought.append(it) or pattern(it))
    place, sentences = SpokenPlace(), tuple(f"Sentence {number}." for number in range(30))
    for count in range(1, 31):
        text = " ".join(sentences[:count])
        for more in ("", " And"):
            start = len(text) - len(sentences[count - 1])
            assert place.of(text + more, sentences[:count]) == (start, len(text))
    assert len(sought) == 30 * 2 + 29
    assert place.of("Other. Sentence 1.", sentences[:2]) == (7, 18), "the text is another one"


def test_a_sentence_that_was_not_written_yet_is_found_once_it_is() -> None:
    place = SpokenPlace()
    assert place.of("No.", ("Yes.", "No.")) == (0, 3)
    assert place.of("No. Yes.", ("Yes.", "No.")) is None
    assert place.of("No. Yes. No.", ("Yes.", "No.")) == (9, 12)


def test_the_spoken_sentence_is_marked_until_the_reading_ends(qtbot: QtBot) -> None:
    read = Read(qtbot, "\U0001f600 One is **here**. Two is there.")
    read.say("\U0001f600 One is here.")
    start = read.reply.body._spoken
    assert start == (0, 15), "Qt counts an emoji as two"
    read.say("Two is there.")
    area = read.reply.body.spoken_area()
    shown = read.reply.body.viewport().grab().toImage()
    middle = area.center()
    colors = {shown.pixelColor(x, middle.y()).name() for x in range(area.left(), area.right())}
    assert theme.colors().accent_soft in colors
    read.reading.set(read.reading.turn, paused=True)
    assert not read.reply.body.spoken_area().isEmpty(), "a pause keeps the place"
    read.reading.set(None)
    assert read.reply.body.spoken_area().isEmpty()


def test_the_view_follows_unless_the_reader_has_scrolled_away(qtbot: QtBot) -> None:
    sentences = [f"This is sentence {number} of many." for number in range(60)]
    read = Read(qtbot, "\n\n".join(sentences))
    bar = read.view.verticalScrollBar()
    bar.setValue(0)
    read.say(*sentences[:40])
    followed = bar.value()
    assert followed > 0 and read.marked == sentences[39]
    bar.setValue(0)
    read.say(sentences[40])
    assert bar.value() == 0, "the reader looks elsewhere"
    assert read.marked == sentences[40]
    bar.setValue(followed + 60)
    read.say(*sentences[41:50])
    assert bar.value() > followed + 60, "the reader is back"
