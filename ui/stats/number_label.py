"""A number that stands still while it counts: every digit is equally wide."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from ui.widgets.plain_label import tooltip


class NumberLabel(QLabel):
    """One line of plain text at the right; where it has no room it ends in an ellipsis and is a
    tooltip. `kind` is what the style sheet selects."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("kind", kind)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_number(self, text: str, spoken: str = "") -> None:
        """`spoken` is what a screen reader says, with what the number is of."""
        if text == self.text():
            return
        self.setText(text)
        self.setAccessibleName(spoken or text)
        self.setToolTip(tooltip(text))

    def sizeHint(self) -> QSize:
        self.ensurePolished()
        return QSize(
            self._metrics().horizontalAdvance(self.text()) + 1, super().sizeHint().height()
        )

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._font())
        text = self._metrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.drawText(self.rect(), self.alignment(), text)
        painter.end()

    def _font(self) -> QFont:
        """The style sheet sets the rest of it, and would take this away."""
        font = QFont(self.font())
        font.setFeature(QFont.Tag("tnum"), 1)
        font.setKerning(False)
        return font

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._font())
