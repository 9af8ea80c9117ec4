"""The queued messages above the composer."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from engine.remote_ids import remote_id
from tests.kit.attachments import photo
from ui.composer.next_list import NextList
from ui.look import theme
from ui.state.chat import Chat
from ui.state.next_messages import NextMessage, Pause
from ui.state.question import Question

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def listed(qtbot: QtBot) -> NextList:
    chat = Chat(1)
    found = NextList(chat)
    chat.setParent(found)
    qtbot.addWidget(found)
    add(found, "One", "Two", "Three")
    found.show()
    return found


def add(listed: NextList, *texts: str) -> None:
    conversation = listed._conversation
    for text in texts:
        conversation.next_messages.add(conversation.as_next(Question(text)))


def texts(listed: NextList) -> list[str]:
    return [row.words for row in listed.rows]


def test_a_message_moves_before_the_others_and_keeps_the_keyboard(listed: NextList):
    last = listed.rows[2]
    last.edit.setFocus()
    QTest.keyClick(last.edit, Qt.Key.Key_Up, ALT)
    assert texts(listed) == ["One", "Three", "Two"]
    last.up.click()
    assert texts(listed) == ["Three", "One", "Two"]
    assert listed.rows[0] is last
    assert last.up.isHidden()


def test_a_removed_message_comes_back_to_its_place(listed: NextList):
    listed.rows[1].remove.click()
    assert texts(listed) == ["One", "Three"]
    listed.undo.go_back()
    assert texts(listed) == ["One", "Two", "Three"]


def test_messages_that_were_removed_one_by_one_come_back_one_by_one(listed: NextList):
    for place in (1, 0, 0):
        listed.rows[place].remove.click()
    found = []
    while not listed.undo.isHidden():
        listed.undo.go_back()
        found.append(texts(listed))
    assert found == [["Three"], ["One", "Three"], ["One", "Two", "Three"]]
    assert listed._messages.pause is Pause.WAITING
    listed.rows[0].remove.click()
    listed.undo.end()
    listed.undo.go_back()
    assert texts(listed) == ["Two", "Three"], "it was dismissed"


def test_a_low_tab_shows_no_messages_below_the_next_way_back(listed: NextList):
    listed.set_room(200)
    for _ in range(2):
        listed.rows[0].remove.click()
    listed.undo.go_back()
    assert not listed.undo.isHidden() and listed._area.isHidden()
    listed.undo.go_back()
    assert listed.undo.isHidden() and not listed._area.isHidden()


@pytest.mark.parametrize(("place", "next_place"), [(0, 0), (2, 1)])
def test_the_keyboard_stays_at_the_place_of_a_removed_message(
    listed: NextList, place: int, next_place: int
):
    """Space pressed twice must remove this message and the next one, not the last."""
    listed.set_room(theme.px(700))
    listed.rows[place].remove.setFocus()
    listed.rows[place].remove.click()
    assert listed.rows[next_place].remove.hasFocus()


def test_the_keyboard_goes_to_the_composer_from_beside_the_edited_message(listed: NextList):
    listed.set_room(theme.px(700))
    left = QSignalSpy(listed.left)
    for row in listed.rows[1:]:
        listed._messages.remove(row.message)
    listed._messages.insert(0, listed._conversation.as_next(Question("Edited")))
    listed._messages.set_edited(listed._messages.first)
    listed.rows[1].remove.setFocus()
    listed.rows[1].remove.click()
    assert left.count() == 1


def test_in_a_low_tab_the_way_back_stands_in_place_of_the_list(listed: NextList):
    listed._messages.set_pause(Pause.STOPPED)
    listed.set_room(theme.px(360))
    listed.rows[1].remove.click()
    assert listed.undo.isVisible()
    assert not any(it.isVisible() for it in (listed.rows[0], listed._words, listed.go_on))
    listed.set_room(theme.px(700))
    assert listed.rows[0].isVisible() and listed.go_on.isVisible()
    listed.set_room(theme.px(360))
    listed.undo.end()
    assert listed.rows[0].isVisible() and listed.go_on.isVisible()


def test_the_list_says_why_messages_wait_and_goes_on_by_one_button(listed: NextList):
    assert listed.go_on.isHidden()
    listed._messages.set_pause(Pause.STOPPED)
    assert listed._words.text() == "Stopped. 3 queued messages are waiting."
    resumed = QSignalSpy(listed._conversation.requests.next_resumed)
    listed.go_on.click()
    assert resumed.count() == 1


def test_every_button_has_a_name_and_says_of_which_message(listed: NextList):
    conversation = listed._conversation
    conversation.next_messages.add(conversation.as_next(Question("What?", (photo(),))))
    row = listed.rows[3]
    assert row.accessibleName() == "Queued message 4: What?, 1 image"
    assert [it.accessibleName() for it in row.buttons] == ["Move up", "Edit", "Send now", "Remove"]
    assert {it.accessibleDescription() for it in row.buttons} == {"What?, 1 image"}


def test_the_list_is_gone_with_its_last_message(listed: NextList):
    for row in list(listed.rows):
        listed._messages.remove(row.message)
    assert listed.isHidden()


def test_a_message_to_another_model_than_that_of_the_chat_says_so(listed: NextList):
    chat = listed._conversation
    assert isinstance(chat, Chat)
    assert listed.rows[0]._model.isHidden()
    chat.set_model_id("/models/Plain")
    chat.next_messages.add(chat.as_next(Question("Four")))
    chat.set_model_id("/models/Other")
    assert not listed.rows[3]._model.isHidden()
    assert listed.rows[3].accessibleName() == "Queued message 4: Four, To Plain"
    chat.set_model_id("/models/Plain")
    assert listed.rows[3]._model.isHidden()
    chat.next_messages.add(NextMessage(Question("Five"), remote_id("http://10.0.0.2:80/v1", "big")))
    assert listed.rows[4]._model.text() == "To big · Goes to 10.0.0.2:80"


@pytest.mark.styled
def test_the_model_of_a_message_is_whole_at_another_zoom(
    listed: NextList, qapp: QApplication
) -> None:
    listed.resize(900, 200)
    listed._conversation.next_messages.add(NextMessage(Question("Four"), "/models/Plain"))
    model = listed.rows[3]._model
    theme.wear(qapp, replace(theme.appearance(), zoom=150))
    try:
        assert model.maximumWidth() >= model.fontMetrics().horizontalAdvance("To Plain")
    finally:
        theme.wear(qapp, replace(theme.appearance(), zoom=100))
