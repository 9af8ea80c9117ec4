"""The layout that wraps its items."""

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.widgets.layouts import FlowLayout


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
