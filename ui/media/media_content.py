"""The content of a preview: an image as large as its room allows, or a text."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QKeyEvent, QPainter, QPaintEvent, QPen, QTextCursor
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from ui.look import theme
from ui.widgets.plain_field import PlainField


class ImageCanvas(QWidget):
    """Keeps the aspect ratio; a small image is not enlarged beyond a limit."""

    def __init__(self) -> None:
        super().__init__()
        self._image = QImage()
        self._scaled = QImage()
        self._most = QSize()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(160, 120)

    def show_image(self, image: QImage, most: QSize) -> None:
        """Show an image at the size `most` at the most; if that is invalid, in all the room."""
        self._image, self._scaled, self._most = image, QImage(), most
        self.update()

    def image(self) -> QImage:
        return self._image

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image.isNull():
            return
        size = self._image.size().scaled(self._room(), Qt.AspectRatioMode.KeepAspectRatio)
        place = QRect(QPoint(), size.expandedTo(QSize(1, 1)))
        place.moveCenter(self.rect().center())
        wanted = place.size() * self.devicePixelRatioF()
        if self._scaled.size() != wanted:
            # a painter would scale a large image without smoothing
            keep = Qt.AspectRatioMode.IgnoreAspectRatio
            self._scaled = self._image.scaled(
                wanted, keep, Qt.TransformationMode.SmoothTransformation
            )
        painter = QPainter(self)
        painter.drawImage(place, self._scaled)
        # so that the edge is visible on a background of the same color
        painter.setPen(QPen(QColor(theme.colors().line), 1))
        painter.drawRect(place.adjusted(-1, -1, 0, 0))
        painter.end()

    def _room(self) -> QSize:
        return self.size().boundedTo(self._most) if self._most.isValid() else self.size()


class TextView(PlainField):
    """A text that scrolls; Escape and Space are left to its parent."""

    def select(self, start: int, end: int) -> None:
        """Select a part of the text, in the units of Qt, and scroll to it."""
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text() in (" ", "\x1b"):
            event.ignore()
        else:
            super().keyPressEvent(event)


def text_view() -> TextView:
    view = TextView()
    view.setReadOnly(True)
    view.setUndoRedoEnabled(False)
    view.setFrameShape(QFrame.Shape.NoFrame)
    theme.set_font(view, 12, monospaced=True)
    view.hide()
    return view
