"""Small images, videos and documents that are huge once they are decoded."""

import io
import json
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from engine.media.budget import BUDGET
from tests.attacks.attack import Attack, Outcome
from tests.attacks.folders import LIMIT, judged
from tests.attacks.watched import python, watch

Make = Callable[[Path], Path]


# --- images -----------------------------------------------------------------------------------


def png(side: int, folder: Path) -> Path:
    """Save an image of one color, which decodes to a thousand times its size."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        sum_ = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + sum_

    packer, row = zlib.compressobj(9), b"\0" * (1 + 3 * side)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    path = folder / "a.png"
    parts = (chunk(b"IHDR", head), chunk(b"IDAT", data), chunk(b"IEND", b""))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    return path


def png_text(folder: Path) -> Path:
    """Save an image with a text chunk that unpacks to 1 GB."""
    path = png(8, folder)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(b"x" * (1 << 20)) for _ in range(1024)) + packer.flush()
    text = b"Comment\0\0" + data
    chunk = struct.pack(">I", len(text)) + b"zTXt" + text
    chunk += struct.pack(">I", zlib.crc32(b"zTXt" + text))
    whole = path.read_bytes()
    path.write_bytes(whole[:33] + chunk + whole[33:])
    return path


def gif(side: int, frames: int, folder: Path) -> Path:
    """Save an animation of one-pixel frames on a large canvas."""
    head = b"GIF89a" + struct.pack("<HHBBB", side, side, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
    pixel = b"\x2c" + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\x02\x02\x44\x01\x00"
    delay = b"\x21\xf9\x04\x04\x05\x00\x00\x00"
    path = folder / "a.gif"
    path.write_bytes(head + (delay + pixel) * frames + b"\x3b")
    return path


def tiff(folder: Path) -> Path:
    """Save a page whose next page is itself."""
    from PIL import Image  # noqa: PLC0415

    path, data = folder / "a.tiff", io.BytesIO()
    Image.new("RGB", (8, 8)).save(data, "TIFF")
    found = bytearray(data.getvalue())
    first = struct.unpack("<I", found[4:8])[0]
    count = struct.unpack("<H", found[first : first + 2])[0]
    place = first + 2 + 12 * count
    found[place : place + 4] = struct.pack("<I", first)
    path.write_bytes(bytes(found))
    return path


def webp(folder: Path) -> Path:
    from PIL import Image  # noqa: PLC0415

    path = folder / "a.webp"
    pages = [Image.new("RGB", (4000, 4000), (number % 256, 0, 0)) for number in range(12)]
    pages[0].save(path, save_all=True, append_images=pages[1:] * 12, lossless=True, quality=0)
    return path


# --- documents --------------------------------------------------------------------------------


def pdf(objects: Iterable[bytes], folder: Path) -> Path:
    """Save a document of these objects; the first is the catalog."""
    path, found, places = folder / "a.pdf", b"%PDF-1.7\n", list[int]()
    for number, body in enumerate(objects, 1):
        places.append(len(found))
        found += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
    table += b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (
        len(places) + 1,
        len(found),
    )
    path.write_bytes(found + table + end)
    return path


CATALOG = b"<< /Type /Catalog /Pages 2 0 R >>"


def _page(content: bytes, size: bytes = b"600 800", more: bytes = b"") -> list[bytes]:
    return [
        CATALOG,
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %s] /Contents 4 0 R %s >>" % (size, more),
        content,
    ]


def _stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(data), more, data)


def pdf_size(folder: Path) -> Path:
    return pdf(_page(_stream(b""), b"99999999 99999999"), folder)


def pdf_unpacked(folder: Path) -> Path:
    """Save drawing commands that unpack to 1 GB."""
    packer, piece = zlib.compressobj(9), b"0 0 m 9 9 l S\n" * 75_000
    data = b"".join(packer.compress(piece) for _ in range(1000)) + packer.flush()
    return pdf(_page(_stream(data, b"/Filter /FlateDecode")), folder)


def pdf_forms(folder: Path) -> Path:
    """Save forms that each draw the next one ten times, sixteen deep."""
    more = b"/Resources << /XObject << /F 5 0 R >> >>"
    objects = _page(_stream(b"/F Do"), more=more)
    for number in range(5, 21):
        inside = b"/Resources << /XObject << /F %d 0 R >> >>" % (number + 1)
        head = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800] " + inside
        objects.append(_stream(b"/F Do " * 10, head))
    end = b"/Type /XObject /Subtype /Form /BBox [0 0 600 800]"
    objects.append(_stream(b"0 0 9 9 re f", end))
    return pdf(objects, folder)


def pdf_pages(folder: Path) -> Path:
    """Save a document that claims a billion pages and whose page tree is its own child."""
    tree = b"<< /Type /Pages /Kids [2 0 R] /Count 1000000000 >>"
    return pdf([CATALOG, tree], folder)


def pdf_image(folder: Path) -> Path:
    """Save an image of 50,000 x 50,000 pixels in 2 kB."""
    more = b"/Resources << /XObject << /I 5 0 R >> >>"
    head = b"/Type /XObject /Subtype /Image /Width 50000 /Height 50000 /ColorSpace /DeviceGray "
    head += b"/BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]"
    packer, row = zlib.compressobj(9), b"\0" * 50_000
    once = b"".join(packer.compress(row) for _ in range(50_000)) + packer.flush()
    objects = [
        *_page(_stream(b"600 0 0 800 0 0 cm /I Do"), more=more),
        _stream(zlib.compress(once, 9), head),
    ]
    return pdf(objects, folder)


# --- videos -----------------------------------------------------------------------------------


def plain_video(name: str, code: str, size: tuple[int, int], frames: int, folder: Path) -> Path:
    """Save a video of one color, which is a small file."""
    import cv2  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    path = folder / name
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*code), 30, size)
    frame = np.zeros((size[1], size[0], 3), np.uint8)
    for _ in range(frames):
        writer.write(frame)
    writer.release()
    return path


def video_lies(folder: Path) -> Path:
    """Save a video whose header claims 2^31 frames of 60,000 x 60,000 pixels."""
    path = plain_video("a.avi", "MJPG", (64, 48), 4, folder)
    data = bytearray(path.read_bytes())
    place = data.index(b"avih") + 8
    data[place + 16 : place + 20] = struct.pack("<I", 2**31 - 1)
    data[place + 32 : place + 40] = struct.pack("<II", 60_000, 60_000)
    place = data.index(b"strf") + 12
    data[place : place + 8] = struct.pack("<II", 60_000, 60_000)
    path.write_bytes(bytes(data))
    return path


def meet_media(make: Make, kind: str, folder: Path) -> Outcome:
    job = {"media": [str(make(folder))], "kind": kind}
    found = watch(python("tests.attacks.engine_driver", json.dumps(job)), LIMIT)
    # An image is decoded in this process within this budget.
    return judged(found, most=BUDGET.image_bytes)


def _media_attacks() -> Iterator[Attack]:
    images: dict[str, Make] = {
        "PNG of 7,900 x 7,900": partial(png, 7900),
        "PNG of 30,000 x 30,000": partial(png, 30_000),
        "PNG with 1 GB of text": png_text,
        "GIF of 65,535 x 65,535": partial(gif, 65_535, 1),
        "GIF of 200,000 frames": partial(gif, 2000, 200_000),
        "TIFF that is its own next page": tiff,
        "PDF of 99,999,999 points": pdf_size,
        "PDF that unpacks to 1 GB": pdf_unpacked,
        "PDF of forms in forms": pdf_forms,
        "PDF of a billion pages": pdf_pages,
        "PDF with an image of 2.5 GB": pdf_image,
    }
    videos: dict[str, Make] = {
        "GIF of 20,000 large frames": partial(gif, 5000, 20_000),
        "WebP of 140 large frames": webp,
        "video of 7,680 x 4,320": partial(plain_video, "a.mp4", "mp4v", (7680, 4320), 60),
        "video of 200,000 frames": partial(plain_video, "a.mp4", "mp4v", (64, 48), 200_000),
        "video whose header lies": video_lies,
    }
    for name, make in images.items():
        yield Attack(f"image: {name}", "media", partial(meet_media, make, "image"))
    for name, make in videos.items():
        yield Attack(f"video: {name}", "media", partial(meet_media, make, "video"))


ATTACKS = tuple(_media_attacks())
