"""Draws the formulas of exported answers as SVG."""

import logging
from functools import lru_cache
from typing import NamedTuple
from xml.etree import ElementTree

from ui.markdown.math_images import LONGEST, Wanted, drawing
from ui.markdown.math_syntax import Formula

log = logging.getLogger(__name__)

# Drawings in the cache; each takes about 10 ms to make.
MOST = 1000
SIZE = 16
_SVG = "http://www.w3.org/2000/svg"
# Elements and attributes that ziamath uses; anything else is removed.
_ALLOWED = {
    "svg": ("viewBox",),
    "g": ("transform", "fill"),
    "path": ("d", "transform", "fill", "stroke", "stroke-width"),
    "rect": ("x", "y", "width", "height", "fill", "stroke", "stroke-width"),
    "line": ("x1", "y1", "x2", "y2", "stroke", "stroke-width"),
}


class Drawing(NamedTuple):
    """`svg` has the color of the surrounding text; `depth` of its height is below the base line."""

    svg: str
    width: float
    height: float
    depth: float


@lru_cache(maxsize=MOST)
def drawn(formula: Formula) -> Drawing | None:
    """Return None if the formula stays text."""
    if len(formula.latex) > LONGEST:
        return None
    try:
        found = drawing(Wanted(formula.latex, SIZE, formula.display))
    except Exception:
        # the library may raise anything for a model's text
        log.debug("a formula could not be drawn", exc_info=True)
        return None
    if found is None:
        return None
    source, (_, top, width, height) = found
    svg, depth = _sanitized(ElementTree.fromstring(source)), top + height
    style = f"width:{width:.1f}px;height:{height:.1f}px;vertical-align:{-depth:.1f}px"
    svg.set("style", style)
    svg.set("xmlns", _SVG)
    svg.set("width", f"{width:.1f}")
    svg.set("height", f"{height:.1f}")
    return Drawing(ElementTree.tostring(svg, encoding="unicode"), width, height, depth)


def _sanitized(element: ElementTree.Element) -> ElementTree.Element:
    name = element.tag.rpartition("}")[2]
    made = ElementTree.Element(name)
    for key in _ALLOWED.get(name, ()):
        value = element.get(key)
        if value is not None:
            made.set(key, "currentColor" if value == "black" else value)
    made.extend(_sanitized(child) for child in element if child.tag.rpartition("}")[2] in _ALLOWED)
    return made
