"""The tokens of a question are counted while it is written, by the real engine."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.requests.client import RequestClient
from app.requests.prompt_counts import LONGEST_MS, PromptCounts
from app.requests.request_options import RequestOptions
from engine.messages import (
    ChatMessage,
    Command,
    Count,
    Counted,
    Finished,
    Generate,
    LoadModel,
    Media,
    MediaKind,
    ModelInfo,
    ModelReady,
    SamplingParams,
)
from tests.conftest import DOT, Bench
from tests.kit.attachments import photo
from tests.kit.desk import Desk
from tests.kit.images import save_small_image
from ui.composer.composer import Composer
from ui.composer.foot_label import FootLabel
from ui.state.attachment import Attachment
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn

FEW = SamplingParams(max_tokens=4)
# Milliseconds; a busy machine needs many.
PATIENCE = 30_000


class Writing(Bench):
    """A composer, a transcript, and an engine that is stepped by hand."""

    def __init__(self, qtbot: QtBot) -> None:
        super().__init__()
        self.sent: list[Command] = []
        self.ids = count(1)
        self.chat = Chat(1)
        self.composer = Composer(self.chat, self.chat.options)
        qtbot.addWidget(self.composer)
        self.composer.resize(900, 200)
        self.transcript = Transcript(self.composer)
        self.in_memory = {str(DOT)}
        self.info = self.load()
        self.client = RequestClient(self.submit, self.ids.__next__)
        self.counts = PromptCounts(self.client, self.in_memory.__contains__, self.composer)
        self.chat.draft.set_model(self.info)
        self.chat.options.set_model(self.info)
        self.chat.options.set(ChatOptions(sampling=FEW, system_prompt="Be brief."))
        self.counts.follow(self.chat, self.requests)
        self.composer.show()

    def load(self) -> ModelInfo:
        ready = self.run(LoadModel(next(self.ids), str(DOT)))[-1]
        assert isinstance(ready, ModelReady)
        return ready.model

    def submit(self, command: Command) -> None:
        self.sent.append(command)
        self.engine.submit(command)

    def requests(self, question: Question) -> list[Generate]:
        options = RequestOptions(self.info.model_id, self.chat.options.usable, FEW)
        media = tuple(attachment.media for attachment in question.attachments)
        instead = self.transcript.last_question if self.chat.draft.editing else None
        history = self.transcript.history(before=instead)
        messages = (*history, ChatMessage("user", question.text, media, places=question.places))
        return [options.request(0, self.info, messages, (), "")]

    def work(self) -> None:
        """Let the engine work until it is idle, and hand its events to the client."""
        start = len(self.events)
        while not self.engine.idle:
            self.engine.step()
        self.client.on_events(self.events[start:])

    @property
    def sent_counts(self) -> list[Count]:
        return [command for command in self.sent if isinstance(command, Count)]

    @property
    def foot(self) -> str:
        return self.composer.findChildren(FootLabel)[0].text()

    def counted(self, qtbot: QtBot, more: int) -> int:
        """Wait for so many more counts, let the engine answer them, and return the shown tokens."""
        wanted = self.counted_so_far + more
        qtbot.waitUntil(lambda: len(self.sent_counts) == wanted, timeout=PATIENCE)
        self.work()
        self.counted_so_far = wanted
        return int(self.foot.split()[0].replace(",", ""))

    counted_so_far = 0

    def sent_tokens(self) -> int:
        """Send the question, and return the tokens of its prompt."""
        (request,) = self.requests(self.chat.draft.question.stripped())
        number = next(self.ids)
        done = self.run(Generate(number, request.model_id, request.messages, request.sampling))[-1]
        assert isinstance(done, Finished)
        return done.usage.prompt


@pytest.fixture
def writing(qtbot: QtBot, dot_in_float32: None) -> Iterator[Writing]:
    made = Writing(qtbot)
    yield made
    made.engine.close()


def test_the_shown_count_equals_the_prompts(writing: Writing, qtbot: QtBot, tmp_path: Path):
    QTest.keyClicks(writing.composer.editor, "What is a circle?")
    assert writing.sent_counts == []
    assert writing.counted(qtbot, 1) == writing.sent_tokens()
    path = save_small_image(tmp_path / "a.png", ("red", "circle", 0.4, 0.5))
    seen = Attachment(Media(MediaKind.IMAGE, path), photo().preview, "a.png", "")
    before = int(writing.foot.split()[0])
    writing.chat.draft.add(seen)
    with_image = writing.counted(qtbot, 1)
    assert with_image == writing.sent_tokens() > before
    notes = tmp_path / "notes.txt"
    notes.write_text("one two three\n" * 20)
    writing.chat.draft.add(
        Attachment(Media(MediaKind.TEXT, notes), photo().preview, "notes.txt", "")
    )
    assert writing.counted(qtbot, 1) == writing.sent_tokens() > with_image


def test_the_conversation_and_an_edited_question_count(writing: Writing, qtbot: QtBot):
    composer, transcript = writing.composer, writing.transcript
    QTest.keyClicks(composer.editor, "Hello")
    alone = writing.counted(qtbot, 1)
    composer.draft.put(Question())
    assert writing.foot == ""
    transcript.add_question(Question("Hello"))
    transcript.add(Turn("assistant", "Hello, how are you?"))
    composer.draft.set_last(Question("Hello"))
    QTest.keyClicks(composer.editor, "Fine")
    follow_up = writing.counted(qtbot, 1)
    assert follow_up == writing.sent_tokens() > alone
    composer.draft.put(Question())
    QTest.keyClick(composer.editor, Qt.Key.Key_Up)
    assert writing.counted(qtbot, 1) == alone


def test_changes_during_a_count_are_counted_afterwards(writing: Writing, qtbot: QtBot):
    """One count runs at a time; the result of an outdated one is discarded."""
    editor = writing.composer.editor
    QTest.keyClicks(editor, "one")
    qtbot.waitUntil(lambda: len(writing.sent_counts) == 1, timeout=PATIENCE)
    QTest.keyClicks(editor, " two three four")
    qtbot.wait(250)
    assert len(writing.sent_counts) == 1 and writing.foot == ""
    writing.work()
    assert writing.foot == ""
    writing.counted_so_far = 1
    assert writing.counted(qtbot, 1) == writing.sent_tokens()


def test_only_visible_composers_and_models_in_memory_are_counted(writing: Writing, qtbot: QtBot):
    writing.in_memory.clear()
    QTest.keyClicks(writing.composer.editor, "one")
    qtbot.wait(250)
    assert writing.sent_counts == []
    writing.in_memory.add(str(DOT))
    writing.composer.hide()
    writing.counts.refresh()
    qtbot.wait(250)
    assert writing.sent_counts == []
    writing.composer.show()
    assert writing.counted(qtbot, 1) == writing.sent_tokens()


def test_the_next_count_does_not_wait_long_for_one_that_took_long(writing: Writing, qtbot: QtBot):
    """The long count had to decode an image, for example."""
    QTest.keyClicks(writing.composer.editor, "one")
    qtbot.waitUntil(lambda: len(writing.sent_counts) == 1, timeout=PATIENCE)
    (counter,) = writing.counts._counters
    counter.began -= 3600
    writing.work()
    writing.counted_so_far = 1
    QTest.keyClicks(writing.composer.editor, " two")
    assert counter.timer.isActive() and counter.timer.interval() == LONGEST_MS
    assert writing.counted(qtbot, 1) == writing.sent_tokens()


def test_nothing_is_counted_once_the_engine_is_about_to_end(writing: Writing):
    QTest.keyClicks(writing.composer.editor, "one")
    (counter,) = writing.counts._counters
    assert counter.timer.isActive()
    writing.counts.close()
    assert not counter.timer.isActive()


def test_a_changed_option_is_counted(writing: Writing, qtbot: QtBot):
    QTest.keyClicks(writing.composer.editor, "one")
    before = writing.counted(qtbot, 1)
    writing.chat.options.set(ChatOptions(sampling=FEW, system_prompt="You are very brief."))
    writing.counts.refresh()
    assert writing.counted(qtbot, 1) > before


def test_a_question_that_is_too_long_is_reported(writing: Writing, qtbot: QtBot):
    writing.chat.draft.put(Question("one two three four five six seven " * 2500))
    qtbot.waitUntil(lambda: len(writing.sent_counts) == 1, timeout=PATIENCE)
    writing.work()
    assert "tokens too many" in writing.foot
    writing.chat.draft.put(Question("one " * 200_000))
    qtbot.waitUntil(lambda: len(writing.sent_counts) == 2, timeout=PATIENCE)
    writing.work()
    assert "characters, far more than fit into the context of Dot" in writing.foot


def test_the_window_counts_the_request_that_it_sends(desk: Desk, qtbot: QtBot):
    composer = desk.tab.composer

    def counted() -> Count:
        qtbot.waitUntil(lambda: isinstance(desk.last(), Count), timeout=PATIENCE)
        return desk.last()

    for editing in (False, False, True):
        if editing:
            QTest.keyClick(composer.editor, Qt.Key.Key_Up)
        QTest.keyClicks(composer.editor, "What is a circle?")
        asked = counted()
        desk.say(Counted(asked.request_id, 17, 0, 4096))
        assert composer.findChildren(FootLabel)[0].text() == "17 tokens · 4,079 left"
        QTest.keyClick(composer.editor, Qt.Key.Key_Return)
        sent = desk.last()
        assert isinstance(sent, Generate)
        assert replace(sent, request_id=0) == asked.request
        desk.answer(sent.request_id, "Round.")
    roles = [turn.role for turn in desk.tab.transcript.turns]
    assert roles == ["user", "assistant"] * 2
    assert desk.tab.transcript.turns[2].content == "What is a circle?What is a circle?"


def test_another_version_and_changed_panes_are_counted(desk: Desk, qtbot: QtBot):
    def wait_for_count(words: str) -> None:
        def counts() -> bool:
            return isinstance(desk.last(), Count) and words in str(desk.last().request.messages)

        qtbot.waitUntil(counts, timeout=PATIENCE)
        for it in [it for it in desk.sent if isinstance(it, Count)]:
            desk.say(Counted(it.request_id, 17, 0, 4096))

    desk.ready()
    desk.answer(desk.ask(desk.tab), "A former answer")
    chat = desk.tab.chat
    chat.message_requests.regenerated.emit(1, 1, "")
    desk.answer(desk.last().request_id, "A newer answer")
    chat.draft.put(Question("And then?"))
    wait_for_count("A newer answer")
    chat.transcript.show_version(1, 0)
    wait_for_count("A former answer")

    comparison = desk.controller.conversations.new_comparison()
    comparison.draft.put(Question("Why?"))
    wait_for_count("Why?")
    pane = comparison.panes[1]
    options = replace(pane.settings.options, system_prompt="Be brief.")
    comparison.set_settings(pane, replace(pane.settings, options=options))
    wait_for_count("Be brief.")
