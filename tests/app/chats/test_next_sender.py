"""Queued messages: sent one by one when the answers of their conversation have ended."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from engine.messages import (
    Aborted,
    Failed,
    LoadModel,
    Media,
    MediaKind,
    ModelUnloaded,
    Overflow,
    Timings,
    Usage,
)
from tests.kit.desk import DOT_MODEL, Desk, model_info
from tests.kit.tabs import new_chat
from ui.state.attachment import Attachment
from ui.state.chat import Chat
from ui.state.next_messages import NextMessage, Pause
from ui.state.question import Question

RGB = QImage.Format.Format_RGB32
PLAIN = replace(model_info("/models/plain", "Plain"), thinking=False)


def add_next(chat: Chat, *texts: str) -> list[NextMessage]:
    found = [chat.as_next(Question(text)) for text in texts]
    for it in found:
        chat.next_messages.add(it)
    return found


def texts(chat) -> list[str]:
    return [it.question.text for it in chat.next_messages]


def asked(chat: Chat) -> list[str]:
    return [it.content for it in chat.transcript.turns if it.role == "user"]


def test_the_next_message_is_sent_when_the_answer_has_ended(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two", "Three")
    new_chat(desk)

    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])

    assert texts(chat) == ["Three"]
    assert desk.generated()[-1].messages[-1].content == "Two"


def test_next_messages_wait_after_a_stop_and_say_so(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two", "Three")

    chat.requests.stopped.emit()
    desk.say(Aborted(first, Usage(), Timings()))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.STOPPED)
    assert asked(chat) == ["One"]

    chat.requests.next_resumed.emit()
    assert asked(chat) == ["One", "Two"]
    desk.answer(desk.generated_ids()[-1])
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two", "Three"])


def test_next_messages_wait_after_a_continue_that_failed_and_say_so(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    desk.say(Aborted(desk.ask(desk.tab, "One"), Usage(), Timings()))
    add_next(chat, "Two")
    chat.requests.continued.emit()
    desk.say(Failed(desk.last().request_id, "Ask again."))
    qtbot.waitUntil(lambda: chat.next_messages.pause is not None)
    assert chat.next_messages.pause is Pause.FAILED


@pytest.mark.parametrize("stopped", [True, False])
def test_a_removed_message_that_comes_back_is_not_sent(desk: Desk, qtbot: QtBot, stopped: bool):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    (two,) = add_next(chat, "Two")
    listed = desk.tab.next_list
    assert listed is not None
    if stopped:
        chat.requests.stopped.emit()
        desk.say(Aborted(first, Usage(), Timings()))
        qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.STOPPED)
        listed.rows[0].remove.click()
    else:
        listed.rows[0].remove.click()
        desk.answer(first)
    listed.undo.go_back()
    later = list[bool]()
    QTimer.singleShot(0, lambda: later.append(True))
    qtbot.waitUntil(lambda: bool(later))
    assert asked(chat) == ["One"] and tuple(chat.next_messages) == (two,)
    assert chat.next_messages.pause is (Pause.STOPPED if stopped else Pause.WAITING)


def test_tab_comes_to_waiting_messages_before_the_composer_below_them(desk: Desk):
    desk.ask(desk.tab, "One")
    add_next(desk.tab.chat, "Two")
    order = desk.tab.findChildren(QWidget)
    assert desk.tab.next_list in order[: order.index(desk.tab.composer)]


def test_messages_that_wait_are_not_sent_after_another_answer(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two")
    chat.requests.stopped.emit()
    desk.say(Aborted(first, Usage(), Timings()))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.STOPPED)
    desk.answer(desk.ask(desk.tab, "Something else"))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.WAITING)
    assert asked(chat) == ["One", "Something else"]


def test_a_message_sent_at_once_stops_the_answer_and_overtakes_the_others(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    _, urgent = add_next(chat, "Two", "Three")

    chat.requests.next_wanted.emit(urgent)
    desk.say(Aborted(first, Usage(), Timings()))
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Three"])

    assert texts(chat) == ["Two"]
    desk.answer(desk.generated_ids()[-1])
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Three", "Two"])


def test_a_message_sent_at_once_waits_if_it_is_edited_before_the_answer_stops(
    desk: Desk, qtbot: QtBot
):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    _, urgent = add_next(chat, "Two", "Three")

    chat.requests.next_wanted.emit(urgent)
    chat.edit_next(urgent)
    chat.draft.write(Question("Three and a half"))
    desk.say(Aborted(first, Usage(), Timings()))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.STOPPED)
    chat.write_next()

    assert (asked(chat), texts(chat)) == (["One"], ["Two", "Three and a half"])


def test_a_refused_next_message_goes_back_before_the_others(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    chat.draft.put(Question("half a thought"))
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two", "Three")
    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])

    desk.say(Failed(desk.generated_ids()[-1], "No memory is left."))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.FAILED)

    assert texts(chat) == ["Two", "Three"]
    assert chat.draft.question.text == "half a thought"


def test_a_message_in_the_composer_waits_there_and_is_sent_as_rewritten(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    chat.draft.put(Question("half a thought"))
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two")

    assert chat.edit_next(next(iter(chat.next_messages)))
    assert chat.draft.question.text == "Two"
    desk.answer(first)
    qtbot.wait(20)
    assert asked(chat) == ["One"]

    chat.draft.write(Question("Two and a half"))
    chat.write_next()
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two and a half"])
    assert chat.draft.question.text == "half a thought"


def test_a_next_message_keeps_the_options_that_it_was_written_with(desk: Desk, qtbot: QtBot):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    chat.options.change(system_prompt="Be brief.")
    add_next(chat, "Two")
    chat.options.change(system_prompt="Be long.")

    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])

    assert desk.generated()[-1].messages[0].content == "Be brief."


def test_a_refused_next_message_is_sent_again_with_the_options_of_the_chat(
    desk: Desk, qtbot: QtBot
):
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two")
    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])
    desk.say(Failed(desk.generated_ids()[-1], "This conversation is too long."))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.FAILED)

    chat.options.change(overflow=Overflow.TRIM)
    chat.requests.next_resumed.emit()

    assert desk.generated()[-1].messages[-1].content == "Two"
    assert desk.generated()[-1].overflow is Overflow.TRIM


def refused_next(desk: Desk, qtbot: QtBot) -> Chat:
    """A chat that asks Plain now, with a refused message that was queued for Dot."""
    desk.ready()
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two")
    desk.ready(PLAIN)
    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])
    desk.say(Failed(desk.generated_ids()[-1], "No memory is left."))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.FAILED)
    return chat


def test_a_refused_next_message_is_sent_again_to_the_model_that_it_was_written_for(
    desk: Desk, qtbot: QtBot
):
    chat = refused_next(desk, qtbot)
    chat.options.change(system_prompt="Be brief.")
    chat.requests.next_resumed.emit()

    sent = desk.generated()[-1]
    assert (sent.model_id, sent.messages[0].content) == (DOT_MODEL.model_id, "Be brief.")


def test_a_next_message_whose_model_is_gone_waits_and_goes_to_no_other(desk: Desk, qtbot: QtBot):
    desk.ready(PLAIN)
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    add_next(chat, "Two")
    desk.ready()
    desk.say(ModelUnloaded(0, PLAIN.model_id))
    desk.requests.models.known.pop(PLAIN.model_id)
    sent = len(desk.generated())
    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])
    load = desk.last()
    assert isinstance(load, LoadModel) and load.model_id == PLAIN.model_id
    desk.say(Failed(load.request_id, "Plain is not there any more."))
    qtbot.waitUntil(lambda: chat.next_messages.pause is Pause.FAILED)
    assert (texts(chat), len(desk.generated())) == (["Two"], sent)


def test_a_refused_next_message_goes_to_the_model_that_is_chosen_afterwards(
    desk: Desk, qtbot: QtBot
):
    chat = refused_next(desk, qtbot)
    desk.requests.models.load(PLAIN.model_id)
    chat.requests.next_resumed.emit()
    assert desk.generated()[-1].model_id == PLAIN.model_id


def test_a_refused_next_message_that_is_edited_goes_to_the_model_of_the_chat(
    desk: Desk, qtbot: QtBot
):
    chat = refused_next(desk, qtbot)
    assert chat.edit_next(next(iter(chat.next_messages)))
    chat.write_next()
    chat.requests.next_resumed.emit()
    assert desk.generated()[-1].model_id == PLAIN.model_id


def test_a_next_message_to_another_model_may_think_though_that_of_the_chat_cannot(
    desk: Desk, qtbot: QtBot
):
    desk.ready()
    chat = desk.tab.chat
    first = desk.ask(desk.tab, "One")
    chat.options.set_thinking(True)
    add_next(chat, "Two")
    desk.ready(PLAIN)

    desk.answer(first)
    qtbot.waitUntil(lambda: asked(chat) == ["One", "Two"])

    sent = desk.generated()[-1]
    assert (sent.model_id, sent.sampling.thinking) == (DOT_MODEL.model_id, True)


def test_a_comparison_sends_the_next_message_when_all_panes_are_done(desk: Desk, qtbot: QtBot):
    desk.ready(model_info("/models/other", "Other"))
    comparison = desk.controller.conversations.new_comparison()
    comparison.requests.submitted.emit(Question("One"))
    first, second = desk.generated_ids()[-2:]
    comparison.next_messages.add(comparison.as_next(Question("Two")))

    desk.answer(first)
    qtbot.wait(20)
    assert len(comparison.comparison.rounds) == 1

    desk.answer(second)
    qtbot.waitUntil(lambda: len(comparison.comparison.rounds) == 2)
    assert [it.messages[-1].content for it in desk.generated()[-2:]] == ["Two", "Two"]


def test_next_messages_survive_a_crash_and_wait_for_the_person(qtbot: QtBot, tmp_path: Path):
    before = Desk(qtbot, tmp_path)
    before.ready()
    chat = before.tab.chat
    before.ask(before.tab, "One")
    path = before.files.put_bytes(b"an image", "dot.png")
    image = Attachment(Media(MediaKind.IMAGE, path), QImage(4, 3, RGB), "dot.png", size=(4, 3))
    chat.draft.put(Question("half a thought"))
    chat.options.change(system_prompt="Be brief.")
    chat.next_messages.add(chat.as_next(Question("Two", (image,))))
    chat.next_messages.add(chat.as_next(Question("Three")))
    chat.next_messages.add(NextMessage(Question("Refused"), PLAIN.model_id))
    at_once = before.store.draft(chat.chat_id)
    assert at_once is not None
    assert "Three" in at_once.data
    chat.edit_next(list(chat.next_messages)[1])
    chat.draft.write(Question("Three, rewritten"))
    before.settle()
    before.close()

    after = Desk(qtbot, tmp_path, restored=True)
    later = after.workspace.conversations.front_chat
    assert later is not None
    assert texts(later) == ["Two", "Three", "Refused"]
    assert later.next_messages.pause is Pause.WAITING
    first = later.next_messages.first
    assert first is not None
    assert first.options is not None
    assert first.options.system_prompt == "Be brief."
    assert [it.model_id for it in later.next_messages][2] == PLAIN.model_id
    assert [it.title for it in first.question.attachments] == [image.title]
    assert later.draft.question.text == "Three, rewritten"
    later.write_next()
    assert texts(later) == ["Two", "Three, rewritten", "Refused"]
    assert later.draft.question.text == "half a thought"
    after.close()
