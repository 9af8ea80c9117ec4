"""While a question is written, its tokens are counted by the real engine, and shown below it."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.models.request_options import Asked
from app.requests.prompt_counts import LONGEST_MS, Counting
from engine.messages import (
    Channel,
    ChatMessage,
    Command,
    Count,
    Counted,
    Delta,
    EngineStats,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    ModelInfo,
    ModelReady,
    SamplingParams,
    Timings,
    Usage,
)
from tests.app.desk import Desk
from tests.conftest import DOT, Bench
from tests.pictures import save_picture
from tests.ui.attachments import picture
from ui.composer.composer import Composer
from ui.composer.foot_label import FootLabel
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.question import Question
from ui.state.transcript import Transcript

FEW = SamplingParams(max_tokens=4)
# Milliseconds; a busy machine needs some of them.
PATIENCE = 30_000


class Writing(Bench):
    """A composer and a transcript, and an engine that works when it is told to."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__()
        self.sent: list[Command] = []
        self.ids = count(1)
        self.composer = Composer()
        qtbot.addWidget(self.composer)
        self.composer.resize(900, 200)
        self.transcript = Transcript(self.composer)
        self.in_memory = {str(DOT)}
        self.info = self.load()
        self.counting = Counting(self.submit, self.ids, self.in_memory.__contains__, self.composer)
        self.composer.set_model(self.info)
        self.composer.set_options(ChatOptions(sampling=FEW, system_prompt="Be brief."))
        self.counting.follow(self.composer, self.requests)
        self.composer.show()

    def load(self) -> ModelInfo:
        ready = self.run(LoadModel(next(self.ids), str(DOT)))[-1]
        assert isinstance(ready, ModelReady)
        return ready.model

    def submit(self, command: Command) -> None:
        self.sent.append(command)
        self.engine.submit(command)

    def requests(self, question: Question) -> list[Generate]:
        asked = Asked(self.info.model_id, self.composer.options(), FEW)
        media = tuple(attachment.media for attachment in question.attachments)
        instead = self.transcript.last_question if self.composer.editing else None
        history = self.transcript.history(before=instead)
        messages = (*history, ChatMessage("user", question.text, media, places=question.places))
        return [asked.request(0, self.info, messages, (), "")]

    def work(self) -> None:
        """Until the engine has nothing more to do; its events come to the one who counts."""
        start = len(self.events)
        while not self.engine.idle:
            self.engine.step()
        for event in self.events[start:]:
            if not isinstance(event, EngineStats):
                assert self.counting.take(event)

    @property
    def counts(self) -> list[Count]:
        return [command for command in self.sent if isinstance(command, Count)]

    @property
    def foot(self) -> str:
        return self.composer.findChildren(FootLabel)[0].text()

    def counted(self, qtbot: QtBot, more: int) -> int:
        """Wait until so many more counts are asked for, and have them answered: tokens."""
        wanted = self.counted_so_far + more
        qtbot.waitUntil(lambda: len(self.counts) == wanted, timeout=PATIENCE)
        self.work()
        self.counted_so_far = wanted
        return int(self.foot.split()[0].replace(",", ""))

    counted_so_far = 0

    def asked(self) -> int:
        """Send what is written: tokens of its prompt."""
        (request,) = self.requests(self.composer.question())
        number = next(self.ids)
        done = self.run(Generate(number, request.model_id, request.messages, request.sampling))[-1]
        assert isinstance(done, Finished)
        return done.usage.prompt


@pytest.fixture
def writing(qtbot: QtBot) -> Iterator[Writing]:
    made = Writing(qtbot)
    yield made
    made.engine.close()


def test_what_is_shown_is_what_the_prompt_has(writing: Writing, qtbot: QtBot, tmp_path: Path):
    QTest.keyClicks(writing.composer.editor, "What is a circle?")
    assert writing.counts == []
    assert writing.counted(qtbot, 1) == writing.asked()
    path = save_picture(tmp_path / "a.png", ("red", "circle", 0.4, 0.5))
    seen = Attachment(Media(MediaKind.IMAGE, path), picture().preview, "a.png", "")
    before = int(writing.foot.split()[0])
    writing.composer.add_attachment(seen)
    with_picture = writing.counted(qtbot, 1)
    assert with_picture == writing.asked() > before
    notes = tmp_path / "notes.txt"
    notes.write_text("one two three\n" * 20)
    writing.composer.add_attachment(
        Attachment(Media(MediaKind.TEXT, notes), picture().preview, "notes.txt", "")
    )
    assert writing.counted(qtbot, 1) == writing.asked() > with_picture


