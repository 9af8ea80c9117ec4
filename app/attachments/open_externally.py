"""Copies of ours, opened with what the system has for them."""

import os
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from engine.errors import Refused
from engine.media.file_kind import FileKind, is_text, kind_of

# The system chooses the application by the name, and some names are run: each kind has its own.
SUFFIXES = {
    FileKind.PNG: (".png", ".apng"),
    FileKind.JPEG: (".jpg", ".jpeg"),
    FileKind.WEBP: (".webp",),
    FileKind.GIF: (".gif",),
    FileKind.BMP: (".bmp",),
    FileKind.TIFF: (".tif", ".tiff"),
    FileKind.AVIF: (".avif",),
    FileKind.HEIC: (".heic", ".heif"),
    FileKind.PDF: (".pdf",),
    FileKind.MP4: (".mp4", ".mov", ".m4v"),
    FileKind.MATROSKA: (".mkv", ".webm"),
    FileKind.AVI: (".avi",),
}


def open_outside(path: Path) -> None:
    """Open a picture, clip or document of ours; raises Refused."""
    url = QUrl.fromLocalFile(str(named_by_kind(path)))
    if not QDesktopServices.openUrl(url):
        raise Refused("No application on this computer opens {name}.", name=path.name)


def named_by_kind(path: Path) -> Path:
    """`path`, or the same file under a name that says what is in it; raises Refused."""
    # a script, a shortcut or a page would be run or shown by its name
    suffixes = (".txt",) if is_text(path) else SUFFIXES[kind_of(path)]
    if path.suffix.lower() in suffixes:
        return path
    named = path.with_name(f"{path.stem[:60]}{suffixes[0]}")
    try:
        named.unlink(missing_ok=True)
        os.link(path, named)
    except OSError as error:
        raise Refused(
            "{name} cannot be opened: {reason}.", name=path.name, reason=error.strerror
        ) from error
    return named
