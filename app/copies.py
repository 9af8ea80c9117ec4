"""Our own copies of the files that were added: what others do with theirs changes no chat."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtGui import QImage, QImageWriter

from app.store.contents import Contents
from engine import texts
from engine.errors import Refused
from engine.file_kind import is_text
from engine.sentences import say
from ui.language import tr


def pasted_picture() -> str:
    return tr("Pasted picture") + ".png"


def add(contents: Contents, path: Path, check: Callable[[], None]) -> Path:
    """Copy a file that may be a picture, clip, document or text; raises Refused."""
    # the window is on screen before Pillow is imported
    from engine import intake  # noqa: PLC0415

    if is_text(path):
        texts.check_size(path)
    else:
        intake.admit(path)
    return contents.put(path, check)


def paste(contents: Contents, image: QImage) -> Path:
    """Raises Refused."""

    def write(new: Path) -> None:
        if not QImageWriter(str(new), b"png").write(image):
            raise Refused(
                say(
                    "The pasted picture could not be saved in {folder}. Is the disk full?",
                    folder=str(contents.folder),
                )
            )

    return contents.put_written(write, pasted_picture())


def paste_text(contents: Contents, text: str) -> Path:
    """Raises Refused."""
    name = tr("Pasted text") + ".txt"
    data = text.encode("utf-8", "replace")
    texts.check_length(name, len(data))
    return contents.put_bytes(data, name)
