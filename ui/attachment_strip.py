"""The pictures and clips that will go with the next question."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from engine.messages import MediaKind
from ui import theme
from ui.attachment import Attachment
from ui.chip_button import BadgeButton
from ui.plain_label import tooltip
from ui.preview import draw_caption, draw_card, draw_play_badge, draw_preview, thumbnail

SIZE = QSize(78, 58)
RADIUS = 8
_REMOVE = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)


class Thumbnail(QWidget):
    removed = Signal()

    def __init__(self, attachment: Attachment, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.attachment = attachment
        self._picture = thumbnail(attachment.preview, SIZE, RADIUS)
        self.setFixedSize(SIZE)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(attachment.title)
        self.setAccessibleDescription("Delete removes it")
        self.setToolTip(tooltip(attachment.title))
        self._add_remove_button()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _REMOVE:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        draw_preview(painter, self.rect(), self._picture, RADIUS)
        if self.attachment.media.kind is MediaKind.VIDEO:
            draw_play_badge(painter, self.rect())
            draw_caption(painter, self.rect(), self.attachment.caption)
        focused = self.hasFocus()
        color = theme.colors().accent if focused else theme.colors().line
        draw_card(painter, self.rect(), color, 2 if focused else 1, RADIUS, "transparent")
        painter.end()

    def _add_remove_button(self) -> None:
        button = BadgeButton("remove", "x", "Remove", 11, self)
        button.setAccessibleName(f"Remove {self.attachment.title}")
        # Tab stops once per picture: the picture itself takes Delete
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setGeometry(SIZE.width() - 20, 3, 17, 17)
        button.clicked.connect(self.removed)


class AttachmentStrip(QScrollArea):
    """One row that scrolls sideways; hidden while it is empty."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._thumbnails: list[Thumbnail] = []
        content = QWidget()
        content.setObjectName("attachment_row")
        self._row = QHBoxLayout(content)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._row.addStretch(1)
        self.setObjectName("attachments")
        self.setWidget(content)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFixedHeight(SIZE.height())
        self._end = 0
        self.horizontalScrollBar().rangeChanged.connect(self._follow)
        self.hide()

    def attachments(self) -> tuple[Attachment, ...]:
        return tuple(thumbnail.attachment for thumbnail in self._thumbnails)

    def add(self, attachment: Attachment) -> None:
        entry = Thumbnail(attachment, self.widget())
        entry.removed.connect(lambda: self._remove(entry))
        self._row.insertWidget(len(self._thumbnails), entry)
        self._thumbnails.append(entry)
        entry.show()
        self._announce()

    def clear(self) -> None:
        for entry in self._thumbnails:
            self._discard(entry)
        self._thumbnails = []
        self._announce()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """A wheel that only turns up and down moves the row sideways."""
        self.horizontalScrollBar().event(event)

    def _remove(self, entry: Thumbnail) -> None:
        index = self._thumbnails.index(entry)
        had_focus = entry.hasFocus()
        self._thumbnails.remove(entry)
        if had_focus and self._thumbnails:
            self._thumbnails[min(index, len(self._thumbnails) - 1)].setFocus()
        self._discard(entry)
        self._announce()

    def _discard(self, entry: Thumbnail) -> None:
        self._row.removeWidget(entry)
        entry.hide()
        entry.deleteLater()

    def _follow(self, _: int, end: int) -> None:
        """Show what was added; removing leaves the row where it is."""
        if end > self._end:
            self.horizontalScrollBar().setValue(end)
        self._end = end

    def _announce(self) -> None:
        self.setVisible(bool(self._thumbnails))
        self.changed.emit()
