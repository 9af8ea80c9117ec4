"""A row of choices at the keyboard."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from ui.widgets.choice_row import ChoiceRow


def test_tab_goes_to_the_choice_that_holds(qtbot: QtBot) -> None:
    window = QWidget()
    before, after = QLineEdit(), QLineEdit()
    row = ChoiceRow("Level", {"debug": "Debug", "info": "Info", "error": "Error"})
    column = QVBoxLayout(window)
    for widget in (before, row, after):
        column.addWidget(widget)
    row.choose("info")
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    before.setFocus()
    QTest.keyClick(before, Qt.Key.Key_Tab)
    assert window.focusWidget() is row.button("info")
    QTest.keyClick(row.button("info"), Qt.Key.Key_Right)
    assert row.value() == "error"
    QTest.keyClick(row.button("error"), Qt.Key.Key_Tab)
    assert window.focusWidget() is after
    row.choose("debug")
    QTest.keyClick(after, Qt.Key.Key_Backtab)
    assert window.focusWidget() is row.button("debug")
