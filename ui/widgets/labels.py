"""Labels for text that may come from anyone: never read as markup."""

import re

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

# Importing html.escape takes as long as building three buttons.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def plain_label(name: str, text: str = "") -> QLabel:
    """A label that wraps; `name` is what the style sheet selects."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(name)
    label.setWordWrap(True)
    return label


def breakable(text: str) -> str:
    """`text` as a label can wrap it: a long name without a space would be wider than its window,
    and a size stays in one line."""
    text = text.replace(" × ", "\N{NO-BREAK SPACE}×\N{NO-BREAK SPACE}")
    return re.sub(r"\S{30}(?=\S)", lambda part: part[0] + "\u200b", text)


def tooltip(text: str) -> str:
    """Qt guesses whether a tooltip is markup; this one is, and shows `text` as it stands."""
    lines = text.translate(_ESCAPED).split("\n")
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""


class ElidedLabel(QLabel):
    """One line of plain text that ends in an ellipsis where the room does."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        shown = self.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, self.width()
        )
        painter.drawText(self.rect(), self.alignment(), shown)
        painter.end()
