"""Paints the shapes of a drawing with Qt: in the window, in images and on paper."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
)

from engine.frozen import frozen
from ui.charts.chart import Chart
from ui.charts.chart_layout import LETTERS, Measure, laid_out
from ui.charts.drawing import Box, Circle, Drawing, Path, Text
from ui.charts.tones import TONES
from ui.look.colors import Colors

# Opacity of the area below a line, at its top.
_FADE = 70


@frozen
class Inks:
    """The colors of one look."""

    text: str
    dim: str
    line: str
    ground: str
    dark: bool = False

    def color(self, name: str) -> QColor:
        if name.startswith("tone"):
            return QColor(TONES[int(name.removeprefix("tone"))][self.dark])
        return QColor(getattr(self, name))


def inks(colors: Colors) -> Inks:
    return Inks(colors.text, colors.dim, colors.line, colors.card, colors.dark)


PAPER = Inks("#000000", "#444444", "#cccccc", "#ffffff")


def measure(font: QFont) -> Measure:
    """Return the function that measures texts in a font, which has LETTERS pixels at a zoom of
    100 %."""
    plain = QFontMetricsF(_sized(font, strong=False))
    strong = QFontMetricsF(_sized(font, strong=True))
    return lambda text, bold: (strong if bold else plain).horizontalAdvance(text)


def paint(painter: QPainter, drawing: Drawing, look: Inks, font: QFont) -> None:
    """Paint in the units of the drawing; the painter is scaled to others."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    fonts = {strong: _sized(font, strong=strong) for strong in (False, True)}
    for shape in drawing.shapes:
        match shape:
            case Box():
                _box(painter, shape, look)
            case Path():
                _path(painter, shape, look)
            case Circle():
                _circle(painter, shape, look)
            case Text():
                painter.setFont(fonts[shape.strong])
                _text(painter, shape, look)


def chart_image(chart: Chart, width: float, look: Inks, font: QFont, ratio: float) -> QImage:
    """Return a chart with its title as an image; `ratio` pixels of it make one of `width`."""
    drawing = laid_out(chart, width, measure(font), title=True)
    size = round(drawing.width * ratio), max(1, round(drawing.height * ratio))
    image = QImage(*size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(look.color("ground"))
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    paint(painter, drawing, look, font)
    painter.end()
    return image


def _sized(font: QFont, *, strong: bool) -> QFont:
    found = QFont(font)
    found.setPixelSize(round(LETTERS))
    found.setWeight(QFont.Weight.DemiBold if strong else QFont.Weight.Normal)
    return found


def _box(painter: QPainter, box: Box, look: Inks) -> None:
    if box.ink == "none":
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.color(box.ink))
    area = box.area
    rect = QRectF(area.left, area.top, area.width, area.height)
    painter.drawRoundedRect(rect, box.radius, box.radius)


def _path(painter: QPainter, path: Path, look: Inks) -> None:
    points = [QPointF(x, y) for x, y in path.points]
    color = look.color(path.ink)
    if path.closed:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(QPolygonF(points))
        return
    stroke(painter, points, color, path.floor, path.width, path.dashes)


def stroke(
    painter: QPainter,
    points: Sequence[QPointF],
    color: QColor,
    floor: float | None,
    width: float = 1.5,
    dashes: tuple[float, float] | None = None,
) -> None:
    """Draw a line through points, and tint the area between it and its floor."""
    line = QPainterPath(points[0])
    for point in points[1:]:
        line.lineTo(point)
    if floor is not None:
        area = QPainterPath(line)
        area.lineTo(points[-1].x(), floor)
        area.lineTo(points[0].x(), floor)
        painter.fillPath(area, _fade(color, min(it.y() for it in points), floor))
    pen = QPen(color, width)
    pen.setJoinStyle(Qt.PenJoinStyle.BevelJoin)
    if dashes:
        pen.setDashPattern([it / width for it in dashes])
    painter.strokePath(line, pen)


def _fade(color: QColor, top: float, bottom: float) -> QLinearGradient:
    gradient = QLinearGradient(0, top, 0, bottom)
    for position, alpha in ((0.0, _FADE), (1.0, 0)):
        stop = QColor(color)
        stop.setAlpha(alpha)
        gradient.setColorAt(position, stop)
    return gradient


def _circle(painter: QPainter, circle: Circle, look: Inks) -> None:
    color = look.color(circle.ink)
    painter.setPen(QPen(color, 1.5) if circle.hollow else QPen(Qt.PenStyle.NoPen))
    painter.setBrush(look.color("ground") if circle.hollow else color)
    painter.drawEllipse(QPointF(*circle.center), circle.radius, circle.radius)


def _text(painter: QPainter, text: Text, look: Inks) -> None:
    painter.setPen(look.color(text.ink))
    width = QFontMetricsF(painter.font()).horizontalAdvance(text.text)
    x, y = text.at
    shift = {"start": 0.0, "middle": width / 2, "end": width}[text.side]
    painter.drawText(QPointF(x - shift, y), text.text)
