"""Arrangements of the items of an image: apart, in rows, touching."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from demo_model.shown.items import Item, hull, reach

# Distance of two items that do not touch, as a share of the shorter side.
GAP = 0.03


@dataclass(frozen=True)
class Area:
    """The area for items, in units of the image's shorter side."""

    left: float
    top: float
    right: float
    bottom: float


# Places items inside an area; returns nothing if there is no space.
Arrangement = Callable[[random.Random, Sequence[Item], Area], list[Item]]


def scattered(rng: random.Random, items: Sequence[Item], area: Area) -> list[Item]:
    """Place items anywhere; return nothing if there is no space."""
    placed: list[Item] = []
    for item in sorted(items, key=reach, reverse=True):
        for _ in range(40):
            there = _somewhere(rng, item, area)
            if there and _free(there, placed):
                placed.append(there)
                break
        else:
            return []
    return placed


def _somewhere(rng: random.Random, item: Item, area: Area) -> Item | None:
    r = reach(item)
    if area.left + r > area.right - r or area.top + r > area.bottom - r:
        return None
    x = rng.uniform(area.left + r, area.right - r)
    return replace(item, x=x, y=rng.uniform(area.top + r, area.bottom - r))


def _free(item: Item, others: Sequence[Item]) -> bool:
    return all(
        math.hypot(item.x - other.x, item.y - other.y) > reach(item) + reach(other) + GAP
        for other in others
    )


def _inside(item: Item, area: Area) -> bool:
    r = reach(item)
    return (
        area.left <= item.x - r
        and item.x + r <= area.right
        and area.top <= item.y - r
        and item.y + r <= area.bottom
    )


def in_cells(rng: random.Random, items: Sequence[Item], area: Area) -> list[Item]:
    """Place items in a row, a column or a table, as people do by hand; return nothing if they are
    too large."""
    count = len(items)
    width, height = area.right - area.left, area.bottom - area.top
    columns = rng.choice((count if width >= height else 1, math.ceil(count / 2)))
    rows = math.ceil(count / columns)
    cell = width / columns, height / rows
    free = [min(cell) / 2 - reach(item) - GAP / 2 for item in items]
    if min(free) < 0:
        return []
    jitter = rng.choice((0.0, 0.0, 0.5))
    placed = []
    for index, (item, slack) in enumerate(zip(items, free, strict=True)):
        row, column = divmod(index, columns)
        x = area.left + (column + 0.5) * cell[0] + rng.uniform(-1, 1) * slack * jitter
        y = area.top + (row + 0.5) * cell[1] + rng.uniform(-1, 1) * slack * jitter
        placed.append(replace(item, x=x, y=y))
    return placed


def touching(rng: random.Random, items: Sequence[Item], area: Area) -> list[Item]:
    """Place each item by chance beside one of another color, or apart; return nothing if there is
    no space."""
    colors = sorted({item.color for item in items})
    if len(colors) < 2:
        return scattered(rng, items, area)
    placed: list[Item] = []
    for item in items:
        for _ in range(40):
            partners = [other for other in placed if other.color != item.color]
            near = rng.choice(partners) if partners and rng.random() < 0.8 else None
            there = _beside(rng, item, near) if near else _somewhere(rng, item, area)
            others = [other for other in placed if other is not near]
            if there and _inside(there, area) and _free(there, others):
                placed.append(there)
                break
        else:
            return []
    return placed


def _beside(rng: random.Random, item: Item, other: Item) -> Item:
    """Return a place as near to the other item as possible in some direction, or a little
    farther."""
    direction = rng.choice((rng.randrange(4) * math.pi / 2, rng.uniform(0, 2 * math.pi)))
    ahead = np.array([math.cos(direction), math.sin(direction)])
    way = touching_way(hull(item), hull(other), ahead) + rng.choice((0.0, rng.uniform(0, GAP)))
    return replace(item, x=other.x + ahead[0] * way, y=other.y + ahead[1] * way)


def touching_way(
    mover: NDArray[np.float64], other: NDArray[np.float64], ahead: NDArray[np.float64]
) -> float:
    """Return how far from (0, 0) a convex polygon has to move in a direction until it only touches
    another, which is around (0, 0).

    Two convex polygons are apart if an edge of one of them has the other on its far side.
    """
    normals = np.concatenate([_normals(other), -_normals(mover)])
    speed = normals @ ahead
    normals, speed = normals[speed > 1e-9], speed[speed > 1e-9]
    depth = (normals @ other.T).max(1) - (normals @ mover.T).min(1)
    return float((depth / speed).min())


def _normals(polygon: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return vectors (n, 2) out of each edge of a convex polygon around (0, 0)."""
    edges = np.roll(polygon, -1, 0) - polygon
    normals = np.stack([edges[:, 1], -edges[:, 0]], 1)
    outside = np.sign((normals * polygon).sum(1, keepdims=True))
    return normals * outside
