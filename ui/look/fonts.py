"""The fonts of the window by family, in pixels that no zoom changes, and without their contextual
alternates, which would draw `->`, `!=` and the x of `0x1F` as other characters."""

from PySide6.QtGui import QFont

INTER = "Inter"
MONO = "JetBrains Mono"


def inter(pixels: int) -> QFont:
    return _plain(INTER, pixels)


def monospaced(pixels: int) -> QFont:
    """Return the font for code."""
    result = _plain(MONO, pixels)
    result.setStyleHint(QFont.StyleHint.Monospace)
    return result


def _plain(family: str, pixels: int) -> QFont:
    result = QFont(family)
    result.setFeature(QFont.Tag("calt"), 0)
    result.setPixelSize(pixels)
    return result
