"""Windows of their own have a title, close by the same keys, and are deleted then."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


def begin_window(window: QWidget, title: str) -> None:
    """Give a window its title, and let it close by the keys that close one in all programs of the
    system. It is deleted when it closes."""
    window.setWindowTitle(title)
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    # There may be several such keys, but two shortcuts with the same ones would do nothing.
    QShortcut(QKeySequence.StandardKey.Close, window, window.close)
