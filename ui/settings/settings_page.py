"""A page of the settings: rows that are shown, changed and found."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from ui.settings.setting_row import SettingRow
from ui.settings.switch import Switch
from ui.state.settings import Settings


class SettingsPage(QWidget):
    """`changed` has the fields of Settings that a person has just set, with their values; what is
    put in changes nothing."""

    changed = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[SettingRow] = []
        self._filling = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(4)
        self._column.addStretch()

    def put(self, value: Settings) -> None:
        """Show what holds now."""
        self._filling = True
        try:
            self._show(value)
        finally:
            self._filling = False

    def mark_words(self, words: list[str]) -> Sequence[QWidget]:
        """The rows with all of these words, which are marked; without words none is."""
        found = [row for row in self.rows if words and row.says(words)]
        for row in self.rows:
            row.mark(row in found)
        return found

    def add_row(
        self, title: str, editor: QWidget | QLayout, note: str = "", words: str = ""
    ) -> SettingRow:
        row = SettingRow(title, editor, note, words)
        self.rows.append(row)
        self._column.insertWidget(self._column.count() - 1, row)
        return row

    def add_switch(self, switch: Switch, note: str, words: str = "") -> SettingRow:
        return self.add_row(switch.accessibleName(), switch, note, words)

    def _show(self, value: Settings) -> None:
        raise NotImplementedError

    def _set(self, **fields: Any) -> None:
        if not self._filling:
            self.changed.emit(fields)
