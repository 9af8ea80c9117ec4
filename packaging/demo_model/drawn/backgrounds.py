"""Backgrounds of the items."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from demo_model.drawn.palette import RGB, from_hsv, sample_rgb
from demo_model.drawn.textures import Image, add_noise, flat, mixed, noise, stretched

KINDS = ("flat", "gradient", "corners", "grain", "paper", "stripes", "checker", "wood", "blobs")
WEIGHTS = (0.16, 0.16, 0.08, 0.1, 0.1, 0.07, 0.07, 0.08, 0.18)
# Tones far from those of all names, used if nothing else stands out: teal, sand and the like.
NAMELESS: tuple[RGB, ...] = (
    (0, 120, 120),
    (90, 190, 190),
    (225, 215, 185),
    (200, 225, 225),
    (60, 75, 85),
    (235, 225, 240),
    (130, 130, 60),
)


@dataclass(frozen=True)
class Background:
    """`tones` are the colors that bound those of its pixels."""

    kind: str
    tones: tuple[RGB, ...]


def sample_background(rng: random.Random, name: str | None) -> Background:
    """Return a background of the named color, or of any kind if there is no name."""
    if name is not None:
        return Background("flat", (sample_rgb(rng, name),))
    kind = rng.choices(KINDS, WEIGHTS)[0]
    base = _base(rng)
    if kind == "flat":
        return Background(kind, (base,))
    if kind in ("gradient", "corners"):
        return Background(kind, (base, _near(rng, base, 70)))
    if kind == "wood":
        base = from_hsv(rng.uniform(22, 38), rng.uniform(0.25, 0.5), rng.uniform(0.55, 0.85))
        return Background(kind, (base, _darker(base, rng.uniform(0.8, 0.93))))
    if kind == "blobs":
        return Background(kind, tuple(_near(rng, base, 60) for _ in range(3)))
    return Background(kind, (base, _near(rng, base, 16)))


def _base(rng: random.Random) -> RGB:
    """Return a color that is pale, darker, or between two names."""
    kind = rng.random()
    if kind < 0.55:
        return from_hsv(rng.uniform(0, 360), rng.uniform(0, 0.22), rng.uniform(0.8, 1))
    if kind < 0.9:
        return from_hsv(rng.uniform(0, 360), rng.uniform(0, 0.4), rng.uniform(0.06, 0.8))
    return from_hsv(rng.choice((175, 75, 310)) + rng.uniform(-8, 8), 0.6, rng.uniform(0.4, 0.9))


def _near(rng: random.Random, rgb: RGB, most: int) -> RGB:
    light = rng.uniform(-most, most)
    red, green, blue = (
        round(min(255, max(0, value + light + rng.uniform(-most, most) / 5))) for value in rgb
    )
    return red, green, blue


def _darker(rgb: RGB, share: float) -> RGB:
    red, green, blue = (round(value * share) for value in rgb)
    return red, green, blue


def behind(background: Background) -> list[RGB]:
    """Return the colors that an item on the background has to stand out from."""
    first, *others = background.tones
    between = [
        (round((first[0] + t[0]) / 2), round((first[1] + t[1]) / 2), round((first[2] + t[2]) / 2))
        for t in others
    ]
    return [*background.tones, *between]


def paint(rng: random.Random, background: Background, width: int, height: int) -> Image:
    """Return the pixels (height, width, 3)."""
    kind, tones = background.kind, background.tones
    if kind == "flat":
        return flat(tones[0], width, height)
    if kind in ("gradient", "corners"):
        return _gradient(rng, tones, kind == "corners", width, height)
    if kind in ("stripes", "checker"):
        return _pattern(rng, tones, kind == "checker", width, height)
    if kind == "wood":
        field = mixed(rng, list(tones), rng.randint(14, 50), rng.randint(2, 4))
        return stretched(field, width, height, cv2.INTER_CUBIC)
    if kind == "blobs":
        side = rng.randint(3, 9)
        field = mixed(rng, list(tones), side, side)
        return stretched(field, width, height, cv2.INTER_CUBIC)
    if kind == "paper":
        side = rng.randint(30, 70)
        field = mixed(rng, list(tones), side, side)
        return stretched(field, width, height, cv2.INTER_CUBIC)
    image = flat(tones[0], width, height)
    return add_noise(image, noise(rng, width, height, rng.random() < 0.5), rng.uniform(4, 14))


def _gradient(
    rng: random.Random, tones: Sequence[RGB], corners: bool, width: int, height: int
) -> Image:
    first, last = rng.sample(tones, 2)
    if corners:
        middle = np.mean([first, last], 0)
        field = np.array([[first, middle], [middle, last]])
        field = field[:, ::-1] if rng.random() < 0.5 else field
    elif rng.random() < 0.6:
        field = np.array([[first], [last]])
    else:
        field = np.array([[first, last]])
    return stretched(field, width, height, cv2.INTER_LINEAR)


def _pattern(
    rng: random.Random, tones: Sequence[RGB], checker: bool, width: int, height: int
) -> Image:
    """Draw a pattern of two similar tones, too fine to be taken for squares."""
    count = rng.randint(16, 40)
    rows, columns = (count, max(8, round(count * width / height))) if checker else (1, count)
    if not checker and rng.random() < 0.5:
        rows, columns = columns, rows
    odd = np.add.outer(np.arange(rows), np.arange(columns)) % 2
    return stretched(np.array(tones[:2])[odd], width, height, cv2.INTER_NEAREST)
