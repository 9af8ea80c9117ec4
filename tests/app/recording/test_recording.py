"""Chats and comparisons are recorded and restored."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord
from app.database.store import Store
from app.recording.recorder import Recorder
from app.recording.restore import (
    comparison_settings,
    restore_chat,
    restore_comparison,
    restore_draft,
)
from app.records.chat_settings import ChatSettings, read_fields
from app.records.record_places import RecordPlaces
from engine.messages import Channel, Delta, Failed, Finished, FinishReason, Timings, Usage
from engine.plain_names import model_name
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.compared import AnswerState
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.state.transcript import Transcript

OPTIONS = ChatOptions(system_prompt="Be brief.")


class RecordedHome:
    """A store on a folder, with a recorder."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder)
        self.files = Files(folder / "attachments")
        places = RecordPlaces(self.store, self.files)
        self.recorder = Recorder(places, model_name, self.store)

    def close(self) -> None:
        self.recorder.flush()
        assert self.store.close(5)

    def record(self, chat_id: int) -> ConversationRecord:
        found = self.store.conversation(chat_id)
        assert found is not None
        return found


@pytest.fixture
def folder(qapp: QCoreApplication, tmp_path: Path) -> Path:
    return tmp_path


def add_answer(transcript: Transcript, request_id: int, text: str) -> None:
    transcript.begin_reply(request_id, "/m/one")
    transcript.apply(Delta(request_id, Channel.CONTENT, text))
    transcript.apply(Finished(request_id, FinishReason.STOP, Usage(), Timings()))


def turn_texts(transcript: Transcript) -> list[str]:
    return [turn.content for turn in transcript.turns]


def test_a_chat_is_restored_unchanged(folder: Path) -> None:
    home = RecordedHome(folder)
    chat = Chat(home.store.next_id())
    home.recorder.follow_chat(chat)
    chat.set_model_id("/m/one")
    chat.options.set(OPTIONS)
    chat.transcript.add_question(Question("Why is the sky blue?"))
    add_answer(chat.transcript, 1, "Because air scatters blue light.")
    chat.draft.write(Question("And at"))
    chat.edit(chat.transcript.turns[0])
    chat.draft.write(Question("Why is the sky red?"))
    home.close()

    home = RecordedHome(folder)
    record = home.record(chat.chat_id)
    settings = read_fields(ChatSettings, record.settings)
    assert (record.title, settings.model_id) == ("Why is the sky blue?", "/m/one")
    assert settings.options == OPTIONS
    later = Chat(chat.chat_id)
    restore_chat(later, home.store, home.files)
    restore_draft(later, home.store, home.files)
    assert turn_texts(later.transcript) == turn_texts(chat.transcript)
    assert later.draft.edited is later.transcript.turns[0]
    assert later.draft.question.text == "Why is the sky red?"
    later.draft.cancel_edit()
    assert later.draft.question.text == "And at"
    home.close()


@pytest.mark.parametrize("written", ["Three?", ""])
def test_an_edit_of_a_hidden_question_is_restored_with_what_was_begun_before(
    folder: Path, written: str
) -> None:
    home = RecordedHome(folder)
    chat = Chat(home.store.next_id())
    home.recorder.follow_chat(chat)
    for request_id, text in enumerate(("One?", "Two?"), 1):
        chat.transcript.add_question(Question(text))
        add_answer(chat.transcript, request_id, "Yes.")
    chat.draft.write(Question("And at"))
    chat.edit(chat.transcript.turns[2])
    chat.draft.write(Question(written))
    chat.transcript.branch_after(1)
    home.close()

    home = RecordedHome(folder)
    later = Chat(chat.chat_id)
    restore_chat(later, home.store, home.files)
    restore_draft(later, home.store, home.files)
    assert (later.draft.question.text, later.draft.kept.text) == (written, "And at")
    assert later.show_edited() == 2
    home.close()


