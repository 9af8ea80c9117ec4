"""Fields of the settings pages, and the area in which a page scrolls."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QDoubleSpinBox, QScrollArea, QWidget

from ui.widgets.popup_card import scroll_area


class CalmSpinBox(QDoubleSpinBox):
    """Ignores the wheel, as CalmComboBox does."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


def page_area(inside: QWidget) -> QScrollArea:
    """Return a scroll area for a page; at a large zoom it also scrolls sideways."""
    area = scroll_area(inside)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    return area
