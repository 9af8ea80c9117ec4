"""A small line chart of one number over the last minute."""

import time
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui import theme

SPAN = 60.0
STEP = 2  # px from one point to the next: more cannot be told apart and costs time
MARGIN = 4


class Sparkline(QWidget):
    """A value holds until the next is added, so a quiet source draws a level line.

    `color` names a field of theme.Colors. Call `update` to let time pass.
    """

    def __init__(
        self,
        color: str,
        clock: Callable[[], float] = time.monotonic,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._color = color
        self._clock = clock
        self._samples: deque[tuple[float, float]] = deque()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def level(self) -> bool:
        """Whether passing time alone would change nothing in the picture."""
        self._forget()
        return len(self._samples) < 2 and all(at <= self._clock() - SPAN for at, _ in self._samples)

    def add(self, value: float) -> None:
        if not self._samples or self._samples[-1][1] != value:
            self._samples.append((self._clock(), value))
        self._forget()
        self.update()

    def clear(self) -> None:
        self._samples.clear()
        self.update()

    def points(self, count: int) -> list[float]:
        """The value at each of `count` moments, the last one now; none before the first sample."""
        now, samples = self._clock(), list(self._samples)
        values: list[float] = []
        index = -1
        for step in range(count):
            moment = now - SPAN * (1 - (step + 1) / count)
            while index + 1 < len(samples) and samples[index + 1][0] <= moment:
                index += 1
            if index >= 0:
                values.append(samples[index][1])
        return values

    def sizeHint(self) -> QSize:
        return QSize(120, 44)

    def paintEvent(self, event: QPaintEvent) -> None:
        width, height = self.width() - 2 * MARGIN, self.height() - 2 * MARGIN
        values = _smoothed(self.points(width // STEP))
        if not values:
            return
        scale = height / (max(values) * 1.15 or 1.0)
        right, bottom = MARGIN + width, MARGIN + height
        line = [
            QPointF(right - STEP * (len(values) - 1 - i), bottom - value * scale)
            for i, value in enumerate(values)
        ]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _draw(painter, line, QColor(getattr(theme.colors(), self._color)), bottom)
        painter.end()

    def _forget(self) -> None:
        oldest = self._clock() - SPAN
        while len(self._samples) > 1 and self._samples[1][0] <= oldest:
            self._samples.popleft()


def _smoothed(values: list[float]) -> list[float]:
    """Each value averaged with its neighbours."""
    windows = (values[max(i - 1, 0) : i + 2] for i in range(len(values)))
    return [sum(window) / len(window) for window in windows]


def _draw(painter: QPainter, line: list[QPointF], color: QColor, bottom: float) -> None:
    path = QPainterPath(line[0])
    for point in line[1:]:
        path.lineTo(point)
    area = QPainterPath(path)
    area.lineTo(line[-1].x(), bottom)
    area.lineTo(line[0].x(), bottom)
    painter.fillPath(area, _fade(color, min(point.y() for point in line), bottom))
    pen = QPen(color, 1.5)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.strokePath(path, pen)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(line[-1], 2.5, 2.5)


def _fade(color: QColor, top: float, bottom: float) -> QLinearGradient:
    gradient = QLinearGradient(0, top, 0, bottom)
    for position, alpha in ((0.0, 70), (1.0, 0)):
        stop = QColor(color)
        stop.setAlpha(alpha)
        gradient.setColorAt(position, stop)
    return gradient
