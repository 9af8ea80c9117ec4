"""Copy added files into our folder, so that changes to the originals affect no chat."""

from pathlib import Path

from PySide6.QtGui import QImage, QImageWriter

from app.attachments.contents import Contents
from app.base.cancelling import Check
from engine.errors import Refused
from engine.media import intake
from engine.media.file_kind import FileKind, identify
from engine.prompts import text_files
from ui.look.language import tr


def pasted_image() -> str:
    return tr("Pasted image") + ".png"


def add(contents: Contents, path: Path, check: Check) -> Path:
    """Copy an image, video, document or text file; raises Refused. `check` is called repeatedly,
    and an exception from it ends the copy."""
    file = identify(path, text=True)
    if file.kind is FileKind.TEXT:
        text_files.check_file_size(path)
    else:
        intake.admit(file)
    return contents.put(path, check)


def paste(contents: Contents, image: QImage, name: str = "") -> Path:
    """Save a pasted or captured image; raises Refused."""
    name = name or pasted_image()

    def write(new: Path) -> None:
        if not QImageWriter(str(new), b"png").write(image):
            raise Refused(
                "{name} could not be saved in {folder}. Is the disk full?",
                name=name,
                folder=str(contents.folder),
            )

    return contents.put_written(write, name)


def paste_text(contents: Contents, text: str) -> Path:
    """Save a pasted text; raises Refused."""
    name = tr("Pasted text") + ".txt"
    data = text.encode("utf-8", "replace")
    text_files.check_byte_count(name, len(data))
    return contents.put_bytes(data, name)
