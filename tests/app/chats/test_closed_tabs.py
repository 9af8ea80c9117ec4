"""A closed tab is gone at once, and its conversation can be reopened unchanged."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from engine.messages import Abort, Aborted, Channel, Delta, Generate, Usage
from tests.kit.desk import NUMBERS, Desk, model_info
from tests.kit.tabs import chat_tabs, new_chat
from ui.state.compared_chat import ComparedChat
from ui.state.next_messages import Pause
from ui.state.prompt_list import ListedPrompt
from ui.state.question import Question
from ui.state.turn import TurnState
from ui.tabs.chat_tab import ChatTab


def asked_chat(desk: Desk, question: str) -> ChatTab:
    tab = new_chat(desk)
    desk.ask(tab, question)
    return tab


def close_chats(desk: Desk, *tabs: ChatTab) -> None:
    for tab in tabs:
        desk.window.workspace.requests.closed.emit(tab.chat_id)


def reopened(desk: Desk) -> ChatTab:
    desk.window.menus.actions["reopen_chat"].trigger()
    return desk.window.current_chat()


def tab_titles(desk: Desk) -> list[str]:
    return [tab.title for tab in desk.window.tabs()]


def test_a_reopened_tab_has_its_messages_and_draft(desk: Desk) -> None:
    tab = asked_chat(desk, "Why?")
    tab.composer.editor.setPlainText("half a")
    close_chats(desk, tab)
    assert tab not in desk.window.tabs()
    again = reopened(desk)
    assert again is not tab and again.chat_id == tab.chat_id
    assert again.title == "Why?" and again.transcript.turns[0].content == "Why?"
    assert again.composer.editor.toPlainText() == "half a"


def test_tabs_reopen_the_newest_first(desk: Desk) -> None:
    close_chats(desk, *[asked_chat(desk, text) for text in ("one", "two", "three")])
    for title in ("three", "two", "one"):
        assert reopened(desk).title == title
    assert not desk.window.has_closed()


def test_a_growing_answer_stops_and_can_be_continued_after_reopening(desk: Desk) -> None:
    tab = asked_chat(desk, "Why?")
    request = desk.last().request_id
    desk.say(Delta(request, Channel.CONTENT, "Beca"))
    close_chats(desk, tab)
    assert desk.last() == Abort(request)
    again = reopened(desk)
    reply = again.transcript.turns[-1]
    assert (reply.content, reply.state) == ("Beca", TurnState.STOPPED)
    again.conversation.requests.continued.emit()
    sent = desk.last()
    assert isinstance(sent, Generate) and sent.messages[-1].content == "Beca"
    desk.say(Delta(sent.request_id, Channel.CONTENT, "use."))
    assert reply.content == "Because."


def test_untouched_tabs_cannot_be_reopened(desk: Desk) -> None:
    empty = new_chat(desk)
    close_chats(desk, empty)
    assert not desk.window.has_closed()
    assert desk.store.conversation(empty.chat_id) is None


def test_only_an_untouched_chat_in_front_is_replaced(desk: Desk) -> None:
    desk.ask(desk.tab, "Why?")
    close_chats(desk, desk.tab)
    [stand_in] = chat_tabs(desk.window)
    assert stand_in.empty
    reopened(desk)
    assert tab_titles(desk) == ["Why?"]
    close_chats(desk, desk.window.current_chat())
    desk.window.current_chat().composer.editor.setPlainText("draft")
    reopened(desk)
    assert tab_titles(desk) == ["draft", "Why?"]


def test_a_conversation_deleted_meanwhile_is_skipped(desk: Desk) -> None:
    first, second = asked_chat(desk, "first"), asked_chat(desk, "second")
    close_chats(desk, first, second)
    desk.store.delete_conversation(second.chat_id)
    assert reopened(desk).title == "first"


def test_a_closed_chat_learns_of_another_model(desk: Desk) -> None:
    tab = asked_chat(desk, "Why?")
    tab.chat.set_model_id("/models/plain")
    close_chats(desk, tab)
    plain = replace(model_info("/models/plain", "Plain"), tools=False)
    desk.requests.models.known[plain.model_id] = plain
    assert not reopened(desk).composer.open_tools()


def closed_while_answering(desk: Desk) -> tuple[int, int]:
    """Return the ids of a chat that was closed while it answered, and of its request."""
    tab = asked_chat(desk, "Why?")
    request_id, chat_id = desk.last().request_id, tab.chat_id
    desk.say(Delta(request_id, Channel.CONTENT, "Beca"))
    close_chats(desk, tab)
    return chat_id, request_id


def test_an_answer_that_is_closed_keeps_its_numbers_and_the_text_that_they_are_of(
    desk: Desk,
) -> None:
    _, request_id = closed_while_answering(desk)
    desk.say(Delta(request_id, Channel.CONTENT, "use"), Aborted(request_id, *NUMBERS))
    reply = reopened(desk).transcript.turns[-1]
    assert (reply.content, reply.usage, reply.timings) == ("Because", *NUMBERS)
    assert reply.state is TurnState.STOPPED


def test_the_answers_of_a_closed_comparison_keep_their_numbers(desk: Desk) -> None:
    desk.ready(model_info("/models/other", "Other"))
    chat = desk.controller.conversations.new_comparison()
    chat.requests.submitted.emit(Question("Why?"))
    requests = desk.generated_ids()[-2:]
    desk.say(*(Delta(it, Channel.CONTENT, "Beca") for it in requests))
    desk.controller.conversations.close(chat.chat_id)
    for it in requests:
        desk.say(Delta(it, Channel.CONTENT, "use"), Aborted(it, *NUMBERS))
    again = desk.controller.conversations.open(chat.chat_id)
    assert isinstance(again, ComparedChat)
    (asked,) = again.comparison.rounds
    replies = [answer.turns[-1] for answer in asked.answers]
    assert [(it.content, it.usage) for it in replies] == [("Because", NUMBERS[0])] * 2


def remove_answering_pane(desk: Desk) -> tuple[ComparedChat, int]:
    """Return a comparison, and the id of the request whose pane was stopped and removed."""
    desk.ready(model_info("/models/other", "Other"))
    chat = desk.controller.conversations.compare(["/models/other"] * 3)
    chat.requests.submitted.emit(Question("Why?"))
    request_id = desk.generated_ids()[-1]
    desk.say(Delta(request_id, Channel.CONTENT, "Beca"))
    remove_last_pane(chat)
    return chat, request_id


def remove_last_pane(chat: ComparedChat) -> None:
    chat.panes[-1].message_requests.stopped.emit()
    chat.remove_pane(chat.panes[-1])


def end_removed(desk: Desk, request_id: int) -> None:
    desk.say(Delta(request_id, Channel.CONTENT, "use"), Aborted(request_id, *NUMBERS))


def last_saved(desk: Desk, chat: ComparedChat) -> tuple[str, Usage]:
    desk.controller.conversations.close(chat.chat_id)
    again = desk.controller.conversations.open(chat.chat_id)
    assert isinstance(again, ComparedChat)
    answer = again.comparison.rounds[0].answers[-1]
    return answer.text, answer.turns[-1].usage


def test_the_answer_of_a_removed_pane_keeps_its_numbers(desk: Desk) -> None:
    chat, request_id = remove_answering_pane(desk)
    chat.forget_removed()
    end_removed(desk, request_id)
    shown = chat.comparison.rounds[0].answers[-1].numbers()
    assert shown.tokens == NUMBERS[0].generated
    assert last_saved(desk, chat) == ("Because", NUMBERS[0])


def test_a_pane_that_comes_back_and_is_removed_again_keeps_its_numbers(desk: Desk) -> None:
    chat, request_id = remove_answering_pane(desk)
    chat.undo_remove()
    remove_last_pane(chat)
    chat.forget_removed()
    end_removed(desk, request_id)
    assert last_saved(desk, chat) == ("Because", NUMBERS[0])


def test_a_removed_pane_keeps_its_numbers_in_a_comparison_that_is_open_again(desk: Desk) -> None:
    chat, request_id = remove_answering_pane(desk)
    desk.controller.conversations.close(chat.chat_id)
    desk.controller.conversations.open(chat.chat_id)
    end_removed(desk, request_id)
    assert last_saved(desk, chat) == ("Because", NUMBERS[0])


def test_an_answer_that_is_continued_before_its_numbers_come_is_left_alone(desk: Desk) -> None:
    chat_id, request_id = closed_while_answering(desk)
    tab = reopened(desk)
    tab.conversation.requests.continued.emit()
    desk.say(Delta(desk.last().request_id, Channel.CONTENT, "use"))
    desk.say(Delta(request_id, Channel.CONTENT, "!"), Aborted(request_id, *NUMBERS))
    desk.settle()
    assert [it.content for it in desk.store.messages(chat_id)] == ["Why?", "Because"]


def test_an_answer_that_is_continued_and_closed_again_keeps_its_newer_text(desk: Desk) -> None:
    """The first request ends last."""
    chat_id, request_id = closed_while_answering(desk)
    tab = reopened(desk)
    tab.conversation.requests.continued.emit()
    newer = desk.last().request_id
    desk.say(Delta(newer, Channel.CONTENT, "use"), Aborted(newer, *NUMBERS))
    close_chats(desk, tab)
    desk.say(Aborted(request_id, *NUMBERS))
    desk.settle()
    assert [it.content for it in desk.store.messages(chat_id)] == ["Why?", "Because"]


def test_a_deleted_chat_stays_deleted_when_the_numbers_of_its_answer_come(desk: Desk) -> None:
    chat_id, request_id = closed_while_answering(desk)
    desk.store.purge(chat_id)
    desk.say(Aborted(request_id, *NUMBERS))
    assert desk.store.messages(chat_id) == []


def test_nothing_of_a_closed_temporary_chat_is_saved_when_its_numbers_come(
    desk: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    chat = desk.controller.conversations.new_temporary_chat()
    assert chat is not None
    chat.requests.submitted.emit(Question("Why?"))
    request_id = desk.last().request_id
    desk.controller.conversations.drop(chat)
    desk.say(Delta(request_id, Channel.CONTENT, "Because"), Aborted(request_id, *NUMBERS))
    assert not caplog.records
    assert desk.store.messages(chat.chat_id) == []


def test_closing_keeps_unsaved_changes(qtbot, tmp_path: Path) -> None:
    """The folder of the home is a file: nothing can be written there."""
    (tmp_path / "home").write_text("in the way")
    desk = Desk(qtbot, tmp_path / "home")
    desk.ready()
    assert desk.store.notices
    tab = asked_chat(desk, "Why?")
    close_chats(desk, tab)
    assert reopened(desk).transcript.turns[0].content == "Why?"
    desk.store.flush(0.1)
    desk.close(saved=False)


def test_a_chat_that_an_import_extends_stays_as_it_stood(desk: Desk, qtbot: QtBot) -> None:
    desk.ready()
    chat = desk.tab.chat
    desk.answer(desk.ask(desk.tab, "One"))
    comparison = desk.controller.conversations.new_comparison()
    comparison.list_requests.started.emit((ListedPrompt("One"), ListedPrompt("Two")), True)
    qtbot.waitUntil(lambda: comparison.busy)
    comparison.list_requests.pause_toggled.emit()
    for request_id in desk.generated_ids()[1:]:
        desk.answer(request_id)
    chat.next_messages.add(chat.as_next(Question("Two")))
    chat.next_messages.set_pause(Pause.STOPPED)
    desk.settle()
    desk.controller.conversations.reload({chat.chat_id, comparison.chat_id})
    renewed = desk.workspace.conversations.find(chat.chat_id)
    assert renewed is not None and renewed is not chat
    assert renewed.next_messages.pause is Pause.STOPPED
    assert desk.workspace.conversations.front is comparison
    assert comparison.unasked_prompts == 1
