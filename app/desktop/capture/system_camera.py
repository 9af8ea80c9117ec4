"""Chooses the camera and the global key of this system."""

import os
import sys

from PySide6.QtGui import QGuiApplication

from app.desktop.capture.camera import Camera
from app.desktop.capture.global_key import GlobalKey
from app.desktop.capture.mac_camera import MacCamera
from app.desktop.capture.mac_key import MacKey
from app.desktop.capture.portal_camera import PortalCamera
from app.desktop.capture.portal_key import PortalKey
from app.desktop.capture.x11_camera import X11Camera
from app.desktop.capture.x11_key import X11Key


def system_camera() -> Camera:
    """Return the system's own picker, except on an X server: there our own is the same on every
    desktop, and leaves no file in the person's pictures."""
    if sys.platform == "darwin":
        return MacCamera()
    return X11Camera() if on_x11() else PortalCamera()


def system_key() -> GlobalKey:
    if sys.platform == "darwin":
        return MacKey()
    return X11Key() if on_x11() else PortalKey()


def on_x11() -> bool:
    """Return True on an X server that is not the one of a Wayland desktop, which shows only some
    of the windows."""
    return QGuiApplication.platformName() == "xcb" and not os.environ.get("WAYLAND_DISPLAY")