def test_a_restored_chat_continues_to_be_recorded(folder: Path) -> None:
    home = RecordedHome(folder)
    chat = Chat(home.store.next_id())
    home.recorder.follow_chat(chat)
    chat.transcript.add_question(Question("One?"))
    add_answer(chat.transcript, 1, "1")
    home.recorder.forget(chat.chat_id)

    later = Chat(chat.chat_id)
    restore_chat(later, home.store, home.files)
    home.recorder.follow_chat(later, home.record(chat.chat_id))
    later.set_title("Numbers", named=True)
    later.transcript.add_question(Question("Two?"))
    add_answer(later.transcript, 2, "2")
    home.recorder.flush()
    assert [it.content for it in home.store.messages(chat.chat_id)] == ["One?", "1", "Two?", "2"]
    record = home.record(chat.chat_id)
    assert (record.title, record.named) == ("Numbers", True)
    home.close()


def test_an_empty_chat_is_not_stored(folder: Path) -> None:
    home = RecordedHome(folder)
    chat = Chat(home.store.next_id())
    home.recorder.follow_chat(chat)
    chat.options.set(OPTIONS)
    home.recorder.flush()
    assert home.store.conversation(chat.chat_id) is None
    home.close()


def test_a_comparison_is_restored_with_its_panes_and_vote(folder: Path) -> None:
    home = RecordedHome(folder)
    chat = ComparedChat(home.store.next_id())
    home.recorder.follow_comparison(chat)
    for model_id in ("/m/one", "/m/two", "/m/three"):
        chat.add_pane(PaneSettings(model_id, OPTIONS))
    chat.begin_round(Question("Which?"))
    for request_id, pane in enumerate(chat.panes, 1):
        pane.transcript.add_question(Question("Which?"))
        add_answer(pane.transcript, request_id, f"This is {request_id}.")
    chat.comparison.vote(0, chat.panes[1].pane_id)
    chat.remove_pane(chat.panes[0])
    chat.forget_removed()
    home.close()

    home = RecordedHome(folder)
    record = home.record(chat.chat_id)
    later = ComparedChat(chat.chat_id)
    settings = comparison_settings(record.settings)
    rounds = restore_comparison(later, settings, home.store, home.files)
    assert (record.title, len(rounds)) == ("Which?", 1)
    assert [pane.settings.model_id for pane in later.panes] == ["/m/two", "/m/three"]
    assert [turn_texts(pane.transcript) for pane in later.panes] == [
        ["Which?", "This is 2."],
        ["Which?", "This is 3."],
    ]
    [compared] = later.comparison.rounds
    assert compared.vote == chat.comparison.rounds[0].vote
    assert [it.text for it in compared.answers] == ["This is 1.", "This is 2.", "This is 3."]
    assert later.last_pane_id == 3 and all(pane.asked for pane in later.panes)
    home.close()


def test_a_pane_that_was_asked_again_after_it_failed_is_restored_with_its_answer(
    folder: Path,
) -> None:
    home = RecordedHome(folder)
    chat = ComparedChat(home.store.next_id())
    home.recorder.follow_comparison(chat)
    for model_id in ("/m/one", "/m/two"):
        chat.add_pane(PaneSettings(model_id, OPTIONS))
    chat.begin_round(Question("Which?"))
    for pane in chat.panes:
        pane.transcript.add_question(Question("Which?"))
    first, second = (pane.transcript for pane in chat.panes)
    add_answer(first, 1, "This is 1.")
    second.begin_reply(2, "/m/two")
    second.apply(Failed(2, "No memory is left."))
    home.recorder.flush()
    chat.set_settings(chat.panes[1], PaneSettings("/m/three", OPTIONS))
    chat.comparison.join_round(chat.panes[1].pane_id)
    second.branch_after(0)
    add_answer(second, 3, "This is 3.")
    home.close()

    home = RecordedHome(folder)
    later = ComparedChat(chat.chat_id)
    settings = comparison_settings(home.record(chat.chat_id).settings)
    restore_comparison(later, settings, home.store, home.files)
    assert turn_texts(later.panes[1].transcript) == ["Which?", "This is 3."]
    answers = later.comparison.rounds[0].answers
    assert [(it.state, it.text, it.pane.model_id) for it in answers] == [
        (AnswerState.DONE, "This is 1.", "/m/one"),
        (AnswerState.DONE, "This is 3.", "/m/three"),
    ]
    assert [len(it.turns) for it in answers] == [1, 1], "not that of the failure"
    home.close()
