"""The look of items: colors, proportions, edges and shades."""

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from demo_model.drawn.palette import APART, RGB, stands_out
from demo_model.drawn.textures import Image
from demo_model.shown.scenes import Item, Scene, sides
from demo_model.shown.shapes import Proportions, outline

# Fractional bits of a coordinate.
SHIFT = 4
UNIT = 1 << SHIFT


@dataclass(frozen=True)
class Look:
    """`edges` are the colors of outlines by name, if there are any; `edge` is their width in radii.
    `shade` is how much lighter an item is at its top than in its middle. `shadow` is the darkness
    of its shadow, `offset` the shadow's distance as a share of the shorter side."""

    colors: dict[str, RGB]
    proportions: Proportions
    edges: dict[str, RGB]
    edge: float
    shade: float
    shadow: float
    offset: float


def sample_look(rng: random.Random, colors: dict[str, RGB], behind: RGB) -> Look:
    """Choose a look at random; `behind` is the background's tone."""
    proportions = Proportions(
        rng.choice((5,) * 12 + (6,)),
        rng.choice((0.42, 0.45, 0.48, 0.48, 0.52)),
        rng.choice((0.25, 0.3, 0.35, 0.35, 0.4)),
    )
    edges = _edges(rng, colors, behind) if rng.random() < 0.16 else {}
    shade = rng.uniform(-0.15, 0.15) if rng.random() < 0.12 else 0.0
    shadow = rng.uniform(0.15, 0.4) if rng.random() < 0.1 else 0.0
    return Look(
        colors, proportions, edges, rng.uniform(0.04, 0.09), shade, shadow, rng.uniform(0, 0.02)
    )


def _edges(rng: random.Random, colors: dict[str, RGB], behind: RGB) -> dict[str, RGB]:
    """Choose colors of outlines. Black, white and gray items have none, since theirs would be taken
    for their color; no outline has another item's color."""
    tone = rng.choice(((0, 0, 0), (255, 255, 255), None))
    edges = {}
    for name, rgb in colors.items():
        edge = tone or (rgb[0] * 3 // 5, rgb[1] * 3 // 5, rgb[2] * 3 // 5)
        others = [behind, *(color for other, color in colors.items() if other != name)]
        if name not in ("black", "white", "gray") and stands_out(edge, others, APART):
            edges[name] = edge
    return edges


def polygon(
    scene: Scene, item: Item, width: int, height: int, proportions: Proportions
) -> NDArray[np.int32]:
    """Return an item's outline (n, 2) in pixels, in fixed point with SHIFT fractional bits."""
    wide, high = sides(scene.aspect)
    size = np.array([width / wide, height / high]) * item.radius
    center = np.array([item.x * width - 0.5, item.y * height - 0.5])
    points = outline(item.shape, item.rotation, proportions) * size + center
    return np.round(points * UNIT).astype(np.int32)


def draw_items(image: Image, scene: Scene, look: Look) -> None:
    """Draw the items into `image`, which shows the background."""
    height, width = image.shape[:2]
    outlines = [polygon(scene, item, width, height, look.proportions) for item in scene.items]
    if look.shadow:
        _throw_shadow(image, outlines, look)
    for item, points in zip(scene.items, outlines, strict=True):
        rgb = look.colors[item.color]
        cv2.fillPoly(image, [points], rgb, cv2.LINE_AA, SHIFT)
        if look.shade:
            _shade(image, points, rgb, look.shade)
        if item.color in look.edges:
            radius = item.radius * min(width, height)
            thickness = max(1, round(look.edge * radius))
            edge = look.edges[item.color]
            cv2.polylines(image, [points], True, edge, thickness, cv2.LINE_AA, SHIFT)


def _throw_shadow(image: Image, outlines: list[NDArray[np.int32]], look: Look) -> None:
    height, width = image.shape[:2]
    short = min(height, width)
    mask = np.zeros((height, width), np.uint8)
    offset = round(look.offset * short * UNIT)
    dark = round(255 * look.shadow)
    for points in outlines:
        cv2.fillPoly(mask, [points + offset], dark, cv2.LINE_8, SHIFT)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, 0.012 * short))
    light = cv2.cvtColor(255 - soft, cv2.COLOR_GRAY2RGB)
    cv2.multiply(image, light, image, 1 / 255)


def _shade(image: Image, points: NDArray[np.int32], rgb: RGB, shade: float) -> None:
    """Paint an item with a shade that gets lighter towards the top or the bottom."""
    left, top, wide, high = cv2.boundingRect(points >> SHIFT)
    corner = np.maximum((left - 1, top - 1), 0)
    part = image[corner[1] : top + high + 1, corner[0] : left + wide + 1]
    mask = np.zeros(part.shape[:2], np.uint8)
    cv2.fillPoly(mask, [points - corner * UNIT], 255, cv2.LINE_8, SHIFT)
    ramp = np.linspace(1 + shade, 1 - shade, part.shape[0])[:, None, None] * np.array(rgb)
    tones = np.broadcast_to(np.clip(ramp, 0, 255).astype(np.uint8), part.shape)
    cv2.copyTo(tones, mask, part)
