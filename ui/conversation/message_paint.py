"""What is drawn under the text of an answer: code cards, quote bars, rules."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ui import theme
from ui.conversation.message_formats import CODE_HEADER
from ui.conversation.message_writer import Mark, MarkKind
from ui.language import tr

_COPY_WIDTH = 74
_RADIUS = 9


def copy_area(card: QRectF) -> QRectF:
    """Where a click copies the code of `card`."""
    return QRectF(card.right() - _COPY_WIDTH, card.top(), _COPY_WIDTH, CODE_HEADER)


def paint_mark(
    painter: QPainter, mark: Mark, rect: QRectF, copied: bool, focused: bool = False
) -> None:
    match mark.kind:
        case MarkKind.CODE:
            _paint_card(painter, rect)
            _paint_header(painter, mark.label, rect, copied)
            if focused:
                _paint_focus(painter, copy_area(rect))
        case MarkKind.QUOTE:
            _paint_bar(painter, rect)
        case MarkKind.RULE:
            _paint_rule(painter, rect)


def paint_caret(painter: QPainter, center: QPointF, radius: float) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().accent))
    painter.drawEllipse(center, radius, radius)


def _paint_card(painter: QPainter, rect: QRectF) -> None:
    painter.setPen(QPen(QColor(theme.colors().line), 1))
    painter.setBrush(QColor(theme.colors().code))
    painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
    y = rect.top() + CODE_HEADER - 0.5
    painter.drawLine(QPointF(rect.left() + 1, y), QPointF(rect.right() - 1, y))


def _paint_header(painter: QPainter, language: str, rect: QRectF, copied: bool) -> None:
    area = copy_area(rect)
    label = QRectF(rect.left() + 12, rect.top(), area.left() - rect.left() - 12, CODE_HEADER)
    painter.setPen(QColor(theme.colors().dim))
    painter.setFont(theme.font(12, QFont.Weight.Medium))
    painter.drawText(label, Qt.AlignmentFlag.AlignVCenter, language.partition(" ")[0] or tr("code"))
    icon = theme.pixmap("check" if copied else "copy", size=13)
    painter.drawPixmap(area.topLeft() + QPointF(2, (CODE_HEADER - 13) / 2), icon)
    text = tr("Copied") if copied else tr("Copy")
    painter.drawText(area.adjusted(21, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)


def _paint_focus(painter: QPainter, area: QRectF) -> None:
    painter.setPen(QPen(QColor(theme.colors().accent), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(area.adjusted(-5, 4, -5, -4), 6, 6)


def _paint_bar(painter: QPainter, rect: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().hover))
    # the spacing of the last line is below it
    painter.drawRoundedRect(QRectF(rect.left(), rect.top(), 3, rect.height() - 4), 1.5, 1.5)


def _paint_rule(painter: QPainter, rect: QRectF) -> None:
    y = round(rect.center().y()) + 0.5
    painter.setPen(QPen(QColor(theme.colors().line), 1))
    painter.drawLine(QPointF(rect.left(), y), QPointF(rect.right(), y))
