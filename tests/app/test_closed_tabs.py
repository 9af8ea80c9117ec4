"""A closed chat is gone at once and can be brought back as it was, until its time is over."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.closed_tabs import UNDO_MS
from engine.messages import Abort, Aborted, Channel, Delta, Timings, Usage
from tests.app.desk import Desk, model
from ui.state.turn import TurnState
from ui.tabs.chat_tab import ChatTab


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(qtbot, tmp_path)
    made.ready()
    yield made
    made.close()


def chat(desk: Desk, question: str) -> ChatTab:
    tab = desk.controller.new_chat()
    desk.ask(tab, question)
    return tab


def close(desk: Desk, *tabs: ChatTab) -> None:
    for tab in tabs:
        desk.window.chat_closed.emit(tab.chat_id)


def test_undo_brings_back_what_was_in_it(desk: Desk, qtbot: QtBot) -> None:
    tab = chat(desk, "Why?")
    tab.composer.editor.setPlainText("half a")
    close(desk, tab)
    assert tab not in desk.window.tabs() and not tab.isVisible()
    notice = desk.window.notice
    assert notice.isVisible() and notice.accessibleName() == "Closed “Why?”."
    qtbot.mouseClick(notice.action_button, Qt.MouseButton.LeftButton)
    assert desk.window.current_tab() is tab and tab.isVisible()
    assert tab.transcript.turns[0].content == "Why?"
    assert tab.composer.editor.toPlainText() == "half a"
    assert not notice.isVisible()


def test_it_comes_back_to_its_place_among_the_others(desk: Desk) -> None:
    tabs = [chat(desk, text) for text in ("one", "two", "three")]
    close(desk, tabs[1])
    desk.controller.closed.reopen()
    sidebar = desk.window.sidebar.list
    assert [sidebar.item(row).text() for row in range(3)] == ["three", "two", "one"]


def test_several_come_back_the_newest_first(desk: Desk) -> None:
    tabs = [chat(desk, text) for text in ("one", "two", "three")]
    close(desk, *tabs)
    for tab in reversed(tabs):
        assert f"“{tab.title}”" in desk.window.notice.accessibleName()
        desk.window.menus.actions["reopen_chat"].trigger()
        assert desk.window.current_tab() is tab
    assert not desk.window.has_closed()
    desk.window.menus.actions["reopen_chat"].trigger()
    assert len(desk.window.tabs()) == 4


def test_a_growing_answer_stops_and_can_go_on_after_undo(desk: Desk) -> None:
    tab = chat(desk, "Why?")
    request = desk.last().request_id
    desk.say(Delta(request, Channel.CONTENT, "Beca"))
    close(desk, tab)
    assert desk.last() == Abort(request)
    desk.say(Aborted(request, Usage(1, 1), Timings()))
    desk.controller.closed.reopen()
    assert tab.transcript.turns[-1].state is TurnState.STOPPED
    assert tab.transcript.turns[-1].content == "Beca"
    assert not tab.composer.editor.isReadOnly()
    assert tab.transcript.resumable is not None


def test_when_the_time_is_over_it_is_gone_for_good(desk: Desk, qtbot: QtBot) -> None:
    tab = chat(desk, "Why?")
    close(desk, tab)
    timer = desk.controller.closed.timer
    assert timer.isActive() and timer.interval() == UNDO_MS
    desk.controller.closed.drop_all()
    qtbot.waitUntil(lambda: not shiboken6.isValid(tab))
    assert not desk.window.notice.isVisible()
    assert not desk.window.has_closed() and not timer.isActive()
    desk.controller.closed.reopen()
    assert len(desk.window.tabs()) == 1


def test_another_notice_outlives_the_offer(desk: Desk) -> None:
    close(desk, chat(desk, "Why?"))
    desk.window.show_notice("Something else.")
    assert not desk.window.notice.action_button.isVisible()
    desk.controller.closed.drop_all()
    assert desk.window.notice.isVisible()


def test_what_nobody_would_miss_is_not_offered(desk: Desk) -> None:
    close(desk, desk.controller.new_chat())
    assert not desk.window.has_closed() and not desk.window.notice.isVisible()


def test_an_empty_chat_that_stood_in_goes_when_the_last_one_comes_back(desk: Desk) -> None:
    desk.ask(desk.tab, "Why?")
    close(desk, desk.tab)
    [stand_in] = desk.window.tabs()
    assert stand_in.empty
    desk.controller.closed.reopen()
    assert desk.window.tabs() == [desk.tab]


def test_one_that_is_in_use_meanwhile_stays(desk: Desk) -> None:
    desk.ask(desk.tab, "Why?")
    close(desk, desk.tab)
    [stand_in] = desk.window.chats()
    stand_in.composer.editor.setPlainText("draft")
    desk.controller.closed.reopen()
    assert desk.window.tabs() == [stand_in, desk.tab]


def test_a_closed_chat_learns_of_another_model(desk: Desk) -> None:
    tab = chat(desk, "Why?")
    close(desk, tab)
    assert tab.composer.open_tools()
    desk.ready(replace(model("/models/plain", "Plain"), tools=False))
    desk.controller.closed.reopen()
    assert not tab.composer.open_tools()
