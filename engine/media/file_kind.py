"""Identify files by their first bytes; names and extensions are ignored."""

import os
import re
from codecs import getincrementaldecoder
from enum import Enum
from pathlib import Path
from typing import BinaryIO
from unicodedata import category

from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.sentences import say
from engine.system import files

HEAD = 4096
READABLE = say(
    "Use PNG, JPEG, WebP, GIF, BMP, TIFF, AVIF or PDF, or a video as .mp4, .mov or .webm."
)


class FileKind(Enum):
    """The values are the names of the kinds for people."""

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
    TEXT = say("text")


VIDEOS = frozenset({FileKind.MP4, FileKind.MATROSKA, FileKind.AVI})
# Image formats that may be animated, and can then be decoded as a video.
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
# QuickTime files without a brand (older than ftyp) begin with one of these boxes.
_OLD_QUICKTIME = {b"moov", b"mdat", b"wide", b"free", b"skip", b"pnot"}
_PDF_WITHIN = 1024
_ADDRESS = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]+:/+")
_SVG = re.compile(rb"<svg[\s>]|<!DOCTYPE\s+svg", re.IGNORECASE)
_SOUND = re.compile(rb"ID3[\2-\4]|fLaC|\xff[\xf2\xf3\xfb]|RIFF....WAVE|....ftypM4[AB] ", re.DOTALL)
# The length of a header as 64 bits, and the header.
_SAFETENSORS = re.compile(rb'.{4}\0{4}\{"', re.DOTALL)

# Formats that are recognized but not supported: first bytes, and a sentence with advice.
_EXPORT_PNG = say("Export it as PNG and add that.")
_EXPORT_MP4 = say("Save it as an .mp4 file with H.264 video and add that.")
_GGUF = say("is a model as a GGUF file, which MLX cannot read. Look for an MLX version of it.")
_REFUSED = (
    (b"#EXTM3U", say("is a playlist, which only names other files. Add the video itself.")),
    (b"ffconcat version", say("is a list of videos. Add the videos themselves.")),
    (b"v=0\r\n", say("describes a stream and holds no video. Add a video file.")),
    (b"v=0\n", say("describes a stream and holds no video. Add a video file.")),
    (b"[InternetShortcut]", say("is a link. Open it, save the image or video, and add the file.")),
    (b"%!PS", say("is a PostScript drawing. {advice}", advice=_EXPORT_PNG)),
    (b"\xc5\xd0\xd3\xc6", say("is a PostScript drawing. {advice}", advice=_EXPORT_PNG)),
    (b"\xd7\xcd\xc6\x9a", say("is a Windows metafile. {advice}", advice=_EXPORT_PNG)),
    (b"8BPS", say("is a Photoshop document. {advice}", advice=_EXPORT_PNG)),
    (b"\xff\x0a", say("is in the format JPEG XL. {advice}", advice=_EXPORT_PNG)),
    (b"\0\0\0\x0cJXL ", say("is in the format JPEG XL. {advice}", advice=_EXPORT_PNG)),
    (b"\0\0\0\x0cjP  ", say("is in the format JPEG 2000. {advice}", advice=_EXPORT_PNG)),
    (b"FLV\x01", say("is a Flash video. {advice}", advice=_EXPORT_MP4)),
    (b"0&\xb2u\x8ef\xcf\x11", say("is a Windows Media video. {advice}", advice=_EXPORT_MP4)),
    (b"\0\0\x01\xba", say("is an MPEG program stream. {advice}", advice=_EXPORT_MP4)),
    (b"PK\x03\x04", say("is an archive or an office document. Unpack it, or save it as PDF.")),
    (b"\x1f\x8b", say("is compressed. Unpack it and add what is inside.")),
    (b"GGUF\2\0\0\0", _GGUF),
    (b"GGUF\3\0\0\0", _GGUF),
)


@frozen
class KnownFile:
    """A file and its kind, established once and passed to everything that reads the file.

    The kind chooses the code that decodes the file; it is not trusted beyond that. `open` checks it
    on the very descriptor that is decoded, so a file that changed is refused.
    """

    path: Path
    kind: FileKind

    def open(self) -> BinaryIO:
        """Open the file at its first byte. Raises Refused if it is no longer a regular file of this
        kind."""
        file, head = _opened(self.path)
        if _kind(head) is not self.kind:
            file.close()
            raise Refused("{name} changed while it was read. Add it again.", name=self.path.name)
        file.seek(0)
        return file


