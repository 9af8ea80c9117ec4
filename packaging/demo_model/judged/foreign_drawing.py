"""Draws scenes with Qt, in outlines and colors of its own."""

import math
import random
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QImage,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QRadialGradient,
)

from demo_model.shown.scenes import Item, Scene

# From XKCD's survey of color names, Crayola's pencils and RAL's paints.
TONES = {
    "red": ("e50000", "ee204d", "cc0605", "d9381e"),
    "orange": ("f97306", "ff7538", "ff8f00", "f67828"),
    "yellow": ("ffff14", "fce883", "fad201", "ffe135"),
    "green": ("15b01a", "1cac78", "287233", "3aa655"),
    "blue": ("0343df", "1f75fe", "1e2460", "2a6fdb"),
    "purple": ("7e1e9c", "7851a9", "6a0dad", "8040a0"),
    "pink": ("ff81c0", "ffaacc", "f78fa7", "ff85b6"),
    "brown": ("653700", "7b4a1e", "84563c", "6f3f1a"),
    "black": ("000000", "0a0a0d", "161412"),
    "white": ("ffffff", "fbfbf8", "f7f8fa"),
    "gray": ("929591", "7d7f7d", "8b8c7a", "6e7278"),
}
# Tones that are pale, dark or between two names.
NAMELESS = ("fdf6e3", "e6f4ea", "e8eaf6", "fce4d6", "dff3f5", "2b3a42", "3b2f4a", "d9c8b4")
CONTRAST = 95.0
APART = 70.0
TRIES = 400

RGB = tuple[int, int, int]


@dataclass(frozen=True)
class Look:
    """`behind` are two tones of a gradient, or the same tone twice. `rounding` is in halves of a
    square's side, `star_inner` and `cross_arm` in radii, and `pen` in radii, 0 for no outline."""

    colors: dict[str, RGB]
    kind: str
    behind: tuple[RGB, RGB]
    rounding: float
    star_inner: float
    cross_arm: float
    pen: float


def sample_look(rng: random.Random, names: Iterable[str], background: str) -> Look:
    """Choose a look at random. `background` is a color's name, or plain, soft or round for a
    background without a name."""
    names = sorted(set(names))
    best: tuple[float, dict[str, RGB], tuple[RGB, RGB]] = (-1.0, {}, ((0, 0, 0), (0, 0, 0)))
    for _ in range(TRIES):
        tones = TONES.get(background, NAMELESS)
        first = _rgb(rng.choice(tones))
        second = _near(rng, first) if background in ("soft", "round") else first
        colors = {name: _rgb(rng.choice(TONES[name])) for name in names}
        clear = _clearness(list(colors.values()), (first, second))
        if clear > best[0]:
            best = (clear, colors, (first, second))
        if clear >= 1:
            break
    return Look(
        best[1],
        background if background in ("soft", "round") else "plain",
        best[2],
        rng.choice((0.0, 0.0, rng.uniform(0.05, 0.22))),
        rng.uniform(0.40, 0.56),
        rng.uniform(0.24, 0.42),
        rng.uniform(0.03, 0.08) if rng.random() < 0.25 else 0.0,
    )


def size_of(rng: random.Random, aspect: float) -> tuple[int, int]:
    """Return (width, height), both even, with a shorter side of 220 to 900 pixels."""
    shorter = math.exp(rng.uniform(math.log(220), math.log(900)))
    return 2 * round(shorter * max(1.0, aspect) / 2), 2 * round(shorter * max(1.0, 1 / aspect) / 2)


def draw(scene: Scene, look: Look, width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(image.rect(), _brush(look, width, height))
    for item in scene.items:
        _draw_item(painter, item, look, width, height)
    painter.end()
    return image


def pixels(image: QImage) -> NDArray[np.uint8]:
    """Return the image (height, width, 3) in RGB."""
    plain = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(plain.constBits(), np.uint8).reshape(plain.height(), -1)
    return lines[:, : plain.width() * 3].reshape(plain.height(), plain.width(), 3).copy()


def unknown(rng: random.Random) -> QImage:
    """Draw something without any shape that Dot knows: a page of text, a curve or hatching."""
    width, height = size_of(rng, rng.uniform(0.7, 1.6))
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(*_rgb(rng.choice(NAMELESS[:5]))))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(*_rgb(rng.choice(TONES["black"] + TONES["blue"]))), height / 90))
    rng.choice((_write, _curve, _hatch))(rng, painter, width, height)
    painter.end()
    return image


