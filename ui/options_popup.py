"""The options of a chat that are seldom changed: a value goes in, `value()` comes out."""

from dataclasses import replace
from random import getrandbits
from typing import Any

from PySide6.QtCore import QRect, QRegularExpression, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QSpinBox,
    QWidget,
)

from ui import theme
from ui.chat_options import ChatOptions
from ui.plain_label import plain_label
from ui.preview import draw_card

WIDTH = 350
# 19 digits are always below the 2^64 that a seed may reach
_SEED = QRegularExpression(r"\d{0,19}")


class OptionsPopup(QFrame):
    """Only what a person changes differs from the value put in."""

    changed = Signal()

    def __init__(self, value: ChatOptions, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._value = value
        self._temperature = QDoubleSpinBox(minimum=0, maximum=2, singleStep=0.1, decimals=2)
        self._top_p = QDoubleSpinBox(minimum=0.01, maximum=1, singleStep=0.05, decimals=2)
        self._max_tokens = QSpinBox(minimum=1, maximum=1_000_000, singleStep=256)
        self._fixed_seed = QCheckBox("Fixed seed")
        self._seed = QLineEdit()
        self._seed.setPlaceholderText("random")
        self._seed.setAccessibleName("Seed")
        self._seed.setValidator(QRegularExpressionValidator(_SEED, self))
        self._system_prompt = QPlainTextEdit()
        self._system_prompt.setTabChangesFocus(True)
        self._system_prompt.setProperty("kind", "field")
        self._style()
        self._build()
        self._fill()
        self._connect()

    def value(self) -> ChatOptions:
        return self._value

    def show_above(self, anchor: QRect) -> None:
        """`anchor` is in global coordinates; the popup stays on its screen."""
        self.adjustSize()
        place = QRect(anchor.topLeft(), self.size())
        screen = self.screen().availableGeometry()
        place.moveBottom(min(anchor.top() - 6, screen.bottom()))
        place.moveLeft(max(min(place.left(), screen.right() - place.width()), screen.left()))
        place.moveTop(max(place.top(), screen.top()))
        self.move(place.topLeft())
        self.show()
        self._temperature.setFocus(Qt.FocusReason.PopupFocusReason)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # square: without a compositor the corners of a rounded popup are black
        draw_card(painter, self.rect(), theme.colors().line, radius=0)
        painter.end()

    def _style(self) -> None:
        self.setObjectName("options")
        self.setAccessibleName("Options")
        self.setFixedWidth(WIDTH)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # a click on the chip that opened it closes it, and shall not open it again
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)

    def _build(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(16, 14, 16, 16)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(0, 1)
        titled = (
            (self._temperature, "Temperature", "0 is steady, higher is more varied"),
            (self._top_p, "Top p", "Lower leaves out unlikely words"),
            (self._max_tokens, "Max tokens", "The longest that an answer may be"),
        )
        for field, title, note in titled:
            field.lineEdit().setTextMargins(7, 0, 7, 0)
            _add_row(grid, _title(title, field), note, field)
        _add_row(grid, self._fixed_seed, "Same seed, same answer", self._seed)
        _add_row(grid, _title("System prompt", self._system_prompt), "Told to the model first")
        self._system_prompt.setFixedHeight(84)
        grid.addWidget(self._system_prompt, grid.rowCount(), 0, 1, 2)

    def _fill(self) -> None:
        sampling = self._value.sampling
        self._temperature.setValue(sampling.temperature)
        self._top_p.setValue(sampling.top_p)
        self._max_tokens.setValue(sampling.max_tokens)
        self._fixed_seed.setChecked(sampling.seed is not None)
        self._seed.setText("" if sampling.seed is None else str(sampling.seed))
        self._seed.setEnabled(sampling.seed is not None)
        self._system_prompt.setPlainText(self._value.system_prompt)

    def _connect(self) -> None:
        self._temperature.valueChanged.connect(lambda it: self._sample(temperature=round(it, 2)))
        self._top_p.valueChanged.connect(lambda it: self._sample(top_p=round(it, 2)))
        self._max_tokens.valueChanged.connect(lambda it: self._sample(max_tokens=it))
        self._fixed_seed.toggled.connect(self._fix_seed)
        self._seed.textEdited.connect(self._take_seed)
        self._system_prompt.textChanged.connect(self._take_system_prompt)

    def _fix_seed(self, fixed: bool) -> None:
        self._seed.setEnabled(fixed)
        if fixed and not self._seed.text():
            self._seed.setText(str(getrandbits(31)))
        self._take_seed()

    def _take_seed(self) -> None:
        text = self._seed.text() if self._fixed_seed.isChecked() else ""
        self._sample(seed=int(text) if text else None)

    def _take_system_prompt(self) -> None:
        self._take(replace(self._value, system_prompt=self._system_prompt.toPlainText()))

    def _sample(self, **fields: Any) -> None:
        self._take(replace(self._value, sampling=replace(self._value.sampling, **fields)))

    def _take(self, value: ChatOptions) -> None:
        self._value = value
        self.changed.emit()


def _title(text: str, field: QWidget) -> QLabel:
    """A label that names `field`, for the eye and for a screen reader."""
    label = QLabel(text)
    label.setBuddy(field)
    field.setAccessibleName(text)
    return label


def _add_row(grid: QGridLayout, title: QWidget, note: str, field: QWidget | None = None) -> None:
    row = grid.rowCount()
    explanation = plain_label("option_note", note)
    explanation.setContentsMargins(0, 0, 0, 9)
    grid.addWidget(title, row, 0)
    grid.addWidget(explanation, row + 1, 0)
    if field is not None:
        field.setFixedWidth(104)
        grid.addWidget(field, row, 1, 2, 1, Qt.AlignmentFlag.AlignTop)
