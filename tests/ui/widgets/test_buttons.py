"""Buttons that show for a moment that they copied."""

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from ui.widgets.buttons import CopyButton, IconButton


@pytest.mark.parametrize("make", [CopyButton, lambda: IconButton("copy", "Copy")])
def test_a_second_copy_begins_the_moment_again(qtbot: QtBot, make) -> None:
    button = make()
    qtbot.addWidget(button)
    button.copy("One")
    (moment,) = button.findChildren(QTimer)
    button.copy("Two")
    assert button.findChildren(QTimer) == [moment] and moment.isActive()
