"""Combo boxes whose arrow is seen in both schemes."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox

from ui.widgets.buttons import draw_chevron


class ComboBox(QComboBox):
    """The style sheet leaves the arrow out, as it cannot tint one."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        draw_chevron(self)


class CalmComboBox(ComboBox):
    """Ignores the wheel, which scrolls the page and would change the setting by accident."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()
