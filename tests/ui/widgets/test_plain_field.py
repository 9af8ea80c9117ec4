"""Fields of plain text put plain text alone on the clipboard."""

import ast
from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from tests.kit.paths import ROOT
from ui.compare.run_dialog import prompt_view
from ui.conversation.arguments_editor import JsonEdit
from ui.widgets import plain_field

NO_KEY = Qt.KeyboardModifier.NoModifier


@pytest.mark.parametrize("new_field", [prompt_view, JsonEdit])
def test_a_copied_text_has_no_other_format(
    qtbot: QtBot, new_field: Callable[[], QPlainTextEdit]
) -> None:
    """Qt's Markdown of one long line takes seconds."""
    field = new_field()
    qtbot.addWidget(field)
    field.setPlainText("a\nb")
    field.selectAll()
    field.copy()
    data = QGuiApplication.clipboard().mimeData()
    assert (data.formats(), data.text()) == (["text/plain"], "a\nb")


def test_another_placeholder_is_painted(qtbot: QtBot) -> None:
    field = plain_field.PlainField()
    qtbot.addWidget(field)
    # A caret that blinks would paint the field too.
    field.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    field.setPlaceholderText("Ask both")
    painted = Painted(field.viewport())
    with qtbot.waitActive(field):
        field.show()
    qtbot.waitUntil(lambda: painted.count > 0)
    qtbot.wait(20)
    painted.count = 0
    field.setPlaceholderText("Ask all 3")
    qtbot.waitUntil(lambda: painted.count > 0)


class Painted(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.Paint
        return super().eventFilter(watched, event)


def test_no_field_copies_or_takes_files_as_qt_does() -> None:
    fields = {"QPlainTextEdit", "QLineEdit"}
    found = {
        path
        for path in (ROOT / "ui").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if fields.intersection((_name(node), *_bases(node)))
    }
    assert [str(path) for path in found] == [plain_field.__file__]


def _name(node: ast.AST) -> str:
    """Return the name that a node calls, "" for none."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _bases(node: ast.AST) -> list[str]:
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return [base.id for base in bases if isinstance(base, ast.Name)]


@pytest.mark.parametrize(
    ("address", "taken"), [("file:///tmp/a.png", False), ("https://example.org/", True)]
)
def test_addresses_can_be_dropped_but_no_files(qtbot: QtBot, address: str, taken: bool) -> None:
    field = plain_field.PlainField()
    qtbot.addWidget(field)
    dragged = QMimeData()
    dragged.setUrls([QUrl(address)])
    event = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, dragged, Qt.MouseButton.LeftButton, NO_KEY
    )
    QApplication.sendEvent(field.viewport(), event)
    assert event.isAccepted() == taken
    # The menu of the field offers what its keys paste.
    assert field.canInsertFromMimeData(dragged)
