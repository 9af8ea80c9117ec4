"""The content of a video: shapes that move along legs, stop, turn or stay."""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from demo_model.shown.scenes import (
    COLORS,
    EDGE,
    SHAPES,
    Item,
    Scene,
    reach,
    sample_background,
    sample_rotation,
    sides,
)

DIRECTIONS = ("left", "right", "up", "down")
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
RADII = (0.10, 0.26)
SECONDS = (0.3, 6.0)
# Two legs need some frames to be visible.
LONG = 1.4
# A leg is at least LEAST_WAY of the free span and LEAST_SEEN of the shorter side long; sideways
# it is at most DRIFT of the free span.
LEAST_WAY = 0.3
LEAST_SEEN = 0.18
DRIFT = 0.025
# Distance of two paths, as a share of the shorter side.
PATH_GAP = 0.03


@dataclass(frozen=True)
class Leg:
    """A straight path: `direction` is one of DIRECTIONS, or "" while the shape rests. The shape is
    at (x, y) at time `until`, a share of the video's length. `eased`: it starts and ends slowly."""

    direction: str
    until: float
    x: float
    y: float
    eased: bool = False


@dataclass(frozen=True)
class Mover:
    """`item` is the shape at its start; without legs it never moves."""

    item: Item
    legs: tuple[Leg, ...] = ()

    @property
    def directions(self) -> tuple[str, ...]:
        """Return the directions, one after the other, without the rests."""
        return tuple(leg.direction for leg in self.legs if leg.direction)

    @property
    def stops(self) -> bool:
        """Return True if the shape moves first and rests at the end."""
        return bool(self.directions) and not self.legs[-1].direction

    def path(self, times: ArrayLike) -> NDArray[np.float64]:
        """Return the places (n, 2), as shares of width and height, at n shares of the video's
        time."""
        times = np.asarray(times, float)
        places = np.empty((len(times), 2))
        places[:] = self.item.x, self.item.y
        start, place = 0.0, np.array([self.item.x, self.item.y])
        for leg in self.legs:
            done = np.clip((times - start) / (leg.until - start), 0.0, 1.0)
            if leg.eased:
                done = done * done * (3 - 2 * done)
            way = np.array([leg.x, leg.y]) - place
            places += done[:, None] * way
            start, place = leg.until, place + way
        return places


@dataclass(frozen=True)
class Video:
    """`seconds` long; `background` and `aspect` are as in a Scene."""

    movers: tuple[Mover, ...]
    background: str | None
    aspect: float
    seconds: float

    def at(self, time: float) -> Scene:
        """Return the scene at `time`, a share of the video's length; its items are in the order of
        `movers`."""
        items = []
        for mover in self.movers:
            x, y = mover.path([time])[0].tolist()
            items.append(replace(mover.item, x=x, y=y))
        return Scene(tuple(items), self.background, self.aspect)


def sample_video(rng: random.Random, two: float = 0.45, rests: float = 0.4) -> Video:
    """Return one shape, or two that never meet and differ in color. `two` is the share of videos
    that may have two, `rests` that of the second ones that rest while the first moves."""
    aspect = rng.choice((1.0, 4 / 3, 16 / 9, 3 / 4, 9 / 16, math.exp(rng.uniform(-0.7, 0.7))))
    background = sample_background(rng)
    seconds = SECONDS[0] * (SECONDS[1] / SECONDS[0]) ** rng.random()
    color, other_color = rng.sample([name for name in COLORS if name != background], 2)
    shape, other_shape = rng.sample(SHAPES, 2)
    if rng.random() < 0.12:
        other_shape = shape
    long = seconds >= LONG
    first = _sample_mover(rng, shape, color, aspect, _sample_plan(rng, long))
    movers = [first]
    if rng.random() < two:
        moves = not first.legs or rng.random() < 1 - rests
        movers += _second(rng, other_shape, other_color, aspect, first, long, moves=moves)
    rng.shuffle(movers)
    return Video(tuple(movers), background, aspect, seconds)


