"""A few choices beside each other, of which one holds."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QHBoxLayout, QWidget

from ui.widgets.page_tab import Segments, make_tab_stop, page_tab


class ChoiceRow(QWidget):
    """Values with their texts. `name` is what a screen reader says before the text."""

    changed = Signal(str)

    def __init__(self, name: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._name = name
        self._values: list[str] = []
        self._group = QButtonGroup(self)
        self._segments = Segments()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._segments)
        row.addStretch()
        self._group.idClicked.connect(lambda index: self.changed.emit(self._values[index]))
        self._group.buttonToggled.connect(lambda: make_tab_stop(self._group.buttons()))
        for value, text in choices.items():
            self.add(value, text, page_tab(text, self))

    def add(self, value: str, text: str, button: QAbstractButton) -> None:
        button.setAccessibleName(f"{self._name}: {text}")
        self._group.addButton(button, len(self._values))
        self._segments.add(button)
        self._values.append(value)

    def value(self) -> str:
        return self._values[self._group.checkedId()]

    def choose(self, value: str) -> None:
        self.button(value).setChecked(True)

    def button(self, value: str) -> QAbstractButton:
        return self._group.button(self._values.index(value))
