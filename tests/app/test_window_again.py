"""A window can be closed and another one opened on the same workspace."""

import gc
import weakref

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from engine.messages import Channel, Delta
from tests.kit.desk import Desk
from tests.kit.shown_windows import shown_windows
from tests.kit.tabs import new_chat, new_comparison, open_tab
from ui.compare.compare_tab import CompareTab
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow


def close_window(window: MainWindow) -> None:
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def opened(desk: Desk) -> MainWindow:
    window = MainWindow(desk.workspace)
    window.show()
    return window


def test_a_chat_does_not_notice_that_its_window_is_closed(desk: Desk) -> None:
    desk.workspace.notices.show("Something failed.", "error")
    chat = desk.tab.chat
    chat.draft.put(Question("What next?"))
    request = desk.ask(desk.tab, "Why?")
    desk.say(Delta(request, Channel.CONTENT, "Because "))
    closed = opened(desk)
    kept = [weakref.ref(it) for it in (closed, closed.current_tab(), closed.notice)]
    close_window(closed)
    del closed
    gc.collect()
    assert [it() for it in kept] == [None] * 3, "the state must not keep widgets"
    desk.answer(request, "it is.")
    again = opened(desk)
    shown = again.current_tab()
    assert isinstance(shown, ChatTab) and shown.chat is chat
    assert shown.title == "Why? – Because it is."
    assert shown.last_answer == "Because it is."
    assert shown.composer.editor.toPlainText() == "What next?"
    assert again.notice.label.text() == "Something failed."
    assert again.header.model_menu.text() == "Dot"
    chat.requests.submitted.emit(Question("And now?"))
    assert [turn.content for turn in chat.transcript.turns][-2:] == ["And now?", ""]
    close_window(again)


def test_a_comparison_comes_back_with_its_panes_and_hidden_names(desk: Desk) -> None:
    tab = new_comparison(desk)
    chat = tab.chat
    chat.comparison.set_blind(True)
    chat.requests.submitted.emit(Question("Which?"))
    close_window(opened(desk))
    window = opened(desk)
    again = window.current_tab()
    assert again.masked and len(again.transcripts) == 2
    assert "Dot" not in again.subtitle
    assert all(turn.model_id == "" for turn in again.front_transcript.turns)
    close_window(window)


def test_another_window_shows_the_same_place_of_a_chat(desk: Desk) -> None:
    for number in range(30):
        desk.tab.transcript.add_question(Question(f"Line {number}\n" * 8))
    window = opened(desk)
    view = window.current_tab().front_view
    view.show_turn(12)
    place = view.scroll_state()
    assert place
    close_window(window)
    window = opened(desk)
    assert window.current_tab().front_view.scroll_state() == place
    close_window(window)


def test_a_comparison_that_comes_back_shows_its_answers(desk: Desk) -> None:
    tab = new_comparison(desk)
    tab.chat.requests.submitted.emit(Question("Which?"))
    for pane, request in zip(tab.chat.panes, desk.generated_ids(), strict=True):
        desk.say(Delta(request, Channel.CONTENT, f"Pane {pane.pane_id}."))
    desk.workspace.requests.closed.emit(tab.chat_id)
    again = open_tab(desk, tab.chat_id)
    assert isinstance(again, CompareTab)
    assert all(pane.view.isVisibleTo(pane) for pane in again.panes)


def test_an_edit_that_comes_back_names_its_question(desk: Desk) -> None:
    for number in range(3):
        desk.tab.transcript.add_question(Question(f"Question {number}?"))
    desk.tab.chat.edit(desk.tab.transcript.turns[1])
    window = opened(desk)
    strip = window.current_tab().composer.edit_strip
    assert strip.accessibleName().startswith("Editing question 2")
    close_window(window)


def test_no_part_of_a_window_is_a_window_while_it_is_made(desk: Desk) -> None:
    """A notice and two tabs are there before the parts that show them."""
    desk.workspace.notices.show("Presets are damaged.", "error")
    new_chat(desk)
    with shown_windows() as shown:
        window = opened(desk)
    assert set(shown) <= {"MainWindow"}
    close_window(window)


def test_closing_the_front_tab_gives_the_keyboard_to_the_next_composer(
    desk: Desk, qtbot: QtBot
) -> None:
    tabs = [desk.tab, new_chat(desk), new_chat(desk), new_chat(desk)]
    for tab in tabs:
        tab.transcript.add_question(Question("Why?"))
    first = tabs[0].conversation
    # the stack keeps the order in which tabs came, the strip that of the person
    desk.workspace.conversations.sort([tabs[i].chat_id for i in (1, 2, 3, 0)])
    desk.workspace.conversations.show(first)
    with qtbot.waitActive(desk.window):
        desk.window.activateWindow()
    desk.workspace.requests.closed.emit(first.chat_id)
    front = desk.workspace.conversations.front
    assert front is not None
    current = desk.window.current_tab()
    assert current.conversation is front
    assert current.composer.editor.hasFocus()


def test_a_revealed_pane_is_at_its_end(desk: Desk) -> None:
    tab = new_comparison(desk)
    pane = tab.panes[0]
    for _ in range(2):
        for it in tab.panes:
            it.transcript.add_question(Question("Line\n" * 60))
    pane.view.show_turn(0)
    assert pane.view.scroll_state()
    for it in tab.panes:
        it.set_masked(True, 1)
        it.set_masked(False)
    assert pane.view.scroll_state() == {}
