"""The marks that tell panes apart without colors."""

import math

from ui.charts.drawing import Circle, Path, Point, Shape

# Corners of each shape and the angle of its first one; no corners make a circle.
_SHAPES = ((0, 0.0), (4, 45.0), (3, -90.0), (4, 0.0), (3, 90.0))


def mark(index: int, center: Point, radius: float, ink: str) -> tuple[Shape, ...]:
    """Return the shapes of a mark: circle, square, triangle, diamond, triangle down, then the same
    ones with a hole."""
    corners, turn = _SHAPES[index % len(_SHAPES)]
    hollow = index // len(_SHAPES) % 2 == 1
    if not corners:
        return (Circle(center, radius, ink, hollow),)
    outer = Path(_corners(center, radius * 1.25, corners, turn), ink, closed=True)
    if not hollow:
        return (outer,)
    return outer, Path(_corners(center, radius * 0.6, corners, turn), "ground", closed=True)


def _corners(center: Point, radius: float, count: int, turn: float) -> tuple[Point, ...]:
    angles = (math.radians(turn + 360 * index / count) for index in range(count))
    x, y = center
    return tuple((x + radius * math.cos(it), y + radius * math.sin(it)) for it in angles)
