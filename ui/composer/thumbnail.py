"""The thumbnail of an attachment of the next question, and what keys and mouse do to it."""

import sys
from itertools import count

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPixmap,
)
from PySide6.QtWidgets import QApplication, QWidget

from engine.messages import MediaCost, MediaKind
from ui.composer.attachment_action import AttachmentAction, action_of
from ui.composer.cost_words import cost_text
from ui.look import theme
from ui.look.language import number, tr, translated
from ui.state.attachment import Attachment
from ui.widgets.buttons import IconButton
from ui.widgets.held_keys import held_keys
from ui.widgets.labels import tooltip
from ui.widgets.preview import caption_width, draw_caption, draw_card, draw_fitted, fitted
from ui.widgets.roles import set_role

# The image, and the line below it with its size and the button to remove it.
_IMAGE_HEIGHT, _GAP, _LINE = 66, 3, 18
# Around the image, inside of its border.
_INSET = 2
_LEAST_WIDTH, _MOST_WIDTH = 72, 190
_REMOVE = 16
RADIUS = 6
# More than the thumbnails of any strip.
MOST = 1_000_000
_STEPS: dict[int, int] = {
    Qt.Key.Key_Left: -1,
    Qt.Key.Key_Right: 1,
    Qt.Key.Key_Home: -MOST,
    Qt.Key.Key_End: MOST,
}
# A mark in a text names its thumbnail by a key, which is unique in the process.
_keys = count(1)


def strip_height() -> int:
    """Return the height of a thumbnail with its caption, at the current zoom."""
    return theme.px(_IMAGE_HEIGHT) + theme.px(_GAP) + theme.px(_LINE)


