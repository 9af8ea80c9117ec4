"""Buttons that show for a moment that they copied, and links."""

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from ui.widgets.buttons import CopyButton, IconButton, LinkButton


@pytest.mark.parametrize("make", [CopyButton, lambda: IconButton("copy", "Copy")])
def test_a_second_copy_begins_the_moment_again(qtbot: QtBot, make) -> None:
    button = make()
    qtbot.addWidget(button)
    button.copy("One")
    (moment,) = button.findChildren(QTimer)
    button.copy("Two")
    assert button.findChildren(QTimer) == [moment] and moment.isActive()


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_link_opens_by_keyboard_as_a_button_is_pressed(qtbot: QtBot, key: Qt.Key) -> None:
    link = LinkButton("Open", "Open a page")
    qtbot.addWidget(link)
    with qtbot.waitSignal(link.clicked):
        qtbot.keyClick(link, key)