def identify(path: Path, *, text: bool = False) -> KnownFile:
    """Return the file with its kind, from its first HEAD bytes.

    Raises Refused, with a sentence about what the file is, if it cannot be used. Text in UTF-8 is
    refused unless `text`; playlists, SVG and other texts that stand for an image or video always.
    """
    file, head = _opened(path)
    file.close()
    kind = _kind(head)
    if kind is None or (kind is FileKind.TEXT and not text):
        raise Refused("{name} {what}", name=path.name, what=_unusable_kind(head))
    return KnownFile(path, kind)


def stat_file(path: Path) -> os.stat_result:
    """Return the status of a regular file without opening it. Raises Refused for anything else."""
    _check_address(path)
    try:
        return files.check_file(path)
    except OSError as error:
        raise _not_opened(path, error) from error


def _opened(path: Path) -> tuple[BinaryIO, bytes]:
    """Open a regular file and read its first HEAD bytes; raises Refused."""
    _check_address(path)
    try:
        file = files.open_file(path)
        try:
            return file, file.read(HEAD)
        except OSError:
            file.close()
            raise
    except OSError as error:
        raise _not_opened(path, error) from error


def _check_address(path: Path) -> None:
    if _ADDRESS.match(str(path)):
        # A path keeps one of two slashes.
        raise Refused(
            "{address} is an address, and nothing is fetched from the network. Save the "
            "image or video and add the file.",
            address=str(path).replace(":/", "://", 1),
        )


def _not_opened(path: Path, error: OSError) -> Refused:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return Refused(
            "{name} was not found. If it was moved, add it again from its new place.",
            name=path.name,
        )
    if isinstance(error, IsADirectoryError):
        return Refused(
            "{name} is a folder, not a file. Add the images or videos themselves.",
            name=path.name,
        )
    return Refused(
        "{name} cannot be opened: {reason}. Check the file and try again.",
        name=path.name,
        reason=reason(error),
    )


def _kind(head: bytes) -> FileKind | None:
    """Return the kind of a file by its first bytes, or None if it cannot be used."""
    if not head or _SOUND.match(head):
        return None
    if not _is_text(head):
        return _media_kind(head)
    # A document without compression can be text. A text may well begin as another file does.
    if head.lstrip().startswith(b"%PDF-"):
        return FileKind.PDF
    stands_for_media = _SVG.search(head) or any(head.startswith(start) for start, _ in _REFUSED)
    return None if stands_for_media else FileKind.TEXT


def _media_kind(head: bytes) -> FileKind | None:
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
    """Return the kind of an ISO base media file by its major and its compatible brands."""
    length = min(int.from_bytes(head[:4], "big"), len(head))
    brands = [head[8:12], *(head[at : at + 4] for at in range(16, length, 4))]
    if {b"avif", b"avis"} & set(brands):
        return FileKind.AVIF
    return FileKind.HEIC if brands[0] in _HEIC_BRANDS else FileKind.MP4


def _unusable_kind(head: bytes) -> str:
    """Return the rest of the sentence "{name} ..." about a file that cannot be used."""
    if not head:
        return say("is empty. Try another copy.")
    for start, sentence in _REFUSED:
        if head.startswith(start):
            return sentence
    if _SAFETENSORS.match(head):
        return say("has the weights of a model. Open the folder that it is in as a model.")
    if _SOUND.match(head):
        return say("is a sound file. {advice}", advice=READABLE)
    if _SVG.search(head):
        return say("is an SVG drawing. {advice}", advice=_EXPORT_PNG)
    if _is_text(head):
        return say(
            "is not an image or video but text, whatever its name says. {advice}", advice=READABLE
        )
    return say(
        "is not an image or video that can be read, whatever its name says. {advice}",
        advice=READABLE,
    )


def _is_text(head: bytes) -> bool:
    try:
        # The last character may be cut at the end of `head`.
        text = getincrementaldecoder("utf-8")().decode(head, final=len(head) < HEAD)
    except UnicodeDecodeError:
        return False
    return all(category(c) != "Cc" or c in "\t\r\n\f\x1b" for c in text)
