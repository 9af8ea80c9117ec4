"""One turn of the conversation; each role looks its own way."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from ui.transcript import Turn


class MessageWidget(QWidget):
    """Shows `turn` as it stands when `refresh` is called. `folded` says that the reader did it."""

    link_activated = Signal(str)
    folded = Signal()

    def __init__(self, turn: Turn, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        self.setAccessibleName(accessible_name)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)

    def refresh(self) -> None:
        """Take over what has changed in the turn."""

    def height_for(self, width: int) -> int:
        return layout_height(self.column, width)


def layout_height(layout: QLayout, width: int) -> int:
    layout.activate()
    if not layout.hasHeightForWidth():
        return layout.sizeHint().height()
    return layout.heightForWidth(width)
