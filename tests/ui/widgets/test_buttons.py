"""Buttons that show for a moment that they copied, and keys."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt, QTimer
from PySide6.QtGui import QImage, QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.conversation.message_folds import FoldHeader
from ui.widgets.buttons import CopyButton, IconButton, LinkButton
from ui.widgets.chip_button import ChipButton
from ui.widgets.page_tab import page_tab
from ui.widgets.switch import Switch


@pytest.mark.parametrize("make", [CopyButton, lambda: IconButton("copy", "Copy")])
def test_a_second_copy_begins_the_moment_again(qtbot: QtBot, make) -> None:
    button = make()
    qtbot.addWidget(button)
    button.copy_text("One")
    (moment,) = button.findChildren(QTimer)
    button.copy_text("Two")
    assert button.findChildren(QTimer) == [moment] and moment.isActive()


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinkButton("Open", ""),
        lambda: ChipButton("vote", "Tie", ""),
        lambda: page_tab("Tokens"),
    ],
)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_links_chips_and_tabs_are_pressed_by_keyboard_as_buttons_are(
    qtbot: QtBot, make, key: Qt.Key
) -> None:
    button = make()
    qtbot.addWidget(button)
    with qtbot.waitSignal(button.clicked):
        qtbot.keyClick(button, key)


@pytest.mark.parametrize(
    "make",
    [
        lambda: LinkButton("Open", ""),
        lambda: FoldHeader("brain", "Reasoning"),
        lambda: Switch("Offline"),
    ],
)
@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_a_key_that_is_held_down_presses_a_button_once(qtbot: QtBot, make, key: Qt.Key) -> None:
    button = make()
    qtbot.addWidget(button)
    presses: list[None] = []
    button.clicked.connect(lambda: presses.append(None))
    for again in (False, True, True):
        held = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier, "\r", again)
        QApplication.sendEvent(button, held)
    assert len(presses) == 1


@pytest.mark.styled
def test_a_chip_that_cannot_be_pressed_has_no_ground(qtbot: QtBot) -> None:
    button = ChipButton("vote", "Tie", "")
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    grounds = []
    for enabled in (True, False):
        button.setEnabled(enabled)
        image = QImage(button.size(), QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        # without what is behind the button
        button.render(image, QPoint(), renderFlags=QWidget.RenderFlag(0))
        grounds.append(image.pixelColor(button.width() // 2, 4).alpha() > 0)
    assert grounds == [True, False]
