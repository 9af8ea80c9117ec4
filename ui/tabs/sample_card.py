"""A picture or clip with a question about it, to try with one click."""

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from ui import theme
from ui.widgets.preview import draw_card, draw_play_badge, draw_preview, thumbnail

PICTURE = QSize(140, 105)
MARGIN = 8
SIZE = QSize(PICTURE.width() + 2 * MARGIN, PICTURE.height() + 2 * MARGIN + 62)
_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(frozen=True, eq=False)
class Sample:
    path: Path
    question: str
    preview: QImage
    is_clip: bool
    thinking: bool = False


class SampleCard(QAbstractButton):
    def __init__(self, sample: Sample, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sample = sample
        self._picture = thumbnail(sample.preview, PICTURE)
        self.setFixedSize(SIZE)
        self.setFont(theme.font(13))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        kind = "clip" if sample.is_clip else "picture"
        self.setAccessibleName(f"Ask about a sample {kind}: {sample.question}")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PRESS:
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._draw_frame(painter)
        picture = QRect(MARGIN, MARGIN, PICTURE.width(), PICTURE.height())
        draw_preview(painter, picture, self._picture)
        if self.sample.is_clip:
            draw_play_badge(painter, picture, 17)
        self._draw_question(painter, picture)
        painter.end()

    def _draw_frame(self, painter: QPainter) -> None:
        colors, focused = theme.colors(), self.hasFocus()
        border = colors.accent if focused else colors.line
        fill = colors.chip if self.underMouse() else colors.card
        draw_card(painter, self.rect(), border, 2 if focused else 1, fill=fill)

    def _draw_question(self, painter: QPainter, picture: QRect) -> None:
        left, right = picture.left() + 2, picture.right() - 2
        below = QRect(
            left, picture.bottom() + 9, right - left, SIZE.height() - picture.bottom() - 13
        )
        painter.setPen(QColor(theme.colors().text))
        painter.drawText(below, _WRAPPED, f"“{self.sample.question}”")
