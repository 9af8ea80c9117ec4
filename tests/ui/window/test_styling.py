"""How often the style sheet is applied to a widget while something is opened."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.pane import MOST_PANES, PaneSettings
from ui.window.main_window import MainWindow

# A widget that is given to one parent after the other is styled with each; four times was usual.
MOST = 2.8


class Styled(QObject):
    """Counts how often widgets are styled."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += isinstance(watched, QWidget) and event.type() == QEvent.Type.StyleChange
        return False


def open_chat(window: MainWindow) -> None:
    window.workspace.conversations.add(Chat(1))


def open_comparison(window: MainWindow) -> None:
    compared = ComparedChat(2)
    for _ in range(MOST_PANES):
        compared.add_pane(PaneSettings("dot"))
    window.workspace.conversations.add(compared)


@pytest.mark.styled
@pytest.mark.parametrize(
    "act",
    [
        open_chat,
        open_comparison,
        lambda window: window.dialogs.open_settings(),
        lambda window: window.dialogs.open_models(),
    ],
    ids=["chat", "comparison", "settings", "models"],
)
def test_what_is_opened_gets_its_parents_from_the_start(
    qapp: QApplication, qtbot: QtBot, act: Callable[[MainWindow], object]
) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    window.show()
    before, counter = len(qapp.allWidgets()), Styled(window)
    qapp.installEventFilter(counter)
    act(window)
    qapp.removeEventFilter(counter)
    assert 0 < counter.count <= MOST * (len(qapp.allWidgets()) - before)
