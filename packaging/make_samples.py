"""Draw the images and the video of the first start into resources/samples/."""

import json
import math
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw

SAMPLES = Path(__file__).resolve().parent.parent / "resources" / "samples"
SIZE = 640, 480
# Twice that of a card on the first page, for screens with twice the pixels.
CARD = 280, 210
SMOOTH = 4
VIDEO_FRAMES, VIDEO_FPS = 36, 12

Shape = tuple[str, str, float, float, float]

IMAGES: dict[str, tuple[str, list[Shape]]] = {
    "three-shapes.png": (
        "#ffffff",
        [
            ("circle", "#e02020", 0.22, 0.5, 0.2),
            ("star", "#f5b800", 0.53, 0.5, 0.2),
            ("square", "#1e66e5", 0.82, 0.5, 0.16),
        ],
    ),
    "stars.png": (
        "#f4f6fb",
        [
            ("star", "#128a2c", 0.25, 0.32, 0.17),
            ("star", "#128a2c", 0.72, 0.3, 0.17),
            ("star", "#128a2c", 0.48, 0.72, 0.17),
        ],
    ),
    "two-shapes.png": (
        "#ffffff",
        [("triangle", "#7c2bd0", 0.28, 0.52, 0.24), ("cross", "#ee7a10", 0.74, 0.5, 0.22)],
    ),
}
VIDEO = ("#ffffff", ("circle", "#1e66e5"))


def points(shape: str, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Return the corners in pixels; `radius` is the distance from the center to a side or tip."""
    if shape == "square":
        turns = [(math.pi / 4 + i * math.pi / 2, radius * 1.2) for i in range(4)]
    elif shape == "triangle":
        turns = [(-math.pi / 2 + i * 2 * math.pi / 3, radius * 1.2) for i in range(3)]
    elif shape == "star":
        tips = [radius * 1.2 if i % 2 == 0 else radius * 0.5 for i in range(10)]
        turns = [(-math.pi / 2 + i * math.pi / 5, tip) for i, tip in enumerate(tips)]
    else:
        inner, outer = radius * 0.36, radius * 1.1
        quarter = [(-inner, -outer), (inner, -outer), (inner, -inner)]
        return [
            (x + a * c - b * s, y + a * s + b * c)
            for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))
            for a, b in quarter
        ]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a, r in turns]


def draw(background: str, shapes: list[Shape], size: tuple[int, int]) -> Image.Image:
    width, height = size[0] * SMOOTH, size[1] * SMOOTH
    image = Image.new("RGB", (width, height), background)
    pen = ImageDraw.Draw(image)
    for shape, color, x, y, r in shapes:
        cx, cy, radius = x * width, y * height, r * height
        if shape == "circle":
            pen.ellipse([cx - radius, cy - radius, cx + radius, cy + radius], fill=color)
        else:
            pen.polygon(points(shape, cx, cy, radius), fill=color)
    return image.resize(size, Image.Resampling.LANCZOS)


def video_frames() -> list[Image.Image]:
    background, (shape, color) = VIDEO
    places = np.linspace(0.18, 0.82, VIDEO_FRAMES)
    size = SIZE[0] // 2, SIZE[1] // 2
    return [draw(background, [(shape, color, float(x), 0.5, 0.2)], size) for x in places]


def main() -> None:
    (SAMPLES / "cards").mkdir(parents=True, exist_ok=True)
    for name, (background, shapes) in IMAGES.items():
        save(draw(background, shapes, SIZE), name)
    frames = video_frames()
    save(frames[VIDEO_FRAMES // 3], "moving-circle.png")
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(SAMPLES / "moving-circle.mp4"), code, VIDEO_FPS, frames[0].size)
    for frame in frames:
        writer.write(cv2.cvtColor(np.asarray(frame), cv2.COLOR_RGB2BGR))
    writer.release()
    listed = [
        entry("three-shapes.png"),
        entry("stars.png", thinking=True),
        entry("two-shapes.png"),
        entry("moving-circle.mp4", "moving-circle.png"),
    ]
    (SAMPLES / "samples.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def save(image: Image.Image, name: str) -> None:
    image.save(SAMPLES / name, optimize=True)
    card = image.resize(CARD, Image.Resampling.LANCZOS)
    card.save(SAMPLES / "cards" / name, optimize=True)


def entry(file: str, preview: str = "", *, thinking: bool = False) -> dict:
    return {
        "file": file,
        "preview": preview or file,
        "clip": bool(preview),
        "thinking": thinking,
    }


if __name__ == "__main__":
    main()
