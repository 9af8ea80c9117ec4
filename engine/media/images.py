"""Pictures from files to pixels, within bounds that are checked before decoding."""

import struct
import sys
import warnings
from collections.abc import Callable
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
from engine.media.file_kind import FileKind, kind_of
from engine.sentences import say

# Asked by name: what Image.open would try are also decoders that start other programs.
DECODERS: dict[FileKind, Callable[..., ImageFile.ImageFile]] = {
    FileKind.PNG: PngImagePlugin.PngImageFile,
    FileKind.JPEG: JpegImagePlugin.JpegImageFile,
    FileKind.WEBP: WebPImagePlugin.WebPImageFile,
    FileKind.GIF: GifImagePlugin.GifImageFile,
    FileKind.BMP: BmpImagePlugin.BmpImageFile,
    FileKind.TIFF: TiffImagePlugin.TiffImageFile,
    FileKind.AVIF: AvifImagePlugin.AvifImageFile,
}
# What they raise for bytes that are not, or not wholly, a picture.
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
# Orientations of EXIF in which width and height change places.
TURNED = (5, 6, 7, 8)
# The decoders' own check, of pictures inside of pictures; ours comes first and says what to do.
Image.MAX_IMAGE_PIXELS = BUDGET.pixels
warnings.filterwarnings("error", category=Image.DecompressionBombWarning)


class HeicDecoder(Protocol):
    """What the system reads HEIC with; both raise Refused."""

    def size(self, path: Path) -> tuple[int, int]:
        """Width and height by the header, upright."""
        ...

    def read(self, path: Path, side: int) -> np.ndarray:
        """RGB uint8 (height, width, 3), upright, no side above `side`."""
        ...


_heic: list[HeicDecoder] = []


def set_heic_decoder(decoder: HeicDecoder | None) -> None:
    """By the app, where the system has one; before anything is read."""
    _heic[:] = [decoder] if decoder else []


def heic_decoder(path: Path) -> HeicDecoder:
    """Raises Refused where this system has none."""
    if _heic:
        return _heic[0]
    where = (
        say("this Mac has no decoder for it")
        if sys.platform == "darwin"
        else say("only Macs read it")
    )
    raise Refused(
        "{name} is in Apple's HEIC format, and {where}. Export it as JPEG and drop that; on "
        "an iPhone, Settings > Camera > Formats > Most Compatible takes JPEG from then on.",
        name=path.name,
        where=where,
    )


def open_picture(path: Path, budget: Budget = BUDGET) -> ImageFile.ImageFile:
    """Open a picture without decoding its pixels; raises Refused.

    Pictures of more pixels than the budget's are opened only where they can be decoded smaller.
    """
    kind = kind_of(path)
    if kind not in DECODERS:
        raise Refused(
            "{name} is no picture but {kind}. Add it as a video or a document.",
            name=path.name,
            kind=kind.value,
        )
    size = path.stat().st_size
    if size > budget.file_bytes:
        raise Refused(
            "{name} has {size:,.0f} MB; the largest picture file is {most:,.0f} MB. Make it "
            "smaller and try again.",
            name=path.name,
            size=size / 1e6,
            most=budget.file_bytes / 1e6,
        )
    try:
        picture = DECODERS[kind](path)
        try:
            check_size(path, picture, budget)
        except BaseException:
            picture.close()
            raise
    except DAMAGED as error:
        raise Refused(_damaged(path, kind)) from error
    return picture


def moves(picture: ImageFile.ImageFile) -> bool:
    """Whether there is a second picture in it; what is damaged after the first has none."""
    try:
        return bool(getattr(picture, "is_animated", False))
    except DAMAGED:
        return False


def upright_size(picture: ImageFile.ImageFile) -> tuple[int, int]:
    """Width and height as `read_picture` turns it, by the header."""
    width, height = picture.size
    # For others Pillow would decode the pixels first, or turns them itself.
    if not isinstance(picture, JpegImagePlugin.JpegImageFile | TiffImagePlugin.TiffImageFile):
        return width, height
    try:
        turned = picture.getexif().get(ExifTags.Base.Orientation) in TURNED
    except DAMAGED:
        turned = False
    return (height, width) if turned else (width, height)


