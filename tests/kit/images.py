"""Images, videos and documents drawn for tests, so that their contents are known."""

import struct
import zlib
from functools import lru_cache
from hashlib import md5
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from PIL import Image, ImageDraw

from engine.messages import ChatMessage, Media, MediaKind

COLORS = {
    "red": (220, 20, 40),
    "green": (20, 150, 50),
    "blue": (30, 90, 230),
    "yellow": (255, 220, 0),
    "purple": (128, 0, 160),
    "black": (10, 10, 10),
}


# Dot still sees well at this size.
SMALL = (160, 120)


def polygon(shape: str, x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """Return the corners of a square, triangle or cross around (x, y)."""
    r = radius
    if shape == "square":
        return [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
    if shape == "triangle":
        return [(x, y - 1.15 * r), (x + 1.05 * r, y + 0.65 * r), (x - 1.05 * r, y + 0.65 * r)]
    w = 0.36 * r
    path = [(-w, -r), (w, -r), (w, -w), (r, -w), (r, w), (w, w), (w, r), (-w, r), (-w, w)]
    return [(x + a, y + b) for a, b in [*path, (-r, w), (-r, -w), (-w, -w)]]


def draw_image(*shapes: tuple[str, str, float, float], size=(400, 300), radius=45) -> Image.Image:
    """Draw shapes given as (color, shape, x, y), with x and y as shares of width and height."""
    return _drawn(shapes, size, radius).copy()


# Many tests draw the same: smoothing the edges takes milliseconds.
@lru_cache(100)
def _drawn(
    shapes: tuple[tuple[str, str, float, float], ...], size: tuple[int, int], radius: float
) -> Image.Image:
    scale = 3
    width, height = size[0] * scale, size[1] * scale
    image = Image.new("RGB", (width, height), "white")
    pen = ImageDraw.Draw(image)
    for color, shape, x, y in shapes:
        cx, cy, r = x * width, y * height, radius * scale
        if shape == "circle":
            pen.ellipse([cx - r, cy - r, cx + r, cy + r], fill=COLORS[color])
        else:
            pen.polygon(polygon(shape, cx, cy, r), fill=COLORS[color])
    return image.reduce(scale)


def save_image(path: Path, *shapes: tuple[str, str, float, float], **options) -> Path:
    draw_image(*shapes, **options).save(path)
    return path


def save_small_image(path: Path, *shapes: tuple[str, str, float, float]) -> Path:
    """Save a small image: Dot needs half the time of a larger one."""
    return save_image(path, *shapes, size=SMALL, radius=18)


def save_video(
    path: Path,
    color: str,
    shape: str,
    direction: str,
    frames: int = 30,
    size: tuple[int, int] = (320, 240),
) -> Path:
    """Save a shape that moves left, right, up or down on white at 12 frames per second."""
    path.write_bytes(_video(path.suffix, color, shape, direction, frames, size))
    return path


def save_small_video(path: Path, color: str, shape: str, direction: str, frames: int = 30) -> Path:
    """Save a video with images as small as those of `save_small_image`."""
    return save_video(path, color, shape, direction, frames, SMALL)


# To draw and encode the usual 30 frames takes 50 ms.
@lru_cache(20)
def _video(
    suffix: str, color: str, shape: str, direction: str, frames: int, size: tuple[int, int]
) -> bytes:
    way = np.linspace(0.2, 0.8, frames)
    way = way[::-1] if direction in ("left", "up") else way
    level = direction in ("left", "right")
    code = cv2.VideoWriter.fourcc(*"mp4v")
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"video{suffix}"
        writer = cv2.VideoWriter(str(path), code, 12, size)
        for at in way:
            x, y = (at, 0.5) if level else (0.5, at)
            radius = 18 if size == SMALL else 45
            frame = draw_image((color, shape, float(x), float(y)), size=size, radius=radius)
            writer.write(cv2.cvtColor(np.asarray(frame), cv2.COLOR_RGB2BGR))
        writer.release()
        return path.read_bytes()


def save_gif(path: Path, *colors: str, milliseconds: int = 1500) -> Path:
    """Save an animation with a frame of each color, shown for `milliseconds`."""
    pages = [Image.new("RGB", (64, 48), color) for color in colors]
    pages[0].save(path, save_all=True, append_images=pages[1:], duration=milliseconds)
    return path


def bomb(path: Path, side: int) -> Path:
    """Save a PNG whose valid header claims side × side pixels over a few bytes of data."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    parts = [chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(b"")), chunk(b"IEND", b"")]
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    return path


def save_pages(path: Path, *pages: Image.Image) -> Path:
    """Save a PDF document with an image on each page."""
    pages[0].save(path, "PDF", save_all=True, append_images=pages[1:])
    return path


# Padding of PDF passwords (ISO 32000-1, algorithm 2).
_PADDING = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")


def save_locked(path: Path, password: bytes) -> Path:
    """Save a PDF document of one empty page, encrypted with RC4 and 40 bits (revision 2)."""
    padded, name = (password + _PADDING)[:32], b"0123456789abcdef"
    owner = _rc4(md5(padded).digest()[:5], padded)
    permitted = struct.pack("<i", -4)
    key = md5(padded + owner + permitted + name).digest()[:5]
    user = _rc4(key, _PADDING)
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>",
        b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <%s> /U <%s> >>"
        % (owner.hex().encode(), user.hex().encode()),
    )
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(b"%010d 00000 n \n" % len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"xref\n0 5\n0000000000 65535 f \n" + b"".join(places)
    trailer = b"<< /Size 5 /Root 1 0 R /Encrypt 4 0 R /ID [<%s> <%s>] >>" % (
        (name.hex().encode(),) * 2
    )
    end = b"trailer\n%s\nstartxref\n%d\n%%%%EOF\n" % (trailer, len(data))
    path.write_bytes(data + table + end)
    return path


def _rc4(key: bytes, data: bytes) -> bytes:
    state, j = list(range(256)), 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    out, i, j = bytearray(), 0, 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def long_video(path: Path, seconds: int) -> Path:
    """Save a small video with one frame per second."""
    code = cv2.VideoWriter.fourcc(*"mp4v")
    writer = cv2.VideoWriter(str(path), code, 1, (64, 48))
    for _ in range(seconds):
        writer.write(np.full((48, 64, 3), 200, np.uint8))
    writer.release()
    return path


def ask(text: str, *paths: Path) -> ChatMessage:
    """Return a user's message with images, and videos for files that end in .mp4."""
    return ChatMessage(
        "user",
        text,
        tuple(
            Media(MediaKind.VIDEO if path.suffix == ".mp4" else MediaKind.IMAGE, path)
            for path in paths
        ),
    )