def test_the_conversation_and_an_edited_question_count(writing: Writing, qtbot: QtBot):
    composer, transcript = writing.composer, writing.transcript
    QTest.keyClicks(composer.editor, "Hello")
    alone = writing.counted(qtbot, 1)
    composer.set_draft(Question())
    assert writing.foot == ""
    transcript.add_message("user", "Hello")
    transcript.add_message("assistant", "Hello, how are you?")
    composer.set_last_question(Question("Hello"))
    QTest.keyClicks(composer.editor, "Fine")
    follow_up = writing.counted(qtbot, 1)
    assert follow_up == writing.asked() > alone
    composer.set_draft(Question())
    QTest.keyClick(composer.editor, Qt.Key.Key_Up)
    assert writing.counted(qtbot, 1) == alone


def test_what_was_typed_meanwhile_is_counted_after_it(writing: Writing, qtbot: QtBot):
    """One count at a time, and what it finds out is of no use any more."""
    editor = writing.composer.editor
    QTest.keyClicks(editor, "one")
    qtbot.waitUntil(lambda: len(writing.counts) == 1, timeout=PATIENCE)
    QTest.keyClicks(editor, " two three four")
    qtbot.wait(250)
    assert len(writing.counts) == 1 and writing.foot == ""
    writing.work()
    assert writing.foot == ""
    writing.counted_so_far = 1
    assert writing.counted(qtbot, 1) == writing.asked()


def test_only_for_who_is_seen_and_what_is_in_memory(writing: Writing, qtbot: QtBot):
    writing.in_memory.clear()
    QTest.keyClicks(writing.composer.editor, "one")
    qtbot.wait(250)
    assert writing.counts == []
    writing.in_memory.add(str(DOT))
    writing.composer.hide()
    writing.counting.refresh()
    qtbot.wait(250)
    assert writing.counts == []
    writing.composer.show()
    assert writing.counted(qtbot, 1) == writing.asked()


def test_the_next_count_does_not_wait_long_for_one_that_took_long(writing: Writing, qtbot: QtBot):
    """As where a picture was read for it."""
    QTest.keyClicks(writing.composer.editor, "one")
    qtbot.waitUntil(lambda: len(writing.counts) == 1, timeout=PATIENCE)
    (counter,) = writing.counting._counters
    counter.began -= 3600
    writing.work()
    writing.counted_so_far = 1
    QTest.keyClicks(writing.composer.editor, " two")
    assert counter.timer.isActive() and counter.timer.interval() == LONGEST_MS
    assert writing.counted(qtbot, 1) == writing.asked()


def test_another_option_is_another_prompt(writing: Writing, qtbot: QtBot):
    QTest.keyClicks(writing.composer.editor, "one")
    before = writing.counted(qtbot, 1)
    writing.composer.set_options(ChatOptions(sampling=FEW, system_prompt="You are very brief."))
    writing.counting.refresh()
    assert writing.counted(qtbot, 1) > before


def test_a_question_that_is_too_long_is_told(writing: Writing, qtbot: QtBot):
    writing.composer.set_draft(Question("one two three four five six seven " * 900))
    qtbot.waitUntil(lambda: len(writing.counts) == 1, timeout=PATIENCE)
    writing.work()
    assert "tokens too many" in writing.foot
    writing.composer.set_draft(Question("one " * 100_000))
    qtbot.waitUntil(lambda: len(writing.counts) == 2, timeout=PATIENCE)
    writing.work()
    assert "characters, far more than Dot reads at once" in writing.foot


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    yield made
    made.close()


def test_in_the_window_what_is_counted_is_what_is_sent(desk: Desk, qtbot: QtBot):
    desk.ready()
    composer = desk.tab.composer

    def counted() -> Count:
        qtbot.waitUntil(lambda: isinstance(desk.last(), Count), timeout=PATIENCE)
        return desk.last()

    for editing in (False, False, True):
        if editing:
            QTest.keyClick(composer.editor, Qt.Key.Key_Up)
        QTest.keyClicks(composer.editor, "What is a circle?")
        asked = counted()
        desk.say(Counted(asked.request_id, asked.model_id, 17, 0, 4096))
        assert composer.findChildren(FootLabel)[0].text() == "17 tokens · 4,079 left"
        QTest.keyClick(composer.editor, Qt.Key.Key_Return)
        sent = desk.last()
        assert isinstance(sent, Generate)
        assert replace(sent, request_id=0) == asked.request
        desk.say(
            Delta(sent.request_id, Channel.CONTENT, "Round."),
            Finished(sent.request_id, FinishReason.STOP, Usage(), Timings()),
        )
    roles = [turn.role for turn in desk.tab.transcript.turns]
    assert roles == ["user", "assistant"] * 2
    assert desk.tab.transcript.turns[2].content == "What is a circle?What is a circle?"
