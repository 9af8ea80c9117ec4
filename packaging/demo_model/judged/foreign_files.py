"""Noise, window frames and files of other kinds than those of training."""

import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QLabel, QMainWindow

from demo_model.shown.scenes import Scene
from engine.messages import Media, MediaKind

Pixels = NDArray[np.uint8]


def spoiled(rng: random.Random, image: Pixels) -> Pixels:
    """Add speckle, clouds or the grain of paper, half of the time."""
    kind = rng.randrange(6)
    if kind > 2:
        return image
    height, width = image.shape[:2]
    noise = np.random.default_rng(rng.randrange(2**32))
    if kind == 0:
        grains = noise.normal(1, rng.uniform(0.03, 0.1), (height, width, 1))
        return _clipped(image * grains)
    if kind == 1:
        return _clipped(image + _clouds(noise, height, width) * rng.uniform(6, 14))
    paper = cv2.GaussianBlur(noise.normal(0, 1, (height, width)), (0, 0), 1.2)
    return _clipped(image + (paper / paper.std() * rng.uniform(3, 8))[..., None])


def _clouds(noise: np.random.Generator, height: int, width: int) -> NDArray[np.float64]:
    """Return smooth noise (height, width, 1) of several octaves, about from -1 to 1."""
    total = np.zeros((height, width))
    for octave in range(4):
        side = 3 * 2**octave
        coarse = noise.uniform(-1, 1, (side, side))
        total += cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) / 2**octave
    return total[..., None]


def _clipped(values: NDArray) -> Pixels:
    return np.clip(values, 0, 255).astype(np.uint8)


def framed(image: QImage, scene: Scene, title: str) -> tuple[QImage, Scene]:
    """Return a window that shows the image, and where its shapes are in the window."""
    window = QMainWindow()
    for name in ("File", "Edit", "View", "Help"):
        window.menuBar().addMenu(name)
    label = QLabel()
    label.setPixmap(QPixmap.fromImage(image))
    label.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
    window.setCentralWidget(label)
    window.statusBar().showMessage(title)
    window.setFixedSize(window.sizeHint().expandedTo(image.size()))
    shot = window.grab().toImage()
    corner = label.geometry().topLeft()
    window.deleteLater()
    width, height = shot.width(), shot.height()
    shrink = min(image.width(), image.height()) / min(width, height)
    items = tuple(
        replace(
            item,
            x=(item.x * image.width() + corner.x()) / width,
            y=(item.y * image.height() + corner.y()) / height,
            radius=item.radius * shrink,
        )
        for item in scene.items
    )
    return shot, Scene(items, None, width / height)


def save(rng: random.Random, path: Path, image: Pixels) -> Media:
    """Save as PNG, WebP, or JPEG of Pillow's or Qt's; `path` has no suffix."""
    kind = rng.choice(("png", "webp", "jpg", "qt"))
    written = path.with_name(f"{path.name}.{'jpg' if kind == 'qt' else kind}")
    if kind == "qt":
        height, width = image.shape[:2]
        shown = QImage(image.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888)
        shown.save(str(written), quality=rng.randint(50, 90))
    elif kind == "png":
        Image.fromarray(image).save(written)
    else:
        Image.fromarray(image).save(written, quality=rng.randint(50, 92))
    return Media(MediaKind.IMAGE, written)
