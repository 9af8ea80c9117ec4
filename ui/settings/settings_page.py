"""The base of the settings pages: rows that show settings, change them and can be found."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import translated
from ui.settings.setting_fields import Switch
from ui.state.requests import SettingsRequests
from ui.state.settings import Settings
from ui.widgets.labels import breakable, plain_label


class SettingRow(QFrame):
    """`words` are more words for the search. The name stands above the editor, so that both fit in
    every language and at every zoom."""

    def __init__(
        self, title: str, editor: QWidget | QLayout, note: str = "", words: str = ""
    ) -> None:
        super().__init__()
        self.setObjectName("setting")
        self.title = QLabel(title)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        theme.set_font(self.title, 13, QFont.Weight.Medium)
        self.note = plain_label("settings_note", note)
        self.note.setVisible(bool(note))
        self.problem = plain_label("option_problem")
        self.problem.hide()
        self._words = words
        self._editor = editor
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 8, 10, 8)
        column.setSpacing(5)
        column.addWidget(self.title)
        if isinstance(editor, QLayout):
            column.addLayout(editor)
        else:
            self.title.setBuddy(editor)
            column.addWidget(editor)
        column.addWidget(self.problem)
        column.addWidget(self.note)

    def says(self, words: list[str]) -> bool:
        """Return True if each of the words, in lower case, occurs in the texts of the row."""
        labels = [self.title.text(), self.note.text(), self._words]
        text = " ".join(labels).casefold()
        return all(word in text for word in words)

    def mark(self, found: bool) -> None:
        if self.property("found") != found:
            self.setProperty("found", found)
            self.style().polish(self)

    def tell(self, sentence: str) -> None:
        """Show the reason why the typed value is not used; "" hides it."""
        self.problem.setText(breakable(translated(sentence)))
        self.problem.setVisible(bool(sentence))

    def explain(self, note: str) -> None:
        self.note.setText(note)
        self.note.setVisible(bool(note))


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
