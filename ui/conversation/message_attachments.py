"""Previews of the attachments of a sent question: images, videos and texts."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QWidget

from engine.messages import MediaKind
from ui.look import theme
from ui.look.language import tr, translated
from ui.state.attachment import Attachment
from ui.state.requests import AttachmentRequests
from ui.widgets.preview import caption_width, draw_caption, draw_card, draw_fitted, fitted
from ui.widgets.roles import set_role

_OPEN = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
_SINGLE = QSize(260, 190)
_SINGLE_TEXT = QSize(260, 106)
_SEVERAL = QSize(220, 112)
# The line below an image with its size, and the room that a very narrow or low image has.
_CAPTION, _LEAST = 18, 24
_UNKNOWN = QSize(150, 112)
_TEXT_LINES = 3
# Characters of a line, more than fit.
_LINE = 200
_INSET = 9
_ICON = 15


class SentAttachment(QWidget):
    """One attachment, opened by a click or a key. `number` is that of its mark in the text, 0 if
    the text has no marks."""

    def __init__(
        self,
        attachment: Attachment,
        number: int,
        requests: AttachmentRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.attachment = attachment
        self._number = number
        self.requests = requests
        self._pinned = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(_numbered(attachment.title, number))
        set_role(self, QAccessible.Role.Graphic)
        about = tr("{about}. Press Space to preview").format(about=translated(attachment.caption))
        self.setAccessibleDescription(about)

    def set_pinned(self, pinned: bool) -> None:
        """Mark an attachment that is sent even when its message is omitted."""
        if pinned != self._pinned:
            self._pinned = pinned
            self.setToolTip(tr("Always sent to the model") if pinned else "")
            self.update()

    def fit(self, size: QSize) -> None:
        if size != self.size():
            self.setFixedSize(size)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        inside = self.rect().contains(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and inside:
            self.requests.opened.emit(self.attachment)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPEN and not event.isAutoRepeat():
            self.requests.opened.emit(self.attachment)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter)
        if self._pinned:
            self._paint_pin(painter)
        if self.hasFocus():
            draw_card(painter, self.rect(), theme.colors().accent, 2, 8, "transparent")
        painter.end()

    def _paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _paint_pin(self, painter: QPainter) -> None:
        side = _ICON + 6
        badge = QRect(self.width() - side - 5, 5, side, side)
        draw_card(painter, badge, theme.colors().line, 1, 6)
        icon = theme.pixmap("pin", theme.colors().accent, _ICON)
        painter.drawPixmap(badge.left() + 3, badge.top() + 3, icon)


class SentImage(SentAttachment):
    """The preview of an image or video."""

    _image: QPixmap | None = None

    def fit(self, size: QSize) -> None:
        if size != self.size():
            self._image = None
        super().fit(size)

    def _paint(self, painter: QPainter) -> None:
        area = QRect(0, 0, self.width(), self.height() - theme.px(_CAPTION))
        draw_fitted(painter, area, self._shown(area.size()))
        line = QRect(0, area.bottom() + 1, self.width(), theme.px(_CAPTION))
        draw_caption(painter, line, self._caption(), self._sign(), theme.colors().dim)

    def _caption(self) -> str:
        return _caption(self.attachment, self._number)

    def _sign(self) -> str:
        return _sign(self.attachment)

    def _shown(self, size: QSize) -> QPixmap:
        """Return the scaled preview; load it when it is painted, until there is one."""
        if self._image is None:
            preview = self.attachment.preview
            image = fitted(preview, size)
            if preview.isNull():
                return image
            self._image = image
        return self._image


class SentText(SentAttachment):
    """The name, size and first lines of a text."""

    def _paint(self, painter: QPainter) -> None:
        colors = theme.colors()
        draw_card(painter, self.rect(), colors.line, 1, 8)
        inside = self.rect().adjusted(_INSET, _INSET - 2, -_INSET, -_INSET + 2)
        icon = theme.pixmap("file-text", colors.dim, _ICON)
        painter.drawPixmap(inside.left(), inside.top() + (theme.px(17) - _ICON) // 2, icon)
        beside = inside.adjusted(_ICON + 6, 0, 0, 0)
        title, caption = self.attachment.words
        title = _numbered(title, self._number)
        _line(painter, beside, title, theme.font(12, QFont.Weight.Medium), colors.text)
        below = inside.translated(0, theme.px(18))
        _line(painter, below, caption, theme.font(11), colors.dim)
        for number, text in enumerate(_first_lines(self.attachment.text)):
            at = below.translated(0, theme.px(20 + 15 * number))
            _line(painter, at, text, theme.mono(10), colors.dim)


def sent_attachment(
    attachment: Attachment, number: int, requests: AttachmentRequests, parent: QWidget
) -> SentAttachment:
    kind = SentText if attachment.is_text else SentImage
    return kind(attachment, number, requests, parent)


def sent_size(
    attachment: Attachment, among: Sequence[Attachment], room: int, number: int = 0
) -> QSize:
    """Return the size of a preview with its caption, no wider than `room`. Each image keeps its
    shape; several are as high as each other where their shapes allow it."""
    if attachment.is_text:
        size = _SINGLE_TEXT if len(among) == 1 else QSize(150, 112)
        return QSize(max(1, min(theme.px(size.width()), room)), theme.px(size.height()))
    most = _SINGLE if len(among) == 1 else _SEVERAL
    most = QSize(min(theme.px(most.width()), room), theme.px(most.height()))
    shape = attachment.preview_size if not attachment.preview_size.isEmpty() else _UNKNOWN
    least = theme.px(_LEAST)
    image = shape.scaled(most, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(least, least))
    words = caption_width(_caption(attachment, number), _sign(attachment))
    return QSize(max(1, min(max(image.width(), words), room)), image.height() + theme.px(_CAPTION))


def _caption(attachment: Attachment, number: int) -> str:
    return _numbered(translated(attachment.caption), number)


def _numbered(words: str, number: int) -> str:
    return f"[{number}] {words}" if number else words


def _sign(attachment: Attachment) -> str:
    return "play" if attachment.media.kind is MediaKind.VIDEO else ""


def _first_lines(text: str) -> list[str]:
    lines = (it.strip() for it in text[: 50 * _LINE].splitlines())
    return [it[:_LINE] for it in lines if it][:_TEXT_LINES]


def _line(painter: QPainter, area: QRect, text: str, font: QFont, color: str) -> None:
    painter.setFont(font)
    painter.setPen(QColor(color))
    shown = painter.fontMetrics().elidedText(
        text[:_LINE].replace("\n", " "), Qt.TextElideMode.ElideRight, area.width()
    )
    painter.drawText(area.left(), area.top() + painter.fontMetrics().ascent(), shown)
