"""A part of a model's page: a card with a heading, and rows of a title and a value."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QWidget

from ui.look import theme
from ui.widgets.labels import breakable, plain_label, short_label
from ui.widgets.layouts import FlowLayout, bare_grid, clear_layout, vbox


class Section(QFrame):
    """A card. `column` is its layout, below the heading."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.setAccessibleName(title)
        heading = plain_label(text=title)
        theme.set_font(heading, 13, QFont.Weight.DemiBold)
        self.column = vbox(self, spacing=8, margins=(16, 12, 16, 14))
        self.column.addWidget(heading)


def button_row(*buttons: QWidget) -> FlowLayout:
    """Return a row of buttons that wraps where a window is narrow."""
    row = FlowLayout()
    for button in buttons:
        row.addWidget(button)
    return row


class FactGrid(QWidget):
    """Rows of a title and a text that can be selected."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = bare_grid(self, 14, 5, stretched=1)
        self.rows: list[tuple[str, str]] = []

    def show_rows(self, rows: list[tuple[str, str]]) -> None:
        if rows == self.rows:
            return
        self.rows = rows
        clear_layout(self._grid)
        for number, (title, text) in enumerate(rows):
            name = short_label(text=title, kind="note")
            value = plain_label("section_value", breakable(text))
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            value.setAccessibleName(f"{title}: {text}")
            self._grid.addWidget(name, number, 0, Qt.AlignmentFlag.AlignTop)
            self._grid.addWidget(value, number, 1)
