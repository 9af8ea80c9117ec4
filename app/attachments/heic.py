"""Decode HEIC, which Pillow cannot read, with macOS's decoder behind a Qt plugin."""

import sys
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QImageIOHandler, QImageReader

from engine.errors import Refused
from engine.media import images

HEIC = b"heic"


class QtDecoder:
    """A HeicDecoder that reads files of one image format with Qt, which must not try others."""

    def __init__(self, image_format: bytes = HEIC) -> None:
        self._format = image_format

    def size(self, path: Path) -> tuple[int, int]:
        reader = self._reader(path)
        size = reader.size()
        if not size.isValid():
            raise _damaged(path)
        turned = reader.transformation() & QImageIOHandler.Transformation.TransformationRotate90
        return (size.height(), size.width()) if turned else (size.width(), size.height())

    def read(self, path: Path, side: int) -> np.ndarray:
        reader = self._reader(path)
        size = reader.size()
        if max(size.width(), size.height()) > side:
            keep = Qt.AspectRatioMode.KeepAspectRatio
            reader.setScaledSize(size.scaled(QSize(side, side), keep))
        image = reader.read().convertToFormat(QImage.Format.Format_RGB888)
        if image.isNull():
            raise _damaged(path)
        rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
        return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3).copy()

    def _reader(self, path: Path) -> QImageReader:
        reader = QImageReader(str(path), self._format)
        reader.setAutoDetectImageFormat(False)
        reader.setAutoTransform(True)
        return reader


def install_heic() -> None:
    """Install the decoder if Qt has the plugin; without it HEIC is refused with advice."""
    formats = [bytes(each.data()) for each in QImageReader.supportedImageFormats()]
    if sys.platform == "darwin" and HEIC in formats:
        images.set_heic_decoder(QtDecoder())


def _damaged(path: Path) -> Refused:
    return Refused("{name} is a damaged HEIC image. Try another copy.", name=path.name)
