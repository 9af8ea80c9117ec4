"""A chart of the live panel, enlarged: with axes, and the values at the pointer."""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import estimate_text
from ui.stats.live_series import KEPT, SPAN
from ui.stats.number_label import NumberLabel
from ui.stats.sparkline import STEP, Line, corners, draw_line, smoothed
from ui.stats.stat_card import Legend, LegendEntry
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.labels import ElidedLabel
from ui.widgets.popup_card import PopupCard

_WIDTH, _HEIGHT = 460, 220
# A limit above this many times the largest value is not drawn: it would flatten the lines.
FAR = 4
_TICKS = 4
_LETTERS = 11
_EVERY_MS = 250


class ChartPopup(PopupCard):
    """The lines of a small chart over one minute or ten. `unit` writes a value."""

    def __init__(
        self,
        title: str,
        lines: Sequence[Line],
        unit: Callable[[float], str],
        limit: float = 0.0,
        parent: QWidget | None = None,
    ) -> None:
        about = tr("{title} over time").format(title=title)
        super().__init__("chart_popup", about, theme.px(_WIDTH), parent)
        self._title = title
        self._unit = unit
        self.chart = Chart(lines, unit, limit)
        self.moment = NumberLabel("unit")
        self.legend = Legend()
        minute, ten = estimate_text(SPAN), estimate_text(KEPT)
        self.range = ChoiceRow(tr("Shown"), {str(SPAN): minute, str(KEPT): ten})
        self.range.choose(str(SPAN))
        self.range.changed.connect(self._show_range)
        self.chart.pointed.connect(self._show_values)
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self.chart.refresh)
        self._lay_out()
        self._show_values()

    def show_at(self, card: QWidget) -> None:
        """Show the chart beside a card of the panel, with the keyboard in it."""
        self._column.activate()
        self.setFixedHeight(self._column.sizeHint().height())
        corner = card.mapToGlobal(QPoint(0, 0))
        screen = card.screen().availableGeometry()
        place = QRect(corner - QPoint(self.width() + 8, 0), self.size())
        place.moveLeft(max(screen.left(), place.left()))
        place.moveBottom(min(screen.bottom(), place.bottom()))
        self.move(place.topLeft())
        self.show()
        self.chart.setFocus(Qt.FocusReason.PopupFocusReason)
        self._timer.start()

    def _show_range(self, span: str) -> None:
        self.chart.set_span(float(span))

    def _show_values(self) -> None:
        """Show the values at the pointer, or the newest."""
        ago = self.chart.ago
        words = tr("{time} ago").format(time=estimate_text(ago)) if ago >= 0.5 else tr("now")
        self.moment.show_number(words)
        entries = [
            LegendEntry(line.name or self._title, self._unit(value), line.color)
            for line, value in self.chart.values()
        ]
        self.legend.show_entries(entries)
        said = ", ".join(f"{entry.name} {entry.text}" for entry in entries)
        self.chart.setAccessibleName(f"{self._title}, {words}: {said}")

    def _lay_out(self) -> None:
        heading = ElidedLabel("stats_title")
        heading.setProperty("kind", "heading")
        heading.setText(self._title)
        top = QHBoxLayout()
        top.setSpacing(10)
        top.addWidget(heading, 1)
        top.addWidget(self.moment)
        top.addWidget(self.range)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        column.addLayout(top)
        column.addWidget(self.chart)
        column.addWidget(self.legend)


