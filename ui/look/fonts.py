"""The fonts of the window by family, in pixels that no zoom changes."""

from PySide6.QtGui import QFont

MONO = "JetBrains Mono"


def monospaced(pixels: int) -> QFont:
    """Return the font for code, without ligatures, which would draw `<|` and `!=` as other
    characters."""
    result = QFont(MONO)
    result.setFeature(QFont.Tag("calt"), 0)
    result.setStyleHint(QFont.StyleHint.Monospace)
    result.setPixelSize(pixels)
    return result
