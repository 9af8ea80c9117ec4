"""A drawing as plain shapes, before it is painted in the window or written as SVG.

Lengths are pixels at a zoom of 100 %. An ink is the name of a color: "text", "dim", "line",
"ground", or "tone3" for the fourth of the tones.
"""

from engine.frozen import frozen

Point = tuple[float, float]


@frozen
class Area:
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def contains(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@frozen
class Box:
    """A filled rectangle. `about` is told at the pointer."""

    area: Area
    ink: str
    radius: float = 0.0
    about: str = ""


@frozen
class Path:
    """A line through points. A `closed` one is filled instead; `dashes` are two lengths. The area
    down to `floor` is tinted."""

    points: tuple[Point, ...]
    ink: str
    width: float = 1.0
    closed: bool = False
    dashes: tuple[float, float] | None = None
    floor: float | None = None


@frozen
class Circle:
    """A dot, or a ring in the color of its edge if it is `hollow`."""

    center: Point
    radius: float
    ink: str
    hollow: bool = False


@frozen
class Text:
    """One line of text. `at` is on its baseline, at the "start", "middle" or "end" of the text."""

    at: Point
    text: str
    ink: str = "text"
    side: str = "start"
    strong: bool = False


Shape = Box | Path | Circle | Text


@frozen
class Drawing:
    """`plot` is the part between the axes."""

    width: float
    height: float
    shapes: tuple[Shape, ...]
    plot: Area


def tone(index: int) -> str:
    return f"tone{index}"
