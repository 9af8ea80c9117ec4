"""Dropped files to attachments: checked and decoded on a worker, never by Qt."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from engine.errors import Refused
from engine.messages import Media, MediaKind
from ui.attachment import Attachment

if TYPE_CHECKING:
    import numpy as np

PREVIEW_SIDE = 640


@dataclass(frozen=True)
class Preview:
    """What became of one file for chat `chat_id`: attachments, several of a document, or the
    sentence why not."""

    chat_id: int
    path: Path
    attachments: tuple[Attachment, ...] = ()
    problem: str = ""


class Previews:
    """One worker thread; each result is handed to `post` on it.

    The thread is a daemon: a file on a dead network drive must not keep the application alive.
    """

    def __init__(self, post: Callable[[Preview], None]) -> None:
        self._post = post
        self._inbox: SimpleQueue[tuple[int, Path] | None] = SimpleQueue()
        self._worker = Thread(target=self._run, name="previews", daemon=True)
        self._worker.start()

    def request(self, chat_id: int, path: Path) -> None:
        self._inbox.put((chat_id, path))

    def close(self, timeout: float) -> bool:
        """Ask the worker to end. False where it is still inside a file after `timeout` seconds."""
        self._inbox.put(None)
        self._worker.join(timeout)
        return not self._worker.is_alive()

    def _run(self) -> None:
        while item := self._inbox.get():
            self._post(_preview(*item))


def attachments(path: Path) -> tuple[Attachment, ...]:
    """Check and decode one file; raises Refused. Slow: not for the Qt thread."""
    # the window is on screen before Pillow is imported
    from app import heic  # noqa: PLC0415
    from engine import intake  # noqa: PLC0415

    heic.install()
    found = intake.examine(path)
    if found.kind is intake.FileKind.PDF:
        return tuple(
            Attachment(item, _image(page), path.name, f"Page {item.page + 1}", found.over)
            for item, page in zip(found.items, found.strip, strict=True)
        )
    item = found.items[0]
    if item.kind is MediaKind.VIDEO:
        image, caption = _image(found.strip[0]), intake.in_time(found.seconds)
    else:
        image, caption = _of_picture(item), f"{found.size[0]} × {found.size[1]}"
    return (Attachment(item, image, path.name, caption, found.over),)


def _preview(chat_id: int, path: Path) -> Preview:
    try:
        return Preview(chat_id, path, attachments(path))
    except Refused as error:
        return Preview(chat_id, path, problem=str(error))
    except Exception as error:  # noqa: BLE001  a decoder may raise anything; the window goes on
        return Preview(chat_id, path, problem=f"{path.name} could not be read: {error}")


def _of_picture(item: Media) -> QImage:
    import numpy as np  # noqa: PLC0415

    from engine import media  # noqa: PLC0415

    picture = media.read_picture(item.path)
    picture.thumbnail((PREVIEW_SIDE, PREVIEW_SIDE))
    return _image(np.asarray(picture))


def _image(pixels: "np.ndarray") -> QImage:
    """RGB uint8 (height, width, 3) to an image with memory of its own."""
    import numpy as np  # noqa: PLC0415

    height, width, _ = pixels.shape
    data = np.ascontiguousarray(pixels)
    view = QImage(data.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return view.copy()
