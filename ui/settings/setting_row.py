"""A row of the settings: a name, an editor, an explanation, and the reason of a refused value."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QLabel, QLayout, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import translated
from ui.widgets.plain_label import breakable, plain_label


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
