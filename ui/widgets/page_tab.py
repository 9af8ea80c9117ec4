"""The buttons that turn to the pages of a popup or a dialog, and the track that holds them."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QFrame, QSizePolicy, QWidget

from ui.widgets.buttons import ToolButton
from ui.widgets.layouts import hbox


def page_tab(title: str, parent: QWidget | None = None) -> ToolButton:
    tab = ToolButton(parent)
    tab.setText(title)
    tab.setProperty("kind", "page_tab")
    tab.setCheckable(True)
    tab.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return tab


def make_tab_stop(buttons: Iterable[QAbstractButton]) -> None:
    """Let Tab go to the checked button of a group, which Qt does only after a click or an arrow
    key."""
    for button in buttons:
        checked = button.isChecked()
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus if checked else Qt.FocusPolicy.NoFocus)


class Segments(QFrame):
    """A visible track with buttons beside each other, of which one is down."""

    def __init__(self, *buttons: QAbstractButton) -> None:
        super().__init__()
        self.setObjectName("segments")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._row = hbox(self, spacing=1, margins=(2, 2, 2, 2))
        for button in buttons:
            self.add(button)

    def add(self, button: QAbstractButton) -> None:
        self._row.addWidget(button)
