"""Small pictures of what was added, as files of ours: written once, read when they are shown."""

import os
from pathlib import Path

from PySide6.QtCore import QBuffer, QIODevice, QRect, Qt
from PySide6.QtGui import QColor, QImage, QImageWriter, QPainter

from app.base.reflink import FOR_OWNER
from engine.messages import Media

QUALITY = 90
_BEGIN, _END = b"\xff\xd8", b"\xff\xd9"


def name_of(media: Media) -> str:
    """What is shown of a file depends on what is sent of it."""
    span = "" if media.span is None else f"-{media.span[0]:g}-{media.span[1]:g}"
    return f"{media.kind.value}-{media.page}{span}.jpg"


def write(path: Path, image: QImage) -> None:
    """Replace it as a whole; raises OSError. It can be made again, so that it is not synced."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QImageWriter(buffer, b"jpg")
    writer.setQuality(QUALITY)
    if not writer.write(image):
        return
    path.parent.mkdir(mode=0o700, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    made = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FOR_OWNER)
    with open(made, "wb") as file:
        file.write(buffer.data().data())
    fresh.replace(path)


def read(path: Path) -> QImage:
    """A null image where there is none, or a damaged one."""
    try:
        data = path.read_bytes()
    except OSError:
        return QImage()
    if not data.startswith(_BEGIN) or not data.endswith(_END):
        return QImage()
    return QImage.fromData(data)


def joined(frames: tuple[QImage, ...]) -> QImage:
    """One above the other; all have one size."""
    width, height = frames[0].width(), frames[0].height()
    sheet = QImage(width, height * len(frames), QImage.Format.Format_RGB32)
    sheet.fill(QColor(Qt.GlobalColor.black))
    painter = QPainter(sheet)
    for number, frame in enumerate(frames):
        painter.drawImage(QRect(0, number * height, width, height), frame)
    painter.end()
    return sheet


def parted(sheet: QImage, count: int) -> tuple[QImage, ...]:
    """What was joined; nothing where there is no sheet."""
    height = sheet.height() // count if count else 0
    if not height:
        return ()
    return tuple(sheet.copy(0, number * height, sheet.width(), height) for number in range(count))
