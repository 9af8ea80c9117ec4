"""Thumbnails of attachments on disk: written once, read whenever they are shown."""

from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRect, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from app.base.disk import replacing
from engine.messages import Media

QUALITY = 90
_JPEG_START, _JPEG_END = b"\xff\xd8", b"\xff\xd9"


def name_of(media: Media) -> str:
    """Return the thumbnail's file name: it depends on which page or span of the file is sent."""
    span = "" if media.span is None else f"-{media.span[0]:g}-{media.span[1]:g}"
    return f"{media.kind.value}-{media.page}{span}.jpg"


def write_thumbnail(path: Path, image: QImage) -> None:
    """Replace a thumbnail as a whole, unsynced since it can be rebuilt. Raises OSError."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"jpg")
    writer.setQuality(QUALITY)
    if not writer.write(image):
        return
    path.parent.mkdir(mode=0o700, exist_ok=True)
    with replacing(path, path.with_suffix(".new"), sync=False) as temporary:
        temporary.write_bytes(buffer.data().data())


def read_thumbnail(path: Path) -> QImage:
    """Return a null image if the file is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return QImage()
    if not data.startswith(_JPEG_START) or not data.endswith(_JPEG_END):
        return QImage()
    return QImage.fromData(data)


def stacked_frames(frames: tuple[QImage, ...]) -> QImage:
    """Stack frames of one size into a single image."""
    width, height = frames[0].width(), frames[0].height()
    sheet = QImage(width, height * len(frames), QImage.Format.Format_RGB32)
    sheet.fill(QColor(Qt.GlobalColor.black))
    painter = QPainter(sheet)
    for number, frame in enumerate(frames):
        painter.drawImage(QRect(0, number * height, width, height), frame)
    painter.end()
    return sheet


def frame_count(sheet: QImage, size: tuple[int, int]) -> int:
    """Return the number of frames in an image made by `stacked_frames`, by the shape of a frame."""
    width, height = size
    return round(sheet.height() * width / (sheet.width() * height)) if sheet.width() * height else 0


def parted(sheet: QImage, count: int) -> tuple[QImage, ...]:
    """Split an image made by `stacked_frames`; return nothing for a null image."""
    height = sheet.height() // count if count else 0
    if not height:
        return ()
    return tuple(sheet.copy(0, number * height, sheet.width(), height) for number in range(count))
