"""The colors of each name, with a distance between neighboring names."""

import colorsys
import math
import random
from collections.abc import Iterable, Sequence

RGB = tuple[int, int, int]

# Least distance of an item and what it is drawn on.
CONTRAST = 80.0
# Least distance of two different names in one image.
APART = 60.0

# From CSS, Material, Tailwind, Bootstrap, Flat UI and Apple's system colors: those that most
# people would call so. Left out are amber, teal, cyan, magenta, maroon and their like.
CODES = {
    "red": "ff0000 dc143c f44336 e53935 d32f2f ff3b30 ff453a ef4444 dc2626 dc3545 e74c3c c81e1e",
    "orange": "ffa500 ff8c00 ff9800 fb8c00 f57c00 ff9500 ff9f0a f97316 fd7e14 e67e22",
    "yellow": "ffff00 ffd700 ffeb3b fdd835 ffcc00 ffd60a facc15 f1c40f fff176 fde047",
    "green": (
        "008000 00ff00 228b22 4caf50 43a047 388e3c 2e7d32 34c759 30d158 22c55e 16a34a 198754 "
        "28a745 2ecc71 27ae60 32cd32 006400 8bc34a 90ee90"
    ),
    "blue": (
        "0000ff 1e90ff 000080 00008b 0000cd 4169e1 6495ed 4682b4 2196f3 1e88e5 1976d2 1565c0 "
        "007aff 0a84ff 3b82f6 2563eb 0d6efd 3498db 2980b9 3f51b5 87cefa add8e6"
    ),
    "purple": (
        "800080 9400d3 663399 8a2be2 9932cc 9c27b0 8e24aa 7b1fa2 6a1b9a af52de bf5af2 a855f7 "
        "9333ea 9b59b6 8e44ad 4b0082"
    ),
    "pink": "ffc0cb ffb6c1 ff69b4 ff1493 ec4899 f472b6 f9a8d4 d63384 f06292 f48fb1",
    "brown": "8b4513 654321 a0522d 795548 6d4c41 5d4037 964b00 7b3f00 a2845e 92400e",
    "black": "000000 000000 0f0f0f 1c1c1e 111111 212121",
    "white": "ffffff ffffff fafafa f5f5f5 fffafa",
    "gray": "808080 696969 a9a9a9 9e9e9e 757575 8e8e93 6b7280 9ca3af 6c757d 95a5a6 c0c0c0",
}
# Hue in degrees, saturation and value.
RANGES: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "red": ((-8, 6), (0.75, 1), (0.7, 1)),
    "orange": ((23, 36), (0.8, 1), (0.9, 1)),
    "yellow": ((49, 60), (0.6, 1), (0.9, 1)),
    "green": ((92, 148), (0.5, 1), (0.38, 0.95)),
    "blue": ((206, 238), (0.55, 1), (0.5, 1)),
    "purple": ((269, 292), (0.5, 1), (0.42, 0.85)),
    "pink": ((322, 345), (0.25, 0.62), (0.93, 1)),
    "brown": ((17, 30), (0.55, 0.9), (0.34, 0.56)),
    "black": ((0, 360), (0, 0.2), (0, 0.11)),
    "white": ((0, 360), (0, 0.025), (0.955, 1)),
    "gray": ((0, 360), (0, 0.06), (0.4, 0.66)),
}
FROM_KNOWN = 0.45


def from_hex(digits: str) -> RGB:
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


KNOWN: dict[str, tuple[RGB, ...]] = {
    name: tuple(from_hex(code) for code in codes.split()) for name, codes in CODES.items()
}


def from_hsv(hue: float, saturation: float, value: float) -> RGB:
    """Return the color; `hue` is in degrees."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 360 / 360, saturation, value)
    return round(red * 255), round(green * 255), round(blue * 255)


def sample_rgb(rng: random.Random, name: str) -> RGB:
    """Return one of the colors of a name."""
    if rng.random() < FROM_KNOWN:
        return rng.choice(KNOWN[name])
    hue, saturation, value = (rng.uniform(*bounds) for bounds in RANGES[name])
    return from_hsv(hue, saturation, value)


def distance(first: RGB, second: RGB) -> float:
    """Return a distance from 0 to 423; blue alone counts less, since the eye sees it least."""
    red, green, blue = (a - b for a, b in zip(first, second, strict=True))
    return math.sqrt(1.0 * red * red + 1.4 * green * green + 0.35 * blue * blue)


def choose(rng: random.Random, names: Sequence[str], behind: Sequence[RGB]) -> dict[str, RGB]:
    """Return a color for each name that stands out from all `behind` and from the colors of the
    other names, or nothing if none was found."""
    chosen: dict[str, RGB] = {}
    for name in names:
        for _ in range(8):
            rgb = sample_rgb(rng, name)
            if stands_out(rgb, behind, CONTRAST) and stands_out(rgb, chosen.values(), APART):
                chosen[name] = rgb
                break
        else:
            return {}
    return chosen


def stands_out(rgb: RGB, others: Iterable[RGB], least: float) -> bool:
    return all(distance(rgb, other) >= least for other in others)


def contrasting(rng: random.Random, behind: RGB) -> RGB:
    """Return any color that stands out."""
    while True:
        rgb = from_hsv(rng.uniform(0, 360), rng.random(), rng.uniform(0, 1))
        if distance(rgb, behind) > CONTRAST:
            return rgb
