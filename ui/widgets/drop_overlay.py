"""The overlay of the window while files are dragged over it, and the contents of a drag."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, Qt
from PySide6.QtGui import QColor, QDropEvent, QFont, QPainter, QPaintEvent, QPen, QShowEvent
from PySide6.QtWidgets import QWidget

from ui.look import theme

ICON_SIZE = 36


def local_files(mime: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]


def has_image(mime: QMimeData) -> bool:
    """Return True for an image, but not for words or cells of an office program, which adds an
    image of them. With an image, a browser adds only its address."""
    if not (mime.hasImage() and mime.hasHtml()):
        return mime.hasImage()
    words = mime.text().split()
    return not words or (len(words) == 1 and "://" in words[0])


def accept_copy(event: QDropEvent) -> None:
    """A file manager may offer to move: the file must stay where it is."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()


def copy_from_others(event: QDropEvent) -> None:
    """Leave text where it is in another program, which may propose to move it."""
    if event.isAccepted() and event.source() is None:
        accept_copy(event)


class DropOverlay(QWidget):
    """Fills its window, above everything in it; drags and clicks pass through to what is below.
    `invitation` says what can be dropped."""

    def __init__(self, parent: QWidget, icon: str, invitation: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(invitation)
        self._icon = icon
        self.hide()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setGeometry(self.window().rect())
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        c = theme.colors()
        veil = QColor(c.window)
        veil.setAlpha(190)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), veil)
        painter.setPen(QPen(QColor(c.accent), 2, Qt.PenStyle.DashLine))
        painter.setBrush(QColor(c.accent_soft))
        frame = QRectF(self.rect()).adjusted(24, 24, -24, -24)
        painter.drawRoundedRect(frame, 18, 18)
        self._draw_invitation(painter)
        painter.end()

    def _draw_invitation(self, painter: QPainter) -> None:
        c, center = theme.colors(), self.rect().center()
        size = theme.px(ICON_SIZE)
        icon = theme.pixmap(self._icon, c.accent, size)
        painter.drawPixmap(center.x() - size // 2, center.y() - size, icon)
        painter.setPen(QColor(c.text))
        painter.setFont(theme.font(16, QFont.Weight.DemiBold))
        below = self.rect().adjusted(32, self.height() // 2 + 12, -32, 0)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(below, flags, self.accessibleName())
