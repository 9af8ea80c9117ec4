from PySide6.QtWidgets import QMessageBox, QWidget

from app.desktop.links import Links
from tests.kit.desk import Desk
from ui.state.chat import Chat


def test_a_link_of_the_manual_asks_before_it_opens(desk: Desk) -> None:
    desk.workspace.link_opened.emit("https://huggingface.co/mlx-community")
    [box] = desk.window.findChildren(QMessageBox)
    assert box.text() == "Open huggingface.co in the browser?"
    box.reject()


def test_a_link_in_a_chat_that_was_open_before_asks_too(desk: Desk) -> None:
    [chat] = desk.workspace.conversations
    assert isinstance(chat, Chat)
    late = QWidget()
    links = Links(desk.workspace, late)
    chat.message_requests.link_opened.emit("https://example.org/page")
    [box] = late.findChildren(QMessageBox)
    assert box.text() == "Open example.org in the browser?"
    assert links.parent() is late
