"""A temporary chat in the window: how it is marked, kept and closed."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tests.kit.tabs import add_tab
from ui.state.chat import Chat
from ui.state.conversation import Activity
from ui.tabs.chat_tab import ChatTab
from ui.window.main_window import MainWindow


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    found = MainWindow()
    qtbot.addWidget(found)
    found.complete()
    add_tab(found, Chat(1))
    found.show()
    return found


@pytest.fixture
def tab(window: MainWindow) -> ChatTab:
    chat = Chat(2)
    chat.temporary = True
    return add_tab(window, chat)


def test_a_temporary_chat_is_marked_in_title_and_tab(window: MainWindow, tab: ChatTab):
    assert window.header.title.text() == "Temporary chat"
    assert window.header.subtitle.text() == "Temporary · No messages yet"
    tab.chat.set_title("Shapes")
    assert window.windowTitle() == "Shapes (temporary) – Duologue"
    strip = window._open.strip
    assert strip.accessibleTabName(strip.index_of(2)) == "Shapes, temporary"
    assert not strip.tabIcon(strip.index_of(2)).isNull()
    strip.set_activity(2, Activity.ANSWERING)
    strip.set_activity(2, Activity.IDLE)
    assert not strip.tabIcon(strip.index_of(2)).isNull()
    assert strip.tabIcon(strip.index_of(1)).isNull()


def test_the_bar_and_the_menu_keep_the_chat(window: MainWindow, tab: ChatTab):
    kept = QSignalSpy(window.workspace.requests.kept)
    assert tab.temporary_bar is not None
    tab.temporary_bar.keep.click()
    window.menus.actions["keep_chat"].trigger()
    assert [kept.at(it) for it in range(kept.count())] == [[2], [2]]


def test_closing_one_with_messages_asks_and_cancel_leaves_it(window: MainWindow, tab: ChatTab):
    discarded = QSignalSpy(window.workspace.requests.discarded)
    for button, count in (("Cancel", 0), ("Close", 1)):
        window.workspace.conversations.discard_asked.emit(tab.chat)
        [box] = [it for it in window.findChildren(QMessageBox) if it.isVisible()]
        assert box.text() == "Close “Temporary chat”?"
        next(it for it in box.buttons() if it.text() == button).click()
        assert discarded.count() == count


def test_delete_closes_a_temporary_chat_and_rename_explains(window: MainWindow, tab: ChatTab):
    closed = QSignalSpy(window.workspace.requests.closed)
    tab.composer.take_focus()
    window.chat_keys.delete()
    assert closed.at(0) == [2]
    QTest.keyClick(window, Qt.Key.Key_F2)
    notice = window.workspace.notices.newest
    assert notice is not None
    assert notice.sentence.startswith("A temporary chat is not in the history.")
