"""Effects of cameras, files and scaling on an image."""

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from demo_model.drawn.textures import Image, add_noise, noise


@dataclass(frozen=True)
class Artefacts:
    """0 or None turns an effect off. `gains` multiply red, green and blue; `blur` is a standard
    deviation in pixels of Dot's view, `noise` one in steps of 255; `steps` is the distance between
    two values of a reduced palette."""

    gains: tuple[float, float, float] | None = None
    blur: float = 0.0
    noise: float = 0.0
    steps: int = 0
    jpeg: int | None = None


def sample_artefacts(rng: random.Random, jpeg: float = 0.5) -> Artefacts:
    """Choose effects at random; `jpeg` is the share of JPEG files."""
    gains = None
    if rng.random() < 0.25:
        light = rng.uniform(0.94, 1.1)
        warm = rng.uniform(-0.025, 0.025)
        gains = (light * (1 + warm), light, light * (1 - warm))
    return Artefacts(
        gains,
        rng.uniform(0.3, 0.8) if rng.random() < 0.12 else 0.0,
        rng.uniform(2, 11) if rng.random() < 0.2 else 0.0,
        rng.choice((16, 24, 32)) if rng.random() < 0.03 else 0,
        rng.randint(30, 95) if rng.random() < jpeg else None,
    )


def spoil(rng: random.Random, image: Image, artefacts: Artefacts, scale: float) -> Image:
    """Apply the effects. `scale` is the number of image pixels along one pixel of Dot's view."""
    if artefacts.gains:
        ramps = np.arange(256)[:, None] * np.array(artefacts.gains)
        table = np.clip(ramps, 0, 255).astype(np.uint8)[None]
        image = cv2.LUT(image, table).astype(np.uint8, copy=False)
    if artefacts.blur:
        deviation = artefacts.blur * max(1.0, scale)
        image = cv2.GaussianBlur(image, (0, 0), deviation).astype(np.uint8, copy=False)
    if artefacts.noise:
        height, width = image.shape[:2]
        grains = noise(rng, width, height, rng.random() < 0.7)
        image = add_noise(image, grains, artefacts.noise * max(1.0, scale) ** 0.7)
    if artefacts.steps:
        half = artefacts.steps // 2
        values = (np.arange(256) + half) // artefacts.steps * artefacts.steps
        image = np.minimum(values, 255).astype(np.uint8)[image]
    return as_jpeg(image, artefacts.jpeg) if artefacts.jpeg else image


def as_jpeg(image: Image, quality: int) -> Image:
    """Return the image as a JPEG file keeps it, with chroma at half the size."""
    ordered = cv2.cvtColor(image, cv2.COLOR_RGB2BGR)
    encoded = cv2.imencode(".jpg", ordered, (cv2.IMWRITE_JPEG_QUALITY, quality))[1]
    decoded = cv2.imdecode(encoded, cv2.IMREAD_COLOR)
    assert decoded is not None
    return cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False)


def as_mp4(images: Sequence[Image], rate: float) -> list[Image]:
    """Return frames, whose sides are even, as a file of `rate` frames a second keeps them."""
    height, width = images[0].shape[:2]
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "clip.mp4")
        fourcc = cv2.VideoWriter.fourcc(*"mp4v")
        writer = cv2.VideoWriter(path, cv2.CAP_FFMPEG, fourcc, rate, (width, height))
        for image in images:
            writer.write(cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
        writer.release()
        capture = cv2.VideoCapture(path, cv2.CAP_FFMPEG)
        read = [capture.read()[1] for _ in images]
        capture.release()
    return [cv2.cvtColor(frame, cv2.COLOR_BGR2RGB).astype(np.uint8, copy=False) for frame in read]


def sample_interpolation(rng: random.Random, scale: float) -> int:
    """Choose an interpolation. If much is left out, only a mean over areas has no jagged edges."""
    if scale > 1.6:
        return cv2.INTER_AREA
    # Lanczos takes four times as long.
    kinds = (cv2.INTER_CUBIC, cv2.INTER_LINEAR, cv2.INTER_AREA, cv2.INTER_LANCZOS4)
    return rng.choices(kinds, (0.5, 0.2, 0.2, 0.1))[0]


def scaled_by(image: Image, width: int, height: int, interpolation: int) -> Image:
    resized = cv2.resize(image, (width, height), interpolation=interpolation)
    return resized.astype(np.uint8, copy=False)