class Chart(QWidget):
    """Lines with axes. The pointer, or the arrow keys, choose a moment; `pointed` comes when its
    values may have changed."""

    pointed = Signal()

    def __init__(
        self, lines: Sequence[Line], unit: Callable[[float], str], limit: float = 0.0
    ) -> None:
        super().__init__()
        self._lines = list(lines)
        self._unit = unit
        self._limit = limit
        self.span = SPAN
        # Seconds before now.
        self.ago = 0.0
        self._chosen = False
        theme.set_font(self, _LETTERS)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_span(self, seconds: float) -> None:
        self.span = seconds
        self._choose(min(self.ago, seconds))

    def refresh(self) -> None:
        """Let time pass."""
        self.pointed.emit()
        self.update()

    def values(self) -> list[tuple[Line, float]]:
        """Return each line with its value at the chosen moment, 0 before its first one."""
        count = self._count()
        back = min(count - 1, round(self.ago / self.span * count))
        found = []
        for line in self._lines:
            values = line.history.points(count, self.span)
            found.append((line, values[-1 - back] if back < len(values) else 0.0))
        return found

    def sizeHint(self) -> QSize:
        return QSize(theme.px(_WIDTH), theme.px(_HEIGHT))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        area = self.area()
        share = (area.right() - event.position().x()) / max(1.0, area.width())
        self._choose(share * self.span)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._choose(0.0, chosen=False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = self.span / 60
        match event.key():
            case Qt.Key.Key_Left:
                self._choose(self.ago + step)
            case Qt.Key.Key_Right:
                self._choose(self.ago - step)
            case Qt.Key.Key_Home:
                self._choose(self.span)
            case Qt.Key.Key_End:
                self._choose(0.0, chosen=False)
            case _:
                super().keyPressEvent(event)

    def area(self) -> QRectF:
        """Return where the lines are drawn, beside the texts of the axes."""
        metrics = self.fontMetrics()
        texts = [self._unit(value) for value in self._ticks()]
        left = max(metrics.horizontalAdvance(text) for text in texts) + 8
        return QRectF(self.rect()).adjusted(left, 6, -6, -metrics.height() - 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        ticks, area = self._ticks(), self.area()
        top = ticks[-1]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_axes(painter, area, ticks, top)
        if self._limited():
            y = area.bottom() - self._limit / top * area.height()
            _draw_limit(painter, QPointF(area.left(), y), QPointF(area.right(), y))
        count = self._count()
        for line in self._lines:
            values = smoothed(line.history.points(count, self.span))
            if values:
                points = [
                    QPointF(
                        area.right() - STEP * (len(values) - 1 - i),
                        area.bottom() - values[i] / top * area.height(),
                    )
                    for i in corners(values)
                ]
                draw_line(painter, points, line.color(), area.bottom() if line.filled else None)
        if self._chosen:
            x = area.right() - self.ago / self.span * area.width()
            painter.setPen(QPen(QColor(theme.colors().dim), 1))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        painter.end()

    def _paint_axes(
        self, painter: QPainter, area: QRectF, ticks: Sequence[float], top: float
    ) -> None:
        colors = theme.colors()
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for value in ticks:
            y = area.bottom() - value / top * area.height()
            painter.setPen(QPen(QColor(colors.line), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(colors.dim))
            painter.drawText(QRectF(0, y - 8, area.left() - 8, 16), right, self._unit(value))
        below = QRectF(area.left(), area.bottom() + 4, area.width(), self.fontMetrics().height())
        sides = (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignHCenter)
        for side, ago in zip(sides, (self.span, self.span / 2), strict=True):
            words = tr("{time} ago").format(time=estimate_text(ago))
            painter.drawText(below, side, words)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, tr("now"))

    def _choose(self, ago: float, *, chosen: bool = True) -> None:
        self.ago = max(0.0, min(self.span, ago))
        self._chosen = chosen
        self.refresh()

    def _count(self) -> int:
        return max(2, int(self.area().width()) // STEP)

    def _highest(self) -> float:
        count = max(2, self.width() // STEP)
        lines = (line.history.points(count, self.span) for line in self._lines)
        return max((value for values in lines for value in values), default=0.0)

    def _limited(self) -> bool:
        return 0 < self._limit <= self._highest() * FAR

    def _ticks(self) -> list[float]:
        """Return round values from 0 to the first that is not below what is drawn."""
        highest = self._limit if self._limited() else self._highest()
        raw = (highest or 1.0) / (_TICKS - 1)
        power = 10.0 ** math.floor(math.log10(raw))
        step = next(power * it for it in (1, 2, 2.5, 5, 10) if power * it >= raw * 0.999)
        count = max(1, math.ceil(highest / step - 1e-9))
        return [step * it for it in range(count + 1)]


def _draw_limit(painter: QPainter, start: QPointF, end: QPointF) -> None:
    pen = QPen(QColor(theme.colors().faint), 1.0)
    pen.setDashPattern([4.0, 3.0])
    painter.setPen(pen)
    painter.drawLine(start, end)
