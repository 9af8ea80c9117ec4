"""Draws scenes and videos, at full size and as Dot sees them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from demo_model.drawn import backgrounds, unknown
from demo_model.drawn.artefacts import (
    as_mp4,
    sample_artefacts,
    sample_interpolation,
    scaled_by,
    spoil,
)
from demo_model.drawn.backgrounds import Background
from demo_model.drawn.clutter import Room, add_clutter
from demo_model.drawn.looks import SHIFT, Look, draw_items, polygon, sample_look
from demo_model.drawn.palette import CONTRAST, RGB, choose, distance, sample_rgb
from demo_model.drawn.textures import Image
from demo_model.shown.scenes import COLORS, SHAPES, Item, Scene, reach, sides
from demo_model.shown.shapes import USUAL
from demo_model.shown.videos import Video

TRIES = 12
CLUTTERED = 0.35
# Share of a cell's area from which on the cell shows the item.
COVERED = 0.25
# Pixels on a side of a cell that is drawn to measure that.
CELL_PIXELS = 8
MP4 = 0.06
MP4_RATES = (8, 15, 25, 30)


@dataclass(frozen=True)
class Canvas:
    """The part that all frames share: `behind` is the image without items."""

    behind: Image
    look: Look


def draw_scene(rng: random.Random, scene: Scene, width: int, height: int) -> NDArray[np.uint8]:
    """Return the image (height, width, 3) in RGB."""
    if not scene.items:
        return unknown.paint(rng, width, height)
    canvas = _prepare(rng, [scene], width, height)
    return _draw(canvas, scene)


def draw_video(
    rng: random.Random, video: Video, times: Sequence[float], width: int, height: int
) -> NDArray[np.uint8]:
    """Return frames (len(times), height, width, 3) in RGB; `times` are shares of the video's
    length."""
    return np.stack(_draw_frames(rng, video, times, width, height))


def _draw_frames(
    rng: random.Random, video: Video, times: Sequence[float], width: int, height: int
) -> list[Image]:
    scenes = [video.at(time) for time in times]
    canvas = _prepare(rng, scenes, width, height)
    return [_draw(canvas, scene) for scene in scenes]


def _draw(canvas: Canvas, scene: Scene) -> Image:
    image = canvas.behind.copy()
    draw_items(image, scene, canvas.look)
    return image


def _prepare(rng: random.Random, scenes: Sequence[Scene], width: int, height: int) -> Canvas:
    """Choose one look for images of the same items."""
    names = sorted({item.color for item in scenes[0].items})
    background, colors = _colored(rng, names, scenes[0].background)
    image = backgrounds.paint(rng, background, width, height)
    if rng.random() < CLUTTERED:
        add_clutter(rng, image, _room(scenes), background.tones[0])
    return Canvas(image, sample_look(rng, colors, background.tones[0]))


def _colored(
    rng: random.Random, names: Sequence[str], name: str | None
) -> tuple[Background, dict[str, RGB]]:
    """Return a background, and colors that stand out from it."""
    for _ in range(TRIES):
        background = backgrounds.sample_background(rng, name)
        colors = choose(rng, names, backgrounds.behind(background))
        if colors:
            return background, colors
    return _plainly_colored(rng, names, name)


def _plainly_colored(
    rng: random.Random, names: Sequence[str], name: str | None
) -> tuple[Background, dict[str, RGB]]:
    """Return one tone and colors, chosen so that the least contrast is greatest."""

    def attempt() -> tuple[float, Background, dict[str, RGB]]:
        tone = sample_rgb(rng, name) if name else rng.choice(backgrounds.NAMELESS)
        colors = {color: sample_rgb(rng, color) for color in names}
        least = min(distance(tone, rgb) for rgb in colors.values())
        return least, Background("flat", (tone,)), colors

    best = attempt()
    for _ in range(60):
        if best[0] >= CONTRAST:
            break
        best = max(best, attempt(), key=lambda made: made[0])
    return best[1:]


def _room(scenes: Sequence[Scene]) -> Room:
    """Return the margins that all items of all images leave free."""
    top = bottom = side = 1.0
    for scene in scenes:
        width, height = sides(scene.aspect)
        for item in scene.items:
            across, up = reach(item) / width, reach(item) / height
            top, bottom = min(top, item.y - up), min(bottom, 1 - item.y - up)
            side = min(side, item.x - across, 1 - item.x - across)
    return Room(top, bottom, side)


def seen_image(rng: random.Random, scene: Scene, width: int, height: int) -> NDArray[np.uint8]:
    """Return Dot's view (height, width, 3) of a file that shows the scene."""
    scale = _sample_scale(rng)
    image = draw_scene(rng, scene, round(width * scale), round(height * scale))
    image = spoil(rng, image, sample_artefacts(rng), scale)
    return scaled_by(image, width, height, sample_interpolation(rng, scale))


def _sample_scale(rng: random.Random) -> float:
    """Return how many times larger a file is than Dot's view of it; large ones cost time."""
    low, high = rng.choices(((0.67, 1), (1, 1.6), (1.6, 2.5), (2.5, 4)), (18, 55, 22, 5))[0]
    return rng.uniform(low, high)


def frames(
    rng: random.Random, video: Video, times: Sequence[float], width: int, height: int
) -> NDArray[np.uint8]:
    """Return Dot's view (len(times), height, width, 3) of a file that shows the video."""
    scale = rng.choice((1.0, rng.uniform(0.75, 1.3), rng.uniform(1, 2)))
    # The sides of a video are even.
    drawn_width, drawn_height = (2 * round(side * scale / 2) for side in (width, height))
    images = _draw_frames(rng, video, times, drawn_width, drawn_height)
    artefacts = sample_artefacts(rng, jpeg=0.6)
    as_film = rng.random() < MP4
    if as_film:
        artefacts = replace(artefacts, jpeg=None)
    images = [spoil(rng, image, artefacts, scale) for image in images]
    if as_film:
        images = as_mp4(images, rng.choice(MP4_RATES))
    interpolation = sample_interpolation(rng, scale)
    return np.stack([scaled_by(image, width, height, interpolation) for image in images])


def cell_labels(scene: Scene, rows: int, columns: int) -> NDArray[np.uint8]:
    """Return (rows * columns, 2) for each cell, row by row: 1 + the index in COLORS and in SHAPES
    of the item that it shows, 0 for the background."""
    labels = np.zeros((rows, columns, 2), np.uint8)
    most = np.full((rows, columns), COVERED)
    for item in scene.items:
        label = (COLORS.index(item.color) + 1, SHAPES.index(item.shape) + 1)
        covered = _covered(scene, item, rows, columns)
        seen = covered >= most
        if seen.any():
            labels[seen] = label
            most = np.maximum(most, covered)
        else:
            labels[_cell(item.y, rows), _cell(item.x, columns)] = label
    return labels.reshape(-1, 2)


def _cell(share: float, count: int) -> int:
    return min(count - 1, int(share * count))


def _covered(scene: Scene, item: Item, rows: int, columns: int) -> NDArray[np.float32]:
    """Return the share (rows, columns) of each cell that an item covers."""
    mask = np.zeros((rows * CELL_PIXELS, columns * CELL_PIXELS), np.float32)
    points = polygon(scene, item, mask.shape[1], mask.shape[0], USUAL)
    cv2.fillPoly(mask, [points], 1.0, cv2.LINE_8, SHIFT)
    covered = cv2.resize(mask, (columns, rows), interpolation=cv2.INTER_AREA)
    return covered.astype(np.float32, copy=False)
