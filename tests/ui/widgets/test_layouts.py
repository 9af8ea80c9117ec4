"""The layout that wraps its items, and the place of a window over another."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.widgets.layouts import TITLE_BAR, FlowLayout, center_over, raise_window, resize_window


def test_items_without_room_begin_another_row(qtbot: QtBot) -> None:
    around = QWidget()
    qtbot.addWidget(around)
    row = FlowLayout(10, 5, around)
    parts = [QWidget() for _ in range(4)]
    for part in parts:
        part.setFixedSize(100, 20)
        row.addWidget(part)
    parts[1].hide()
    around.resize(230, 200)
    around.show()
    places = [part.geometry() for part in parts if part is not parts[1]]
    assert places == [QRect(0, 0, 100, 20), QRect(110, 0, 100, 20), QRect(0, 25, 100, 20)]
    assert row.heightForWidth(320) == 20 and row.heightForWidth(100) == 70
    assert row.minimumSize().width() == 100


def test_a_window_that_is_raised_comes_back_as_large_as_it_was(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.showMaximized()
    window.showMinimized()
    raise_window(window)
    assert window.isMaximized() and not window.isMinimized()


def test_a_window_over_another_stays_on_the_screen(qtbot: QtBot) -> None:
    """Its title bar must be within reach, or nobody can move it."""
    other, window = QWidget(), QWidget()
    for it in (other, window):
        qtbot.addWidget(it)
    other.setGeometry(0, 0, 300, 200)
    screen = other.screen().availableGeometry()
    window.resize(screen.width() - 100, screen.height() - 100)
    center_over(window, other)
    assert window.pos() == screen.topLeft()
    other.move(screen.bottomRight())
    center_over(window, other)
    assert window.geometry().right() == screen.right()
    assert window.geometry().bottom() == screen.bottom() - TITLE_BAR
    window.resize(100, 60)
    other.setGeometry(200, 200, 300, 200)
    center_over(window, other)
    assert window.geometry().center() == other.geometry().center()


def test_a_window_too_large_for_the_screen_leaves_room_for_its_title_bar(qtbot: QtBot) -> None:
    """The window manager would push its lowest row, with its buttons, off the screen."""
    window = QWidget()
    qtbot.addWidget(window)
    screen = window.screen().availableGeometry()
    resize_window(window, screen.size() + QSize(100, 100))
    assert window.size() == screen.size() - QSize(0, TITLE_BAR)
