"""The handle at one end of the part of a video that is sent."""

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QSlider, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import video_time

WIDTH = 16
TENTHS = 10
_RADIUS = 5


class SpanHandle(QSlider):
    """A slider whose value is a time in tenths of a second. `dragged` has the x in its parent to
    which the mouse drags it. `let_go` comes when a move of the handle has ended."""

    dragged = Signal(float)
    let_go = Signal()

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._name = name
        self._grip = 0.0
        self._moved = False
        self.setSingleStep(1)
        self.setPageStep(TENTHS)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.SizeHorCursor)
        self.setFixedWidth(WIDTH)
        self.setAccessibleDescription(tr("Left and Right move it by 0.1 s, with Shift by 1 s"))
        self.valueChanged.connect(self._value_changed)
        self._name_it()

    @property
    def seconds(self) -> float:
        return self.value() / TENTHS

    @property
    def in_hand(self) -> bool:
        return self._moved or self.isSliderDown()

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, self.height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.setValue(self.value() + step * (self.pageStep() if shifted else self.singleStep()))

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat():
            self._end_move()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
            self._grip = event.position().x() - self.width() / 2
            self.setSliderDown(True)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.isSliderDown():
            self.dragged.emit(self.mapToParent(event.position()).x() - self._grip)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.setSliderDown(False)
        self._end_move()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ignore the wheel, which has no end at which the handle would be let go."""
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.setSliderDown(False)
        self._end_move()

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(QColor(colors.accent))
        painter.setPen(QPen(QColor(colors.text if self.hasFocus() else colors.accent), 2))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(2, 1, -2, -1), _RADIUS, _RADIUS)
        painter.setPen(QPen(QColor(colors.on_accent), 2))
        middle, center = self.rect().center().y(), self.width() / 2
        painter.drawLine(round(center), middle - 7, round(center), middle + 7)
        painter.end()

    def _value_changed(self) -> None:
        self._moved = True
        self._name_it()

    def _end_move(self) -> None:
        if self._moved and not self.isSliderDown():
            self._moved = False
            self.let_go.emit()

    def set_quietly(self, low: int, high: int, value: int) -> None:
        """Set range and value without a signal."""
        self.blockSignals(True)
        self.setRange(low, high)
        self.setValue(value)
        self.blockSignals(False)
        self._moved = False
        self._name_it()

    def _name_it(self) -> None:
        """Put the time into the name, so that a screen reader says it as it changes."""
        self.setAccessibleName(f"{self._name} {video_time(self.seconds)}")
