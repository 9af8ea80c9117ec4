"""The fonts of the window by family, without their contextual alternates, which would draw `->`,
`!=` and the x of `0x1F` as other characters."""

from PySide6.QtGui import QFont

INTER = "Inter"
MONO = "JetBrains Mono"


def inter() -> QFont:
    return _plain(INTER)


def monospaced(pixels: int) -> QFont:
    """Return the font for code, in pixels that no zoom changes."""
    result = _plain(MONO)
    result.setPixelSize(pixels)
    result.setStyleHint(QFont.StyleHint.Monospace)
    return result


def _plain(family: str) -> QFont:
    result = QFont(family)
    result.setFeature(QFont.Tag("calt"), 0)
    return result