class RemoveButton(IconButton):
    """Stands beside the caption, so that it covers nothing of the image."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("x", tr("Remove"), 11, parent)
        self.setProperty("kind", "remove")
        # Tab stops once per image: the image itself takes Delete
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)


class Thumbnail(QWidget):
    """`wanted` has an AttachmentAction, `menu_wanted`, `dragged` and `dropped` a global position.
    `noticed` comes when the thumbnail gets or loses the focus or the mouse. `stepped` has the
    number of places by which the focus should move."""

    wanted = Signal(object)
    menu_wanted = Signal(QPoint)
    noticed = Signal()
    stepped = Signal(int)
    dragged = Signal(QPoint)
    dropped = Signal(QPoint)
    drag_ended = Signal()

    def __init__(
        self, attachment: Attachment, parent: QWidget | None = None, key: int | None = None
    ) -> None:
        super().__init__(parent)
        self.key = next(_keys) if key is None else key
        self.cost: MediaCost | str | None = None
        self._place = (0, 0, False)
        self._pressed: QPoint | None = None
        self._dragging = False
        self._looked: tuple[QSize, int] = (QSize(), 0)
        self._image: QPixmap | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_role(self, QAccessible.Role.Graphic)
        self._remove = RemoveButton(self)
        self._remove.clicked.connect(lambda: self.wanted.emit(AttachmentAction.REMOVE))
        self.set_attachment(attachment)
        theme.look.changed.connect(self._fit)

    @property
    def pointed(self) -> bool:
        """Return True if the mouse is over the thumbnail."""
        return self.underMouse()

    def set_attachment(self, attachment: Attachment) -> None:
        """Show another attachment, whose cost is not known yet."""
        self.attachment = attachment
        self.setAccessibleName(attachment.title)
        self._remove.setAccessibleName(tr("Remove {name}").format(name=attachment.title))
        self._fit()
        self.set_cost(None)

    def set_cost(self, cost: MediaCost | str | None) -> None:
        """Show a cost: a sentence if the file cannot be read, None while it is unknown."""
        self.cost = cost
        self._describe()

    def set_place(self, place: int, total: int, placed: bool) -> None:
        """Set the position among all, from 1. `placed` is True if it is placed in the text."""
        if self._place != (place, total, placed):
            self._place = place, total, placed
            self._fit()
            self._describe()

    def announce_place(self) -> None:
        """Let a screen reader announce the position."""
        event = QAccessibleAnnouncementEvent(self, f"{self.attachment.title}, {self._where()}")
        QAccessible.updateAccessibility(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action, modifiers = action_of(event), held_keys(event)
        if self._dragging and event.key() == Qt.Key.Key_Escape:
            self._end_drag()
        elif action is not None:
            if not event.isAutoRepeat():
                self.wanted.emit(action)
        elif event.key() in _STEPS and not modifiers:
            self.stepped.emit(_STEPS[event.key()])
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_wanted.emit(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._pressed = event.globalPosition().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._pressed is None:
            return
        at = event.globalPosition().toPoint()
        far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
        if far and not self._dragging:
            self._dragging = True
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            self.update()
        if self._dragging:
            self.dragged.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        dragging, at = self._dragging, event.globalPosition().toPoint()
        clicked = self._pressed is not None and self.rect().contains(event.position().toPoint())
        self._end_drag()
        if dragging:
            self.dropped.emit(at)
        elif clicked and event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit(AttachmentAction.SHOW)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.noticed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.noticed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.noticed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.noticed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.5 if self._dragging else 1)
        area, colors = self.image_rect(), theme.colors()
        draw_card(painter, area, self._border(), 2 if self.hasFocus() else 1, RADIUS, colors.chip)
        draw_fitted(painter, area, self._fitted())
        color = colors.red if isinstance(self.cost, str) else colors.dim
        draw_caption(painter, self._caption_rect(), self._caption(), self._sign(), color)
        painter.end()

    def image_rect(self) -> QRect:
        """Return the place of the image with its border."""
        return QRect(0, 0, self.width(), theme.px(_IMAGE_HEIGHT))

    def _caption_rect(self) -> QRect:
        width = self.width() - theme.px(_REMOVE) - 2
        return QRect(1, self.height() - theme.px(_LINE), width, theme.px(_LINE))

    def _caption(self) -> str:
        """Return the number among several, and the size or length."""
        place, total, placed = self._place
        words = translated(self.attachment.caption)
        return f"{number(place)} · {words}" if total > 1 or placed else words

    def _sign(self) -> str:
        return "play" if self.attachment.media.kind is MediaKind.VIDEO else ""

    def _fit(self) -> None:
        """Take the shape of the image, and room for the caption."""
        image = self.attachment.preview_size
        height = theme.px(_IMAGE_HEIGHT)
        wide = (height - 2 * _INSET) * image.width() / max(1, image.height()) + 2 * _INSET
        caption = caption_width(self._caption(), self._sign()) + theme.px(_REMOVE) + 4
        least, most = max(theme.px(_LEAST_WIDTH), caption), theme.px(_MOST_WIDTH)
        size = QSize(min(max(least, round(wide)), most), strip_height())
        looked = (size, id(self.attachment))
        if looked != self._looked:
            self._looked = looked
            self.setFixedSize(size)
            self._image = None
        side = theme.px(_REMOVE)
        top = self.height() - (theme.px(_LINE) + side) // 2
        self._remove.setGeometry(self.width() - side, top, side, side)

    def _fitted(self) -> QPixmap:
        """Return the image in its size, made only when it is painted: most tabs are hidden."""
        if self._image is None:
            room = self.image_rect().size() - QSize(2 * _INSET, 2 * _INSET)
            self._image = fitted(self.attachment.preview, room, RADIUS)
        return self._image

    def _border(self) -> str:
        if self.hasFocus():
            return theme.colors().accent
        return theme.colors().red if isinstance(self.cost, str) else theme.colors().line

    def _where(self) -> str:
        place, total, placed = self._place
        text = tr("{number} of {total}, in the text") if placed else tr("{number} of {total}")
        return text.format(number=number(place), total=number(total))

    def _describe(self) -> None:
        about = translated(self.attachment.caption)
        if self.cost is not None:
            about = cost_text(self.attachment.media.kind, self.cost)
        # The words about a lost file name it.
        named = about if self.attachment.lost else f"{self.attachment.title}: {about}"
        self.setToolTip(tooltip(named))
        keys = (
            tr("Space previews, Delete removes, Option and the arrow keys move")
            if sys.platform == "darwin"
            else tr("Space previews, Delete removes, Alt and the arrow keys move")
        )
        self.setAccessibleDescription(f"{self._where()}. {about}. {keys}")
        self.update()

    def _end_drag(self) -> None:
        self._pressed = None
        if self._dragging:
            self._dragging = False
            self.unsetCursor()
            self.update()
            self.drag_ended.emit()
