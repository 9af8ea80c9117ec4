"""Chooses the camera of this system."""

from app.desktop.capture.camera import Camera
from app.desktop.capture.x11_camera import X11Camera


def system_camera() -> Camera:
    return X11Camera()
