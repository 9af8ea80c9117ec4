"""The frames of a video in a row, and two handles around the part that is sent."""

from math import ceil

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from engine.messages import clock_time
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import video_time
from ui.media.span_handle import TENTHS, WIDTH, SpanHandle

FRAMES_HEIGHT = 58
_LABELS_HEIGHT = 18
# The smallest distance of labels, and their possible distances in seconds.
_LABEL_GAP = 76
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_VEIL_ALPHA = 190

Span = tuple[float, float] | None


class FrameStrip(QWidget):
    """`moved` has the position of a handle while it is moved, in seconds. `span_chosen` has the
    span in seconds, or None for all of the video, once a handle is let go."""

    moved = Signal(float)
    span_chosen = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._frames: tuple[QImage, ...] = ()
        self._seconds = 0.0
        # The place that is being played, in seconds; below 0 for none.
        self._played = -1.0
        self.start = SpanHandle(tr("Start", "of a part"), self)
        self.end = SpanHandle(tr("End"), self)
        self.setAccessibleName(tr("Part of the video"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for handle in (self.start, self.end):
            handle.valueChanged.connect(lambda _, handle=handle: self._handle_moved(handle))
            handle.dragged.connect(lambda x, handle=handle: self._drag(handle, x))
            handle.let_go.connect(lambda: self.span_chosen.emit(self.span()))
        theme.look.changed.connect(self.updateGeometry)

    def show_video(self, frames: tuple[QImage, ...], seconds: float, span: Span) -> None:
        """`frames` are evenly spaced over all `seconds` of the video."""
        self._frames, self._seconds = frames, seconds
        total = self._total
        start, end = span or (0.0, seconds)
        last = min(total, max(1, round(end * TENTHS)))
        first = min(last - 1, max(0, round(start * TENTHS)))
        self.start.set_quietly(0, last - 1, first)
        self.end.set_quietly(first + 1, total, last)
        self._place_handles()
        self.update()

    def show_played(self, seconds: float) -> None:
        """Mark the place that is being played; below 0 for none."""
        self._played = seconds
        self.update()

    def span(self) -> Span:
        """Return the span in seconds, or None for all of the video."""
        if self.start.value() == 0 and self.end.value() == self._total:
            return None
        return self.start.seconds, min(self.end.seconds, self._seconds)

    def choose_all(self) -> None:
        self.show_video(self._frames, self._seconds, None)
        self.span_chosen.emit(None)

    @property
    def in_hand(self) -> bool:
        """Return True while a handle is being moved."""
        return self.start.in_hand or self.end.in_hand

    def frame_at(self, seconds: float) -> QImage:
        """Return the nearest frame."""
        if not self._frames:
            return QImage()
        last = len(self._frames) - 1
        share = seconds / self._seconds if self._seconds > 0 else 0.0
        return self._frames[min(last, max(0, round(share * last)))]

    def sizeHint(self) -> QSize:
        return QSize(400, FRAMES_HEIGHT + theme.px(_LABELS_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_handles()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        self._draw_frames(painter)
        self._draw_span(painter)
        self._draw_played(painter)
        self._draw_labels(painter)
        painter.end()

    @property
    def _total(self) -> int:
        """The length of the video in tenths of a second, at least one."""
        return max(1, round(self._seconds * TENTHS))

    @property
    def _track(self) -> QRect:
        return QRect(WIDTH, 0, max(1, self.width() - 2 * WIDTH), FRAMES_HEIGHT)

    def _x_of(self, tenths: float) -> float:
        return self._track.left() + self._track.width() * tenths / self._total

    def _drag(self, handle: SpanHandle, x: float) -> None:
        """Move a handle, which stands outside of the span, to `x` of its middle."""
        edge = x + WIDTH / 2 if handle is self.start else x - WIDTH / 2
        track = self._track
        handle.setValue(round((edge - track.left()) / track.width() * self._total))

    def _handle_moved(self, handle: SpanHandle) -> None:
        self.start.setMaximum(self.end.value() - 1)
        self.end.setMinimum(self.start.value() + 1)
        self._place_handles()
        self.update()
        self.moved.emit(handle.seconds)

    def _place_handles(self) -> None:
        left = round(self._x_of(self.start.value())) - WIDTH
        self.start.setGeometry(left, 0, WIDTH, FRAMES_HEIGHT)
        self.end.setGeometry(round(self._x_of(self.end.value())), 0, WIDTH, FRAMES_HEIGHT)

    def _draw_frames(self, painter: QPainter) -> None:
        track = self._track
        painter.fillRect(track, QColor(theme.colors().chip))
        if not self._frames or self._frames[0].isNull():
            return
        first = self._frames[0]
        wanted = FRAMES_HEIGHT * first.width() / first.height()
        count = max(1, round(track.width() / max(20.0, wanted)))
        width = track.width() / count
        for index in range(count):
            cell = QRectF(track.left() + index * width, 0, width - 1, FRAMES_HEIGHT)
            image = self.frame_at((index + 0.5) / count * self._seconds)
            painter.drawImage(cell, image, _middle(image, cell))

    def _draw_span(self, painter: QPainter) -> None:
        """Dim the frames that are not sent."""
        colors, track = theme.colors(), self._track
        veil = QColor(colors.card)
        veil.setAlpha(_VEIL_ALPHA)
        left, right = self._x_of(self.start.value()), self._x_of(self.end.value())
        painter.fillRect(QRectF(track.left(), 0, left - track.left(), FRAMES_HEIGHT), veil)
        painter.fillRect(QRectF(right, 0, track.right() + 1 - right, FRAMES_HEIGHT), veil)
        painter.setPen(QPen(QColor(colors.accent), 2))
        for y in (1, FRAMES_HEIGHT - 1):
            painter.drawLine(round(left), y, round(right), y)

    def _draw_played(self, painter: QPainter) -> None:
        if self._played < 0:
            return
        x = round(self._x_of(self._played * TENTHS))
        painter.fillRect(x - 2, 0, 4, FRAMES_HEIGHT, QColor(theme.colors().card))
        painter.fillRect(x - 1, 0, 2, FRAMES_HEIGHT, QColor(theme.colors().text))

    def _draw_labels(self, painter: QPainter) -> None:
        painter.setFont(theme.font(11))
        painter.setPen(QColor(theme.colors().dim))
        step = self._step()
        ends = {0.0: Qt.AlignmentFlag.AlignLeft, self._seconds: Qt.AlignmentFlag.AlignRight}
        # no label overlaps the last one
        between = [step * count for count in range(1, ceil(self._seconds / step - 0.6))]
        for at in (0.0, *between, self._seconds):
            place = QRectF(0, FRAMES_HEIGHT, theme.px(_LABEL_GAP), theme.px(_LABELS_HEIGHT))
            place.moveCenter(QPointF(self._x_of(at * TENTHS), place.center().y()))
            place.moveLeft(min(max(0.0, place.left()), self.width() - place.width()))
            align = ends.get(at, Qt.AlignmentFlag.AlignHCenter) | Qt.AlignmentFlag.AlignBottom
            painter.drawText(place, align, video_time(at) if step < 1 else clock_time(at))

    def _step(self) -> float:
        """Return the seconds from label to label."""
        least = self._seconds * theme.px(_LABEL_GAP) / self._track.width()
        return next((step for step in _STEPS if step >= least), max(least, _STEPS[-1]))


def _middle(image: QImage, cell: QRectF) -> QRectF:
    """Return the part of `image` that fills a cell of another shape."""
    shape = cell.size().scaled(image.size(), Qt.AspectRatioMode.KeepAspectRatio)
    part = QRectF(0, 0, shape.width(), shape.height())
    part.moveCenter(QRectF(image.rect()).center())
    return part
