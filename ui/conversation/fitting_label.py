"""One line that says less where there is less room."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from ui.widgets.elided_label import ElidedLabel
from ui.widgets.plain_label import tooltip


class FittingLabel(ElidedLabel):
    """The whole text is its tooltip, and what a screen reader says."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._short = ""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)

    def show_texts(self, text: str, short: str = "") -> None:
        self._short = short
        if text != self.text():
            self.setText(text)
            self.setToolTip(tooltip(text))
        self.setVisible(bool(text))

    @property
    def shown(self) -> str:
        """What there is room for."""
        metrics = self.fontMetrics()
        fits = metrics.horizontalAdvance(self.text()) <= self.width()
        text = self.text() if fits or not self._short else self._short
        return metrics.elidedText(text, Qt.TextElideMode.ElideRight, self.width())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawText(self.rect(), self.alignment(), self.shown)
        painter.end()
