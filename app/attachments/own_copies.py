"""Our own copies of the files that were added: what others do with theirs changes no chat."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage, QImageWriter

from app.attachments.contents import Contents
from engine.errors import Refused
from engine.media.file_kind import is_text
from engine.prompts import text_files
from ui.language import tr


def pasted_picture() -> str:
    return tr("Pasted picture") + ".png"


def add(contents: Contents, path: Path, check: Callable[[], None]) -> Path:
    """Copy a file that may be a picture, clip, document or text; raises Refused."""
    # the window is on screen before Pillow is imported
    from engine.media import intake  # noqa: PLC0415

    if is_text(path):
        text_files.check_file_size(path)
    else:
        intake.admit(path)
    return contents.put(path, check)


def paste(contents: Contents, image: QImage) -> Path:
    """Raises Refused."""

    def write(new: Path) -> None:
        if not QImageWriter(str(new), b"png").write(image):
            raise Refused(
                "The pasted picture could not be saved in {folder}. Is the disk full?",
                folder=str(contents.folder),
            )

    return contents.put_written(write, pasted_picture())


def paste_text(contents: Contents, text: str) -> Path:
    """Raises Refused."""
    name = tr("Pasted text") + ".txt"
    data = text.encode("utf-8", "replace")
    text_files.check_byte_count(name, len(data))
    return contents.put_bytes(data, name)
