"""Files with a few bytes changed, and the intake's verdict on them."""

import random
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from engine.errors import Refused
from engine.media.budget import BUDGET
from engine.media.file_kind import ANIMATED, VIDEOS, identify
from engine.media.frame_plan import FrameSampling
from engine.media.images import read_image
from engine.media.intake import examine_file
from engine.media.worker_client import WorkerClient, video_job
from engine.messages import Media, MediaKind
from tests.kit.images import draw_image, save_pages

# Seconds of silence after which a worker counts as hung.
HUNG = replace(BUDGET, worker_silence=20.0)
IMAGES = ("png", "jpg", "webp", "gif", "bmp", "tiff", "avif")
SHAPES = (("red", "circle", 0.3, 0.5), ("blue", "cross", 0.7, 0.5))


@dataclass(frozen=True)
class Edit:
    """One change at a share of the file from 0 to 1: overwrite bytes, insert bytes or truncate."""

    what: str
    where: float
    data: bytes = b""


EDITS = ("over", "between", "end")


def edited(data: bytes, edits: list[Edit]) -> bytes:
    for edit in edits:
        at = int(edit.where * len(data))
        if edit.what == "end":
            data = data[:at]
        else:
            skipped = len(edit.data) if edit.what == "over" else 0
            data = data[:at] + edit.data + data[at + skipped :]
    return data


def any_edits(source: random.Random) -> list[Edit]:
    """Return random edits: most near the beginning, where the headers are, and few truncations."""
    return [
        Edit(
            source.choices(EDITS, (6, 2, 1))[0],
            source.random() ** source.choice((1, 4)),
            source.randbytes(source.choice((1, 1, 2, 4, 16))),
        )
        for _ in range(source.randint(1, source.choice((1, 3, 8))))
    ]


def still_files(folder: Path) -> list[Path]:
    """Save a small image of each kind, and animated ones."""
    small = draw_image(*SHAPES, size=(160, 120), radius=18)
    paths = [folder / f"still.{suffix}" for suffix in IMAGES]
    for path in paths:
        small.save(path)
    small.save(folder / "progressive.jpg", progressive=True)
    small.convert("P").save(folder / "palette.png")
    small.save(folder / "deflated.tiff", compression="tiff_adobe_deflate")
    return [*paths, *(folder / n for n in ("progressive.jpg", "palette.png", "deflated.tiff"))]


def moving_files(folder: Path) -> list[Path]:
    """Save videos in each container, animated images and a document."""
    pages = [
        draw_image(("red", "circle", x, 0.5), size=(160, 120), radius=18) for x in (0.2, 0.5, 0.8)
    ]
    moving = [folder / f"moving.{suffix}" for suffix in ("gif", "webp", "png", "avif")]
    for path in moving:
        pages[0].save(path, save_all=True, append_images=pages[1:], duration=500)
    videos = [
        _video(folder / f"clip.{suffix}", code, pages)
        for suffix, code in (("mp4", "mp4v"), ("mov", "mp4v"), ("avi", "MJPG"), ("mkv", "mp4v"))
    ]
    return [*moving, *videos, save_pages(folder / "pages.pdf", *pages)]


def taken(path: Path) -> str:
    """Decode the file as a message would. Return the sentence of a refusal, or ""."""
    try:
        file = identify(path)
        found = examine_file(file, HUNG)
        for item in found.items:
            if file.kind in VIDEOS:
                _read_video(item)
            elif found.pages == 1 and not found.strip:
                read_image(file)
        if file.kind in ANIMATED and found.moving:
            _read_video(Media(MediaKind.VIDEO, path))
    except Refused as refusal:
        return str(refusal)
    return ""


def _video(path: Path, code: str, pages: list[Image.Image]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 12, (160, 120))
    for page in pages * 4:
        writer.write(cv2.cvtColor(np.asarray(page), cv2.COLOR_RGB2BGR))
    writer.release()
    assert path.stat().st_size, f"no encoder for {path.name}"
    return path


def _read_video(item: Media) -> None:
    with WorkerClient(video_job(item, identify(item.path), FrameSampling(), HUNG)) as worker:
        while not worker.poll(1.0):
            pass
