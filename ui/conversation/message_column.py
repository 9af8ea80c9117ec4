"""The messages of a conversation below each other, centred, at a width that reads well."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtWidgets import QWidget

from ui.conversation.message_widget import MessageWidget

TEXT_WIDTH = 760
_MARGIN = 18
_SPACING = 22


class MessageColumn(QWidget):
    """Places its messages itself: a layout would ask each of them for its height many times over.

    `stale` says that a message may have changed its height.
    """

    stale = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.messages: list[MessageWidget] = []

    def add(self, message: MessageWidget) -> None:
        message.setParent(self)
        message.show()
        self.messages.append(message)

    def arrange(self, width: int) -> None:
        text_width = max(1, min(TEXT_WIDTH, width - 2 * _MARGIN))
        left, y = (width - text_width) // 2, _MARGIN
        for message in self.messages:
            height = message.height_for(text_width)
            message.setGeometry(left, y, text_width, height)
            y += height + _SPACING
        self.resize(width, y - _SPACING + _MARGIN)

    def event(self, event: QEvent) -> bool:
        """Qt posts a layout request when something inside a message wants another size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self.stale.emit()
        return super().event(event)
