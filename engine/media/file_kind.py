"""What a file is by its first bytes; its name counts for nothing."""

import re
from codecs import getincrementaldecoder
from enum import Enum
from pathlib import Path
from unicodedata import category

from engine.errors import Refused
from engine.sentences import say
from engine.system.files import open_file

HEAD = 4096
READABLE = say(
    "Use PNG, JPEG, WebP, GIF, BMP, TIFF, AVIF or PDF, or a video as .mp4, .mov or .webm."
)


class FileKind(Enum):
    """The values are the names that people know them by."""

    PNG = "PNG"
    JPEG = "JPEG"
    WEBP = "WebP"
    GIF = "GIF"
    BMP = "BMP"
    TIFF = "TIFF"
    AVIF = "AVIF"
    HEIC = "HEIC"
    PDF = "PDF"
    MP4 = say("MP4 or QuickTime")
    MATROSKA = say("WebM or Matroska")
    AVI = "AVI"


CLIPS = frozenset({FileKind.MP4, FileKind.MATROSKA, FileKind.AVI})
# Pictures that may move; what they show can be read as a clip as well.
ANIMATED = frozenset({FileKind.GIF, FileKind.PNG, FileKind.WEBP, FileKind.AVIF})

_STARTS = (
    (b"\x89PNG\r\n\x1a\n", FileKind.PNG),
    (b"\xff\xd8\xff", FileKind.JPEG),
    (b"GIF87a", FileKind.GIF),
    (b"GIF89a", FileKind.GIF),
    (b"BM", FileKind.BMP),
    (b"II*\0", FileKind.TIFF),
    (b"MM\0*", FileKind.TIFF),
    (b"II+\0\x08\0\0\0", FileKind.TIFF),
    (b"MM\0+\0\x08\0\0", FileKind.TIFF),
    (b"\x1aE\xdf\xa3", FileKind.MATROSKA),
)
_RIFF = {b"WEBP": FileKind.WEBP, b"AVI ": FileKind.AVI}
_HEIC_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"}
# QuickTime files older than the box that names a brand begin with one of these.
_OLD_QUICKTIME = {b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"}
_PDF_WITHIN = 1024
_ADDRESS = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]+:/+")
_SVG = re.compile(rb"<svg[\s>]|<!DOCTYPE\s+svg", re.IGNORECASE)

# Known and not read: how the bytes begin, and what people should do.
_EXPORT_PNG = say("Export it as PNG and drop that.")
_EXPORT_MP4 = say("Save it as .mp4 with H.264 in it and drop that.")
_REFUSED = (
    (b"#EXTM3U", say("is a playlist, which only names other files. Drop the video itself.")),
    (b"ffconcat version", say("is a list of videos. Drop the videos themselves.")),
    (b"v=0\r\n", say("describes a stream and holds no video. Drop a video file.")),
    (b"v=0\n", say("describes a stream and holds no video. Drop a video file.")),
    (b"[InternetShortcut]", say("is a link. Open it, save the picture or video, and drop that.")),
    (b"%!PS", say("is a PostScript drawing. {advice}", advice=_EXPORT_PNG)),
    (b"\xc5\xd0\xd3\xc6", say("is a PostScript drawing. {advice}", advice=_EXPORT_PNG)),
    (b"\xd7\xcd\xc6\x9a", say("is a Windows metafile. {advice}", advice=_EXPORT_PNG)),
    (b"8BPS", say("is a Photoshop document. {advice}", advice=_EXPORT_PNG)),
    (b"\xff\x0a", say("is in the format JPEG XL. {advice}", advice=_EXPORT_PNG)),
    (b"\0\0\0\x0cJXL ", say("is in the format JPEG XL. {advice}", advice=_EXPORT_PNG)),
    (b"\0\0\0\x0cjP  ", say("is in the format JPEG 2000. {advice}", advice=_EXPORT_PNG)),
    (b"FLV\x01", say("is a Flash video. {advice}", advice=_EXPORT_MP4)),
    (b"0&\xb2u\x8ef\xcf\x11", say("is a Windows Media video. {advice}", advice=_EXPORT_MP4)),
    (b"\0\0\x01\xba", say("is an MPEG programme stream. {advice}", advice=_EXPORT_MP4)),
    (b"PK\x03\x04", say("is an archive or an office document. Unpack it, or save it as PDF.")),
    (b"\x1f\x8b", say("is compressed. Unpack it and drop what is inside.")),
)


