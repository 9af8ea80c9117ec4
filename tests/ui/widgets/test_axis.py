"""Title, messages, composer, notices and strips stand on the same two edges."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from tests.kit.loop import run_for
from tests.kit.tabs import add_tab
from ui.look import theme
from ui.look.appearance import Appearance
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneSettings
from ui.state.question import Question
from ui.tabs.chat_tab import ChatTab
from ui.widgets.axis import MARGIN, TEXT_WIDTH
from ui.window.main_window import MainWindow

WIDTHS = (720, 980, 1280, 1680, 2560)
LONG = "A question that is long enough to fill every width that a bubble may have. " * 8


@pytest.fixture
def window(qtbot: QtBot) -> MainWindow:
    """A window with a chat, a notice and something to undo."""
    window = MainWindow()
    qtbot.addWidget(window)
    chat = Chat(1)
    chat.transcript.add_question(Question(LONG))
    chat.transcript.begin_reply(1)
    tab = add_tab(window, chat)
    window.workspace.notices.show("A notice.", "error")
    tab.undo.tell("2 messages deleted.")
    window.show()
    return window


def edges(window: MainWindow, widget: QWidget) -> tuple[int, int]:
    """Return the left and right edge in the window."""
    left = widget.mapTo(window, QPoint()).x()
    return left, left + widget.width()


def chat_edges(window: MainWindow) -> tuple[set[int], set[int]]:
    """Return the left edges and the right edges of everything that stands on the axis."""
    tab = window.current_tab()
    assert isinstance(tab, ChatTab)
    question, reply = tab.view.message(0), tab.view.message(1)
    parts = (question, reply, tab.composer, tab.undo)
    both = [edges(window, it) for it in parts]
    row = window.notice.column.itemAt(0)
    assert row is not None
    icon = row.geometry()
    at = window.notice.mapTo(window, icon.topLeft()).x()
    both.append((at, at + icon.width()))
    return {left for left, _ in both}, {right for _, right in both}


@pytest.mark.styled
@pytest.mark.parametrize("sides", ["", "sidebar", "sidebar stats"])
def test_everything_in_a_chat_shares_its_edges(window: MainWindow, sides: str) -> None:
    window.sidebar.setVisible("sidebar" in sides)
    window.header.set_sidebar_shown("sidebar" in sides)
    window.show_stats_panel("stats" in sides)
    for width in WIDTHS:
        window.resize(width, 700)
        window.grab()
        lefts, rights = chat_edges(window)
        assert (len(lefts), len(rights)) == (1, 1), (width, lefts, rights)
        [left], [right] = lefts, rights
        bar = edges(window, window.notice)
        assert right - left == min(TEXT_WIDTH, bar[1] - bar[0] - 2 * MARGIN)
        assert abs((left - bar[0]) - (bar[1] - right)) <= 1, "in the middle"
        title, model = window.header.title, window.header.model_menu
        if left - bar[0] > 100 or "sidebar" in sides:
            assert edges(window, title)[0] == left
        if bar[1] - right > 100:
            assert edges(window, model)[1] == right
        assert edges(window, model)[1] <= right


@pytest.mark.styled
def test_the_edges_are_shared_at_every_zoom(window: MainWindow, qapp: QApplication) -> None:
    window.resize(1440, 800)
    for zoom in (150, 200):
        theme.wear(qapp, Appearance(zoom=zoom))
        run_for(0.05)
        assert [len(it) for it in chat_edges(window)] == [1, 1]


@pytest.mark.styled
def test_a_comparison_has_the_edges_of_its_first_pane(window: MainWindow) -> None:
    chat = ComparedChat(2)
    for _ in range(3):
        chat.add_pane(PaneSettings("/m/dot"))
    tab = add_tab(window, chat)
    marks = (window.header.title, tab.bar_widget.add, tab.panes[0].header.dot, tab.composer)
    for width in WIDTHS:
        window.resize(width, 700)
        window.grab()
        assert len({edges(window, it)[0] for it in marks}) == 1
        assert edges(window, tab.composer)[1] == edges(window, window.header)[1] - MARGIN
