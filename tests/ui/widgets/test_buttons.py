"""Buttons that show for a moment that they copied, and keys."""

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from ui.widgets.buttons import CopyButton, IconButton, LinkButton
from ui.widgets.chip_button import ChipButton


@pytest.mark.parametrize("make", [CopyButton, lambda: IconButton("copy", "Copy")])
def test_a_second_copy_begins_the_moment_again(qtbot: QtBot, make) -> None:
    button = make()
    qtbot.addWidget(button)
    button.copy_text("One")
    (moment,) = button.findChildren(QTimer)
    button.copy_text("Two")
    assert button.findChildren(QTimer) == [moment] and moment.isActive()


@pytest.mark.parametrize(
    "make", [lambda: LinkButton("Open", ""), lambda: ChipButton("vote", "Tie", "")]
)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_links_and_chips_are_pressed_by_keyboard_as_buttons_are(
    qtbot: QtBot, make, key: Qt.Key
) -> None:
    button = make()
    qtbot.addWidget(button)
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, key)
