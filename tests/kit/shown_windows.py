"""Watches which widgets are shown as windows of their own, as a part without a parent would be."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget


class _Watch(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        is_window = isinstance(watched, QWidget) and watched.isWindow()
        if event.type() == QEvent.Type.Show and is_window:
            self.names.append(type(watched).__name__)
        return False


@contextmanager
def shown_windows() -> Iterator[list[str]]:
    """Yield a list that grows by the class name of each window that is shown."""
    application = QApplication.instance()
    assert application is not None
    watch = _Watch()
    application.installEventFilter(watch)
    try:
        yield watch.names
    finally:
        application.removeEventFilter(watch)
