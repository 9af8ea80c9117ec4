"""A still image of one screen, on which a person chooses an area or a window."""

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QScreen,
)
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.screen_part import ScreenPart
from ui.widgets.preview import draw_card

# A shorter drag is a click.
_LEAST = 4
_SHADE = QColor(0, 0, 0, 110)
_HINT_TOP, _HINT_BESIDE, _HINT_ABOVE = 24, 16, 8
_FLAGS = (
    Qt.WindowType.FramelessWindowHint
    | Qt.WindowType.WindowStaysOnTopHint
    # else a window manager may give it other places, and leave the keyboard where it is
    | Qt.WindowType.X11BypassWindowManagerHint
    | Qt.WindowType.Tool
)


class ScreenOverlay(QWidget):
    """`windows` are places in pixels of the image, topmost first. `chosen` has the chosen place in
    the same pixels; `cancelled` follows Escape or a press of another button; `switched` has the
    part that Space asks for. It covers `screen`, and is deleted by its owner."""

    chosen = Signal(QRect)
    cancelled = Signal()
    switched = Signal(ScreenPart)

    def __init__(self, screen: QScreen, image: QPixmap, windows: list[QRect]) -> None:
        super().__init__(None, _FLAGS)
        # the only visible window while it is open, and no reason to quit when it closes
        self.setAttribute(Qt.WidgetAttribute.WA_QuitOnClose, False)
        self.setAccessibleName(tr("Choose part of the screen"))
        theme.set_font(self, 13)
        self.setMouseTracking(True)
        self.setScreen(screen)
        self.setGeometry(screen.geometry())
        self._image = image
        self._windows = windows
        self._part = ScreenPart.AREA
        self._begin: QPoint | None = None
        self._at = QPoint(-1, -1)

    def choose(self, part: ScreenPart) -> None:
        """Let a person choose an area or a window."""
        self._part, self._begin = part, None
        area = part is ScreenPart.AREA
        self.setCursor(Qt.CursorShape.CrossCursor if area else Qt.CursorShape.PointingHandCursor)
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape:
                self.cancelled.emit()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.chosen.emit(self._image.rect())
            case Qt.Key.Key_Space:
                area = self._part is ScreenPart.AREA
                self.switched.emit(ScreenPart.WINDOW if area else ScreenPart.AREA)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._begin = self._at = event.position().toPoint()
            self.update()
        else:
            self.cancelled.emit()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._at = event.position().toPoint()
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton or self._begin is None:
            return
        self._at = event.position().toPoint()
        place = self._place()
        self._begin = None
        self.update()
        if not place.isEmpty():
            self.chosen.emit(place)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(self.rect(), self._image)
        painter.fillRect(self.rect(), _SHADE)
        place = self._place()
        if not place.isEmpty():
            shown = self._shown(place)
            painter.drawPixmap(shown, self._image, place)
            painter.setPen(QPen(QColor(theme.colors().accent), 2))
            painter.drawRect(shown)
        if self._begin is None:
            self._paint_hint(painter)
        painter.end()

    def _place(self) -> QRect:
        """Return the place that would be captured now, in pixels of the image."""
        if self._part is ScreenPart.WINDOW:
            at = self._at * self._image.devicePixelRatio()
            found = (window for window in self._windows if window.contains(at))
            return next(found, QRect()) & self._image.rect()
        if self._begin is None or (self._at - self._begin).manhattanLength() < _LEAST:
            return QRect()
        ratio = self._image.devicePixelRatio()
        # a rectangle of two points would have both in it
        last = self._at - QPoint(1, 1)
        return _scaled(QRect(self._begin, last).normalized(), ratio) & self._image.rect()

    def _shown(self, place: QRect) -> QRect:
        return _scaled(place, 1 / self._image.devicePixelRatio())

    def _paint_hint(self, painter: QPainter) -> None:
        text = _hints()[self._part]
        metrics = self.fontMetrics()
        width = metrics.horizontalAdvance(text) + 2 * theme.px(_HINT_BESIDE)
        height = metrics.height() + 2 * theme.px(_HINT_ABOVE)
        card = QRect((self.width() - width) // 2, theme.px(_HINT_TOP), width, height)
        colors = theme.colors()
        draw_card(painter, card, colors.line, radius=8)
        painter.setPen(QColor(colors.text))
        painter.drawText(card, Qt.AlignmentFlag.AlignCenter, text)


def _scaled(place: QRect, ratio: float) -> QRect:
    return QRect(place.topLeft() * ratio, place.size() * ratio)


def _hints() -> dict[ScreenPart, str]:
    return {
        ScreenPart.AREA: tr("Drag over an area. Space: a window. Return: all. Esc: cancel."),
        ScreenPart.WINDOW: tr("Click a window. Space: an area. Return: all. Esc: cancel."),
    }
