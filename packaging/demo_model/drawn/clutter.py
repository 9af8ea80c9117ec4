"""Clutter around the items: a window's frame, lines of text."""

import math
import random
from dataclasses import dataclass

import cv2

from demo_model.drawn.palette import RGB, from_hsv
from demo_model.drawn.textures import Image

# Letters that resemble none of the shapes.
LETTERS = "abcdefghijklmnprsuvwyz" + "ABCEFGHIJKLMNPRSTUVWYZ" + "1234567,.:-"
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX)
# Height of the font at scale 1, in pixels.
LETTER_HEIGHT = 22
LEAST_STRIP = 0.055
# Radius of a title's dot, as a share of the shorter side: far smaller than any item.
DOT = (0.007, 0.013)
DOT_COLORS: tuple[tuple[RGB, ...], ...] = (
    ((255, 95, 86), (255, 189, 46), (39, 201, 63)),
    ((150, 150, 150),) * 3,
)


@dataclass(frozen=True)
class Room:
    """The free margins beside the items: top and bottom as shares of the height, and `sides`, the
    smaller of left and right, as a share of the width."""

    top: float
    bottom: float
    sides: float


def _mean_side(image: Image) -> float:
    """Return the side of the square with the same area."""
    return math.sqrt(image.shape[0] * image.shape[1])


def _words(rng: random.Random) -> str:
    """Return nonsense that is set like a line of text."""
    return " ".join(
        "".join(rng.choices(LETTERS, k=rng.randint(2, 8))) for _ in range(rng.randint(1, 5))
    )


def write(
    rng: random.Random, image: Image, place: tuple[int, int], height: float, rgb: RGB
) -> None:
    """Write a line whose baseline starts at `place` and whose letters are `height` pixels high."""
    thickness = max(1, round(height / 9))
    scale = height / LETTER_HEIGHT
    cv2.putText(image, _words(rng), place, rng.choice(FONTS), scale, rgb, thickness, cv2.LINE_AA)


def ink_on(rng: random.Random, tone: RGB) -> RGB:
    """Return a gray that is readable on the tone."""
    value = rng.randint(0, 90) if sum(tone) > 380 else rng.randint(170, 255)
    return value, value, value


def add_clutter(rng: random.Random, image: Image, room: Room, tone: RGB) -> None:
    """Draw into the free margins of an image whose background is about `tone`."""
    if room.top > LEAST_STRIP and rng.random() < 0.6:
        _window(rng, image, room)
    elif room.top > LEAST_STRIP:
        _text(rng, image, 0.0, room.top, tone)
    if room.bottom > LEAST_STRIP and rng.random() < 0.7:
        _text(rng, image, 1 - room.bottom, 1.0, tone)
    elif min(room.top, room.bottom, room.sides) > 0.02 and rng.random() < 0.6:
        _border(rng, image, min(room.top, room.bottom, room.sides), tone)


def _border(rng: random.Random, image: Image, room: float, tone: RGB) -> None:
    height, width = image.shape[:2]
    thickness = max(1, round(min(width, height) * rng.uniform(0.003, min(room, 0.03) / 2)))
    inner = (thickness // 2, thickness // 2)
    outer = (width - 1 - thickness // 2, height - 1 - thickness // 2)
    cv2.rectangle(image, inner, outer, ink_on(rng, tone), thickness)


def _window(rng: random.Random, image: Image, room: Room) -> None:
    """Draw a title with or without dots, and sometimes a line of menus below it."""
    height, width = image.shape[:2]
    bar = rng.uniform(0.045, min(0.09, room.top - 0.005)) * height
    bar = min(bar, 0.09 * _mean_side(image))
    title = from_hsv(rng.uniform(0, 360), rng.uniform(0, 0.12), rng.choice((0.2, 0.85, 0.93)))
    cv2.rectangle(image, (0, 0), (width, round(bar)), title, cv2.FILLED)
    ink = ink_on(rng, title)
    start = 0.02 * width
    if rng.random() < 0.7:
        start = _dots(rng, image, bar)
    if rng.random() < 0.7:
        write(rng, image, (round(start), round(bar * 0.7)), bar * 0.4, ink)
    below = room.top * height - bar
    if below > 0.045 * height and rng.random() < 0.6:
        high = min(below * 0.5, 0.035 * _mean_side(image))
        tone = image[min(height - 1, round(bar) + 2), width // 2].tolist()
        place = (round(0.02 * width), round(bar + 0.005 * height + high))
        write(rng, image, place, high, ink_on(rng, (tone[0], tone[1], tone[2])))


def _dots(rng: random.Random, image: Image, bar: float) -> float:
    """Draw the three dots of a title, and return where they end."""
    short = min(image.shape[:2])
    radius = min(rng.uniform(*DOT) * short, bar * 0.3)
    for number, rgb in enumerate(rng.choice(DOT_COLORS)):
        center = (radius * (2 + 3 * number) * 16, bar / 2 * 16)
        place = (round(center[0]), round(center[1]))
        cv2.circle(image, place, max(12, round(radius * 16)), rgb, cv2.FILLED, cv2.LINE_AA, 4)
    return radius * 11


def _text(rng: random.Random, image: Image, top: float, bottom: float, tone: RGB) -> None:
    """Draw lines between two shares of the height."""
    height, width = image.shape[:2]
    letter = rng.uniform(0.022, 0.034) * _mean_side(image)
    line = letter * 1.7
    ink = ink_on(rng, tone)
    left = round(rng.uniform(0.01, 0.4) * width)
    baseline = top * height + line
    for _ in range(rng.randint(1, 4)):
        if baseline + letter * 0.4 > bottom * height:
            return
        write(rng, image, (left, round(baseline)), letter, ink)
        baseline += line
