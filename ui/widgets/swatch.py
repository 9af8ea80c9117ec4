"""A round button that shows a color to choose."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from ui.look import theme
from ui.widgets.labels import tooltip

_SIZE = 26


class Swatch(QAbstractButton):
    """`color` is asked for when it is painted."""

    def __init__(self, name: str, color: Callable[[], str]) -> None:
        super().__init__()
        self._color = color
        self.setText(name)
        self.setToolTip(tooltip(name))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_SIZE), theme.px(_SIZE))

    def paintEvent(self, event: QPaintEvent) -> None:
        side = theme.px(_SIZE)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate((self.width() - side) / 2, (self.height() - side) / 2)
        circle = QRectF(0, 0, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._color()))
        painter.drawEllipse(circle.adjusted(5, 5, -5, -5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self.isChecked():
            painter.setPen(QPen(QColor(theme.colors().text), 2))
            painter.drawEllipse(circle.adjusted(2, 2, -2, -2))
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colors().accent), 1))
            painter.drawRoundedRect(circle.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        painter.end()
