"""A field of one line takes dropped text, and no files."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.widgets.plain_field import PlainLine
from ui.widgets.search_line import SearchLine

BOTH = Qt.DropAction.CopyAction | Qt.DropAction.MoveAction
# With this key, the system proposes to move.
KEYS = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier


@pytest.mark.parametrize("make", [PlainLine, lambda: SearchLine("Search")])
def test_files_are_left_to_the_window_and_text_is_copied(qtbot: QtBot, make) -> None:
    field = make()
    qtbot.addWidget(field)
    files, words = QMimeData(), QMimeData()
    files.setUrls([QUrl("file:///tmp/a.png")])
    words.setText("words")
    for data, taken in ((files, False), (words, True)):
        event = QDragEnterEvent(QPoint(5, 5), BOTH, data, *KEYS)
        QApplication.sendEvent(field, event)
        assert event.isAccepted() is taken
    drop = QDropEvent(QPointF(5, 5), BOTH, words, *KEYS)
    QApplication.sendEvent(field, drop)
    assert field.text() == "words" and drop.dropAction() is Qt.DropAction.CopyAction
