"""Labels for text that may come from anyone: never read as markup."""

import re
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


def plain_label(name: str, text: str = "") -> QLabel:
    """A label that wraps; `name` is what the style sheet selects."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setObjectName(name)
    label.setWordWrap(True)
    return label


def breakable(text: str) -> str:
    """`text` as a label can wrap it: a long name without a space would be wider than its window."""
    return re.sub(r"\S{30}(?=\S)", lambda part: part[0] + "\u200b", text)


def tooltip(text: str) -> str:
    """Qt guesses whether a tooltip is markup; this one is, and shows `text` as it stands."""
    lines = map(escape, text.split("\n"))
    return f"<qt>{'<br>'.join(lines)}</qt>" if text else ""
