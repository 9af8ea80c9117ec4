"""A text of which only the first lines are seen until the reader wants the rest."""

import re
from functools import partial
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from ui.look.language import number, tr
from ui.widgets.buttons import LinkButton
from ui.widgets.layouts import tell_of_size, vbox
from ui.widgets.text_body import TextBody

# of a text that is longer nobody reads all, and laying it out would hold up the window
MOST = 100_000
_LINE = 200
# The time to lay out a word grows with the square of its length.
_WORD = 2_000


class FoldedText(QWidget):
    """Plain text in one width of letters; `folded` says that the reader opened or closed it. Most
    texts are short, so the widget for the first lines of a long one is made when it is needed."""

    folded = Signal()

    def __init__(self, name: str, accessible_name: str, lines: int) -> None:
        super().__init__()
        self._lines = lines
        self._whole = ""
        self._written = True
        self._make = partial(TextBody, name, accessible_name, 12, monospaced=True)
        self._all = self._make()
        self._all.marked.connect(self._mark_first)
        self._first: TextBody | None = None
        self.more = LinkButton("", accessible_name)
        self.more.setCheckable(True)
        self.more.clicked.connect(self._turn)
        self._column = vbox(self, spacing=2)
        self._column.addWidget(self._all)
        self._column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    @property
    def text(self) -> TextBody:
        """The text that is shown."""
        return self._first if self._closed and self._first else self._all

    def set_text(self, whole: str) -> None:
        if whole == self._whole:
            return
        self._whole, self._written = whole, False
        self.setVisible(bool(whole))
        self._show()

    def write(self) -> TextBody:
        """Write the whole text, shown or not, and return its widget."""
        if not self._written:
            self._written = True
            self._all.clear()
            self._all.add_text(cut(self._whole))
        return self._all

    def open(self) -> None:
        if self._closed:
            self.more.click()

    @property
    def _closed(self) -> bool:
        return not self.more.isHidden() and not self.more.isChecked()

    def _turn(self) -> None:
        self._show()
        tell_of_size(self.text)
        self.folded.emit()

    def _show(self) -> None:
        first = _first_lines(self._whole, self._lines)
        short = first == self._whole
        self.more.setHidden(short)
        self.more.setText(tr("Show less") if self.more.isChecked() else _more(self._whole))
        if self._closed:
            self._show_first(f"{first}…")
        else:
            self.write()
        self._all.setHidden(self._closed)
        if self._first:
            self._first.setVisible(self._closed)

    def _show_first(self, text: str) -> None:
        if self._first is None:
            self._first = self._make()
            self._column.insertWidget(0, self._first)
        self._first.clear()
        self._first.add_text(text)
        self._mark_first(self._all.extraSelections())

    def _mark_first(self, marks: list[QTextEdit.ExtraSelection]) -> None:
        """Mark the first lines as the whole text is marked."""
        if self._first is None:
            return
        end = len(self._first.toPlainText()) - len("…")
        shown = []
        for it in marks:
            if it.cursor.selectionEnd() <= end:
                mark = QTextEdit.ExtraSelection()
                mark.cursor, mark.format = QTextCursor(self._first.document()), it.format
                mark.cursor.setPosition(it.cursor.selectionStart())
                mark.cursor.setPosition(it.cursor.selectionEnd(), QTextCursor.MoveMode.KeepAnchor)
                shown.append(mark)
        self._first.setExtraSelections(shown)


def broken(text: str) -> str:
    """Return the text with line breaks inside words that would take too long to lay out."""
    parts = pairwise([0, *break_places(text), len(text)])
    return "\n".join(text[start:stop] for start, stop in parts)


def break_places(text: str) -> list[int]:
    """Return the offsets before which `broken` puts a line break."""
    return [match.end() for match in re.finditer(rf"\S{{{_WORD}}}(?=\S)", text)]


def _first_lines(text: str, lines: int) -> str:
    return "\n".join(text.split("\n", lines)[:lines])[: lines * _LINE]


def cut(text: str) -> str:
    """Return as much of a text as a FoldedText shows."""
    if len(text) <= MOST:
        return text
    rest = tr("({count} more characters are not shown.)").format(count=number(len(text) - MOST))
    return f"{text[:MOST]}…\n{rest}"


def _more(text: str) -> str:
    lines = text.count("\n") + 1
    if lines > 1:
        return tr("Show all {count} line(s)", "", lines).format(count=number(lines))
    return tr("Show all {count} character(s)", "", len(text)).format(count=number(len(text)))
