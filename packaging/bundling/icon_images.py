"""Renders the icon of the app, which is drawn as SVG, to the images that systems want."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRectF
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

from bundling.target import ROOT

ICON = ROOT / "resources/icons/app.svg"
# The sizes of the hicolor theme of Linux desktops.
LINUX_SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
# Small images have a narrower margin, as Apple's do, so that more of their pixels are the drawing.
_SMALL = 32
_SMALL_VIEW = QRectF(60, 60, 904, 904)


def png(size: int, drawing: Path = ICON) -> bytes:
    """Return a square PNG image of `size` pixels. It needs no QApplication."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    renderer = QSvgRenderer(str(drawing))
    if not renderer.isValid():
        raise ValueError(f"{drawing} is not an SVG drawing")
    if size <= _SMALL:
        renderer.setViewBox(_SMALL_VIEW)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    QImageWriter(buffer, b"png").write(image)
    return bytes(buffer.data().data())


def write_hicolor(folder: Path, name: str) -> None:
    """Write the icon in all sizes, and the drawing, into the theme `hicolor` of `folder`."""
    for size in LINUX_SIZES:
        place = folder / f"hicolor/{size}x{size}/apps/{name}.png"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(png(size))
    place = folder / f"hicolor/scalable/apps/{name}.svg"
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(ICON.read_bytes())
