"""A popup that opens above a chip and closes with a click outside."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QWidget

from ui.look import theme
from ui.widgets.preview import draw_card


class PopupCard(QFrame):
    """`name` is what the style sheet selects. It is deleted when it closes."""

    def __init__(
        self, name: str, accessible_name: str, width: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup | Qt.WindowType.FramelessWindowHint)
        self._anchor = QRect()
        self.setObjectName(name)
        self.setAccessibleName(accessible_name)
        self.setFixedWidth(min(width, self.screen().availableGeometry().width()))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # a click on the chip that opened it closes it, and shall not open it again
        self.setAttribute(Qt.WidgetAttribute.WA_NoMouseReplay)

    def place_above(self, anchor: QRect, height: int) -> None:
        """`anchor` is in global coordinates; the popup stays on its screen."""
        self._anchor = anchor
        screen = self.screen().availableGeometry()
        self.setFixedHeight(min(height, screen.height()))
        place = QRect(anchor.topLeft(), self.size())
        place.moveBottom(min(anchor.top() - 6, screen.bottom()))
        place.moveLeft(max(min(place.left(), screen.right() - place.width()), screen.left()))
        place.moveTop(max(place.top(), screen.top()))
        self.move(place.topLeft())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        # square: without a compositor the corners of a rounded popup are black
        draw_card(painter, self.rect(), theme.colors().line, radius=0)
        painter.end()