def decoding_bytes(picture: ImageFile.ImageFile, budget: Budget, *, full: bool) -> int:
    """An estimate of what `read_picture` takes at its peak; measured for each kind."""
    width, height = picture.size
    pixels = width * height
    kept = pixels if full else min(pixels, budget.side**2)
    scaled = max(picture.size) > budget.side and not full
    decoded = (8 if scaled else 4) * pixels
    if isinstance(picture, JpegImagePlugin.JpegImageFile) and scaled:
        # Decoded at an eighth at best.
        decoded //= min(8, max(width, height) // budget.side) ** 2
    if picture.info.get("progressive"):
        # Held as coefficients until its end.
        decoded += 6 * pixels
    if isinstance(picture, WebPImagePlugin.WebPImageFile | AvifImagePlugin.AvifImageFile):
        decoded = 16 * pixels
    deep = 16 if picture.mode[0] in "IF" else 0
    return decoded + kept * (4 + deep + (12 if picture.has_transparency_data else 0))


def check_size(
    path: Path, picture: ImageFile.ImageFile, budget: Budget = BUDGET, *, full: bool = False
) -> None:
    """Raises Refused where decoding would go beyond the budget. A JPEG can be decoded smaller."""
    if full or not isinstance(picture, JpegImagePlugin.JpegImageFile):
        check_pixels(path, *picture.size, budget)
    needed = decoding_bytes(picture, budget, full=full)
    if needed > budget.picture_bytes:
        raise Refused(
            "{name} is {size}. Reading it would take {needed:,.0f} MB, and {most:,.0f} MB "
            "are the most. Make it smaller and try again.",
            name=path.name,
            size=size_in_words(*picture.size),
            needed=needed / 1e6,
            most=budget.picture_bytes / 1e6,
        )


def read_picture(path: Path, *, full: bool = False, budget: Budget = BUDGET) -> Image.Image:
    """The pixels as RGB, upright, transparency on white, no side above the budget's unless `full`;
    raises Refused."""
    if kind_of(path) is FileKind.HEIC:
        return _read_heic(path, budget, full=full)
    with open_picture(path, budget) as picture:
        check_size(path, picture, budget, full=full)
        side = max(picture.size) if full else budget.side
        try:
            picture.draft("RGB", (side, side))
            # Smaller first: what turns it makes a copy.
            picture.thumbnail((side, side))
            ImageOps.exif_transpose(picture, in_place=True)
            return _on_white(picture)
        except DAMAGED as error:
            raise Refused(
                "{name} is damaged: it could not be read to its end. Try another copy.",
                name=path.name,
            ) from error


def check_pixels(path: Path, width: int, height: int, budget: Budget) -> None:
    """Raises Refused."""
    if width * height > budget.pixels:
        raise Refused(
            "{name} is {size}; the largest picture is {most:.0f} million. Make it smaller "
            "and try again.",
            name=path.name,
            size=size_in_words(width, height),
            most=budget.pixels / 1e6,
        )


def _read_heic(path: Path, budget: Budget, *, full: bool) -> Image.Image:
    decoder = heic_decoder(path)
    size = decoder.size(path)
    check_pixels(path, *size, budget)
    return Image.fromarray(decoder.read(path, max(size) if full else budget.side))


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
        values = np.nan_to_num(values)
        values = (values - values.min()) / (np.ptp(values) or 1.0) * 255
    elif picture.mode != "I" or values.max() > 255:
        values = values / 257
    return Image.fromarray(values.clip(0, 255).astype(np.uint8))


def _damaged(path: Path, kind: FileKind) -> str:
    return say(
        "{name} begins like a {kind} picture and is damaged. Try another copy.",
        name=path.name,
        kind=kind.value,
    )
