"""Puts all images and videos of a folder on one page, to see what went wrong."""

import re
from itertools import chain, groupby, islice
from pathlib import Path

import cv2
from PIL import Image, ImageDraw

SIDE = 192
CAPTION = 14
COLUMNS = 8
MOST = 400
PALETTE = 128
# Numbers follow the skill in a name; sheets in the same folder have none.
NUMBERS = re.compile(r"-\d.*")
# The frames of a video that are shown, as shares of its length.
MOMENTS = (0.0, 0.5, 1.0)
VIDEOS = {".mp4", ".avi"}


def contact_sheet(folder: Path, sheet: Path, of_a_skill: int = MOST) -> None:
    """Draw the images into `sheet`, a PNG, with the files' names below them, or remove it if the
    folder has none. A name begins with its skill; of each there are at most `of_a_skill`."""
    sheet.unlink(missing_ok=True)
    paths = _chosen(folder, of_a_skill)
    if not paths:
        return
    rows = -(-len(paths) // COLUMNS)
    page = Image.new("RGB", (COLUMNS * SIDE, rows * (SIDE + CAPTION)), "white")
    pen = ImageDraw.Draw(page)
    for index, path in enumerate(paths):
        row, column = divmod(index, COLUMNS)
        x, y = column * SIDE, row * (SIDE + CAPTION)
        page.paste(thumbnail(path), (x, y))
        pen.text((x + 2, y + SIDE + 1), path.stem[-30:], fill="black")
    page.quantize(PALETTE, dither=Image.Dither.NONE).save(sheet, optimize=True)


def _chosen(folder: Path, of_a_skill: int) -> list[Path]:
    paths = (path for path in sorted(folder.iterdir()) if NUMBERS.search(path.name))
    by_skill = groupby(paths, lambda path: NUMBERS.sub("", path.name))
    return list(chain.from_iterable(islice(group, of_a_skill) for _, group in by_skill))[:MOST]


def thumbnail(path: Path) -> Image.Image:
    """Return an image, or moments of a video side by side, at most SIDE pixels wide and high."""
    if path.suffix not in VIDEOS:
        with Image.open(path) as image:
            small = image.convert("RGB")
    else:
        small = _moments(path)
    small.thumbnail((SIDE - 4, SIDE - 4))
    return small


def _moments(path: Path) -> Image.Image:
    capture = cv2.VideoCapture(str(path))
    frames = []
    good, frame = capture.read()
    while good:
        frames.append(Image.fromarray(cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)))
        good, frame = capture.read()
    capture.release()
    chosen = [frames[round(moment * (len(frames) - 1))] for moment in MOMENTS]
    width, height = chosen[0].size
    strip = Image.new("RGB", (width * len(chosen), height), "white")
    for index, shown in enumerate(chosen):
        strip.paste(shown, (index * width, 0))
    return strip
