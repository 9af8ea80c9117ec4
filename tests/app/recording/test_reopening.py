"""Questions, answers, drafts and settings are restored after a crash."""

import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.attachments.attachments import sample_attachment
from app.attachments.kept_files import Files
from app.database.store import Store
from app.recording.restore import restore_chat
from app.requests.request_options import request_options
from engine.messages import (
    Channel,
    Delta,
    Generate,
    SamplingParams,
)
from tests.kit.desk import NUMBERS, Desk
from tests.kit.tabs import chat_tabs, fork, new_chat, new_comparison, open_tab, show_tab
from ui.compare.compare_tab import CompareTab
from ui.state.answer_stats import stats_of_answer
from ui.state.chat import Chat
from ui.state.chat_options import ChatOptions
from ui.state.compared import Vote
from ui.state.conversation_entry import HistoryFilter
from ui.state.question import Question
from ui.state.turn import TurnState
from ui.tabs.chat_tab import ChatTab


class Runs:
    """Runs of the program on one home folder. A run that crashed saves nothing more."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self._qtbot = qtbot
        self._folder = folder
        self._runs: list[Desk] = []

    def start(self) -> Desk:
        desk = Desk(self._qtbot, self._home(len(self._runs)), restored=True)
        self._runs.append(desk)
        desk.ready()
        return desk

    def crash(self) -> Desk:
        """Start a run that has only what is on the disk at this moment."""
        assert self._runs[-1].store.flush()
        count = len(self._runs)
        shutil.copytree(self._home(count - 1), self._home(count))
        return self.start()

    def close(self) -> None:
        for desk in self._runs:
            desk.close()

    def _home(self, number: int) -> Path:
        return self._folder / str(number)


@pytest.fixture
def runs(qtbot: QtBot, tmp_path: Path) -> Iterator[Runs]:
    (tmp_path / "0").mkdir()
    made = Runs(qtbot, tmp_path)
    yield made
    made.close()


def messages_in(tab: ChatTab) -> list[tuple[str, str]]:
    return [(turn.role, turn.content) for turn in tab.transcript.turns]


def test_a_question_is_restored_even_if_it_was_not_sent(runs: Runs) -> None:
    desk = runs.start()
    sample = sample_attachment(desk.window.workspace.built_in.samples[0])
    desk.ask(desk.tab, Question("What is this?", (sample,)))
    [tab] = chat_tabs(runs.crash().window)
    asked, reply = tab.transcript.turns
    assert (asked.content, tab.title) == ("What is this?", "What is this?")
    assert asked.attachments[0].media == sample.media
    assert reply.state is TurnState.STOPPED and reply.interrupted
    assert tab.transcript.resumable is reply


def test_a_partial_answer_is_restored_and_can_be_continued(runs: Runs, qtbot: QtBot) -> None:
    desk = runs.start()
    request_id = desk.ask(desk.tab, "Why?")
    desk.say(Delta(request_id, Channel.REASONING, "Hm."))
    desk.say(Delta(request_id, Channel.CONTENT, "Beca"))
    chat_id = desk.tab.chat_id
    qtbot.waitUntil(lambda: desk.store.messages(chat_id)[-1].content == "Beca")
    later = runs.crash()
    tab = later.window.current_chat()
    reply = tab.transcript.turns[-1]
    assert (reply.reasoning, reply.content, reply.interrupted) == ("Hm.", "Beca", True)
    tab.conversation.requests.continued.emit()
    sent = later.last()
    assert isinstance(sent, Generate)
    assert sent.messages[-1].role == "assistant" and sent.messages[-1].content == "Beca"
    later.answer(sent.request_id, "use.")
    assert (reply.content, reply.state) == ("Because.", TurnState.DONE)
    assert later.store.messages(chat_id)[-1].state == "done"


def test_a_chat_is_restored_with_its_looks(runs: Runs) -> None:
    desk = runs.start()
    options = ChatOptions(system_prompt="Be brief.", sampling=SamplingParams(temperature=0.5))
    desk.tab.chat.options.set(options)
    desk.answer(desk.ask(desk.tab, "One?"), "Eins.")
    desk.requests.replies.regenerate(desk.tab.transcript, 1, request_options(desk.tab.chat))
    desk.answer(desk.last().request_id, "Uno.")
    desk.tab.conversation.set_title("Numbers", True)
    tab = runs.crash().window.current_chat()
    assert messages_in(tab) == [("user", "One?"), ("assistant", "Uno.")]
    assert [it.content for it in tab.transcript.versions(1)] == ["Eins.", "Uno."]
    reply = tab.transcript.turns[1]
    assert (reply.usage, reply.timings) == NUMBERS and stats_of_answer(reply).generation_tps == 10
    assert (tab.title, tab.named) == ("Numbers", True)
    assert tab.chat.options.usable.system_prompt == "Be brief."
    assert tab.chat.options.usable.sampling.temperature == 0.5


def test_drafts_and_edited_questions_are_restored(runs: Runs) -> None:
    desk = runs.start()
    desk.answer(desk.ask(desk.tab, "One?"), "Eins.")
    desk.tab.conversation.draft.put(Question("mean"))
    desk.tab.chat.edit(desk.tab.transcript.turns[0])
    desk.tab.composer.editor.setPlainText("Two?")
    other = new_chat(desk)
    sample = sample_attachment(desk.window.workspace.built_in.samples[0])
    other.conversation.draft.put(Question("See  here", (sample,), (4,)))
    desk.controller.recorder.flush()
    desk.session.save()
    later = runs.crash()
    assert later.window.current_chat().conversation.draft.question.text == "See  here"
    [attached] = later.window.current_chat().conversation.draft.question.attachments
    assert attached.media == sample.media
    first = open_tab(later, desk.tab.chat_id)
    assert isinstance(first, ChatTab) and first.chat.draft.edited is first.transcript.turns[0]
    assert first.conversation.draft.question.text == "Two?"
    assert first.conversation.draft.kept.text == "mean"


def test_a_chat_that_was_never_asked_is_listed_and_found_by_its_draft(runs: Runs) -> None:
    def listed(desk: Desk) -> list[str]:
        desk.settle()
        assert desk.store.flush()
        found = desk.store.search("plan", HistoryFilter())
        titles = [it.title for it in desk.store.entries(HistoryFilter())]
        assert [it.entry.title for it in found] == titles
        return titles

    desk = runs.start()
    desk.tab.conversation.draft.write(Question("Plan a garden"))
    assert listed(desk) == ["Plan a garden"]
    desk.session.save()
    later = runs.crash()
    [tab] = chat_tabs(later.window)
    assert tab.title == "Plan a garden"
    tab.conversation.draft.write(Question("Plan a park"))
    assert listed(later) == [tab.title] == ["Plan a park"]


def test_tabs_are_restored_in_order_with_the_current_one(runs: Runs, qtbot: QtBot) -> None:
    desk = runs.start()
    tabs = [desk.tab, new_chat(desk), new_chat(desk)]
    for tab, question in zip(tabs, ("a", "b", "c"), strict=True):
        desk.answer(desk.ask(tab, question), "!")
    new_chat(desk)
    show_tab(desk.window, tabs[1].chat_id)
    desk.session.save()
    later = runs.crash()
    assert later.window.current_tab().title == "b"
    qtbot.waitUntil(lambda: [it.title for it in later.window.tabs()] == ["a", "b", "c"])
    assert later.window.current_tab().title == "b"


def test_unreadable_tabs_are_not_overwritten(runs: Runs, monkeypatch) -> None:
    desk = runs.start()
    desk.answer(desk.ask(desk.tab, "One?"), "Eins.")
    desk.session.save()
    with monkeypatch.context() as locked:
        locked.setattr(Store, "state", lambda self, key, default=None: default)
        locked.setattr(Store, "_open", _locked(Store._open))
        later = runs.crash()
    assert [it.title for it in later.window.tabs()] == ["New chat"]
    later.answer(later.ask(later.window.current_chat(), "Two?"), "Zwei.")
    later.session.save()
    assert [it.chat_id for it in runs.crash().window.tabs()] == [desk.tab.chat_id]


def _locked(really: Callable[..., object]) -> Callable[..., object]:
    def opened(store: Store, **how: bool) -> object:
        writer = really(store, **how)
        store.problem = "locked"
        return writer

    return opened


def test_a_damaged_session_opens_a_new_chat(runs: Runs) -> None:
    desk = runs.start()
    desk.store.save_state("tabs", {"ids": [999, "x", None], "front": [], "scroll": 7, "closed": 1})
    desk.store.save_state("window", {"geometry": "no", "sidebar": 3})
    later = runs.crash()
    assert [tab.title for tab in later.window.tabs()] == ["New chat"]


def test_an_unreadable_chat_does_not_block_the_others(runs: Runs, monkeypatch) -> None:
    desk = runs.start()
    broken = desk.tab.chat_id
    desk.answer(desk.ask(desk.tab, "Broken?"), "!")
    other = new_chat(desk)
    desk.answer(desk.ask(other, "Whole?"), "!")
    show_tab(desk.window, broken)
    desk.session.save()

    def fill(chat: Chat, store: Store, files: Files) -> None:
        if chat.chat_id == broken:
            raise RecursionError
        restore_chat(chat, store, files)

    monkeypatch.setattr("app.recording.restore.restore_chat", fill)
    later = runs.crash()
    assert [it.title for it in chat_tabs(later.window)] == ["Whole?"]
    assert open_tab(later, broken) is None
    assert "cannot be opened" in later.window.notice.accessibleName()


def test_a_comparison_is_restored_with_its_votes_and_numbers(runs: Runs) -> None:
    desk = runs.start()
    desk.window.workspace.requests.closed.emit(desk.tab.chat_id)
    tab = new_comparison(desk)
    desk.controller.comparisons.ask(tab.chat, Question("Which?"))
    for request_id, text in zip(desk.generated_ids(), ("this", "that"), strict=True):
        desk.answer(request_id, text)
    tab.comparison.vote(0, tab.panes[1].pane_id)
    desk.controller.comparisons.ask(tab.chat, Question("And now?"))
    desk.say(Delta(desk.generated_ids()[-2], Channel.CONTENT, "ha"))
    desk.controller.recorder.flush()
    desk.session.save()
    later = runs.crash()
    again = later.window.current_tab()
    assert isinstance(again, CompareTab) and again.title == tab.title
    assert [it.settings for it in again.panes] == [it.settings for it in tab.panes]
    first, second = again.comparison.rounds
    assert [it.text for it in first.answers] == ["this", "that"]
    assert first.vote == Vote(2) and first.answers[0].numbers().ttft == 0.25
    assert [it.pane.name for it in first.answers] == ["Dot", "Dot (2)"]
    assert [it.text for it in second.answers] == ["ha", ""] and second.ended
    again.go_on()
    resumed = later.generated_ids()
    assert len(resumed) == 2 and not second.ended
    for request_id in resumed:
        later.answer(request_id, "!")
    assert [it.text for it in second.answers] == ["ha!", "!"]
    later.controller.comparisons.ask(again.chat, Question("Third?"))
    assert len(again.comparison.rounds) == 3


def test_a_message_in_an_off_screen_pane_is_scrolled_to(runs: Runs, qtbot: QtBot) -> None:
    desk = runs.start()
    tab = new_comparison(desk)
    # too low for two rows of panes
    desk.window.resize(720, 480)
    for _ in range(4):
        tab.add_pane(tab.panes[0].settings)
    desk.controller.comparisons.ask(tab.chat, Question("Which?"))
    for request_id in desk.generated_ids():
        desk.answer(request_id, "this")
    last, row = tab.panes[-1], tab.row.horizontalScrollBar()
    qtbot.waitUntil(lambda: row.maximum() > 0)
    row.setValue(0)
    open_tab(desk, tab.chat_id, last.transcript.turns[1].message_id)
    qtbot.waitUntil(lambda: row.value() == row.maximum())


def test_unused_panes_are_restored_while_their_tab_is_open(runs: Runs) -> None:
    desk = runs.start()
    tab = new_comparison(desk)
    first = tab.panes[0]
    tab.duplicate(first, replace(first.settings, options=ChatOptions(system_prompt="Be brief.")))
    desk.controller.recorder.flush()
    desk.session.save()
    later = runs.crash()
    again = later.window.current_tab()
    assert isinstance(again, CompareTab)
    assert [it.settings for it in again.panes] == [it.settings for it in tab.panes]
    later.window.workspace.requests.closed.emit(again.chat_id)
    later.workspace.conversations.reopenable.clear()
    later.session.save()
    last = runs.crash()
    last.store.flush()
    assert last.store.conversation(tab.chat_id) is None


def test_names_stay_hidden_until_the_vote(runs: Runs) -> None:
    desk = runs.start()
    desk.window.workspace.requests.closed.emit(desk.tab.chat_id)
    tab = new_comparison(desk)
    tab.comparison.set_blind(True)
    desk.controller.comparisons.ask(tab.chat, Question("Which?"))
    for request_id in desk.generated_ids():
        desk.answer(request_id, "this")
    desk.controller.recorder.flush()
    desk.session.save()
    again = runs.crash().window.current_tab()
    assert isinstance(again, CompareTab) and again.masked and again.comparison.blind
    assert again.comparison.shown_order() == tab.comparison.shown_order()
    for pane in again.panes:
        assert [turn.content for turn in pane.shown.turns] == ["Which?", "this"]
        assert pane.shown.turns[1].model_id == ""
    again.comparison.vote(0, again.panes[0].pane_id)
    assert not again.masked


def test_a_part_of_a_chat_becomes_a_chat(runs: Runs) -> None:
    desk = runs.start()
    for question in ("One?", "Two?"):
        desk.answer(desk.ask(desk.tab, question), "!")
    copy = fork(desk, desk.tab, 1)
    assert messages_in(copy) == [("user", "One?"), ("assistant", "!")]
    desk.answer(desk.ask(copy, "Three?"), "?")
    desk.session.save()
    later = runs.crash()
    assert [it[1] for it in messages_in(later.window.current_chat())] == [
        "One?",
        "!",
        "Three?",
        "?",
    ]
    first = open_tab(later, desk.tab.chat_id)
    assert isinstance(first, ChatTab) and len(first.transcript.turns) == 4


def test_a_search_result_in_another_version_is_shown(runs: Runs) -> None:
    desk = runs.start()
    desk.answer(desk.ask(desk.tab, "One?"), "Eins.")
    eins = desk.tab.transcript.turns[1].message_id
    desk.requests.replies.regenerate(desk.tab.transcript, 1, request_options(desk.tab.chat))
    desk.answer(desk.last().request_id, "Uno.")
    desk.window.workspace.requests.closed.emit(desk.tab.chat_id)
    tab = open_tab(desk, desk.tab.chat_id, eins)
    assert isinstance(tab, ChatTab) and messages_in(tab)[1] == ("assistant", "Eins.")


def test_undo_restores_deleted_messages(runs: Runs) -> None:
    desk = runs.start()
    desk.answer(desk.ask(desk.tab, "One?"), "Eins.")
    chat_id = desk.tab.chat_id
    assert desk.controller.conversations.close(chat_id)
    desk.store.delete_conversation(chat_id)
    assert open_tab(desk, chat_id) is None
    desk.store.undelete_conversation(chat_id)
    tab = open_tab(desk, chat_id)
    assert isinstance(tab, ChatTab) and len(tab.transcript.turns) == 2
