"""The fields that edit options. `put` shows a value, `take` returns it, and `edited` comes when a
person changed it.

`take` raises ValueError with a sentence for an invalid value.
"""

from random import getrandbits
from typing import Any

from PySide6.QtCore import QRegularExpression, Qt, Signal
from PySide6.QtGui import QFocusEvent, QRegularExpressionValidator, QValidator, QWheelEvent
from PySide6.QtWidgets import QSpinBox, QWidget

from engine.messages import Drafting, Overflow
from ui.look import theme
from ui.look.language import tr
from ui.state.chat_options import USUAL_SKIM
from ui.widgets.buttons import CheckBox
from ui.widgets.combo_box import CalmComboBox
from ui.widgets.decimal_spin_box import DecimalSpinBox, has_misplaced_sign
from ui.widgets.plain_field import FormField, PlainLine

FIELD_WIDTH = 104
LINE_HEIGHT = 20


def _set_up(field: "DecimalField | CountField", off: str) -> None:
    field.setSpecialValueText(off)
    field.lineEdit().setTextMargins(7, 0, 7, 0)
    field.setFixedWidth(theme.px(FIELD_WIDTH))
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.valueChanged.connect(field.edited)


def _takes_wheel(field: QWidget, event: QWheelEvent) -> bool:
    """Return True if the wheel is for the field. Without the focus, it scrolls the page."""
    event.setAccepted(field.hasFocus())
    return field.hasFocus()


class DecimalField(DecimalSpinBox):
    """A decimal number. `off` is the name of the lowest value if it switches the option off."""

    edited = Signal()

    def __init__(self, lowest: float, highest: float, step: float, off: str = "") -> None:
        super().__init__(minimum=lowest, maximum=highest, singleStep=step, decimals=2)
        _set_up(self, off)

    def put(self, value: float) -> None:
        self.setValue(value)

    def take(self) -> float:
        return round(self.value(), 2)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if _takes_wheel(self, event):
            super().wheelEvent(event)


class CountField(QSpinBox):
    """A whole number, whose thousands are separated while nobody types."""

    edited = Signal()

    def __init__(self, lowest: int, highest: int, step: int = 1, off: str = "") -> None:
        super().__init__(minimum=lowest, maximum=highest, singleStep=step)
        self.setGroupSeparatorShown(True)
        _set_up(self, off)

    def put(self, value: int) -> None:
        self.setValue(value)

    def take(self) -> int:
        return self.value()

    def validate(self, text: str, position: int) -> tuple[QValidator.State, str, int]:
        """Return the state of a text. One with a sign that separates no thousands stays, and is
        refused when the field is left."""
        if has_misplaced_sign(text.removesuffix(self.suffix()), self.locale()):
            return QValidator.State.Intermediate, text, position
        return super().validate(text, position)

    def fixup(self, text: str) -> str:
        return text

    def focusInEvent(self, event: QFocusEvent) -> None:
        self.setGroupSeparatorShown(False)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setGroupSeparatorShown(True)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if _takes_wheel(self, event):
            super().wheelEvent(event)


class _Digits(QRegularExpressionValidator):
    def validate(self, text: str, position: int) -> object:
        """Return the state of a text without the spaces and breaks that were copied with it."""
        before = "".join(text[:position].split())
        return super().validate(before + "".join(text[position:].split()), len(before))


class OptionalCountField(PlainLine):
    """A whole number of at most `digits` digits; empty means `without`."""

    edited = Signal()

    def __init__(self, without: str, digits: int) -> None:
        super().__init__()
        self.digits = digits
        self.setPlaceholderText(without)
        digits_only = QRegularExpression(rf"[0-9]{{0,{digits}}}")
        self.setValidator(_Digits(digits_only, self))
        self.setFixedWidth(theme.px(FIELD_WIDTH))
        self.textEdited.connect(lambda: self.edited.emit())

    def put(self, value: int | None) -> None:
        self.setText("" if value is None else str(value))

    def take(self) -> int | None:
        return int(self.text()) if self.text() else None


