"""The switch of a setting: a knob that slides in a track, as on a Mac."""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, QSizeF, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from ui.look import theme
from ui.look.colors import mixed
from ui.widgets.buttons import press_by_key

_TRACK = QSize(36, 20)
# Pixels around the track, for the ring of the focus.
_RING = 3
_SLIDE_MS = 110


class Switch(QCheckBox):
    """Space, Return or a click turns it on and off. `name` is for screen readers, because the words
    of the setting stand beside the switch. High contrast adds a mark for each state, so that it
    does not depend on a color."""

    keyPressEvent = press_by_key

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._knob = 0.0
        self._slide = QVariantAnimation(self, duration=_SLIDE_MS)
        self._slide.valueChanged.connect(self._set_knob)
        self.toggled.connect(self._move_knob)

    def sizeHint(self) -> QSize:
        around = 2 * _RING
        return QSize(theme.px(_TRACK.width()) + around, theme.px(_TRACK.height()) + around)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def hitButton(self, pos: QPoint) -> bool:
        return self.rect().contains(pos)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(1 if self.isEnabled() else 0.45)
        track = self._track()
        self._paint_track(painter, track)
        knob = QRectF(track.topLeft(), QSizeF(track.height(), track.height()))
        knob.translate(self._knob * (track.width() - track.height()), 0)
        painter.setBrush(QColor(self._knob_color()))
        painter.setPen(Qt.PenStyle.NoPen)
        inset = theme.px(2)
        painter.drawEllipse(knob.adjusted(inset, inset, -inset, -inset))
        painter.end()

    def _paint_track(self, painter: QPainter, track: QRectF) -> None:
        colors, radius = theme.colors(), track.height() / 2
        if self.hasFocus():
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(track.adjusted(-2, -2, 2, 2), radius + 2, radius + 2)
        strong = theme.high_contrast()
        painter.setPen(QPen(QColor(colors.text), 1) if strong else Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent if self.isChecked() else self._off_color()))
        painter.drawRoundedRect(track, radius, radius)
        if strong:
            self._paint_mark(painter, track)

    def _paint_mark(self, painter: QPainter, track: QRectF) -> None:
        """Paint a bar in a track that is on, and a ring in one that is off."""
        on, radius = self.isChecked(), track.height() / 6
        share = 0.28 if on else 0.74
        center = QPointF(track.left() + share * track.width(), track.center().y())
        color = theme.colors().on_accent if on else theme.colors().text
        painter.setPen(QPen(QColor(color), 1.5))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if on:
            painter.drawLine(center - QPointF(0, radius), center + QPointF(0, radius))
        else:
            painter.drawEllipse(center, radius, radius)

    def _track(self) -> QRectF:
        size = QSize(theme.px(_TRACK.width()), theme.px(_TRACK.height())).toSizeF()
        track = QRectF(QPointF(), size)
        track.moveCenter(QRectF(self.rect()).center())
        return track

    def _off_color(self) -> str:
        colors = theme.colors()
        return colors.window if theme.high_contrast() else mixed(colors.window, colors.dim, 0.42)

    def _knob_color(self) -> str:
        if theme.high_contrast():
            return theme.colors().on_accent if self.isChecked() else theme.colors().text
        return "#ffffff"

    def _move_knob(self, on: bool) -> None:
        self._slide.stop()
        if theme.motion() and self.isVisible():
            self._slide.setStartValue(self._knob)
            self._slide.setEndValue(float(on))
            self._slide.start()
        else:
            self._set_knob(float(on))

    def _set_knob(self, place: float) -> None:
        """Set the place of the knob: 0 at the left, 1 at the right."""
        self._knob = place
        self.update()
