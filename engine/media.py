"""Pictures and clips from files to arrays, within bounds that are checked before decoding."""

import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

from engine.errors import Refused
from engine.messages import Media, MediaKind

# No other demuxer input than a local file: a playlist may not fetch from the network.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "protocol_whitelist;file")
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

VIDEO_SUFFIXES = {".mp4", ".mov", ".m4v", ".webm", ".mkv", ".avi"}
PICTURE_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "AVIF")
# What Pillow's decoders raise for bytes that are not, or not wholly, a picture.
DAMAGED = (OSError, ValueError, SyntaxError, RuntimeError, struct.error, EOFError)
MAX_PIXELS = 64_000_000
# Ours is checked before anything is decoded, and says what to do.
Image.MAX_IMAGE_PIXELS = None
# Larger sides than any family's processor keeps are scaled down while they are still cheap.
MAX_SIDE = 4096
MAX_FRAME_SIDE = 768
# Frames that are looked through where a file does not say how many it has.
MAX_COUNTED = 20_000
# From this gap on a seek is cheaper than reading on.
SEEK_GAP = 48


@dataclass(frozen=True)
class ClipPlan:
    """Which frames of a clip are read: `indices` into its `total` frames at `fps` per second."""

    path: Path
    total: int
    fps: float
    indices: tuple[int, ...]

    @property
    def seconds(self) -> float:
        return self.total / self.fps


def identify(path: Path) -> Media:
    """Whether `path` is a picture or a clip; raises Refused for anything else."""
    if not path.exists():
        raise Refused(f"There is no file {path.name} any more. Add it again from where it is now.")
    if not path.is_file():
        raise Refused(f"{path.name} is a folder, not a file. Drop pictures or videos themselves.")
    if path.suffix.lower() in VIDEO_SUFFIXES:
        open_clip(path, min_frames=1, max_frames=1, fps=1.0)
        return Media(MediaKind.VIDEO, path)
    with open_picture(path):
        return Media(MediaKind.IMAGE, path)


def open_picture(path: Path) -> Image.Image:
    """Open a picture without decoding its pixels; raises Refused."""
    if not path.is_file():
        raise Refused(f"There is no file {path}. If it was moved, add it again.")
    try:
        picture = Image.open(path, formats=PICTURE_FORMATS)
    except DAMAGED as error:
        raise Refused(_unreadable_picture(path)) from error
    width, height = picture.size
    if width * height > MAX_PIXELS:
        picture.close()
        raise Refused(
            f"{path.name} is {width:,} × {height:,} pixels ({width * height / 1e6:,.0f} million); "
            f"the largest picture is {MAX_PIXELS / 1e6:.0f} million. Make it smaller and try again."
        )
    return picture


def read_picture(path: Path) -> Image.Image:
    """The pixels as RGB, upright, transparency on white, no side above MAX_SIDE; raises Refused."""
    with open_picture(path) as picture:
        try:
            picture.draft("RGB", (MAX_SIDE, MAX_SIDE))
            upright = ImageOps.exif_transpose(picture)
            upright.thumbnail((MAX_SIDE, MAX_SIDE))
            return _on_white(upright)
        except DAMAGED as error:
            raise Refused(
                f"{path.name} is damaged: it could not be read to its end. Try another copy."
            ) from error


def open_clip(path: Path, *, min_frames: int, max_frames: int, fps: float) -> ClipPlan:
    """Choose evenly spaced frames, `fps` per second within the bounds; raises Refused."""
    import cv2  # noqa: PLC0415  half a second to import, and most chats have no clip

    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    try:
        if not capture.isOpened() or not capture.grab():
            raise Refused(
                f"{path.name} could not be read as a video. Try an .mp4 file with H.264 in it."
            )
        rate = capture.get(cv2.CAP_PROP_FPS)
        rate = rate if 0.1 <= rate <= 1000 else 25.0
        total = int(capture.get(cv2.CAP_PROP_FRAME_COUNT))
        if total <= 0:
            total = 1
            while total < MAX_COUNTED and capture.grab():
                total += 1
    finally:
        capture.release()
    wanted = max(min_frames, min(max_frames, round(total / rate * fps)))
    indices = np.linspace(0, total - 1, min(wanted, total)).round().astype(int)
    return ClipPlan(path, total, rate, tuple(indices.tolist()))


def read_clip(plan: ClipPlan) -> Iterator[np.ndarray]:
    """Yield the planned frames, RGB uint8 (height, width, 3), no side above MAX_FRAME_SIDE.

    Fewer come where the file ends early; raises Refused when there is none at all.
    """
    import cv2  # noqa: PLC0415

    capture = cv2.VideoCapture(str(plan.path), cv2.CAP_FFMPEG)
    at = found = 0
    try:
        for index in plan.indices:
            if index - at > SEEK_GAP:
                capture.set(cv2.CAP_PROP_POS_FRAMES, index)
                at = index
            while at <= index and capture.grab():
                at += 1
            good, frame = capture.retrieve() if at > index else (False, None)
            if not good or frame is None:
                break
            found += 1
            yield _small_rgb(frame)
    finally:
        capture.release()
    if not found:
        raise Refused(f"No frame of {plan.path.name} could be read. Try another copy.")


def _small_rgb(frame: np.ndarray) -> np.ndarray:
    import cv2  # noqa: PLC0415

    height, width = frame.shape[:2]
    scale = MAX_FRAME_SIDE / max(height, width)
    if scale < 1:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        frame = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(frame, cv2.COLOR_BGR2RGB)


def _on_white(picture: Image.Image) -> Image.Image:
    if picture.mode[0] in "IF":
        picture = _eight_bits(picture)
    if not picture.has_transparency_data:
        return picture.convert("RGB")
    layer = picture.convert("RGBA")
    page = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(page, layer).convert("RGB")


def _eight_bits(picture: Image.Image) -> Image.Image:
    """Grey of 16 or 32 bits, or of fractions, as shades from 0 to 255; Pillow would cut it off."""
    values = np.asarray(picture).astype(np.float64)
    if picture.mode == "F":
        values = (values - values.min()) / (np.ptp(values) or 1.0) * 255
    elif picture.mode != "I" or values.max() > 255:
        values = values / 257
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def _unreadable_picture(path: Path) -> str:
    if path.suffix.lower() in {".heic", ".heif"}:
        return f"{path.name} is in Apple's HEIC format. Export it as JPEG and drop that."
    if path.suffix.lower() == ".svg":
        return f"{path.name} is a drawing in SVG. Export it as PNG and drop that."
    return (
        f"{path.name} is not a picture that can be read, whatever its name says. "
        "Use PNG, JPEG, WebP, GIF, BMP, TIFF or AVIF, or a video as .mp4 or .mov."
    )
