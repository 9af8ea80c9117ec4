"""The large view over the window that it belongs to."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMainWindow
from pytestqt.qtbot import QtBot

from tests.kit.attachments import SEEING, add_photos, press_on, thumbnail_of
from ui.media.viewing import Viewing
from ui.state.chat import Chat
from ui.state.open_conversations import OpenConversations
from ui.tabs.chat_tab import ChatTab


def test_the_focus_returns_to_the_widget_shown_last(qtbot: QtBot) -> None:
    window, tab = QMainWindow(), ChatTab(Chat(1))
    qtbot.addWidget(window)
    window.setCentralWidget(tab)
    window.resize(900, 600)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    tab.chat.set_model(SEEING)
    conversations = OpenConversations(window)
    viewing = Viewing(conversations, window)
    conversations.add(tab.chat)
    add_photos(tab.composer, "a.png", "b.png", "c.png")
    press_on(tab.composer, "a.png", Qt.Key.Key_Space)
    assert viewing.view is not None
    qtbot.keyClick(viewing.view, Qt.Key.Key_Right)
    qtbot.keyClick(viewing.view, Qt.Key.Key_Escape)
    assert viewing.view is None
    assert QApplication.focusWidget() is thumbnail_of(tab.composer, "b.png")
