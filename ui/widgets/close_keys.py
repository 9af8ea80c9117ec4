"""The keys that close a window of its own, beside Escape."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def close_by_keys(window: QWidget) -> None:
    """Let a window close by the keys that close one in all programs of the system. There may be
    several, but two shortcuts with the same ones would do nothing."""
    QShortcut(QKeySequence.StandardKey.Close, window, window.close)
