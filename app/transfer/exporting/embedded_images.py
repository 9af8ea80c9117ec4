"""Pictures of a conversation for files that are sent to others."""

import base64
from contextlib import suppress

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage

from app.attachments import thumbnails
from engine.errors import Refused
from engine.media.file_kind import FileKind, identify
from engine.messages import MediaKind
from ui.exchange.export_choice import Pictures
from ui.state.attachment import Attachment

# What every browser shows.
_SHOWN = {
    FileKind.PNG: "png",
    FileKind.JPEG: "jpeg",
    FileKind.WEBP: "webp",
    FileKind.GIF: "gif",
    FileKind.AVIF: "avif",
}
_LARGEST = 4096
_SIDE = 640
_QUALITY = 85


def small_picture(file: Attachment) -> bytes:
    """Without anything that its file said of itself; empty where there is none."""
    return encoded(small_image(file), _SIDE)


def small_image(file: Attachment) -> QImage:
    """Null where there is none."""
    image = file.preview
    if image.isNull() and file.media.path.is_file():
        # it was not made again yet
        with suppress(OSError, Refused):
            image = thumbnails.larger(file.media, _SIDE, lambda: None)
    return image


def encoded(image: QImage, side: int) -> bytes:
    if image.isNull():
        return b""
    if max(image.width(), image.height()) > side:
        size = image.size().scaled(side, side, Qt.AspectRatioMode.KeepAspectRatio)
        smooth = Qt.TransformationMode.SmoothTransformation
        image = image.scaled(
            size.expandedTo(QSize(1, 1)), Qt.AspectRatioMode.IgnoreAspectRatio, smooth
        )
    kind = "PNG" if image.hasAlphaChannel() else "JPEG"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not image.save(buffer, kind, _QUALITY if kind == "JPEG" else -1):  # pyright: ignore[reportCallIssue, reportArgumentType]
        return b""
    return bytes(buffer.data().data())


def data_uri(file: Attachment, pictures: Pictures) -> str:
    """Of a picture that stands inside an HTML file; empty where there is none. Of a clip it is a
    frame."""
    if pictures is Pictures.NONE or file.media.kind is MediaKind.TEXT:
        return ""
    whole = pictures is Pictures.FULL and file.media.kind is MediaKind.IMAGE
    return (_whole(file) if whole else "") or _uri(small_picture(file))


def _whole(file: Attachment) -> str:
    path = file.media.path
    try:
        kind = identify(path).kind
        if kind in _SHOWN:
            return (
                f"data:image/{_SHOWN[kind]};base64,{base64.b64encode(path.read_bytes()).decode()}"
            )
        return _uri(encoded(thumbnails.larger(file.media, _LARGEST, lambda: None), _LARGEST))
    except (OSError, Refused):
        return ""


def _uri(data: bytes) -> str:
    if not data:
        return ""
    kind = "png" if data.startswith(b"\x89PNG") else "jpeg"
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
