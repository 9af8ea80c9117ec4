"""A small chart of some numbers over the last minute."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QSizePolicy

from engine.frozen import frozen
from ui.charts.chart_painter import stroke
from ui.look import theme
from ui.stats.live_series import Series
from ui.stats.model_colors import tone_color
from ui.widgets.buttons import KeyButton

STEP = 2  # px from point to point: more points would look the same and take longer
MARGIN = 4


@frozen
class Line:
    """One line of a chart. Its `tone` gives it the same color in the small and in the enlarged
    chart. The area below a `filled` line is tinted. `name` says what it shows."""

    history: Series
    tone: int
    filled: bool = True
    name: str = ""

    def color(self) -> QColor:
        """Return the color in the current look."""
        return tone_color(self.tone)


class Sparkline(KeyButton):
    """A chart whose lines share one scale, which can be pressed. Call `update` to let time pass."""

    def __init__(self, height: int = 44) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._height = height
        self._lines: list[Line] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show the lines, later ones over earlier ones."""
        self._lines = list(lines)
        self.update()

    @property
    def level(self) -> bool:
        """True if the chart would not change as time passes."""
        return all(line.history.level for line in self._lines)

    @property
    def lines(self) -> list[Line]:
        return self._lines

    def sizeHint(self) -> QSize:
        return QSize(120, theme.px(self._height))

    def paintEvent(self, event: QPaintEvent) -> None:
        width, height = self.width() - 2 * MARGIN, self.height() - 2 * MARGIN
        drawn = [(line, smoothed(line.history.points(width // STEP))) for line in self._lines]
        highest = max((value for _, values in drawn for value in values), default=0.0)
        scale = height / (highest * 1.15 or 1.0)
        right, bottom = MARGIN + width, MARGIN + height
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for line, values in drawn:
            if values:
                points = [
                    QPointF(right - STEP * (len(values) - 1 - i), bottom - values[i] * scale)
                    for i in corners(values)
                ]
                draw_line(painter, points, line.color(), bottom if line.filled else None)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.colors().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), 5, 5)
        painter.end()


def smoothed(values: list[float]) -> list[float]:
    """Return each value averaged with its neighbors."""
    windows = (values[max(i - 1, 0) : i + 2] for i in range(len(values)))
    return [sum(window) / len(window) for window in windows]


def corners(values: list[float]) -> list[int]:
    """Return the indexes at which the line bends: a point costs as much to paint as ten of
    these."""
    inner = range(1, len(values) - 1)
    bends = [i for i in inner if not values[i - 1] == values[i] == values[i + 1]]
    return [0, *bends, len(values) - 1]


def draw_line(painter: QPainter, line: list[QPointF], color: QColor, bottom: float | None) -> None:
    stroke(painter, line, color, bottom)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawEllipse(line[-1], 2.5, 2.5)
