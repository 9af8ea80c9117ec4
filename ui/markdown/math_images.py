"""Draws each formula once, on a background thread, and caches the image."""

import re
from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import NamedTuple
from weakref import WeakValueDictionary
from xml.etree import ElementTree

from PySide6.QtCore import QByteArray, QCoreApplication, QObject, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from ui.look import theme
from ui.markdown.background import background

LONGEST = 800
_KEPT = 1000
_KEPT_IMAGES = 200
# At the same size, letters in formulas are smaller than those of the text.
_SCALE = 1.12
_WIDEST, _HIGHEST = 2000, 1000
_UNDRAWN = re.compile(r"\\(?:tag|label)\*?\{[^{}]*\}")
_NAME = re.compile(r"formula:(\d+):(#[0-9a-f]{6}):([\d.]+)")


class Wanted(NamedTuple):
    latex: str
    size: int
    display: bool


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Drawn:
    """A drawn formula. `box` is the visible part of the drawing in whole pixels, with the baseline
    at 0. `font` has the same descent. The image is found by name as long as this object lives."""

    number: int
    svg: str
    box: QRectF
    font: QFont

    @property
    def width(self) -> int:
        return int(self.box.width())

    @property
    def height(self) -> int:
        return int(self.box.height())


class MathImages(QObject):
    """The drawn formulas. `drawn` has a Wanted whose image was missing and is there now. A formula
    that cannot be drawn is remembered as None and stays text."""

    drawn = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._known: OrderedDict[Wanted, Drawn | None] = OrderedDict()
        self._by_number: WeakValueDictionary[int, Drawn] = WeakValueDictionary()
        self._asked: set[Wanted] = set()
        self._images: OrderedDict[str, QImage] = OrderedDict()
        self._count = 0

    def find(self, wanted: Wanted) -> Drawn | None:
        """Return a drawn formula. If there is none, return None and have it drawn."""
        if wanted in self._known:
            self._known.move_to_end(wanted)
            return self._known[wanted]
        if len(wanted.latex) <= LONGEST and wanted not in self._asked:
            self._asked.add(wanted)
            background().do(lambda: drawing(wanted), lambda result: self._keep(wanted, result))
        return None

    def image(self, name: str) -> QImage | None:
        """Return the image for a name that a document uses."""
        if name in self._images:
            self._images.move_to_end(name)
            return self._images[name]
        match = _NAME.fullmatch(name)
        drawn = self._by_number.get(int(match[1])) if match else None
        if not match or not drawn:
            return None
        image = self._images[name] = _rasterised(drawn, match[2], float(match[3]))
        if len(self._images) > _KEPT_IMAGES:
            self._images.popitem(last=False)
        return image

    def _keep(self, wanted: Wanted, result: tuple[str, list[float]] | None) -> None:
        self._asked.discard(wanted)
        drawn = None
        if result:
            self._count += 1
            drawn = self._by_number[self._count] = _placed(self._count, wanted.size, *result)
        self._known[wanted] = drawn
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        if drawn:
            self.drawn.emit(wanted)


def math_images() -> MathImages:
    """Return the formulas of this application."""
    application = QCoreApplication.instance()
    assert application is not None
    found = application.findChild(MathImages)
    return found if isinstance(found, MathImages) else MathImages(application)


def image_name(drawn: Drawn, color: str, ratio: float) -> str:
    return f"formula:{drawn.number}:{color}:{ratio:g}"


def drawing(wanted: Wanted) -> tuple[str, list[float]] | None:
    """Return an SVG with its left, top, width and height, or None if the formula cannot be drawn.
    Slow: call it on another thread."""
    # An import of 0.2 s that a start without formulas does not need.
    from ziamath.config import config  # noqa: PLC0415
    from ziamath.zmath import Latex  # noqa: PLC0415

    # Qt cannot render SVG 2, which reuses glyphs.
    config.svg2 = False
    latex = _UNDRAWN.sub("", wanted.latex)
    made = Latex(latex, size=wanted.size * _SCALE, inline=not wanted.display)
    if "\\" in made.mathmlstr():
        # An unknown command, which would be drawn as letters.
        return None
    root = made.svgxml()
    box = [float(it) for it in root.attrib["viewBox"].split()]
    if box[2] > _WIDEST or box[3] > _HIGHEST or len(root) == 0:
        return None
    return ElementTree.tostring(root, encoding="unicode"), box


def _placed(number: int, size: int, svg: str, box: list[float]) -> Drawn:
    """Make the image at least as high as a line of text, so that it keeps its place even if
    alone."""
    left, top, width, height = box
    text = QFont(theme.font(1))
    text.setPixelSize(size)
    line = QFontMetricsF(text)
    font = _font_with_descent(max(line.descent(), top + height))
    descent = QFontMetricsF(font).descent()
    whole = ceil(descent + max(line.ascent(), -top))
    return Drawn(number, svg, QRectF(left, descent - whole, ceil(width), whole), font)


@lru_cache(maxsize=256)
def _font_with_descent(descent: float) -> QFont:
    result = QFont(theme.font(100))
    result.setPixelSize(100)
    share = QFontMetricsF(result).descent() / 100
    result.setPixelSize(max(1, ceil(descent / share)))
    return result


def _rasterised(drawn: Drawn, color: str, ratio: float) -> QImage:
    svg = drawn.svg.replace("<svg ", f'<svg fill="{color}" ', 1).replace('"black"', f'"{color}"')
    image = QImage(drawn.box.size().toSize() * ratio, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    renderer.setViewBox(drawn.box)
    renderer.render(painter, QRectF(image.rect()))
    painter.end()
    return image
