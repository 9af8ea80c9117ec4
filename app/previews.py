"""Dropped files to attachments: checked and decoded on a worker, never by Qt."""

import os
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
    """What became of one file for chat `chat_id`: an attachment, or the sentence why not."""

    chat_id: int
    path: Path
    attachment: Attachment | None = None
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


def attachment(path: Path) -> Attachment:
    """Check and decode one file; raises Refused. Slow: not for the Qt thread."""
    from engine import media  # noqa: PLC0415  the window is on screen before Pillow is imported

    item = media.identify(path)
    if item.kind is MediaKind.IMAGE:
        return _of_picture(item)
    return _of_clip(item)


def _preview(chat_id: int, path: Path) -> Preview:
    try:
        return Preview(chat_id, path, attachment(path))
    except Refused as error:
        return Preview(chat_id, path, problem=str(error))
    except Exception as error:  # noqa: BLE001  a decoder may raise anything; the window goes on
        return Preview(chat_id, path, problem=f"{path.name} could not be read: {error}")


def _of_picture(item: Media) -> Attachment:
    import numpy as np  # noqa: PLC0415

    from engine import media  # noqa: PLC0415

    with media.open_picture(item.path) as header:
        width, height = header.size
    picture = media.read_picture(item.path)
    picture.thumbnail((PREVIEW_SIDE, PREVIEW_SIDE))
    return Attachment(item, _image(np.asarray(picture)), item.path.name, f"{width} × {height}")


def _of_clip(item: Media) -> Attachment:
    from engine import media  # noqa: PLC0415

    plan = media.open_clip(item.path, min_frames=1, max_frames=1, fps=1.0)
    for name in ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR"):
        os.environ.pop(name, None)  # cv2 sets them for its own Qt, and a child would inherit them
    frame = next(media.read_clip(plan))
    minutes, seconds = divmod(round(plan.seconds), 60)
    return Attachment(item, _image(frame), item.path.name, f"{minutes}:{seconds:02d}")


def _image(pixels: "np.ndarray") -> QImage:
    """RGB uint8 (height, width, 3) to an image with memory of its own."""
    import numpy as np  # noqa: PLC0415

    height, width, _ = pixels.shape
    data = np.ascontiguousarray(pixels)
    view = QImage(data.data, width, height, 3 * width, QImage.Format.Format_RGB888)
    return view.copy()
