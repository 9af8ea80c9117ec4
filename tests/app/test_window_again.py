"""A window can be closed and another one opened on the same workspace."""

import gc
import weakref

from PySide6.QtCore import QCoreApplication, QEvent

from engine.messages import Channel, Delta
from tests.kit.desk import Desk
from tests.kit.tabs import new_comparison
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
