"""The content of an image, as numbers: the ground truth for drawing and asking."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from demo_model.shown.arrangements import Area, Arrangement, in_cells, scattered, touching
from demo_model.shown.items import COLORS, SHAPES, Item, reach, sides
from demo_model.shown.shapes import REACH

__all__ = [
    "COLORS",
    "SHAPES",
    "Item",
    "Scene",
    "reach",
    "sample_aspect",
    "sample_background",
    "sample_rotation",
    "sample_scene",
    "sides",
]

COUNTS = (1, 2, 3, 4, 5, 6, 7, 8, 9)
COUNT_WEIGHTS = (0.15, 0.16, 0.14, 0.13, 0.11, 0.10, 0.09, 0.07, 0.05)
WITHOUT_ITEMS = 0.05
LARGEST = 0.40
# Radii in a square image; scaled so that an item has as many pixels in one of any aspect.
SMALLEST = 0.045
# Distance of an item from the image's edge, as a share of the shorter side.
EDGE = 0.015


@dataclass(frozen=True)
class Scene:
    """`aspect` is width over height. `background` is the name of its color, None if nobody would
    name it. Without items the scene is something that Dot does not know."""

    items: tuple[Item, ...]
    background: str | None
    aspect: float


def sample_scene(rng: random.Random, aspect: float | None = None) -> Scene:
    """Return the content of an image; its items are in order from left to right."""
    aspect = aspect or sample_aspect(rng)
    if rng.random() < WITHOUT_ITEMS:
        return Scene((), None, aspect)
    background = sample_background(rng)
    items = _kinds(rng, rng.choices(COUNTS, COUNT_WEIGHTS)[0], background)
    arrange = _arrangement(rng, len(items))
    shrink = 1.0
    while not (placed := arrange(rng, _sized(rng, items, aspect, shrink), _area(rng, aspect))):
        shrink *= 0.9
        if shrink < 0.5:
            arrange = scattered
    width, height = sides(aspect)
    shares = [replace(item, x=item.x / width, y=item.y / height) for item in placed]
    return Scene(tuple(sorted(shares, key=lambda item: item.x)), background, aspect)


def sample_aspect(rng: random.Random) -> float:
    kind = rng.random()
    if kind < 0.25:
        return 1.0
    low, high = (0.6, 1.8) if kind < 0.85 else (0.4, 2.5)
    return math.exp(rng.uniform(math.log(low), math.log(high)))


def sample_background(rng: random.Random) -> str | None:
    """Return the name of a background, None for one without a name."""
    kind = rng.random()
    if kind < 0.38:
        return None
    if kind < 0.64:
        return "white"
    return rng.choice(("black", "gray", "black", "gray", *COLORS))


def sample_rotation(rng: random.Random, shape: str) -> float:
    """Return a rotation that never makes a square look like a diamond."""
    kind = rng.random()
    if shape == "circle" or kind < 0.55:
        return 0.0
    if kind > 0.92 and shape != "square":
        return rng.uniform(-math.pi, math.pi)
    return rng.uniform(-0.2, 0.2)


def _kinds(rng: random.Random, count: int, background: str | None) -> list[Item]:
    """Return items without a place, often of few colors or shapes."""
    colors = _few(rng, [name for name in COLORS if name != background], count)
    shapes = _few(rng, SHAPES, count)
    kinds = [(rng.choice(shapes), rng.choice(colors)) for _ in range(count)]
    return [
        Item(shape, color, 0.0, 0.0, 0.0, sample_rotation(rng, shape)) for shape, color in kinds
    ]


def _few(rng: random.Random, names: Sequence[str], count: int) -> Sequence[str]:
    kind = rng.random()
    if count == 1 or kind > 0.46:
        return names
    return rng.sample(names, 1 if kind < 0.06 else 2 if kind < 0.36 else 3)


def _sized(rng: random.Random, items: Sequence[Item], aspect: float, shrink: float) -> list[Item]:
    """Return the items with radii; among many items more are small."""
    room = math.prod(sides(aspect))
    smallest = SMALLEST * math.sqrt(room)
    count = len(items)
    largest = max(1.7 * smallest, min(LARGEST, 0.45 * math.sqrt(room / count)) * shrink)
    small_share = (0.08 + 0.05 * count) if shrink > 0.5 else 1.0

    def radius() -> float:
        if rng.random() < small_share:
            return rng.uniform(smallest, 1.6 * smallest)
        return rng.uniform(1.6 * smallest, largest)

    alike = radius() if rng.random() < 0.3 else None
    return [
        replace(item, radius=min(alike or radius(), 0.47 / REACH[item.shape])) for item in items
    ]


def _area(rng: random.Random, aspect: float) -> Area:
    """Return all of the image, or less if there should be space for a title or a caption."""
    width, height = sides(aspect)
    top = bottom = EDGE
    kind = rng.random()
    if kind < 0.2:
        top = rng.uniform(0.09, 0.16) * height
    if 0.14 < kind < 0.3:
        bottom = rng.uniform(0.07, 0.13) * height
    return Area(EDGE, top, width - EDGE, height - bottom)


def _arrangement(rng: random.Random, count: int) -> Arrangement:
    kind = rng.random()
    if count > 1 and kind < 0.2:
        return touching
    if count > 1 and kind < 0.42:
        return in_cells
    return scattered
