"""A scroll area for a settings page; at a large zoom it also scrolls sideways."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from ui.widgets.popup_card import scroll_area


def page_area(inside: QWidget) -> QScrollArea:
    area = scroll_area(inside)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
    return area
