"""The marks that tell panes apart without colors."""

import math

from ui.charts.drawing import Circle, Path, Point, Shape


def _corners(count: int, turn: float) -> tuple[Point, ...]:
    """Return the corners of a shape with a radius of 1; `turn` is the angle of its first one."""
    angles = (math.radians(turn + 360 * index / count) for index in range(count))
    return tuple((math.cos(it), math.sin(it)) for it in angles)


# Without corners it is a circle.
_SHAPES = ((), _corners(4, 45.0), _corners(3, -90.0), _corners(4, 0.0), _corners(3, 90.0))


def mark(index: int, center: Point, radius: float, ink: str) -> tuple[Shape, ...]:
    """Return the shapes of a mark: circle, square, triangle, diamond, triangle down, then the same
    ones with a hole."""
    corners = _SHAPES[index % len(_SHAPES)]
    hollow = index // len(_SHAPES) % 2 == 1
    if not corners:
        return (Circle(center, radius, ink, hollow),)
    outer = Path(_placed(corners, center, radius * 1.25), ink, closed=True)
    if not hollow:
        return (outer,)
    return outer, Path(_placed(corners, center, radius * 0.6), "ground", closed=True)


def _placed(corners: tuple[Point, ...], center: Point, radius: float) -> tuple[Point, ...]:
    x, y = center
    return tuple([(x + radius * right, y + radius * down) for right, down in corners])