class SeedField(OptionalCountField):
    """A field with a box that fixes the seed, and draws one if the field is empty."""

    def __init__(self) -> None:
        # 19 digits are always below the 2^64 that a seed may reach
        super().__init__(tr("random"), 19)
        self.fixed = CheckBox(tr("Fixed seed"))
        self.fixed.clicked.connect(self._fix)

    def put(self, value: int | None) -> None:
        super().put(value)
        self.fixed.setChecked(value is not None)
        self.setEnabled(value is not None)

    def take(self) -> int | None:
        if not self.fixed.isChecked():
            return None
        if not self.text():
            raise ValueError(tr("type a number"))
        return super().take()

    def _fix(self, fixed: bool) -> None:
        self.setEnabled(fixed)
        if fixed and not self.text():
            self.setText(str(getrandbits(31)))
        self.edited.emit()


class SkimField(CountField):
    """The percentage of long texts that is read, with a box that switches it on."""

    def __init__(self) -> None:
        super().__init__(10, 90, 10)
        self.setSuffix(" %")
        self.switch = CheckBox(tr("Skim long texts"))
        self.switch.clicked.connect(self._switch)

    def put(self, value: int) -> None:
        super().put(value or USUAL_SKIM)
        self.switch.setChecked(value > 0)
        self.setEnabled(value > 0)

    def take(self) -> int:
        return super().take() if self.switch.isChecked() else 0

    def _switch(self, on: bool) -> None:
        self.setEnabled(on)
        self.edited.emit()


class DraftingField(CheckBox):
    edited = Signal()

    def __init__(self) -> None:
        super().__init__("")
        # without the gap before a text, its edge is that of the fields above
        self.setProperty("kind", "bare")
        self.clicked.connect(lambda: self.edited.emit())

    def put(self, value: Drafting) -> None:
        self.setChecked(value is not Drafting.OFF)

    def take(self) -> Drafting:
        return Drafting.AUTO if self.isChecked() else Drafting.OFF


class TextField(FormField):
    edited = Signal()

    def __init__(self, lines: int, hint: str = "") -> None:
        super().__init__()
        self.setPlaceholderText(hint)
        self.setFixedHeight(theme.px(lines * LINE_HEIGHT + 14))
        self.textChanged.connect(self.edited)

    def put(self, value: Any) -> None:
        self.setPlainText(value)

    def take(self) -> Any:
        return self.toPlainText()


class SchemaField(TextField):
    """A field for a JSON schema; SamplingParams reports an invalid one."""

    def __init__(self) -> None:
        super().__init__(5, '{"type": "object", "properties": {…}}')
        theme.set_font(self, 12, monospaced=True)

    def take(self) -> str:
        return self.toPlainText().strip()


class StopField(TextField):
    """A field with one stop string a line; spaces count."""

    def put(self, value: tuple[str, ...]) -> None:
        super().put("\n".join(value))

    def take(self) -> tuple[str, ...]:
        return tuple(line for line in self.toPlainText().split("\n") if line)


class BiasField(TextField):
    """A field with one `token id: number` a line."""

    def put(self, value: tuple[tuple[int, float], ...]) -> None:
        super().put("\n".join(f"{token}: {bias:g}" for token, bias in value))

    def take(self) -> tuple[tuple[int, float], ...]:
        lines = enumerate(self.toPlainText().split("\n"), 1)
        return tuple(_pair(number, line) for number, line in lines if line.strip())


class OverflowField(CalmComboBox):
    edited = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.addItem(tr("Stop and tell me"), Overflow.REFUSE)
        self.addItem(tr("Omit the oldest messages"), Overflow.TRIM)
        self.addItem(tr("Summarize the oldest messages"), Overflow.SUMMARISE)
        self.activated.connect(lambda: self.edited.emit())

    def put(self, value: Overflow) -> None:
        self.setCurrentIndex(self.findData(value))

    def take(self) -> Overflow:
        return self.currentData()


OptionField = (
    DecimalField | CountField | OptionalCountField | TextField | OverflowField | DraftingField
)


def _pair(number: int, line: str) -> tuple[int, float]:
    token, colon, bias = line.partition(":")
    try:
        if colon:
            return int(token), float(bias)
    except ValueError:
        pass
    sentence = tr('line {number} is not "token ID: number", such as "42: -5"')
    raise ValueError(sentence.format(number=number))
