"""Images for exported files: the original, or a small copy without camera data."""

import base64
from contextlib import suppress

from PySide6.QtCore import QBuffer, QIODevice, QSize, Qt
from PySide6.QtGui import QImage

from app.attachments import thumbnails
from engine.errors import Refused, no_check
from engine.media.file_kind import FileKind, identify
from engine.messages import MediaKind
from ui.state.attachment import Attachment
from ui.state.export_choice import ExportImages

# Formats that every browser shows.
_BROWSER_FORMATS = {
    FileKind.PNG: "png",
    FileKind.JPEG: "jpeg",
    FileKind.WEBP: "webp",
    FileKind.GIF: "gif",
    FileKind.AVIF: "avif",
}
_FULL_SIDE = 4096
SMALL_SIDE = 640
_QUALITY = 85


def small_image_bytes(file: Attachment) -> bytes:
    """Return an encoded copy without metadata, or b"" if the file has no image."""
    return encoded(small_image(file), SMALL_SIDE)


def small_image(file: Attachment) -> QImage:
    """Return the preview, or a null image if the file has none."""
    image = file.preview
    if image.isNull() and file.media.path.is_file():
        # the preview has not been rebuilt yet
        with suppress(OSError, Refused):
            image = thumbnails.larger(file.media, SMALL_SIDE, no_check)
    return image


def encoded(image: QImage, side: int) -> bytes:
    """Return a PNG or JPEG with no side above `side`, or b"" if that fails."""
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


def data_uri(file: Attachment, images: ExportImages) -> str:
    """Return the image of a file as a data URI, for a video one frame; "" if there is none."""
    if images is ExportImages.NONE or file.media.kind is MediaKind.TEXT:
        return ""
    original = images is ExportImages.FULL and file.media.kind is MediaKind.IMAGE
    return (_original(file) if original else "") or _uri(small_image_bytes(file))


def _original(file: Attachment) -> str:
    path = file.media.path
    try:
        kind = identify(path).kind
        if kind in _BROWSER_FORMATS:
            return _uri(path.read_bytes(), _BROWSER_FORMATS[kind])
        return _uri(encoded(thumbnails.larger(file.media, _FULL_SIDE, no_check), _FULL_SIDE))
    except (OSError, Refused):
        return ""


def _uri(data: bytes, kind: str = "") -> str:
    if not data:
        return ""
    kind = kind or ("png" if data.startswith(b"\x89PNG") else "jpeg")
    return f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
