"""Decode still images, and refuse those that are too large before decoding."""

import math
import os
import struct
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import numpy as np
from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    ExifTags,
    GifImagePlugin,
    Image,
    ImageFile,
    ImageOps,
    JpegImagePlugin,
    PngImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget, size_in_words
from engine.media.file_kind import FileKind, KnownFile
from engine.sentences import say, say_pixels

# Called directly: Image.open would also try decoders that start other programs.
DECODERS: dict[FileKind, Callable[..., ImageFile.ImageFile]] = {
    FileKind.PNG: PngImagePlugin.PngImageFile,
    FileKind.JPEG: JpegImagePlugin.JpegImageFile,
    FileKind.WEBP: WebPImagePlugin.WebPImageFile,
    FileKind.GIF: GifImagePlugin.GifImageFile,
    FileKind.BMP: BmpImagePlugin.BmpImageFile,
    FileKind.TIFF: TiffImagePlugin.TiffImageFile,
    FileKind.AVIF: AvifImagePlugin.AvifImageFile,
}
# Exceptions that the decoders raise for damaged or truncated files.
DAMAGED = (
    OSError,
    ValueError,
    SyntaxError,
    RuntimeError,
    struct.error,
    EOFError,
    LookupError,
    TypeError,
    OverflowError,
    AttributeError,
    MemoryError,
    AssertionError,
    Image.DecompressionBombError,
    Image.DecompressionBombWarning,
)
# Processors of several families refuse an image whose sides have a larger ratio.
MOST_RATIO = 200
# They also refuse a video whose frames have a side shorter than that of one of their tokens.
LEAST_SIDE = 32
# EXIF orientations that swap width and height.
TURNED = (5, 6, 7, 8)
# The tag of a TIFF page whose first bit is set for a smaller copy of another one.
_SUBFILE_TYPE = 254
# Pillow's own check still covers images inside of images; ours comes first and gives advice.
Image.MAX_IMAGE_PIXELS = BUDGET.pixels
warnings.filterwarnings("error", category=Image.DecompressionBombWarning)


class HeicDecoder(Protocol):
    """The decoder of the operating system for HEIC. Both methods raise Refused."""

    def size(self, path: Path) -> tuple[int, int]:
        """Return the upright width and height from the header."""
        ...

    def read(self, path: Path, side: int) -> np.ndarray:
        """Return upright RGB uint8 (height, width, 3), no side above `side`."""
        ...


_heic: list[HeicDecoder] = []


def set_heic_decoder(decoder: HeicDecoder | None) -> None:
    """Install the system's decoder. The app calls this before any file is read."""
    _heic[:] = [decoder] if decoder else []


def heic_decoder(path: Path) -> HeicDecoder:
    """Return the system's decoder; raises Refused if there is none."""
    if _heic:
        return _heic[0]
    where = (
        say("this Mac has no decoder for it")
        if sys.platform == "darwin"
        else say("only Macs read it")
    )
    raise Refused(
        "{name} is in Apple's HEIC format, and {where}. Export it as JPEG and add that. To "
        "take JPEG photos from now on, choose Settings › Camera › Formats › Most Compatible "
        "on the iPhone.",
        name=path.name,
        where=where,
    )


@contextmanager
def open_image(file: KnownFile, budget: Budget = BUDGET) -> Iterator[ImageFile.ImageFile]:
    """Open an image without decoding its pixels; raises Refused.

    An image with more pixels than the budget is opened only if it can be decoded smaller.
    """
    if file.kind not in DECODERS:
        raise Refused(
            "{name} is not an image but {kind}. Add it as a video or document.",
            name=file.path.name,
            kind=file.kind.value,
        )
    with file.open() as opened:
        check_bytes(file.path, os.fstat(opened.fileno()).st_size, budget)
        try:
            # Without the file's name, which Pillow would open once more to map it into memory.
            image = DECODERS[file.kind](opened)
            check_size(file.path, image, budget)
        except DAMAGED as error:
            raise Refused(
                "{name} looks like a {kind} image but is damaged. Try another copy.",
                name=file.path.name,
                kind=file.kind.value,
            ) from error
        yield image


def moves(image: ImageFile.ImageFile) -> bool:
    """Return True if the image has a second frame that is not damaged."""
    try:
        return bool(getattr(image, "is_animated", False))
    except DAMAGED:
        return False


def has_more_pages(image: ImageFile.ImageFile) -> bool:
    """Return True if a page follows that is not a smaller copy of the first. The image is then at
    that page."""
    if not isinstance(image, TiffImagePlugin.TiffImageFile):
        return False
    try:
        image.seek(1)
        return not image.tag_v2.get(_SUBFILE_TYPE, 0) & 1
    except DAMAGED:
        return False


def upright_size(image: ImageFile.ImageFile) -> tuple[int, int]:
    """Return width and height as `read_image` turns the image, from the header."""
    width, height = image.size
    # Pillow turns other formats itself, or would have to decode their pixels first.
    if not isinstance(image, JpegImagePlugin.JpegImageFile | TiffImagePlugin.TiffImageFile):
        return width, height
    try:
        turned = image.getexif().get(ExifTags.Base.Orientation) in TURNED
    except DAMAGED:
        turned = False
    return (height, width) if turned else (width, height)


