"""What the user sent: pictures and plain text in a bubble at the right."""

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextCharFormat,
    QTextCursor,
)
from PySide6.QtWidgets import QFrame, QGridLayout, QVBoxLayout, QWidget

from engine.messages import MediaKind
from ui import theme
from ui.conversation.message_widget import MessageWidget, layout_height
from ui.language import tr, translated
from ui.state.attachment import Attachment
from ui.state.turn import Turn
from ui.widgets.preview import draw_card, draw_pill, draw_play_badge, draw_preview, thumbnail
from ui.widgets.roles import set_role
from ui.widgets.text_body import TextBody

_OPEN = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_PADDING = 12
_SHARE = 0.8
_SINGLE = QSize(260, 190)
_SEVERAL = QSize(150, 112)
_SMALLEST = QSize(110, 60)


class Picture(QWidget):
    """`number` is that of its mark in the text, 0 where the text has no marks. `opened` by a click
    or a key, to be shown large."""

    opened = Signal()

    def __init__(
        self, attachment: Attachment, size: QSize, number: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.attachment = attachment
        self._number = number
        self._picture = thumbnail(attachment.preview, size)
        self.setFixedSize(size)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        title = f"[{number}] {attachment.title}" if number else attachment.title
        self.setAccessibleName(title)
        set_role(self, QAccessible.Role.Graphic)
        about = tr("{about}. Space shows it large").format(about=translated(attachment.caption))
        self.setAccessibleDescription(about)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.opened.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPEN and not event.isAutoRepeat():
            self.opened.emit()
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
        draw_preview(painter, self.rect(), self._picture)
        if self.attachment.media.kind is MediaKind.VIDEO:
            draw_play_badge(painter, self.rect(), 16)
        draw_pill(painter, self.rect(), translated(self.attachment.caption))
        if self._number:
            draw_pill(painter, self.rect(), str(self._number), Qt.Corner.TopLeftCorner)
        if self.hasFocus():
            draw_card(painter, self.rect(), theme.colors().accent, 2, 8, "transparent")
        painter.end()


class UserMessage(MessageWidget):
    """The bubble is as wide as its text, up to a share of the column. Where pictures stand in the
    text, it has their numbers."""

    def __init__(self, turn: Turn, parent: QWidget | None = None) -> None:
        super().__init__(turn, tr("Your message"), parent)
        self.bubble = QFrame(self)
        self.bubble.setObjectName("bubble")
        self.text = TextBody("question_text", tr("Your message"))
        self.text.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._write()
        # shown with the bubble; a layout would show those without a parent later
        self.pictures = [
            Picture(it, _picture_size(turn, it), index + 1 if turn.places else 0, self.bubble)
            for index, it in enumerate(turn.attachments)
        ]
        for picture in self.pictures:
            picture.opened.connect(lambda it=picture.attachment: self.open_requested.emit(it))
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

    def texts(self) -> list[TextBody]:
        return [self.text]

    def height_for(self, width: int) -> int:
        room = int(width * _SHARE) - 2 * _PADDING
        content = max(min(self._text_width, room), self._arrange_pictures(room))
        bubble = QSize(content + 2 * _PADDING, 0)
        bubble.setHeight(layout_height(self._inside, bubble.width()))
        self.bubble.setGeometry(QRect(QPoint(width - bubble.width(), 0), bubble))
        return bubble.height()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event) and self.turn.places:
            self._write()

    def _write(self) -> None:
        """The text, with `[1]` where a picture stands in it: copied, that can still be read."""
        self.text.document().clear()
        cursor, done = QTextCursor(self.text.document()), 0
        for number, place in enumerate(self.turn.places, 1):
            cursor.insertText(self.turn.content[done:place], QTextCharFormat())
            if place:
                cursor.insertText(f"[{number}]", _mark_format())
            done = place
        cursor.insertText(self.turn.content[done:], QTextCharFormat())

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


def _mark_format() -> QTextCharFormat:
    colors = theme.colors()
    result = QTextCharFormat()
    result.setForeground(QColor(colors.accent))
    result.setBackground(QColor(colors.card))
    result.setFontWeight(QFont.Weight.DemiBold)
    return result


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
