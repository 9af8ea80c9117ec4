"""Captures the screen of a Mac by the system's own picker, /usr/sbin/screencapture.

ScreenCaptureKit's picker would need no permission, but it has no areas, and a stream with delegates
and blocks of Objective-C. Not run on a Mac yet.
"""

import ctypes
import shutil
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QProcess
from PySide6.QtGui import QCursor, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from app.base.chores import Chores
from app.desktop.capture.camera import NOT_READ, Camera, Capture, Done, take_file
from engine.sentences import say
from ui.look.language import tr
from ui.state.screen_part import ScreenPart

_PROGRAM = "/usr/sbin/screencapture"
_GRAPHICS = "/System/Library/Frameworks/CoreGraphics.framework/CoreGraphics"
# Without the sound and the shadow of a window.
_USUAL = ("-x", "-o", "-t", "png")
REFUSED = say(
    "macOS does not let Duologue capture the screen. Turn on Duologue in System Settings › "
    "Privacy & Security › Screen & System Audio Recording, then open Duologue again."
)


class MacCamera(Camera):
    """`program` is started with the place of the file last. `preflight` returns True if captures
    are permitted, and `request` lets macOS ask for that, once."""

    def __init__(
        self,
        program: str = _PROGRAM,
        preflight: Callable[[], bool] | None = None,
        request: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__()
        self._program = program
        self._preflight = preflight or _preflight
        self._request = request or _request
        self._chores = Chores("captures", self)

    def ask(self, window: QWidget, allowed: Callable[[], object], refused: Done) -> None:
        """Explain the permission before macOS asks for it, and say where it is after a refusal."""
        if self._preflight():
            allowed()
            return
        box = QMessageBox(window)
        box.setIcon(QMessageBox.Icon.Information)
        box.setText(tr("Allow Duologue to capture the screen?"))
        box.setInformativeText(
            tr(
                "macOS asks for this permission. Duologue captures the screen only when you ask "
                "for it, and only the part you select. The image stays on this Mac."
            )
        )
        go_on = box.addButton(tr("Continue"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        box.finished.connect(lambda: self._go_on(box.clickedButton() is go_on, allowed, refused))
        box.open()

    def take(self, part: ScreenPart, done: Done) -> None:
        folder = Path(tempfile.mkdtemp(prefix="duologue-"))
        path = folder / "capture.png"
        process = QProcess(self)
        process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        ended = partial(self._ended, process, path, time.time(), done)
        process.finished.connect(ended)
        process.errorOccurred.connect(partial(self._failed, ended))
        process.start(self._program, [*_USUAL, *_options(part), str(path)])

    def _go_on(self, agreed: bool, allowed: Callable[[], object], refused: Done) -> None:
        if not agreed:
            refused(Capture())
        elif self._request():
            allowed()
        else:
            # True comes only later: macOS wants the program to be opened again
            refused(Capture(problem=REFUSED))

    def _failed(self, ended: Callable[[], None], error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            ended()

    def _ended(self, process: QProcess, path: Path, since: float, done: Done, *_: object) -> None:
        """Read the file, if there is one: Escape leaves none."""
        started = process.error() is not QProcess.ProcessError.FailedToStart
        process.deleteLater()

        def read() -> Capture:
            try:
                if not path.exists():
                    return Capture() if started else Capture(problem=NOT_READ)
                return take_file(path, since)
            finally:
                shutil.rmtree(path.parent, ignore_errors=True)

        self._chores.do(read, done)


def _options(part: ScreenPart) -> tuple[str, ...]:
    """Return how to choose; in an area, Space switches to windows. A screen is that of the
    pointer: the first number is that of the main display, as in Qt."""
    if part is ScreenPart.SCREEN:
        screens = QGuiApplication.screens()
        pointed = QGuiApplication.screenAt(QCursor.pos())
        return (f"-D{screens.index(pointed) + 1 if pointed in screens else 1}",)
    return ("-i",) if part is ScreenPart.AREA else ("-i", "-w")


def _preflight() -> bool:
    return _asked(ctypes.CDLL(_GRAPHICS).CGPreflightScreenCaptureAccess)


def _request() -> bool:
    return _asked(ctypes.CDLL(_GRAPHICS).CGRequestScreenCaptureAccess)


def _asked(function: Any) -> bool:
    """Call a function without arguments, which macOS has had since 10.15."""
    function.restype = ctypes.c_bool
    return function()
