"""The base of the settings pages: rows that show settings, change them and can be found."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from ui.settings.setting_fields import Switch
from ui.settings.setting_row import SettingRow
from ui.state.requests import SettingsRequests
from ui.state.settings import Settings


class SettingsPage(QWidget):
    """Asks to change the settings that a person sets; values that are put in change nothing."""

    def __init__(self, requests: SettingsRequests) -> None:
        super().__init__()
        self._requests = requests
        self.rows: list[SettingRow] = []
        self._filling = False
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(4)
        self._column.addStretch()

    def put(self, value: Settings) -> None:
        """Show the settings in use."""
        self._filling = True
        try:
            self._show(value)
        finally:
            self._filling = False

    def mark_words(self, words: list[str]) -> Sequence[QWidget]:
        """Mark the rows with all of these words, and return them; no words mark no row."""
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
            self._requests.changed.emit(fields)
