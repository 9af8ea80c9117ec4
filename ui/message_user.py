"""What the user sent: pictures and plain text in a bubble at the right."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from engine.messages import MediaKind
from ui.attachment import Attachment
from ui.message_text import TextBody
from ui.message_widget import MessageWidget, layout_height
from ui.preview import draw_caption, draw_play_badge, draw_preview, thumbnail
from ui.turn import Turn

_PADDING = 12
_SHARE = 0.8
_SINGLE = QSize(260, 190)
_SEVERAL = QSize(150, 112)
_SMALLEST = QSize(110, 60)


class Picture(QWidget):
    def __init__(self, attachment: Attachment, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._attachment = attachment
        self._picture = thumbnail(attachment.preview, size)
        self.setFixedSize(size)
        self.setAccessibleName(attachment.title)
        self.setAccessibleDescription(attachment.caption)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_preview(painter, self.rect(), self._picture)
        draw_caption(painter, self.rect(), self._attachment.caption)
        if self._attachment.media.kind is MediaKind.VIDEO:
            draw_play_badge(painter, self.rect(), 16)
        painter.end()


class UserMessage(MessageWidget):
    """The bubble is as wide as its text, up to a share of the column."""

    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(turn, "Your message", parent)
        self.bubble = QFrame(self)
        self.bubble.setObjectName("bubble")
        self.text = TextBody("question_text", "Your message")
        self.text.add_text(turn.content)
        # shown with the bubble; a layout would show those without a parent later
        self.pictures = [
            Picture(it, _picture_size(turn, it), self.bubble) for it in turn.attachments
        ]
        self._columns = 0
        self._grid = QGridLayout()
        self._grid.setSpacing(8)
        self._inside = QVBoxLayout(self.bubble)
        self._inside.setContentsMargins(_PADDING, 9, _PADDING, 9)
        self._inside.addLayout(self._grid)
        self._inside.setAlignment(self._grid, Qt.AlignmentFlag.AlignLeft)
        self._inside.addWidget(self.text)
        self.text.setVisible(bool(turn.content))
        self._text_width = _widest_line(self.text)

    def height_for(self, width: int) -> int:
        room = int(width * _SHARE) - 2 * _PADDING
        content = max(min(self._text_width, room), self._arrange_pictures(room))
        bubble = QSize(content + 2 * _PADDING, 0)
        bubble.setHeight(layout_height(self._inside, bubble.width()))
        self.bubble.setGeometry(QRect(QPoint(width - bubble.width(), 0), bubble))
        return bubble.height()

    def _arrange_pictures(self, room: int) -> int:
        """Lay the pictures out in rows; returns the width of the widest."""
        if not self.pictures:
            return 0
        step = self.pictures[0].width() + self._grid.spacing()
        columns = min(len(self.pictures), max(1, room // step))
        if columns != self._columns:
            self._columns = columns
            for index, picture in enumerate(self.pictures):
                self._grid.addWidget(picture, index // columns, index % columns)
        return columns * step - self._grid.spacing()


def _picture_size(turn: Turn, attachment: Attachment) -> QSize:
    """One picture keeps its shape; several share one."""
    if len(turn.attachments) > 1 or attachment.preview.isNull():
        return _SEVERAL
    keep = Qt.AspectRatioMode.KeepAspectRatio
    return attachment.preview.size().scaled(_SINGLE, keep).expandedTo(_SMALLEST)


def _widest_line(body: TextBody) -> int:
    document = body.document()
    document.setTextWidth(-1)
    return int(document.idealWidth()) + 1
