"""The thumbnail of an attachment of the next question, and what keys and mouse do to it."""

from itertools import count

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
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
)
from PySide6.QtWidgets import QApplication, QWidget

from engine.messages import MediaCost, MediaKind
from ui.composer.attachment_action import AttachmentAction, action_of
from ui.composer.cost_words import cost_text
from ui.look import theme
from ui.look.language import tr, translated
from ui.state.attachment import Attachment
from ui.widgets.chip_button import BadgeButton
from ui.widgets.labels import tooltip
from ui.widgets.preview import draw_card, draw_pill, draw_play_badge, draw_preview, thumbnail
from ui.widgets.roles import set_role

SIZE = QSize(112, 76)
RADIUS = 8
# Pixels from one pill to the one above it.
_LINE = 17
_STEPS: dict[int, int] = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_MENU_KEYS = (
    (Qt.KeyboardModifier.NoModifier, Qt.Key.Key_Menu),
    (Qt.KeyboardModifier.ShiftModifier, Qt.Key.Key_F10),
)
# A mark in a text names its thumbnail by a key, which is unique in the process.
_keys = count(1)


def zoomed_size() -> QSize:
    """Return the size of a thumbnail at the current zoom."""
    return QSize(theme.px(SIZE.width()), theme.px(SIZE.height()))


class RemoveButton(BadgeButton):
    """Dark on every image, in both schemes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__("remove", "x", tr("Remove"), 11, parent)
        # Tab stops once per image: the image itself takes Delete
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.arrange()

    def arrange(self) -> None:
        """Move the button to its corner, at the current zoom."""
        side = theme.px(17)
        self.setGeometry(zoomed_size().width() - side - 3, 3, side, side)

    def _tint(self) -> None:
        self.setIcon(theme.icon("x", "#ffffff", self.iconSize().width()))


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

    def __init__(self, attachment: Attachment, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = next(_keys)
        self.cost: MediaCost | str | None = None
        self._place = (0, 0, False)
        self._pressed: QPoint | None = None
        self._dragging = False
        self.setFixedSize(zoomed_size())
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        set_role(self, QAccessible.Role.Graphic)
        self._remove = RemoveButton(self)
        self._remove.clicked.connect(lambda: self.wanted.emit(AttachmentAction.REMOVE))
        self.set_attachment(attachment)

    @property
    def pointed(self) -> bool:
        """Return True if the mouse is over the thumbnail."""
        return self.underMouse()

    def set_attachment(self, attachment: Attachment) -> None:
        """Show another attachment, whose cost is not known yet."""
        self.attachment = attachment
        self._image = thumbnail(attachment.preview, zoomed_size(), RADIUS)
        self.setAccessibleName(attachment.title)
        self._remove.setAccessibleName(tr("Remove {name}").format(name=attachment.title))
        self.set_cost(None)

    def set_cost(self, cost: MediaCost | str | None) -> None:
        """Show a cost: a sentence if the file cannot be read, None while it is unknown."""
        self.cost = cost
        self._describe()

    def set_place(self, number: int, total: int, placed: bool) -> None:
        """Set the position among all, from 1. `placed` is True if it is placed in the text."""
        if self._place != (number, total, placed):
            self._place = number, total, placed
            self._describe()

    def announce_place(self) -> None:
        """Let a screen reader announce the position."""
        event = QAccessibleAnnouncementEvent(self, f"{self.attachment.title}, {self._where()}")
        QAccessible.updateAccessibility(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = action_of(event)
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if self._dragging and event.key() == Qt.Key.Key_Escape:
            self._end_drag()
        elif action is not None:
            if not event.isAutoRepeat():
                self.wanted.emit(action)
        elif (modifiers, event.key()) in _MENU_KEYS:
            self.menu_wanted.emit(self.mapToGlobal(self.rect().center()))
        elif event.key() in _STEPS and not modifiers:
            self.stepped.emit(_STEPS[event.key()])
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # Qt sends style changes before there is anything to show
        made = hasattr(self, "attachment")
        if made and theme.is_change(event) and self.size() != zoomed_size():
            self.setFixedSize(zoomed_size())
            self._image = thumbnail(self.attachment.preview, zoomed_size(), RADIUS)
            self._remove.arrange()

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
        self._end_drag()
        if dragging:
            self.dropped.emit(at)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.wanted.emit(AttachmentAction.SHOW)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.noticed.emit()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.noticed.emit()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()
        self.noticed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()
        self.noticed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(0.5 if self._dragging else 1)
        draw_preview(painter, self.rect(), self._image, RADIUS)
        if self.attachment.media.kind is MediaKind.VIDEO:
            draw_play_badge(painter, self.rect())
        self._draw_pills(painter)
        focused = self.hasFocus()
        draw_card(painter, self.rect(), self._border(), 2 if focused else 1, RADIUS, "transparent")
        painter.end()

    def _draw_pills(self, painter: QPainter) -> None:
        number, total, placed = self._place
        if total > 1 or placed:
            draw_pill(painter, self.rect(), str(number), Qt.Corner.TopLeftCorner)
        rect = self.rect()
        if isinstance(self.cost, MediaCost) and self.cost.images:
            text = tr("sent as %n image(s)", "", self.cost.images)
            draw_pill(painter, rect, text, Qt.Corner.BottomLeftCorner)
            rect = rect.adjusted(0, 0, 0, -theme.px(_LINE))
        draw_pill(painter, rect, translated(self.attachment.caption))

    def _border(self) -> str:
        if self.hasFocus():
            return theme.colors().accent
        return theme.colors().red if isinstance(self.cost, str) else theme.colors().line

    def _where(self) -> str:
        number, total, placed = self._place
        text = tr("{number} of {total}, in the text") if placed else tr("{number} of {total}")
        return text.format(number=number, total=total)

    def _describe(self) -> None:
        about = translated(self.attachment.caption)
        if self.cost is not None:
            about = cost_text(self.attachment.media.kind, self.cost)
        self.setToolTip(tooltip(f"{self.attachment.title}: {about}"))
        keys = tr("Space shows it large, Delete removes it, Alt and the arrow keys move it")
        self.setAccessibleDescription(f"{self._where()}. {about}. {keys}")
        self.update()

    def _end_drag(self) -> None:
        self._pressed = None
        if self._dragging:
            self._dragging = False
            self.unsetCursor()
            self.update()
            self.drag_ended.emit()
