"""The form that asks for the variables of a stored prompt, above the composer."""

from collections.abc import Mapping

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr
from ui.state.prompt_variables import Variable
from ui.widgets.buttons import push_button
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.labels import plain_label, short_label
from ui.widgets.layouts import scroll_area, vbox
from ui.widgets.plain_field import FormField
from ui.widgets.popup_card import PopupCard

WIDTH, MAX_HEIGHT = 420, 460
_SENDING = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_BREAK = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.AltModifier
_LINES, _LINE_HEIGHT = 2, 18


class PromptForm(PopupCard):
    """Return inserts the prompt, Shift+Return breaks a line, Escape cancels. `filled` has the
    values by the names of the variables, and so has `left`, which comes when the form closes
    because a person clicks elsewhere, perhaps to copy a value. `begun` are the values of such a
    form."""

    filled = Signal(object)
    left = Signal(object)

    def __init__(
        self,
        name: str,
        asked: tuple[Variable, ...],
        parent: QWidget,
        begun: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__("prompt_form", tr("Prompt variables"), theme.px(WIDTH), parent)
        self._ended = False
        self.fields = {it.name: _field(it, (begun or {}).get(it.name, it.default)) for it in asked}
        self.insert = push_button(tr("Insert"), tr("Insert the prompt (Return)"))
        self.insert.setProperty("primary", True)
        self.cancel = push_button(tr("Cancel"))
        self.insert.clicked.connect(self._fill)
        self.cancel.clicked.connect(self._cancel)
        self._lay_out(name)

    def show_above(self, anchor: QRect) -> None:
        """Open above `anchor`, which is in global coordinates."""
        rows = self._inside.sizeHint().height()
        others = self.insert.sizeHint().height() + self._title.sizeHint().height()
        self.place_above(anchor, min(rows + others + 56, theme.px(MAX_HEIGHT)))
        self.show()
        first = next(iter(self.fields.values()))
        first.setFocus(Qt.FocusReason.PopupFocusReason)
        if isinstance(first, VariableField):
            first.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys that the fields leave."""
        if event.key() == Qt.Key.Key_Escape:
            self._cancel()
        elif event.key() in _SENDING:
            self._fill()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        if not self._ended:
            self.left.emit(self._values())

    def _cancel(self) -> None:
        self._ended = True
        self.close()

    def _fill(self) -> None:
        values = self._values()
        self._ended = True
        self.close()
        self.filled.emit(values)

    def _values(self) -> dict[str, str]:
        return {name: _value(field) for name, field in self.fields.items()}

    def _lay_out(self, name: str) -> None:
        self._title = plain_label(text=name, kind="heading")
        self._inside = QWidget()
        self._inside.setObjectName("option_pages")
        rows = vbox(self._inside, spacing=4, margins=(16, 4, 16, 4))
        for variable, field in self.fields.items():
            label = short_label(text=variable)
            label.setBuddy(field)
            rows.addWidget(label)
            rows.addWidget(field)
            rows.addSpacing(6)
        rows.addStretch()
        buttons = QHBoxLayout()
        buttons.setContentsMargins(16, 0, 16, 12)
        # in the order of the system's dialogs
        box = QDialogButtonBox()
        box.addButton(self.insert, QDialogButtonBox.ButtonRole.AcceptRole)
        box.addButton(self.cancel, QDialogButtonBox.ButtonRole.RejectRole)
        buttons.addWidget(box)
        head = QHBoxLayout()
        head.setContentsMargins(16, 12, 16, 0)
        head.addWidget(self._title)
        column = QVBoxLayout(self)
        # inside the painted border
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(6)
        column.addLayout(head)
        column.addWidget(scroll_area(self._inside), 1)
        column.addLayout(buttons)


class VariableField(FormField):
    """A field whose Return goes to the form; Shift+Return breaks the line."""

    def __init__(self, text: str) -> None:
        super().__init__(text=text)
        self.setFixedHeight(theme.px(_LINES * _LINE_HEIGHT + 12))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        composing = bool(self.textCursor().block().layout().preeditAreaText())
        if event.key() in _SENDING and event.modifiers() & _BREAK:
            self.insert_and_show("\n")
        elif event.key() in _SENDING and not composing:
            event.ignore()
        else:
            super().keyPressEvent(event)


def _field(variable: Variable, text: str) -> VariableField | CalmComboBox:
    if variable.choices:
        field = CalmComboBox()
        field.addItems(variable.choices)
        field.setCurrentText(text)
    else:
        field = VariableField(text)
    field.setAccessibleName(variable.name)
    return field


def _value(field: VariableField | CalmComboBox) -> str:
    return field.currentText() if isinstance(field, CalmComboBox) else field.toPlainText()
