"""Actions on a message by button, key and menu."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from engine.messages import (
    Channel,
    Delta,
    DraftCounts,
    Finished,
    FinishReason,
    Media,
    MediaKind,
    Timings,
    Usage,
)
from ui.conversation.message_attachments import SentAttachment
from ui.conversation.message_bar import MessageBar, VersionSwitch
from ui.conversation.message_menu import message_menu
from ui.conversation.message_reply import ReplyMessage
from ui.conversation.message_user import UserMessage
from ui.state.attachment import Attachment
from ui.state.chat import Chat
from ui.state.question import Question
from ui.state.sent_messages import Omission
from ui.state.turn import Turn, TurnState
from ui.tabs.chat_tab import ChatTab


class AnsweredChat(ChatTab):
    def __init__(self) -> None:
        super().__init__(Chat(1))
        self.ask("one", "1")
        self.ask("two", "2")

    def ask(self, question: str, *answers: str) -> None:
        self.transcript.add_question(Question(question))
        self.answer(*answers)

    def answer(self, *answers: str) -> None:
        ids = range(len(answers))
        self.transcript.begin_replies(ids)
        for request_id, text in enumerate(answers):
            self.transcript.apply(Delta(request_id, Channel.CONTENT, text))
            end = Finished(request_id, FinishReason.STOP, Usage(), Timings())
            self.transcript.apply(end)

    @property
    def path(self) -> list[str]:
        return [turn.content for turn in self.transcript.turns]

    def question(self, index: int) -> UserMessage:
        message = self.view.message(index)
        assert isinstance(message, UserMessage)
        return message

    def reply(self, index: int) -> ReplyMessage:
        message = self.view.message(index)
        assert isinstance(message, ReplyMessage)
        return message

    def bar(self, index: int) -> MessageBar:
        message = self.view.message(index)
        bar = message.bar if isinstance(message, UserMessage) else self.reply(index).footer.bar
        assert bar is not None
        return bar

    def switch(self, index: int) -> VersionSwitch:
        message = self.view.message(index)
        found = message if isinstance(message, UserMessage) else self.reply(index).footer
        assert found.versions is not None
        return found.versions

    def menu(self, index: int) -> dict[str, QAction]:
        menu = QMenu(self)
        self.message_actions.fill(self.transcript.turns[index], menu)
        return {it.text(): it for it in menu.actions() if it.text()}

    def choose(self, index: int, entry: str) -> None:
        menu = QMenu(self)
        self.message_actions.fill(self.transcript.turns[index], menu)
        next(it for it in menu.actions() if it.text() == entry).trigger()


@pytest.fixture
def chat(qtbot: QtBot) -> AnsweredChat:
    made = AnsweredChat()
    qtbot.addWidget(made)
    made.resize(900, 600)
    made.show()
    return made


def test_any_question_can_be_edited_in_the_composer(chat: AnsweredChat) -> None:
    chat.conversation.draft.put(Question("begun"))
    QTest.mouseClick(chat.bar(0).first, Qt.MouseButton.LeftButton)
    composer = chat.composer
    assert composer.editor.toPlainText() == "one"
    assert composer.edit_strip.accessibleName().startswith("Editing question 1")
    assert (chat.chat.draft.edited, composer.draft.kept.text) == (chat.transcript.turns[0], "begun")
    QTest.keyClick(composer.editor, Qt.Key.Key_Escape)
    assert (chat.chat.draft.edited, composer.editor.toPlainText()) == (None, "begun")
    chat.chat.edit(chat.transcript.turns[2])
    chat.transcript.branch_after(1)
    chat.composer.show_edited()
    assert chat.composer.edit_strip.accessibleName().startswith("Editing question 2")
    assert chat.chat.show_edited() == 2
    assert chat.path == ["one", "1", "two", "2"], "shown again, for the new version to stand beside"


def test_changes_of_an_edited_question_are_kept_when_the_pen_is_pressed_again(
    chat: AnsweredChat,
) -> None:
    editor, draft = chat.composer.editor, chat.chat.draft
    pens = [chat.bar(index).first for index in (0, 2)]
    pens[0].click()
    pens[1].click()
    assert editor.toPlainText() == "two", "nothing was changed yet"
    editor.setPlainText("zwei")
    pens[1].click()
    assert (editor.toPlainText(), draft.problems) == ("zwei", ())
    pens[0].click()
    assert (editor.toPlainText(), draft.edited) == ("zwei", chat.transcript.turns[2])
    assert draft.problems == ("Send or cancel the question being edited first.",)


def test_a_question_that_the_field_writes_otherwise_is_not_yet_changed(chat: AnsweredChat) -> None:
    first, second = chat.transcript.turns[0], chat.transcript.turns[2]
    second.content = "two\u00a0words\r\n"
    chat.message_actions.edit(second)
    chat.message_actions.edit(first)
    assert (chat.chat.draft.edited, chat.composer.editor.toPlainText()) == (first, "one")


def test_an_edited_question_that_was_deleted_is_sent_as_a_new_one(chat: AnsweredChat) -> None:
    chat.chat.edit(chat.transcript.turns[2])
    chat.transcript.delete(2)
    assert chat.chat.show_edited() is None


def test_buttons_and_keys_switch_versions(chat: AnsweredChat) -> None:
    assert chat.reply(3).footer.versions is None
    chat.transcript.branch_after(2)
    chat.answer("II", "zwei")
    switch = chat.switch(3)
    assert (switch.label.text(), switch.isVisible()) == ("2/3", True)
    QTest.mouseClick(switch.on, Qt.MouseButton.LeftButton)
    assert chat.path[-1] == "zwei"
    assert not chat.switch(3).on.isEnabled()
    chat.view.message(3).setFocus(Qt.FocusReason.TabFocusReason)
    QTest.keyClick(chat.view.message(3), Qt.Key.Key_Left)
    QTest.keyClick(chat.view.message(3), Qt.Key.Key_Left)
    assert chat.path[-1] == "2"
    assert chat.view.message(3).hasFocus()
    chat.transcript.take_back(0)
    chat.ask("uno", "I")
    assert chat.switch(0).label.accessibleName() == "Version 2 of 2"


@pytest.mark.styled
def test_switching_versions_keeps_the_place_of_the_message(chat: AnsweredChat) -> None:
    for number in range(8):
        chat.ask(f"question {number}", "line\n\n" * 12)
    chat.transcript.branch_after(8)
    chat.answer("short", "long\n\n" * 30)
    chat.view.scroll_to(8)
    place = chat.view.message(9).y()
    chat.message_actions.step(chat.transcript.turns[9], 1)
    assert chat.transcript.turns[9].content.startswith("long")
    assert chat.view.message(9).y() == place


def test_the_menu_has_the_possible_actions(chat: AnsweredChat) -> None:
    chat.message_actions.models = lambda: {"/a": "A & B", "/c": "C"}
    first, last = list(chat.menu(1)), list(chat.menu(3))
    assert "Branch from here" in first and "Branch from here" not in last
    assert "Delete this and later messages" in first and "Delete" in last
    assert {"Regenerate", "Regenerate with", "3 answers at once"} <= set(first)
    assert "At temperature 0 all answers are identical" in first
    assert not chat.menu(1)["3 answers at once"].isEnabled()
    chat.message_actions.alike = lambda: False
    assert "At temperature 0 all answers are identical" not in chat.menu(1)
    assert chat.menu(1)["3 answers at once"].isEnabled()
    assert "Edit" in chat.menu(0) and "Regenerate" not in chat.menu(0)
    menu = message_menu(chat.view.message(1), QPoint(2, 2), chat.message_actions)
    assert {"Copy answer as text", "Regenerate"} <= {it.text() for it in menu.actions()}


def test_answers_can_be_regenerated_by_other_models_and_several_at_once(chat: AnsweredChat) -> None:
    wished: list[tuple] = []
    chat.message_actions.alike = lambda: False
    chat.chat.message_requests.regenerated.connect(lambda *it: wished.append(it))
    QTest.mouseClick(chat.bar(3).first, Qt.MouseButton.LeftButton)
    chat.choose(1, "3 answers at once")
    chat.message_actions.regenerate(chat.transcript.turns[3], model_id="/c")
    assert wished == [(3, 1, ""), (1, 3, ""), (3, 1, "/c")]


def test_no_action_is_offered_while_an_answer_grows(chat: AnsweredChat) -> None:
    chat.transcript.add_question(Question("three"))
    chat.transcript.begin_replies((8, 9))
    assert not chat.menu(1)["Regenerate"].isEnabled()
    assert chat.menu(5)["Next version"].isEnabled()
    assert not chat.bar(5).isVisible()
    assert chat.switch(5).isVisible()


def test_buttons_that_must_wait_for_an_answer_are_disabled_and_say_so(chat: AnsweredChat) -> None:
    edit, regenerate = chat.bar(0).first, chat.bar(1).first
    assert edit.isEnabled() and regenerate.isEnabled()
    chat.transcript.add_question(Question("three"))
    chat.transcript.begin_reply(0)
    assert not edit.isEnabled() and not regenerate.isEnabled()
    assert edit.toolTip() == "Available when the answer is finished"
    chat.transcript.apply(Finished(0, FinishReason.STOP, Usage(), Timings()))
    assert edit.isEnabled() and regenerate.isEnabled()
    assert (edit.toolTip(), regenerate.toolTip()) == ("Edit", "Regenerate")


def test_messages_that_were_deleted_one_by_one_come_back_one_by_one(chat: AnsweredChat) -> None:
    whole = chat.path
    for index in (3, 2, 1):
        chat.message_actions.delete(chat.transcript.turns[index])
    lengths = []
    while chat.undo.isVisible():
        chat.undo.go_back()
        lengths.append(len(chat.path))
    assert (lengths, chat.path) == ([2, 3, 4], whole)


def test_a_branch_and_a_deletion_can_be_undone(chat: AnsweredChat) -> None:
    chat.choose(1, "Branch from here")
    assert chat.path == ["one", "1"] and chat.undo.isVisible()
    assert "Show later messages" in chat.menu(1)
    assert "Delete this and later messages" in chat.menu(1)
    chat.undo.go_back()
    assert chat.path[-1] == "2"
    chat.choose(1, "Branch from here")
    chat.choose(1, "Show later messages")
    assert chat.path[-1] == "2"
    chat.choose(0, "Delete this and later messages")
    assert chat.path == [] and chat.undo.accessibleName() == "4 messages deleted."
    assert chat.welcome.isVisible()
    chat.undo.go_back()
    assert chat.path[-1] == "2" and chat.view.isVisible()


def test_the_up_key_brings_back_the_last_question_of_the_path(chat: AnsweredChat) -> None:
    chat.choose(1, "Branch from here")
    QTest.keyClick(chat.composer.editor, Qt.Key.Key_Up)
    assert chat.chat.draft.edited is chat.transcript.turns[0]


def test_a_chat_is_copied_up_to_a_message(chat: AnsweredChat) -> None:
    places: list[int] = []
    chat.chat.message_requests.forked.connect(places.append)
    chat.choose(1, "New chat from here")
    assert places == [1]


def test_only_an_answer_with_drafts_is_compared_with_and_without_them(chat: AnsweredChat) -> None:
    entry, places = "Compare with and without drafting", []
    chat.chat.message_requests.drafting_compared.connect(places.append)
    assert entry not in chat.menu(1)
    chat.transcript.turns[1].drafts = DraftCounts("lookup", drafted=4, accepted=2, passes=3)
    chat.choose(1, entry)
    assert places == [1]


def test_an_interrupted_answer_is_marked_and_can_be_continued(qtbot: QtBot) -> None:
    question = Turn("user", "Count.")
    half = Turn("assistant", "1, 2", state=TurnState.STOPPED, interrupted=True, parent=question)
    tab = ChatTab(Chat(1))
    qtbot.addWidget(tab)
    tab.transcript.load([question, half], half)
    tab.show()
    message = tab.view.message(1)
    assert isinstance(message, ReplyMessage)
    footer = message.footer
    assert footer.numbers.text() == "Interrupted when Duologue quit"
    assert footer.continue_button.isVisible()


@pytest.mark.styled
def test_the_scroll_position_is_kept_and_a_found_message_is_marked(
    chat: AnsweredChat, qtbot: QtBot
) -> None:
    for number in range(8):
        chat.ask(f"question {number}", "line\n\n" * 12)
    assert chat.view.scroll_state() == {}
    chat.view.scroll_to(6)
    value = chat.view.verticalScrollBar().value()
    kept = chat.view.scroll_state()
    chat.view.scroll_to_end()
    chat.view.set_scroll_state(kept)
    assert chat.view.verticalScrollBar().value() == value
    chat.view.set_scroll_state({})
    assert chat.view.follows_end
    chat.view.set_scroll_state({"turn": 10**6, "offset": 3})
    chat.view.show_turn(4)
    assert 0 <= chat.view.message(4).y() < 60
    assert chat.view.column.grab().toImage() != _unmarked(chat)


def _unmarked(chat: AnsweredChat) -> QImage:
    chat.view.column.unmark()
    return chat.view.column.grab().toImage()


@pytest.mark.styled
def test_question_actions_are_below_it_in_a_narrow_window(
    chat: AnsweredChat,
) -> None:
    words = "A question of some length, which is wider than the window"
    chat.transcript.add_question(Question(words))
    question = chat.question(4)
    bar = chat.bar(4)
    for width, below in ((700, False), (120, True)):
        question.resize(width, question.height_for(width))
        top = bar.mapTo(question, QPoint()).y()
        assert (top > question.bubble.geometry().bottom()) is below
        assert question.rect().contains(bar.mapTo(question, bar.rect().bottomRight()))
        assert question.bubble.width() >= 0.5 * question.width()


@pytest.mark.styled
def test_a_line_between_messages_marks_omitted_ones(chat: AnsweredChat) -> None:
    chat.transcript.set_summary(chat.transcript.turns[1], "One was 1.")
    fold = chat.reply(1).summary
    assert fold is not None and fold.isVisible()
    fold.header.click()
    assert fold.text.toPlainText() == "One was 1."
    line, column = chat.view.column.omitted_line, chat.view.column
    assert line.isHidden()
    for how, words in (
        (Omission.SUMMARIZED, "are sent as a summary"),
        (Omission.OMITTED, "are not sent to the model"),
    ):
        chat.transcript.set_omitted(2, how)
        assert line.isVisible() and line.accessibleName().endswith(words)
        assert chat.reply(1).geometry().bottom() < line.y()
        assert line.geometry().bottom() < column.live[2].y()
    chat.transcript.show_version(0, 0)
    chat.transcript.branch_after(1)
    assert line.isHidden() and chat.transcript.omitted == 0


def add_image(chat: AnsweredChat) -> tuple[SentAttachment, QMenu]:
    """Add a question with an image, and open the menu there."""
    image = QImage(40, 30, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    picture = Attachment(Media(MediaKind.IMAGE, Path("/a.png")), image, "a.png", "40 × 30")
    chat.transcript.add_question(Question("Look.", (picture,)))
    message = chat.question(4)
    chat.view.scroll_to_end()
    sent = message.attachments[0]
    return sent, message_menu(message, sent.mapTo(message, QPoint(5, 5)), chat.message_actions)


@pytest.mark.styled
def test_an_image_is_pinned_by_the_menu_of_its_message(chat: AnsweredChat) -> None:
    sent, menu = add_image(chat)
    pin = next(it for it in menu.actions() if it.isCheckable())
    pin.trigger()
    assert chat.transcript.turns[4].pinned == (0,)
    assert sent.toolTip() == "Always sent to the model"


@pytest.mark.styled
@pytest.mark.parametrize(
    ("platform", "shown_by"),
    [
        ("linux", ["Preview", "Open in default app"]),
        ("darwin", ["Preview", "Quick Look", "Open in default app"]),
    ],
)
def test_the_menu_of_a_sent_image_opens_it(
    chat: AnsweredChat, monkeypatch: pytest.MonkeyPatch, platform: str, shown_by: list[str]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    sent, menu = add_image(chat)
    asked: list[tuple[str, Attachment]] = []
    requests = chat.chat.attachment_requests
    for name, signal in (
        ("Preview", requests.opened),
        ("Quick Look", requests.quick_looked),
        ("Open in default app", requests.opened_outside),
    ):
        signal.connect(lambda it, name=name: asked.append((name, it)))
    for action in menu.actions()[: len(shown_by)]:
        action.trigger()
    assert asked == [(name, sent.attachment) for name in shown_by]
