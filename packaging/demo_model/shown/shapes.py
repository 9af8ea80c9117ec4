"""The outlines of the shapes."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

# The farthest point from the center, in radii.
REACH = {"circle": 1.0, "square": 1.26, "triangle": 1.2, "star": 1.18, "cross": 1.12}
# Enough points for the largest circle to look round.
CIRCLE_POINTS = 72
HALF_SIDE = 0.89
CROSS_LENGTH = 1.03


@dataclass(frozen=True)
class Proportions:
    """The proportions in which two shapes of a name may differ. `star_inner` and `cross_arm` (half
    the arm's width) are in radii."""

    star_points: int = 5
    star_inner: float = 0.48
    cross_arm: float = 0.35


USUAL = Proportions()


def outline(
    shape: str, rotation: float = 0.0, proportions: Proportions = USUAL
) -> NDArray[np.float64]:
    """Return points (n, 2) of a shape of radius 1 around (0, 0), x to the right and y down."""
    points = _upright(shape, proportions)
    if rotation == 0:
        return points
    c, s = math.cos(rotation), math.sin(rotation)
    return points @ np.array([[c, s], [-s, c]])


@lru_cache(maxsize=256)
def _upright(shape: str, proportions: Proportions) -> NDArray[np.float64]:
    if shape == "circle":
        return _polar(CIRCLE_POINTS, [REACH["circle"]])
    if shape == "square":
        return HALF_SIDE * np.array([[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]])
    if shape == "triangle":
        return _polar(3, [REACH["triangle"]])
    if shape == "star":
        return _polar(2 * proportions.star_points, [REACH["star"], proportions.star_inner])
    return _cross(proportions.cross_arm)


def _polar(count: int, radii: list[float]) -> NDArray[np.float64]:
    """Return points all around, from the top, with distances taken from `radii` in turn."""
    angles = np.arange(count) * (2 * math.pi / count) - math.pi / 2
    distances = np.resize(radii, count)
    return np.stack([np.cos(angles) * distances, np.sin(angles) * distances], 1)


def _cross(arm: float) -> NDArray[np.float64]:
    """Return points from the upper arm's left corner, clockwise."""
    quarter = np.array([[-arm, -CROSS_LENGTH], [arm, -CROSS_LENGTH], [arm, -arm]])
    turn = np.array([[0.0, 1.0], [-1.0, 0.0]])
    turned = [quarter]
    for _ in range(3):
        turned.append(turned[-1] @ turn)
    return np.concatenate(turned)
