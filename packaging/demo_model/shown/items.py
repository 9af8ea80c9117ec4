"""One shape in an image, and the lengths of an image."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from demo_model.shown.shapes import REACH, outline

SHAPES = ("circle", "square", "triangle", "star", "cross")
COLORS = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "pink",
    "brown",
    "black",
    "white",
    "gray",
)


@dataclass(frozen=True)
class Item:
    """A shape. `x` and `y` are its center as shares of width and height, `radius` is half its
    extent as a share of the shorter side, `rotation` is in radians."""

    shape: str
    color: str
    x: float
    y: float
    radius: float
    rotation: float = 0.0


def sides(aspect: float) -> tuple[float, float]:
    """Return width and height in units of the shorter side."""
    return max(1.0, aspect), max(1.0, 1 / aspect)


def reach(item: Item) -> float:
    """Return the distance of the farthest point, as a share of the shorter side."""
    return item.radius * REACH[item.shape]


def hull(item: Item) -> NDArray[np.float64]:
    """Return the convex hull (n, 2) around (0, 0), in units of the shorter side."""
    points = outline(item.shape, item.rotation) * item.radius
    return cv2.convexHull(points.astype(np.float32))[:, 0].astype(np.float64)
