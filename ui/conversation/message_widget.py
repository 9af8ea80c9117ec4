"""One turn of the conversation; each role looks its own way."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout, QWidget

from ui.state.turn import Turn


class MessageWidget(QWidget):
    """Shows `turn` as it stands when `refresh` is called.

    `folded` says that the reader did it, `continue_pressed` that the reply shall go on;
    `call_decided` has the id of a call, a Decision and the arguments, `inspect_requested` the turn,
    `open_requested` an Attachment that shall be shown large.
    """

    link_activated = Signal(str)
    folded = Signal()
    continue_pressed = Signal()
    call_decided = Signal(str, object, str)
    inspect_requested = Signal(object)
    open_requested = Signal(object)

    def __init__(self, turn: Turn, accessible_name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.turn = turn
        self.setAccessibleName(accessible_name)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(4)

    def refresh(self) -> None:
        """Take over what has changed in the turn."""

    def offer_continue(self, resumable: bool) -> None:
        """Show or hide the button that continues a reply."""

    def height_for(self, width: int) -> int:
        return layout_height(self.column, width)


def layout_height(layout: QLayout, width: int) -> int:
    layout.activate()
    if not layout.hasHeightForWidth():
        return layout.sizeHint().height()
    return layout.heightForWidth(width)
