"""The base of the settings pages: rows that show settings, change them and can be found."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QLayout, QWidget

from ui.look import theme
from ui.look.language import translated
from ui.state.requests import SettingsRequests
from ui.state.settings import Settings
from ui.widgets.labels import breakable, plain_label, show_text
from ui.widgets.layouts import vbox
from ui.widgets.switch import Switch

# A title may wrap to this width before its editor goes below it.
_TITLE_WIDTH = 150
_GAP = 16
# The note of a wider editor goes below both columns.
_NARROW_EDITOR = 130


class SettingRow(QFrame):
    """The title at the left, and the editor at the right edge that all rows share. An editor that
    does not fit there, as at a large zoom, or that is `tall`, such as a table, goes below the title
    and is as wide as the row. `words` are more words for the search."""

    def __init__(
        self,
        title: str,
        editor: QWidget | QLayout,
        note: str = "",
        words: str = "",
        *,
        tall: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("setting")
        self.title = QLabel(title, self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        theme.set_font(self.title, 13, QFont.Weight.Medium)
        self.note = plain_label("settings_note", note)
        self.problem = plain_label("option_problem")
        self.problem.hide()
        self._words = words
        self._editor = editor if isinstance(editor, QWidget) else _wrapped(editor)
        self._tall = tall
        self._beside: tuple[bool, bool] | None = None
        self.title.setBuddy(self._editor)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(10, 9, 10, 9)
        self._grid.setHorizontalSpacing(_GAP)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self.title, 0, 0)
        self._place()
        # Only now has the label a parent. Without one it would flash as a window of its own.
        self.note.setVisible(bool(note))
        theme.look.changed.connect(self._place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put the editor beside the title if there is room for it."""
        width = self._editor.sizeHint().width()
        title = min(self.title.fontMetrics().horizontalAdvance(self.title.text()) + 2, _least())
        margins = self._grid.contentsMargins()
        room = self.width() - margins.left() - margins.right() - _GAP - title
        beside = (not self._tall and width <= room, width <= theme.px(_NARROW_EDITOR))
        if beside == self._beside:
            return
        self._beside = beside
        for part in (self._editor, self.problem, self.note):
            self._grid.removeWidget(part)
        if beside[0]:
            right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            self._grid.addWidget(self._editor, 0, 1, 2 if beside[1] else 1, 1, right)
        else:
            self._grid.addWidget(self._editor, 1, 0, 1, 2)
        note_row = 1 if all(beside) else 3
        self._grid.addWidget(self.problem, 2, 0, 1, 2)
        self._grid.addWidget(self.note, note_row, 0, 1, 1 if all(beside) else 2)

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
        show_text(self.problem, breakable(translated(sentence)))

    def explain(self, note: str) -> None:
        show_text(self.note, note)


class SettingsPage(QWidget):
    """Asks to change the settings that a person sets; values that are put in change nothing."""

    def __init__(self, requests: SettingsRequests) -> None:
        super().__init__()
        self._requests = requests
        self.rows: list[SettingRow] = []
        self._filling = False
        self._column = vbox(self, spacing=0, margins=(0, 0, 8, 0))
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
        self,
        title: str,
        editor: QWidget | QLayout,
        note: str = "",
        words: str = "",
        *,
        tall: bool = False,
    ) -> SettingRow:
        """Add a row at the end; see `SettingRow`."""
        row = SettingRow(title, editor, note, words, tall=tall, parent=self)
        row.setProperty("first", not self.rows)
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


def _wrapped(layout: QLayout) -> QWidget:
    """Return a widget with a layout of several editors."""
    widget = QWidget()
    layout.setContentsMargins(0, 0, 0, 0)
    widget.setLayout(layout)
    return widget


def _least() -> int:
    return theme.px(_TITLE_WIDTH)
