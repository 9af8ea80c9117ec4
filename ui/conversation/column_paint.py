"""What is painted between and around the messages of a conversation."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from ui import theme
from ui.language import tr
from ui.state.not_told import NotTold

_GAP = 10
# of 255
_MARK = 38


def paint_marked(painter: QPainter, message: QRect) -> None:
    """Behind a message that was looked for."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fill = QColor(theme.colors().accent)
    fill.setAlpha(_MARK)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(fill)
    painter.drawRoundedRect(QRectF(message.adjusted(-9, -7, 9, 7)), 8, 8)


def paint_told(painter: QPainter, above: QRect, height: int, how: NotTold) -> None:
    """A line with words in the gap below a message."""
    line = QRect(above.left(), above.bottom() + 1, above.width(), height)
    painter.setFont(theme.font(11))
    words = painter.fontMetrics().elidedText(
        _words(how), Qt.TextElideMode.ElideRight, line.width() - 4 * _GAP
    )
    painter.setPen(QColor(theme.colors().dim))
    said = painter.boundingRect(line, Qt.AlignmentFlag.AlignCenter, words)
    painter.drawText(line, Qt.AlignmentFlag.AlignCenter, words)
    painter.setPen(QColor(theme.colors().line))
    middle = line.center().y()
    painter.drawLine(line.left(), middle, said.left() - _GAP, middle)
    painter.drawLine(said.right() + _GAP, middle, line.right(), middle)


def _words(how: NotTold) -> str:
    match how:
        case NotTold.LEFT_OUT:
            return tr("From here up, the model is not told")
        case NotTold.SUMMARISED:
            return tr("From here up, the model is told a summary")
        case NotTold.TO_SUMMARISE:
            return tr("From here up will be summarised first")
