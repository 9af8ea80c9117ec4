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
        self._shorter: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(1)

    def show_texts(self, text: str, *shorter: str) -> None:
        if (text, shorter) != (self.text(), self._shorter):
            self._shorter = shorter
            self.setText(text)
            self.setToolTip(tooltip(text))
        self.setVisible(bool(text))

    @property
    def shown(self) -> str:
        """The longest text that there is room for."""
        metrics, texts = self.fontMetrics(), (self.text(), *self._shorter)
        fits = (text for text in texts if metrics.horizontalAdvance(text) <= self.width())
        cut = metrics.elidedText(texts[-1], Qt.TextElideMode.ElideRight, self.width())
        return next(fits, cut)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawText(self.rect(), self.alignment(), self.shown)
        painter.end()