def _sample_plan(rng: random.Random, long: bool) -> tuple[str, ...]:
    """Return directions; a last "" stands for a rest at the end, no directions for a shape that
    stays."""
    direction = rng.choice(DIRECTIONS)
    kind = rng.random()
    if kind < 0.1:
        return ()
    if kind < 0.55 or not long:
        return (direction,)
    if kind < 0.75:
        return (direction, "")
    turned = rng.choice([other for other in DIRECTIONS if other != direction])
    return (direction, turned, "") if kind > 0.95 else (direction, turned)


def _second(
    rng: random.Random,
    shape: str,
    color: str,
    aspect: float,
    first: Mover,
    long: bool,
    *,
    moves: bool,
) -> list[Mover]:
    """Return another shape, which rests or has a path of its own, or none if there is no space."""
    for _ in range(60):
        plan = _sample_plan(rng, long) if moves else ()
        if set(plan) & set(first.directions):
            continue
        mover = _sample_mover(rng, shape, color, aspect, plan, small=True)
        if apart(first, mover, aspect):
            return [mover]
    return []


def apart(first: Mover, second: Mover, aspect: float) -> bool:
    """Return True if the two never come near each other."""
    times = np.linspace(0, 1, 49)
    way = (first.path(times) - second.path(times)) * sides(aspect)
    nearest = float(np.hypot(way[:, 0], way[:, 1]).min())
    return nearest > reach(first.item) + reach(second.item) + PATH_GAP


def _sample_mover(
    rng: random.Random,
    shape: str,
    color: str,
    aspect: float,
    plan: Sequence[str],
    small: bool = False,
) -> Mover:
    largest = 0.18 if small else RADII[1]
    radius = rng.uniform(RADII[0], largest)
    item = Item(shape, color, 0.5, 0.5, radius, sample_rotation(rng, shape))
    edges = [(reach(item) + EDGE) / side for side in sides(aspect)]
    corners = _corners(rng, [d for d in plan if d], edges, sides(aspect))
    untils = _untils(rng, plan)
    eased = rng.random() < 0.3
    legs = []
    place = 0
    for direction, until in zip(plan, untils, strict=True):
        place += direction != ""
        legs.append(Leg(direction, until, *corners[place], eased and direction != ""))
    return Mover(replace(item, x=corners[0][0], y=corners[0][1]), tuple(legs))


def _corners(
    rng: random.Random,
    directions: Sequence[str],
    edges: Sequence[float],
    lengths: Sequence[float],
) -> list[tuple[float, float]]:
    """Return where the path starts, turns and ends, inside the edges; `lengths` are the image's
    width and height in units of the shorter side."""
    spans = [1 - 2 * edge for edge in edges]
    along = [
        _along(
            rng,
            [STEPS[d][axis] for d in directions],
            max(LEAST_WAY, LEAST_SEEN / (spans[axis] * lengths[axis])),
        )
        for axis in (0, 1)
    ]
    xs, ys = (
        [edge + span * share for share in shares]
        for edge, span, shares in zip(edges, spans, along, strict=True)
    )
    return list(zip(xs, ys, strict=True))


def _along(rng: random.Random, steps: Sequence[int], least: float) -> list[float]:
    """Return places from 0 to 1 on one axis; a step of -1 or 1 goes `least` or farther, one of 0
    drifts at most."""
    shares = [0.0]
    for step in steps:
        drift = rng.uniform(-DRIFT, DRIFT) if rng.random() < 0.5 else 0.0
        shares.append(shares[-1] + (step * rng.uniform(least, 1.0) if step else drift))
    low, high = min(shares), max(shares)
    start = rng.uniform(-low, 1 - high)
    return [min(1.0, max(0.0, start + share)) for share in shares]


def _untils(rng: random.Random, plan: Sequence[str]) -> list[float]:
    """Return when each leg ends: a rest takes at least 0.3 of the time, and so does each of two
    legs."""
    if len(plan) == 2:
        return [rng.uniform(0.4, 0.6), 1.0] if plan[-1] else [rng.uniform(0.35, 0.68), 1.0]
    if len(plan) == 3:
        first = rng.uniform(0.3, 0.36)
        return [first, first + rng.uniform(0.3, 0.34), 1.0]
    return [1.0] * len(plan)
