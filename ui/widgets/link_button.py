"""A button that looks like a link: for what is seldom wanted and takes no room."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QToolButton, QWidget

from ui.look import theme

# as in the style sheet, with the border
_PADDING = 4


class LinkButton(QToolButton):
    def __init__(self, text: str, about: str, parent: QWidget | None = None) -> None:
        """`about` tells a screen reader what the text is about."""
        super().__init__(parent)
        self.setText(text)
        self.setAccessibleDescription(about)
        self.setProperty("kind", "link")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """No wider than its words: it stands in line with the text above it."""
        width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(width + 2 * theme.px(_PADDING), super().sizeHint().height())
