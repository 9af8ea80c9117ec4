"""Noise and random fields, for backgrounds and for images of nothing in particular."""

import random
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from demo_model.drawn.palette import RGB

Image = NDArray[np.uint8]
POOL_SIDE = 640
DEVIATION = 32


@cache
def _pool(colored: bool) -> Image:
    """Return Gaussian noise around 128. It is made once, and a part of it is added to each
    image."""
    generator = np.random.default_rng(1)
    noise = generator.standard_normal((POOL_SIDE, POOL_SIDE, 3), np.float32)
    if not colored:
        noise[:] = noise[:, :, :1]
    return np.clip(noise * DEVIATION + 128, 0, 255).astype(np.uint8)


def noise(rng: random.Random, width: int, height: int, colored: bool) -> Image:
    """Return noise (height, width, 3) around 128 with a standard deviation of DEVIATION."""
    pool = _pool(colored)
    times = -(-height // POOL_SIDE), -(-width // POOL_SIDE)
    if times != (1, 1):
        pool = np.tile(pool, (*times, 1))
    top = rng.randrange(pool.shape[0] - height + 1)
    left = rng.randrange(pool.shape[1] - width + 1)
    return pool[top : top + height, left : left + width]


def add_noise(image: Image, grains: Image, deviation: float) -> Image:
    """Add `grains`, made by `noise`; `deviation` is in steps of 255."""
    share = deviation / DEVIATION
    return cv2.addWeighted(image, 1.0, grains, share, -128 * share).astype(np.uint8, copy=False)


def flat(rgb: RGB, width: int, height: int) -> Image:
    image = np.empty((height, width, 3), np.uint8)
    cv2.rectangle(image, (0, 0), (width, height), rgb, cv2.FILLED)
    return image


def stretched(field: NDArray, width: int, height: int, interpolation: int) -> Image:
    """Stretch a few colors (rows, columns, 3) over a whole image."""
    resized = cv2.resize(field.astype(np.uint8), (width, height), interpolation=interpolation)
    return resized.astype(np.uint8, copy=False)


def mixed(rng: random.Random, tones: list[RGB], rows: int, columns: int) -> NDArray[np.float32]:
    """Return a field (rows, columns, 3) of random mixtures of the tones."""
    generator = np.random.default_rng(rng.getrandbits(64))
    shares = generator.random((rows * columns, len(tones)), np.float32) ** 2
    shares /= shares.sum(1, keepdims=True)
    return (shares @ np.array(tones, np.float32)).reshape(rows, columns, 3)
