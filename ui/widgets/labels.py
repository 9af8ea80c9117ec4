"""Labels for text that may come from anyone: never read as markup."""

import re
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QTextLayout
from PySide6.QtWidgets import QLabel, QSizePolicy

from ui.widgets.utf16 import utf16_part

# Importing html.escape takes as long as building three buttons.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def short_label(name: str = "", text: str = "", *, kind: str = "") -> QLabel:
    """Return a label on one line, which is as wide as its text. The style sheet selects it by its
    name or its kind."""
    label = QLabel(text)
    _set_style(label, name, kind)
    return label


def plain_label(name: str = "", text: str = "", *, kind: str = "") -> QLabel:
    """Return a label that wraps."""
    label = short_label(name, text, kind=kind)
    label.setWordWrap(True)
    return label


def _set_style(label: QLabel, name: str, kind: str) -> None:
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(name)
    if kind:
        label.setProperty("kind", kind)


def show_text(label: QLabel, text: str) -> None:
    """Show a text in a label, or hide the label if there is none."""
    label.setText(text)
    label.setVisible(bool(text))


def breakable(text: str) -> str:
    """`text` as a label can wrap it: a long name without a space would be wider than its window,
    and a size stays in one line."""
    text = text.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
    return re.sub(r"\S{30}(?=\S)", lambda part: part[0] + "\u200b", text)


def literal(text: str) -> str:
    """Return a text for a button, a menu or a tab, which would take "&" for the mark of a key."""
    return text.replace("&", "&&")


def tooltip(text: str) -> str:
    """Qt guesses whether a tooltip is markup; this one is, and shows `text` as it stands."""
    lines = text.translate(_ESCAPED).split("\n")
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""


class ElidedLabel(QLabel):
    """One line of plain text that ends in an ellipsis where the room does."""

    def __init__(self, name: str = "", text: str = "", *, kind: str = "") -> None:
        super().__init__(text)
        _set_style(self, name, kind)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        painter.drawText(self.rect(), self.alignment(), shown)
        painter.end()


class ElidedLines(ElidedLabel):
    """Plain text on as many lines as fit. The last one ends in an ellipsis if there is more."""

    def lines(self) -> list[str]:
        """Return the lines as they are painted."""
        text, metrics = self.text().replace("\n", " "), self.fontMetrics()
        most = max(1, self.height() // metrics.lineSpacing())
        layout = QTextLayout(text, self.font())
        starts = list[int]()
        layout.beginLayout()
        while len(starts) < most and (line := layout.createLine()).isValid():
            line.setLineWidth(self.width())
            starts.append(line.textStart())
        layout.endLayout()
        parts = [utf16_part(text, start, end).rstrip() for start, end in pairwise(starts)]
        rest = utf16_part(text, starts[-1]) if starts else ""
        elided = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, self.width())
        return [*parts, elided]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawText(self.rect(), self.alignment(), "\n".join(self.lines()))
        painter.end()
