"""An image or video with a question about it, to try with one click."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QAbstractButton, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.model_entry import Sample
from ui.widgets.preview import draw_card, draw_play_badge, draw_preview, thumbnail

IMAGE = QSize(140, 105)
MARGIN = 8
QUESTION = 62
_PRESS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_WRAPPED = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


class SampleCard(QAbstractButton):
    def __init__(self, sample: Sample, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sample = sample
        theme.set_font(self, 13)
        self._fit()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        about = tr("Ask about a sample image: {question}")
        if sample.is_video:
            about = tr("Ask about a sample video: {question}")
        self.setAccessibleName(about.format(question=sample.question))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _PRESS:
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event) and self.size() != card_size():
            self._fit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        self._draw_frame(painter)
        image = QRect(QPoint(MARGIN, MARGIN), _image_size())
        if self._image is None:
            self._image = thumbnail(self.sample.preview, _image_size())
        draw_preview(painter, image, self._image)
        if self.sample.is_video:
            draw_play_badge(painter, image, 17)
        self._draw_question(painter, image)
        painter.end()

    def _fit(self) -> None:
        # made when it is painted: a chat that is opened again has cards that nobody sees
        self._image: QPixmap | None = None
        self.setFixedSize(card_size())

    def _draw_frame(self, painter: QPainter) -> None:
        colors, focused = theme.colors(), self.hasFocus()
        border = colors.accent if focused else colors.line
        fill = colors.chip if self.underMouse() else colors.card
        draw_card(painter, self.rect(), border, 2 if focused else 1, fill=fill)

    def _draw_question(self, painter: QPainter, image: QRect) -> None:
        left, right = image.left() + 2, image.right() - 2
        below = QRect(left, image.bottom() + 9, right - left, self.height() - image.bottom() - 13)
        painter.setPen(QColor(theme.colors().text))
        painter.drawText(below, _WRAPPED, f"“{self.sample.question}”")


def card_size() -> QSize:
    return _image_size() + QSize(2 * MARGIN, 2 * MARGIN + theme.px(QUESTION))


def _image_size() -> QSize:
    return QSize(theme.px(IMAGE.width()), theme.px(IMAGE.height()))
