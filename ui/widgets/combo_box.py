"""Combo boxes whose arrow is seen in both schemes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox

from ui.look import theme

_CHEVRON = 13
_RIGHT = 8


class ComboBox(QComboBox):
    """The style sheet leaves the arrow out, as it cannot tint one."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        size = theme.px(_CHEVRON)
        left, top = self.width() - size - theme.px(_RIGHT), (self.height() - size) // 2
        painter.drawPixmap(left, top, theme.pixmap("chevron-down", size=size))
        painter.end()


class CalmComboBox(ComboBox):
    """Ignores the wheel, which scrolls the page and would change the setting by accident."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