def kind_of(path: Path) -> FileKind:
    """Read at most HEAD bytes; raises Refused with what the file is where it cannot be used."""
    head = _head(path)
    if kind := _known(head):
        return kind
    raise Refused("{name} {what}", name=path.name, what=_what(head))


def is_text(path: Path) -> bool:
    """Whether it is a text in UTF-8, and none of those that only stand for a picture or video;
    raises Refused for what is no file."""
    head = _head(path)
    stands_for = _SVG.search(head) or any(head.startswith(start) for start, _ in _REFUSED)
    return bool(head) and _known(head) is None and not stands_for and _is_text(head)


def _head(path: Path) -> bytes:
    if _ADDRESS.match(str(path)):
        # Of two slashes a path keeps one.
        raise Refused(
            "{address} is an address, and nothing is fetched from the network. Save the "
            "picture or video and drop the file.",
            address=str(path).replace(":/", "://", 1),
        )
    try:
        _check_file(path)
        with open_file(path) as file:
            return file.read(HEAD)
    except OSError as error:
        raise Refused(
            "{name} cannot be opened: {reason}.", name=path.name, reason=error.strerror
        ) from error


def _check_file(path: Path) -> None:
    """Raises Refused, and OSError where not even that can be found out."""
    if not path.exists():
        raise Refused(
            "There is no file {path}. If it was moved, add it from where it is now.",
            path=str(path),
        )
    if path.is_dir():
        raise Refused(
            "{name} is a folder, not a file. Drop pictures or videos themselves.",
            name=path.name,
        )
    if not path.is_file():
        raise Refused(
            "{name} is a device or a pipe, not a file. Drop a picture or a video.",
            name=path.name,
        )


def _known(head: bytes) -> FileKind | None:
    for start, kind in _STARTS:
        if head.startswith(start):
            return kind
    if head.startswith(b"RIFF"):
        return _RIFF.get(head[8:12])
    if head[4:8] == b"ftyp":
        return _by_brand(head)
    if head[4:8] in _OLD_QUICKTIME:
        return FileKind.MP4
    return FileKind.PDF if b"%PDF-" in head[:_PDF_WITHIN] else None


def _by_brand(head: bytes) -> FileKind:
    """Of an ISO base media file: its major brand, then those that it is compatible with."""
    length = min(int.from_bytes(head[:4], "big"), len(head))
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, length, 4))]
    if {b"avif", b"avis"} & set(brands):
        return FileKind.AVIF
    return FileKind.HEIC if brands[0] in _HEIC_BRANDS else FileKind.MP4


def _what(head: bytes) -> str:
    if not head:
        return say("is empty. Try another copy.")
    for start, sentence in _REFUSED:
        if head.startswith(start):
            return sentence
    if _SVG.search(head):
        return say("is a drawing in SVG. {advice}", advice=_EXPORT_PNG)
    if _is_text(head):
        return say(
            "is not a picture or video but text, whatever its name says. {advice}", advice=READABLE
        )
    return say(
        "is not a picture or video that can be read, whatever its name says. {advice}",
        advice=READABLE,
    )


def _is_text(head: bytes) -> bool:
    try:
        # A character may be cut at the end of what was read.
        text = getincrementaldecoder("utf-8")().decode(head, final=len(head) < HEAD)
    except UnicodeDecodeError:
        return False
    return all(category(c) != "Cc" or c in "\t\r\n\f\x1b" for c in text)
