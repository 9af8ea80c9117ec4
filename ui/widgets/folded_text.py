"""A text of which only the first lines are seen until the reader wants the rest."""

import re
from itertools import pairwise

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.look.language import number, tr
from ui.widgets.buttons import LinkButton
from ui.widgets.layouts import tell_of_size
from ui.widgets.text_body import TextBody

# of a text that is longer nobody reads all, and laying it out would hold up the window
MOST = 100_000
_LINE = 200
# The time to lay out a word grows with the square of its length.
_WORD = 2_000


class FoldedText(QWidget):
    """Plain text in one width of letters; `folded` says that the reader opened or closed it."""

    folded = Signal()

    def __init__(self, name: str, accessible_name: str, lines: int) -> None:
        super().__init__()
        self._lines = lines
        self._whole = ""
        self.text = TextBody(name, accessible_name, 12, monospaced=True)
        self.more = LinkButton("", accessible_name)
        self.more.setCheckable(True)
        self.more.clicked.connect(self._turn)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.text)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)
        self.hide()

    def set_text(self, whole: str) -> None:
        if whole == self._whole:
            return
        self._whole = whole
        self.setVisible(bool(whole))
        self._write()

    def _turn(self) -> None:
        self._write()
        tell_of_size(self.text)
        self.folded.emit()

    def _write(self) -> None:
        first = _first_lines(self._whole, self._lines)
        short = first == self._whole
        self.text.clear()
        self.text.add_text(_cut(self._whole) if short or self.more.isChecked() else f"{first}…")
        self.more.setVisible(not short)
        self.more.setText(tr("Show less") if self.more.isChecked() else _more(self._whole))


def broken(text: str) -> str:
    """Return the text with line breaks inside words that would take too long to lay out."""
    parts = pairwise([0, *break_places(text), len(text)])
    return "\n".join(text[start:stop] for start, stop in parts)


def break_places(text: str) -> list[int]:
    """Return the offsets before which `broken` puts a line break."""
    return [match.end() for match in re.finditer(rf"\S{{{_WORD}}}(?=\S)", text)]


def _first_lines(text: str, lines: int) -> str:
    return "\n".join(text.split("\n", lines)[:lines])[: lines * _LINE]


def _cut(text: str) -> str:
    if len(text) <= MOST:
        return text
    rest = tr("({count} more characters are not shown.)").format(count=number(len(text) - MOST))
    return f"{text[:MOST]}…\n{rest}"


def _more(text: str) -> str:
    lines = text.count("\n") + 1
    if lines > 1:
        return tr("Show all {count} line(s)", "", lines).format(count=number(lines))
    return tr("Show all {count} character(s)", "", len(text)).format(count=number(len(text)))