def _write(rng: random.Random, painter: QPainter, width: int, height: int) -> None:
    painter.setFont(QFont("Inter", max(6, height // 28)))
    words = ("lorem", "ipsum", "dolor", "sit", "amet", "sed", "diam", "nonumy", "tempor", "elitr")
    text = " ".join(rng.choice(words) for _ in range(70))
    margin = width // 12
    box = QRectF(margin, margin, width - 2 * margin, height - 2 * margin)
    painter.drawText(box, Qt.TextFlag.TextWordWrap, text)


def _curve(rng: random.Random, painter: QPainter, width: int, height: int) -> None:
    waves, phase = rng.uniform(1, 3), rng.uniform(0, 6)
    points = [
        QPointF(x, height * (0.5 - 0.3 * math.sin(phase + waves * 2 * math.pi * x / width)))
        for x in range(0, width, 4)
    ]
    painter.drawPolyline(QPolygonF(points))


def _hatch(rng: random.Random, painter: QPainter, width: int, height: int) -> None:
    step = rng.uniform(0.04, 0.09) * height
    for number in range(int((width + height) / step)):
        painter.drawLine(QLineF(number * step, 0, number * step - height, height))


def _rgb(digits: str) -> RGB:
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _near(rng: random.Random, rgb: RGB) -> RGB:
    red, green, blue = (min(255, max(0, value + rng.randint(-45, 45))) for value in rgb)
    return red, green, blue


def _clearness(colors: list[RGB], behind: tuple[RGB, RGB]) -> float:
    """Return how well all colors stand out from the background and from each other; 1 is enough."""
    shares = [math.dist(rgb, tone) / CONTRAST for rgb in colors for tone in behind]
    shares += [math.dist(a, b) / APART for i, a in enumerate(colors) for b in colors[:i]]
    return min(shares, default=1.0)


def _brush(look: Look, width: int, height: int) -> QBrush:
    first, second = (QColor(*rgb) for rgb in look.behind)
    if look.kind == "plain":
        return QBrush(first)
    if look.kind == "soft":
        gradient = QLinearGradient(0, 0, width, height)
    else:
        gradient = QRadialGradient(width / 2, height / 2, max(width, height) * 0.6)
    gradient.setColorAt(0, first)
    gradient.setColorAt(1, second)
    return QBrush(gradient)


def _draw_item(painter: QPainter, item: Item, look: Look, width: int, height: int) -> None:
    rgb = look.colors[item.color]
    radius = item.radius * min(width, height)
    painter.save()
    painter.translate(item.x * width, item.y * height)
    painter.rotate(math.degrees(item.rotation))
    painter.setBrush(QColor(*rgb))
    if look.pen:
        dark = sum(look.behind[0]) > 380
        pen = QPen(QColor(*rgb).darker(170) if dark else QColor(*rgb).lighter(170))
        pen.setWidthF(look.pen * radius)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
    else:
        painter.setPen(Qt.PenStyle.NoPen)
    painter.drawPath(_outline(item.shape, radius, look))
    painter.restore()


def _outline(shape: str, radius: float, look: Look) -> QPainterPath:
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(QPointF(0, 0), radius, radius)
    elif shape == "square":
        side = 0.88 * radius
        corner = look.rounding * side
        path.addRoundedRect(QRectF(-side, -side, 2 * side, 2 * side), corner, corner)
    elif shape == "triangle":
        corners = [(0, -1.05), (1.0, 0.75), (-1.0, 0.75)]
        path.addPolygon(_polygon(corners, radius))
    elif shape == "star":
        path.addPolygon(_polygon(_star(look.star_inner), radius))
    else:
        a = look.cross_arm
        quarter = [(-a, -1.0), (a, -1.0), (a, -a), (1.0, -a), (1.0, a), (a, a)]
        path.addPolygon(_polygon(quarter + [(-x, -y) for x, y in quarter], radius))
    path.closeSubpath()
    return path


def _star(inner: float) -> list[tuple[float, float]]:
    points = []
    for number in range(10):
        distance = inner if number % 2 else 1.12
        angle = math.pi * number / 5
        points.append((distance * math.sin(angle), -distance * math.cos(angle)))
    return points


def _polygon(corners: list[tuple[float, float]], radius: float) -> QPolygonF:
    return QPolygonF([QPointF(x * radius, y * radius) for x, y in corners])
