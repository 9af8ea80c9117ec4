"""The interface and helpers shared by the screen cameras of all systems."""

import logging
import os
import stat
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QWidget

from engine.frozen import frozen
from engine.sentences import say
from engine.system.files import read_file
from ui.state.screen_part import ScreenPart

log = logging.getLogger(__name__)

# An uncompressed capture of a 6016 x 3384 display takes 61 MB.
MOST_BYTES = 256 << 20
NOT_READ = say("The capture could not be read. Try again.")


@frozen
class Capture:
    """The outcome: an image or the bytes of its file, or a sentence saying why there is none. A
    cancelled capture has neither."""

    image: QImage | bytes | None = None
    problem: str = ""


Done = Callable[[Capture], object]


class Camera(QObject):
    """Captures a part of the screen that a person chooses. Lives on the Qt thread."""

    def ask(self, window: QWidget, allowed: Callable[[], object], refused: Done) -> None:
        """Call `allowed` if captures are permitted; a system that asks a person overrides this."""
        allowed()

    def take(self, part: ScreenPart, done: Done) -> None:
        """Let a person choose, and call `done` once. No window of ours is in the way."""
        raise NotImplementedError


def take_file(path: Path, since: float) -> Capture:
    """Read the file of a capture, and remove it if it was made after `since`, in seconds since the
    epoch: no other file is ours. Called on a worker thread."""
    try:
        status = os.lstat(path)
        data = read_file(path, MOST_BYTES)
        fresh = status.st_uid == os.getuid() and status.st_mtime >= since - 1
        if stat.S_ISREG(status.st_mode) and fresh:
            path.unlink()
    except OSError as error:
        log.warning("a capture could not be read: %s", error)
        return Capture(problem=NOT_READ)
    return Capture(data)
