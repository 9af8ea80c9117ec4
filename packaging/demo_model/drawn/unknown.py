"""Images of things that Dot does not know, with none of the shapes in them."""

import math
import random

import cv2
import numpy as np
from numpy.typing import NDArray

from demo_model.drawn import backgrounds
from demo_model.drawn.clutter import ink_on, write
from demo_model.drawn.palette import RGB, contrasting, from_hsv
from demo_model.drawn.textures import Image, mixed, stretched


def paint(rng: random.Random, width: int, height: int) -> Image:
    """Return the pixels (height, width, 3)."""
    image = rng.choice((_plain, _plain, _plain, _speckles, _fields))(rng, width, height)
    over = rng.choice((None, _lines, _letters, _letters, _bars, _blobs, _signs, _signs, _scribble))
    if over:
        over(rng, image)
    return image


def _plain(rng: random.Random, width: int, height: int) -> Image:
    return backgrounds.paint(rng, backgrounds.sample_background(rng, None), width, height)


def _speckles(rng: random.Random, width: int, height: int) -> Image:
    """Draw noise of any grain."""
    rows, columns = rng.randint(30, 120), rng.randint(30, 120)
    tones = [any_rgb(rng) for _ in range(rng.randint(2, 5))]
    return stretched(mixed(rng, tones, rows, columns), width, height, cv2.INTER_CUBIC)


def _fields(rng: random.Random, width: int, height: int) -> Image:
    """Draw strongly colored clouds, like a photograph out of focus."""
    tones = [any_rgb(rng) for _ in range(rng.randint(2, 4))]
    field = mixed(rng, tones, rng.randint(3, 12), rng.randint(3, 12))
    return stretched(field, width, height, cv2.INTER_CUBIC)


def any_rgb(rng: random.Random) -> RGB:
    return from_hsv(rng.uniform(0, 360), rng.random(), rng.uniform(0.1, 1))


def _ink(rng: random.Random, image: Image) -> RGB:
    """Return a color that is visible in the middle of the image."""
    red, green, blue = image[image.shape[0] // 2, image.shape[1] // 2].tolist()
    if rng.random() < 0.5:
        return ink_on(rng, (red, green, blue))
    return contrasting(rng, (red, green, blue))


def _point(rng: random.Random, image: Image) -> tuple[int, int]:
    return rng.randrange(image.shape[1]), rng.randrange(image.shape[0])


def _thickness(rng: random.Random, image: Image, high: float = 0.03) -> int:
    return max(1, round(min(image.shape[:2]) * rng.uniform(0.005, high)))


def _lines(rng: random.Random, image: Image) -> None:
    """Draw lines in about the same direction, so that they enclose nothing."""
    height, width = image.shape[:2]
    ink = _ink(rng, image)
    along = rng.uniform(0, math.pi)
    thickness = _thickness(rng, image)
    for _ in range(rng.randint(1, 9)):
        x, y = _point(rng, image)
        angle = along + rng.uniform(-0.15, 0.15)
        way = rng.uniform(0.2, 1) * max(width, height)
        end = (round(x + way * math.cos(angle)), round(y + way * math.sin(angle)))
        cv2.line(image, (x, y), end, ink, thickness, cv2.LINE_AA)


def _letters(rng: random.Random, image: Image) -> None:
    """Draw a page of text, or a few large words."""
    height = image.shape[0]
    letter = height * rng.uniform(0.025, 0.15)
    ink = _ink(rng, image)
    left = round(rng.uniform(0.02, 0.2) * image.shape[1])
    baseline = letter * rng.uniform(1.2, 3)
    while baseline < height:
        write(rng, image, (left, round(baseline)), letter, ink)
        baseline += letter * rng.uniform(1.5, 2.2)


def _bars(rng: random.Random, image: Image) -> None:
    """Draw a bar chart whose bars are much longer than wide."""
    height, width = image.shape[:2]
    count = rng.randint(3, 8)
    step = 0.9 * width / count
    thick = min(step * rng.uniform(0.4, 0.9), height * 0.15)
    ink = _ink(rng, image)
    for number in range(count):
        left = 0.05 * width + number * step
        long = max(2.5 * thick, rng.uniform(0.2, 0.85) * height)
        top = 0.95 * height - long
        corner = (round(left + thick), round(0.95 * height))
        cv2.rectangle(image, (round(left), round(top)), corner, ink, cv2.FILLED)


def _blobs(rng: random.Random, image: Image) -> None:
    """Draw long curved patches."""
    for _ in range(rng.randint(1, 4)):
        points = _bean(rng) * min(image.shape[:2]) * rng.uniform(0.1, 0.3)
        _fill(image, points + _point(rng, image), _ink(rng, image))


def _bean(rng: random.Random) -> NDArray[np.float64]:
    """Return points (n, 2) of a bent drop about 2 long and 0.5 wide."""
    share = np.linspace(-1, 1, 24)
    bend = rng.uniform(-0.7, 0.7)
    wide = 0.25 * np.sqrt(1 - share**2) * (1 + rng.uniform(-0.6, 0.6) * share)
    middle = bend * share**2 + 0.15 * np.sin(share * rng.uniform(2, 6))
    upper, lower = np.stack([share, middle + wide], 1), np.stack([share, middle - wide], 1)
    return _turned(np.concatenate([upper, lower[::-1]]), rng.uniform(0, 2 * math.pi))


def _turned(points: NDArray[np.float64], angle: float) -> NDArray[np.float64]:
    c, s = math.cos(angle), math.sin(angle)
    return points @ np.array([[c, s], [-s, c]])


def _fill(image: Image, points: NDArray[np.float64], rgb: RGB) -> None:
    cv2.fillPoly(image, [np.round(points * 16).astype(np.int32)], rgb, cv2.LINE_AA, 4)


def _signs(rng: random.Random, image: Image) -> None:
    """Draw one or a few hearts, arrows, moons, ovals and bolts."""
    height, width = image.shape[:2]
    count = rng.randint(1, 3)
    for number in range(count):
        make = rng.choice(SIGNS)
        size = min(height, width / count) * rng.uniform(0.15, 0.42)
        x = width * (number + 0.5) / count
        y = rng.uniform(size, max(size, height - size))
        turn = rng.choice((0.0, rng.uniform(-0.3, 0.3), rng.randrange(4) * math.pi / 2))
        _fill(image, _turned(make(), turn) * size + (x, y), _ink(rng, image))


def heart() -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * math.pi, 40)
    x = 16 * np.sin(angle) ** 3
    y = 13 * np.cos(angle) - 5 * np.cos(2 * angle) - 2 * np.cos(3 * angle) - np.cos(4 * angle)
    return np.stack([x, -y], 1) / 17


