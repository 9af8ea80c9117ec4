"""The arguments of a call as JSON that a person can change before it runs."""

import json
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from ui import theme
from ui.widgets.plain_label import plain_label
from ui.widgets.push_button import explain, push_button

NO_OBJECT = 'The arguments must be a JSON object, such as {"expression": "1 + 1"}.'
_MOST_LINES = 14
_MARGIN = 22
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class JsonEdit(QPlainTextEdit):
    """As high as its text, up to a limit. Ctrl+Return accepts, Escape gives up."""

    accepted = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("kind", "field")
        self.setFont(theme.mono(12))
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.textChanged.connect(self._fit)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        elif event.key() in _RETURN and control:
            self.accepted.emit()
        else:
            super().keyPressEvent(event)

    def sizeHint(self) -> QSize:
        return QSize(super().sizeHint().width(), self.height())

    def _fit(self) -> None:
        lines = min(max(self.document().blockCount(), 3), _MOST_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + _MARGIN)


class ArgumentsEditor(QWidget):
    """`accepted` has the changed arguments, which are a JSON object."""

    accepted = Signal(str)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.edit = JsonEdit()
        self.problem = plain_label("option_problem")
        self.run = push_button("Run edited call")
        self.run.setProperty("primary", True)
        self.cancel = push_button("Cancel", "Leave the arguments as they were")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.run)
        buttons.addWidget(self.cancel)
        buttons.addStretch()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self.edit)
        column.addWidget(self.problem)
        column.addLayout(buttons)
        self.edit.textChanged.connect(self._check)
        self.edit.accepted.connect(self._accept)
        self.edit.cancelled.connect(self.cancelled)
        self.run.clicked.connect(self._accept)
        self.cancel.clicked.connect(self.cancelled)
        self.hide()

    def set_tool(self, title: str) -> None:
        self.edit.setAccessibleName(f"Arguments of {title} as JSON")
        explain(self.run, f"Run {title} with these arguments")

    def begin(self, arguments: str) -> None:
        self.edit.setPlainText(_indented(arguments))
        self._check()
        self.show()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self) -> None:
        problem = problem_of(self.edit.toPlainText())
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        self.run.setEnabled(not problem)

    def _accept(self) -> None:
        text = self.edit.toPlainText()
        if not problem_of(text):
            self.accepted.emit(json.dumps(_parsed(text), ensure_ascii=False))


def problem_of(text: str) -> str:
    """Why `text` is no JSON object, in a sentence; empty where it is one."""
    try:
        value = _parsed(text)
    except json.JSONDecodeError as error:
        return f"This is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}."
    except ValueError as error:
        return f"This is not valid JSON: {error}."
    except RecursionError:
        return "This JSON is nested too deeply."
    return "" if isinstance(value, dict) else NO_OBJECT


def _parsed(text: str) -> Any:
    return json.loads(text, parse_constant=_refuse)


def _refuse(name: str) -> None:
    raise ValueError(f"{name} is no number there")


def _indented(arguments: str) -> str:
    try:
        return json.dumps(_parsed(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        return arguments
