"""Drawing cards, rounded thumbnails and the marks of a video."""

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetrics,
    QImage,
    QPainter,
    QPen,
    QPixmap,
    QPolygonF,
)

from ui.look import theme

_SHADE = QColor(0, 0, 0, 150)
_WHITE = QColor(Qt.GlobalColor.white)
# every thumbnail is kept at twice its size: sharp on a Retina screen, smooth elsewhere
_RATIO = 2
_RADIUS = 8
CAPTION_FONT = 11
_CAPTION_ICON = 10


def thumbnail(image: QImage, size: QSize) -> QPixmap:
    """The middle of `image`, filling `size`, with round corners; clear where there is no image."""
    full = size * _RATIO
    result = QPixmap(full)
    result.fill(Qt.GlobalColor.transparent)
    if not image.isNull():
        painter = QPainter(result)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(_middle(image, full)))
        painter.drawRoundedRect(result.rect(), _RADIUS * _RATIO, _RADIUS * _RATIO)
        painter.end()
    result.setDevicePixelRatio(_RATIO)
    return result


def draw_preview(painter: QPainter, rect: QRect, image: QPixmap) -> None:
    """`image` comes from `thumbnail`; its clear parts show the theme's chip color."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().chip))
    painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
    painter.drawPixmap(rect.topLeft(), image)


def fitted(image: QImage, size: QSize, radius: float = 6) -> QPixmap:
    """Return the whole of `image`, as large as it fits into `size`, with round corners; a clear
    pixmap of that size where there is no image."""
    room = size * _RATIO
    whole = image.size().scaled(room, Qt.AspectRatioMode.KeepAspectRatio)
    result = QPixmap(room if image.isNull() else whole.expandedTo(QSize(1, 1)))
    result.fill(Qt.GlobalColor.transparent)
    if not image.isNull():
        keep, smooth = (
            Qt.AspectRatioMode.IgnoreAspectRatio,
            Qt.TransformationMode.SmoothTransformation,
        )
        painter = QPainter(result)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(image.scaled(result.size(), keep, smooth)))
        corner = min(radius * _RATIO, result.height() / 6, result.width() / 6)
        painter.drawRoundedRect(result.rect(), corner, corner)
        painter.end()
    result.setDevicePixelRatio(_RATIO)
    return result


def draw_fitted(painter: QPainter, rect: QRect, image: QPixmap) -> None:
    """Draw a pixmap of `fitted` in the middle of `rect`."""
    place = QRectF(QPointF(), image.deviceIndependentSize())
    place.moveCenter(QRectF(rect).center())
    painter.drawPixmap(place.topLeft().toPoint(), image)


def draw_caption(painter: QPainter, rect: QRect, text: str, icon: str, color: str) -> None:
    """Draw the words below an image, after a small icon if there is one; they end in an ellipsis
    where the room does."""
    painter.setFont(theme.font(CAPTION_FONT))
    if icon:
        side = theme.px(_CAPTION_ICON)
        top = rect.center().y() - side // 2 + 1
        painter.drawPixmap(rect.left(), top, theme.pixmap(icon, color, side))
        rect = rect.adjusted(side + 3, 0, 0, 0)
    painter.setPen(QColor(color))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)


def caption_width(text: str, icon: str) -> int:
    """Return the width that `draw_caption` needs for the whole text."""
    words = QFontMetrics(theme.font(CAPTION_FONT)).horizontalAdvance(text) + 2
    return words + (theme.px(_CAPTION_ICON) + 3 if icon else 0)


def draw_card(
    painter: QPainter,
    rect: QRect,
    border: str,
    width: float = 1,
    radius: float = 12,
    fill: str = "",
) -> None:
    """A rounded surface; `fill` is the theme's card color where none is given."""
    inset = width / 2
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(border), width))
    painter.setBrush(QColor(fill or theme.colors().card))
    painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), radius, radius)


def draw_play_badge(painter: QPainter, rect: QRect, radius: float = 11) -> None:
    center = QRectF(rect).center()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_SHADE)
    painter.drawEllipse(center, radius, radius)
    half = radius * 0.42
    corners = [QPointF(-half * 0.75, -half), QPointF(half, 0), QPointF(-half * 0.75, half)]
    painter.setBrush(_WHITE)
    painter.drawPolygon(QPolygonF([center + corner for corner in corners]))


def _middle(image: QImage, size: QSize) -> QImage:
    """Cut to the shape of `size` first: scaling a very long image as a whole could take GBs."""
    shape = size.scaled(image.size(), Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1))
    cut = QRect(QPoint(), shape)
    cut.moveCenter(image.rect().center())
    keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return image.copy(cut).scaled(size, keep, smooth)