def arrow() -> NDArray[np.float64]:
    half = [(-1, -0.22), (0.25, -0.22), (0.25, -0.62), (1, 0)]
    return np.array([*half, *((x, -y) for x, y in half[2::-1])])


def moon() -> NDArray[np.float64]:
    """Return a narrow crescent."""
    outer = np.linspace(0.35 * math.pi, 1.65 * math.pi, 30)
    first = np.stack([np.cos(outer), np.sin(outer)], 1)
    inner = np.linspace(first[-1, 1], first[0, 1], 20)
    bow = 0.45 - 1.05 * np.sqrt(np.clip(1 - (inner / 0.9) ** 2, 0, 1))
    return np.concatenate([first, np.stack([bow, inner], 1)])


def oval() -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * math.pi, 40)
    return np.stack([np.cos(angle), 0.38 * np.sin(angle)], 1)


def bolt() -> NDArray[np.float64]:
    points = [(0.2, -1), (-0.5, 0.15), (-0.05, 0.15), (-0.25, 1), (0.5, -0.25), (0.05, -0.25)]
    return np.array([*points, (0.45, -1)])


SIGNS = (heart, arrow, moon, oval, bolt)


def _scribble(rng: random.Random, image: Image) -> None:
    """Draw a wave or a zigzag from side to side."""
    height, width = image.shape[:2]
    x = np.linspace(-0.1, 1.1, 60) * width
    turns, phase = rng.uniform(4, 30), rng.uniform(0, 6)
    wave = np.sin(x / width * turns + phase)
    if rng.random() < 0.4:
        wave = np.arcsin(wave) / 1.6
    middle = rng.uniform(0.2, 0.8) + rng.uniform(-0.3, 0.3) * x / width
    points = np.stack([x, (middle + rng.uniform(0.05, 0.25) * wave) * height], 1)
    line = [np.round(points * 16).astype(np.int32)]
    cv2.polylines(
        image, line, False, _ink(rng, image), _thickness(rng, image, 0.04), cv2.LINE_AA, 4
    )
