"""Captures the screen of an X server, by Qt alone: an area or a window is chosen on a still."""

import logging
from functools import partial

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QCursor, QGuiApplication, QPixmap, QScreen

from app.desktop.capture.camera import Camera, Capture, Done
from app.desktop.capture.overlay import ScreenOverlay
from app.desktop.capture.xcb import XServer
from engine.sentences import say
from ui.state.screen_part import ScreenPart

log = logging.getLogger(__name__)

NO_SCREEN = say("The screen could not be captured. Try again.")


class X11Camera(Camera):
    """The image is grabbed before anybody chooses, so that what was seen is what is captured."""

    _overlays: list[ScreenOverlay]

    def take(self, part: ScreenPart, done: Done) -> None:
        if part is ScreenPart.SCREEN:
            screen = QGuiApplication.screenAt(QCursor.pos()) or QGuiApplication.primaryScreen()
            done(_cut(screen.grabWindow(0)))
            return
        windows = _windows()
        self._overlays = [self._overlay(it, windows, done) for it in QGuiApplication.screens()]
        for overlay in self._overlays:
            overlay.choose(part)
            overlay.show()
        # without a window manager's help, the keyboard stays with the program in front
        self._overlays[0].grabKeyboard()
        self._overlays[0].activateWindow()

    def _overlay(self, screen: QScreen, windows: list[QRect], done: Done) -> ScreenOverlay:
        image, corner = screen.grabWindow(0), _pixel_corner(screen)
        overlay = ScreenOverlay(screen, image, [it.translated(-corner) for it in windows])
        overlay.chosen.connect(partial(self._take, image, done))
        overlay.cancelled.connect(partial(self._end, done))
        overlay.switched.connect(self._switch)
        return overlay

    def _switch(self, part: ScreenPart) -> None:
        for overlay in self._overlays:
            overlay.choose(part)

    def _take(self, image: QPixmap, done: Done, place: QRect) -> None:
        self._close()
        done(_cut(image, place))

    def _end(self, done: Done) -> None:
        self._close()
        done(Capture())

    def _close(self) -> None:
        self._overlays[0].releaseKeyboard()
        for overlay in self._overlays:
            overlay.hide()
            overlay.deleteLater()
        self._overlays = []


def _pixel_corner(screen: QScreen) -> QPoint:
    """Return the place of a screen in pixels: Qt scales the sizes of screens, not their places."""
    return screen.geometry().topLeft()


def _cut(image: QPixmap, place: QRect | None = None) -> Capture:
    if image.isNull():
        return Capture(problem=NO_SCREEN)
    cut = image.toImage() if place is None else image.copy(place).toImage()
    cut.setDevicePixelRatio(1)
    return Capture(cut)


def _windows() -> list[QRect]:
    try:
        server = XServer()
    except OSError:
        log.warning("the windows of the screen are not known", exc_info=True)
        return []
    try:
        return server.windows()
    finally:
        server.close()