def padded_size(width: int, height: int, least: int = 1) -> tuple[int, int]:
    """Return width and height of an image after `padded`."""
    least = max(least, max(width, height) // MOST_RATIO + 1)
    return max(width, least), max(height, least)


def padded_pixels(width: int, height: int) -> int:
    """Return the number of pixels of an image after `padded`."""
    return math.prod(padded_size(width, height))


def padded(image: Image.Image, least: int = 1) -> Image.Image:
    """Return an RGB image as it is, or in the middle of white if it is too long and thin for
    processors, or has a side below `least`."""
    width, height = padded_size(*image.size, least)
    if (width, height) == image.size:
        return image
    page = Image.new("RGB", (width, height), "white")
    page.paste(image, ((width - image.width) // 2, (height - image.height) // 2))
    return page


def padded_frame(frame: np.ndarray) -> np.ndarray:
    """Return the frame of a video, RGB (height, width, 3), as `padded` does."""
    height, width, _ = frame.shape
    if padded_size(width, height, LEAST_SIDE) == (width, height):
        return frame
    return np.asarray(padded(Image.fromarray(frame), LEAST_SIDE))


def decoding_bytes(image: ImageFile.ImageFile, budget: Budget, *, full: bool) -> int:
    """Estimate the peak memory of `read_image`, by factors measured for each format."""
    width, height = image.size
    pixels = width * height
    kept = padded_pixels(width, height) if full else min(pixels, budget.side**2)
    scaled = max(image.size) > budget.side and not full
    decoded = (8 if scaled else 4) * pixels
    if isinstance(image, JpegImagePlugin.JpegImageFile) and scaled:
        # A JPEG can be decoded at 1/8 of its size at best.
        decoded //= min(8, max(width, height) // budget.side) ** 2
    if image.info.get("progressive"):
        # All coefficients are in memory until the last scan.
        decoded += 6 * pixels
    if isinstance(image, WebPImagePlugin.WebPImageFile | AvifImagePlugin.AvifImageFile):
        decoded = 16 * pixels
    deep = 16 if image.mode[0] in "IF" else 0
    return decoded + kept * (4 + deep + (12 if image.has_transparency_data else 0))


def check_size(
    path: Path, image: ImageFile.ImageFile, budget: Budget = BUDGET, *, full: bool = False
) -> None:
    """Raise Refused if decoding would exceed the budget. A JPEG can be decoded smaller."""
    if full or not isinstance(image, JpegImagePlugin.JpegImageFile):
        check_pixels(path, *image.size, budget, full=full)
    needed = decoding_bytes(image, budget, full=full)
    if needed > budget.image_bytes:
        raise Refused(
            "{name} is {size}. Decoding it would take {needed:,.0f} MB of memory, more than the "
            "limit of {most:,.0f} MB. Make it smaller and try again.",
            name=path.name,
            size=size_in_words(*image.size),
            needed=needed / 1e6,
            most=budget.image_bytes / 1e6,
        )


def read_image(file: KnownFile, *, full: bool = False, budget: Budget = BUDGET) -> Image.Image:
    """Decode an image: RGB, upright, transparency on white, `padded`, no side above the budget's
    unless `full`. Raises Refused."""
    path = file.path
    if file.kind is FileKind.HEIC:
        return _read_heic(path, budget, full=full)
    with open_image(file, budget) as image:
        check_size(path, image, budget, full=full)
        side = max(image.size) if full else budget.side
        try:
            image.draft("RGB", (side, side))
            # Shrink before turning, which makes a copy.
            image.thumbnail((side, side))
            ImageOps.exif_transpose(image, in_place=True)
            if image.mode[0] in "IF":
                return padded(_eight_bits(image).convert("RGB"))
            return padded(on_white(image))
        except DAMAGED as error:
            raise Refused(
                "{name} is damaged or incomplete. Try another copy.", name=path.name
            ) from error


def check_bytes(path: Path, size: int, budget: Budget) -> None:
    """Raise Refused if a file that is read as a whole has more bytes than the budget."""
    if size > budget.file_bytes:
        raise Refused(
            "{name} is {size:,.0f} MB; a file of this kind can be at most {most:,.0f} MB. Make it "
            "smaller and try again.",
            name=path.name,
            size=size / 1e6,
            most=budget.file_bytes / 1e6,
        )


def check_pixels(
    path: Path, width: int, height: int, budget: Budget, *, full: bool = False
) -> None:
    """Raise Refused if an image has more pixels than the budget, or has them once it is padded in
    full size."""
    if width * height > budget.pixels:
        raise Refused(
            "{name} is {size}; an image can have at most {most:.0f} million. Make it smaller and "
            "try again.",
            name=path.name,
            size=size_in_words(width, height),
            most=budget.pixels / 1e6,
        )
    if full and padded_pixels(width, height) > budget.pixels:
        raise Refused(
            "{name} is {size} pixels: too long and thin for its full size. Crop it, or shrink it "
            "to fit.",
            name=path.name,
            size=say_pixels(width, height),
        )


def _read_heic(path: Path, budget: Budget, *, full: bool) -> Image.Image:
    decoder = heic_decoder(path)
    size = decoder.size(path)
    check_pixels(path, *size, budget, full=full)
    return padded(Image.fromarray(decoder.read(path, max(size) if full else budget.side)))


def on_white(image: Image.Image) -> Image.Image:
    """Return the image as RGB, its transparent parts on white."""
    if not image.has_transparency_data:
        return image.convert("RGB")
    layer = image.convert("RGBA")
    page = Image.new("RGBA", layer.size, "white")
    return Image.alpha_composite(page, layer).convert("RGB")


def _eight_bits(image: Image.Image) -> Image.Image:
    """Scale grayscale of 16 or 32 bits, or of floats, to 0-255; Pillow would clip it."""
    values = np.asarray(image).astype(np.float64)
    if image.mode == "F":
        values = np.nan_to_num(values)
        values = (values - values.min()) / (np.ptp(values) or 1.0) * 255
    elif image.mode != "I" or values.max() > 255:
        values = values / 257
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))
