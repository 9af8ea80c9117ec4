"""The application shows its own icon, but for Duologue.app, whose icon macOS shows."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from app.desktop import application
from app.desktop.application import app_icon


def test_the_icon_is_drawn_for_small_and_large_places(qapp: QApplication) -> None:
    icon = app_icon()
    sizes = icon.availableSizes()
    assert QSize(16, 16) in sizes and QSize(256, 256) in sizes
    drawn = icon.pixmap(QSize(256, 256), 1.0).toImage()
    # the ground is blue, and the bubble on the left is white
    assert drawn.pixelColor(128, 60).blue() > 200 > drawn.pixelColor(128, 60).red()
    assert drawn.pixelColor(80, 125).name() == "#ffffff"
    assert drawn.pixelColor(2, 2).alpha() == 0


@pytest.mark.parametrize(
    ("platform", "executable", "inside"),
    [
        ("darwin", "/Applications/Duologue.app/Contents/MacOS/Duologue", True),
        ("darwin", "/Users/me/duologue/.venv/bin/python", False),
        ("linux", "/opt/duologue/bin/duologue", False),
    ],
)
def test_only_the_mac_app_leaves_the_icon_to_the_system(
    platform: str, executable: str, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setattr("sys.executable", executable)
    assert application._in_mac_app() is inside
