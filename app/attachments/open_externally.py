"""Open our copies with the system's default application."""

import os
from pathlib import Path

from PySide6.QtCore import QProcess

from app.attachments.copying import not_opened
from app.base.file_manager import open_by_system
from engine.errors import Refused
from engine.media.file_kind import FileKind, identify

# The system picks the application by extension, and runs some; a file is only opened with one of
# its kind.
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
    FileKind.TEXT: (".txt",),
}


def open_in_default_app(path: Path) -> None:
    """Open one of our copies; raises Refused."""
    if not open_by_system(named_by_kind(path)):
        raise Refused("No app on this computer can open {name}.", name=path.name)


def quick_look(path: Path, program: str = "/usr/bin/qlmanage") -> None:
    """Show one of our copies by the preview of macOS, in a window of its own; raises Refused."""
    started, _ = QProcess.startDetached(program, ["-p", str(named_by_kind(path))])
    if not started:
        raise Refused("Quick Look cannot preview {name}.", name=path.name)


def named_by_kind(path: Path) -> Path:
    """Return `path` if its extension fits its kind, or a hard link that does; raises Refused."""
    # a script, a shortcut or a page would be run or displayed because of its name
    suffixes = SUFFIXES[identify(path, text=True).kind]
    if path.suffix.lower() in suffixes:
        return path
    named = path.with_name(f"{path.stem[:60]}{suffixes[0]}")
    try:
        named.unlink(missing_ok=True)
        os.link(path, named)
    except OSError as error:
        raise not_opened(error, path.name) from error
    return named
