"""Answers are read aloud by sentences, also while they grow."""

import pytest
from pytestqt.qtbot import QtBot

from app.desktop.speech.read_aloud import ReadAloud
from app.desktop.speech.voice import Voice
from tests.kit.desk import Desk
from ui.state.compared_chat import ComparedChat
from ui.state.turn import Turn, TurnState
from ui.state.workspace import Workspace


class NotingVoice(Voice):
    """Notes what it is told, and has finished when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, str]] = []
        self.silent = True

    @property
    def sentences(self) -> list[str]:
        return [sentence for sentence, _ in self.told]

    def speak(self, sentence: str, language: str) -> None:
        self.told.append((sentence, language))
        self.silent = False

    def stop(self) -> None:
        self.silent = True

    def end(self) -> None:
        self.silent = True
        self.finished.emit()


class Reading:
    def __init__(self, text: str, **fields: object) -> None:
        self.workspace = Workspace()
        self.voice = NotingVoice()
        self.reader = ReadAloud(self.workspace, self.voice)
        self.turn = Turn("assistant", text, **fields)  # pyright: ignore[reportArgumentType]
        self.workspace.reading_requests.started.emit(self.turn)

    @property
    def notice(self) -> str:
        newest = self.workspace.notices.newest
        return newest.sentence if newest else ""


def test_an_answer_is_read_in_its_language_to_its_end(qapp: object) -> None:
    reading = Reading("Das ist **gut**. Es ist, z. B., nicht zu viel.")
    assert reading.notice == "Reading the answer aloud…"
    reading.voice.end()
    assert reading.voice.told[0] == ("Das ist gut.", "de")
    while not reading.voice.silent:
        reading.voice.end()
    assert " ".join(reading.voice.sentences[1:]) == "Es ist, z. B., nicht zu viel."
    assert reading.workspace.reading.turn is None
    assert not reading.notice


def test_code_tables_and_reasoning_are_named(qapp: object) -> None:
    code = "```python\na = 1\nb = 2\n```"
    table = "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |"
    reading = Reading(f"Look:\n\n{code}\n\n{table}\n\nEnd.", reasoning="Let me think of a secret.")
    while not reading.voice.silent:
        reading.voice.end()
    assert reading.voice.sentences == [
        "Reasoning, not read aloud",
        "Look:",
        "Code, python, 2 lines",
        "Table, 2 rows",
        "End.",
    ]


def test_a_growing_answer_is_read_as_sentences_are_whole(qtbot: QtBot) -> None:
    reading = Reading("One is here. Two is", state=TurnState.STREAMING)
    assert reading.voice.sentences == ["One is here."]
    reading.voice.end()
    assert reading.voice.silent
    reading.turn.content += " there. Thr"
    qtbot.waitUntil(lambda: reading.voice.sentences[1:] == ["Two is there."])
    reading.turn.content += "ee"
    reading.turn.state = TurnState.DONE
    reading.voice.end()
    assert reading.voice.sentences[2:] == ["Three"]
    reading.voice.end()
    assert reading.workspace.reading.turn is None


def test_a_paused_answer_goes_on_with_the_interrupted_sentence(qapp: object) -> None:
    reading = Reading("One is here. Two is there.")
    reading.voice.end()
    requests = reading.workspace.reading_requests
    requests.pause_toggled.emit()
    assert reading.voice.silent
    assert reading.notice == "Reading paused."
    requests.pause_toggled.emit()
    assert reading.voice.sentences == ["One is here.", "Two is there.", "Two is there."]


def test_stop_ends_the_voice_and_the_notice(qapp: object) -> None:
    reading = Reading("One is here. Two is there.")
    notice = reading.workspace.notices.newest
    assert notice is not None
    assert notice.do_other is not None
    notice.do_other()
    assert reading.voice.silent
    assert not reading.notice
    assert reading.voice.sentences == ["One is here."]


def test_another_answer_is_read_instead(qapp: object) -> None:
    reading = Reading("One is here. Two is there.")
    other = Turn("assistant", "Another one.")
    reading.workspace.reading_requests.started.emit(other)
    assert reading.voice.sentences == ["One is here.", "Another one."]
    assert reading.workspace.reading.turn is other


def test_a_voice_that_fails_is_a_sentence(qapp: object) -> None:
    reading = Reading("One is here.")
    reading.voice.failed.emit("The voice is gone.")
    assert reading.notice == "The voice is gone."
    assert reading.workspace.reading.turn is None


def test_an_answer_is_read_by_command_and_by_its_menu_until_its_chat_is_closed(desk: Desk) -> None:
    voice = NotingVoice()
    reader = ReadAloud(desk.workspace, voice)
    desk.answer(desk.ask(desk.tab), "It is a circle.")
    desk.window.menus.actions["read_aloud"].trigger()
    desk.tab.chat.message_requests.read_aloud.emit(desk.tab.front_transcript.turns[-1])
    assert voice.sentences == ["It is a circle."] * 2
    assert not voice.silent
    desk.workspace.requests.closed.emit(desk.tab.chat_id)
    assert voice.silent
    assert reader.parent() is desk.workspace


@pytest.mark.parametrize("shown", [True, False])
def test_a_closed_chat_is_read_no_more_whichever_version_is_shown(desk: Desk, shown: bool) -> None:
    voice, transcript = NotingVoice(), desk.tab.front_transcript
    ReadAloud(desk.workspace, voice)
    desk.answer(desk.ask(desk.tab), "It is a circle.")
    desk.window.menus.actions["read_aloud"].trigger()
    if not shown:
        transcript.branch_after(0)
    assert not voice.silent
    desk.workspace.requests.closed.emit(desk.tab.chat_id)
    assert voice.silent


def test_a_deleted_answer_is_read_no_more(desk: Desk) -> None:
    voice, transcript = NotingVoice(), desk.tab.front_transcript
    ReadAloud(desk.workspace, voice)
    desk.answer(desk.ask(desk.tab), "It is a circle.")
    desk.window.menus.actions["read_aloud"].trigger()
    transcript.delete(1)
    assert voice.silent and desk.workspace.reading.turn is None


def test_an_answer_is_read_on_until_its_pane_is_removed(desk: Desk) -> None:
    voice = NotingVoice()
    ReadAloud(desk.workspace, voice)
    desk.workspace.requests.new_comparison.emit()
    compared = desk.workspace.conversations.front
    assert isinstance(compared, ComparedChat)
    while len(compared.panes) < 3:
        compared.add_pane(compared.panes[0].settings)
    first, second, _ = compared.panes
    second.transcript.add(answer := Turn("assistant", "It is a circle."))
    second.message_requests.read_aloud.emit(answer)
    compared.remove_pane(first)
    assert not voice.silent
    compared.remove_pane(second)
    assert voice.silent
