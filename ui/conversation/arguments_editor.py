"""The editor for the JSON arguments of a call, before the call runs."""

import json
import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.json_words import read_json
from ui.widgets.buttons import explain, push_button
from ui.widgets.labels import plain_label, show_text
from ui.widgets.layouts import hbox, vbox
from ui.widgets.plain_field import FormField

_MOST_LINES = 14
_MARGIN = 22
# Qt's fields return a space or a line break for these characters, or nothing.
_REPLACED = re.compile("[\u00a0\u2028\u2029\ud800-\udfff\ufdd0\ufdd1]")
_RETURN = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class JsonEdit(FormField):
    """A JSON editor as high as its text, up to a limit. Ctrl+Return accepts, Escape cancels."""

    accepted = Signal()
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        theme.set_font(self, 12, monospaced=True)
        self.setAcceptDrops(False)
        self.textChanged.connect(self._fit)
        theme.look.changed.connect(self._fit)

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
    """The arguments of a call, with buttons to run it or cancel. `accepted` has the arguments as
    JSON of an object."""

    accepted = Signal(str)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._arguments = ""
        self.edit = JsonEdit()
        self.problem = plain_label("option_problem")
        self.run = push_button(tr("Run edited call"))
        self.run.setProperty("primary", True)
        self.cancel = push_button(tr("Cancel"), tr("Discard the changes to the arguments"))
        buttons = hbox(spacing=8)
        buttons.addWidget(self.run)
        buttons.addWidget(self.cancel)
        buttons.addStretch()
        column = vbox(self, spacing=8)
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
        self.edit.setAccessibleName(tr("Arguments for {tool}, as JSON").format(tool=title))
        explain(self.run, tr("Run {tool} with these arguments").format(tool=title))

    def begin(self, arguments: str) -> None:
        self._arguments = arguments
        self.edit.setPlainText(_indented(arguments))
        self._check()
        self.show()
        self.edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _check(self) -> None:
        problem = problem_of(self.edit.toPlainText())
        show_text(self.problem, problem)
        self.run.setEnabled(not problem)

    def _accept(self) -> None:
        text = self.edit.toPlainText()
        if problem_of(text):
            return
        unchanged = text == _indented(self._arguments)
        written = json.dumps(read_json(text), ensure_ascii=False)
        self.accepted.emit(self._arguments if unchanged else written)


def problem_of(text: str) -> str:
    """Return a sentence why `text` is not a JSON object, or ""."""
    try:
        value = read_json(text) if text.strip() else None
    except ValueError as error:
        return str(error)
    if isinstance(value, dict):
        return ""
    example = '{"expression": "1 + 1"}'
    return tr("The arguments must be a JSON object, such as {example}.").format(example=example)


def _indented(arguments: str) -> str:
    try:
        text = json.dumps(read_json(arguments), ensure_ascii=False, indent=2)
    except (ValueError, RecursionError):
        # Python 3.12 indents less deeply nested JSON than it reads.
        return arguments
    return _REPLACED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
