"""The buttons that turn to the pages of a popup or a dialog."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QWidget


def page_tab(title: str, parent: QWidget | None = None) -> QToolButton:
    tab = QToolButton(parent)
    tab.setText(title)
    tab.setProperty("kind", "page_tab")
    tab.setCheckable(True)
    tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return tab
