"""A chart of the live panel, enlarged: with axes, and the values at the pointer."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.charts.chart import Key, LineChart, LineRow
from ui.charts.chart_layout import laid_out
from ui.charts.chart_painter import inks, measure, paint
from ui.charts.chart_view import open_chart_menu
from ui.charts.drawing import Drawing
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import estimate_text
from ui.state.requests import TransferRequests
from ui.stats.live_series import KEPT, SPAN
from ui.stats.number_label import NumberLabel
from ui.stats.sparkline import STEP, Line, smoothed
from ui.stats.stat_card import Legend, LegendEntry
from ui.widgets.buttons import IconButton
from ui.widgets.choice_row import ChoiceRow
from ui.widgets.labels import ElidedLabel
from ui.widgets.layouts import hbox, vbox
from ui.widgets.popup_card import PopupCard

_WIDTH, _HEIGHT = 460, 220
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
        requests: TransferRequests | None = None,
        parent: QWidget | None = None,
    ) -> None:
        about = tr("{title} over time").format(title=title)
        super().__init__("chart_popup", about, theme.px(_WIDTH), parent)
        self._title = title
        self._unit = unit
        self._requests = requests or TransferRequests(self)
        self.chart = Chart(lines, unit, limit)
        self.moment = NumberLabel("unit")
        self.legend = Legend()
        minute, ten = estimate_text(SPAN), estimate_text(KEPT)
        self.range = ChoiceRow(tr("Shown"), {str(SPAN): minute, str(KEPT): ten})
        self.range.choose(str(SPAN))
        self.range.changed.connect(self._show_range)
        self.chart.pointed.connect(self._show_values)
        self.menu_button = IconButton("ellipsis", tr("Save or copy the chart"))
        self.menu_button.clicked.connect(self._open_menu)
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

    def _open_menu(self) -> None:
        at = QPoint(0, self.menu_button.height())
        open_chart_menu(self, self._saved(), self._requests, self.menu_button.mapToGlobal(at))

    def _saved(self) -> LineChart:
        return self.chart.chart(self._title)

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
        heading = ElidedLabel(text=self._title, kind="heading")
        top = hbox(spacing=10)
        top.addWidget(heading, 1)
        top.addWidget(self.moment)
        top.addWidget(self.range)
        top.addWidget(self.menu_button)
        self._column = column = vbox(self, spacing=8, margins=(16, 12, 16, 14))
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
        plot, zoom = self._laid_out().plot, _zoom()
        return QRectF(plot.left * zoom, plot.top * zoom, plot.width * zoom, plot.height * zoom)

    def chart(self, title: str) -> LineChart:
        """Describe what is shown now; `title` names the only line."""
        count = self._count()
        rows = []
        for index, line in enumerate(self._lines):
            values = smoothed(line.history.points(count, self.span))
            missing = (None,) * (count - len(values))
            key = Key(line.name or title, line.tone, index)
            rows.append(LineRow(key, (*missing, *values), line.filled))
        ago = (tr("{time} ago").format(time=estimate_text(it)) for it in (self.span, self.span / 2))
        axis = tuple(zip((0.0, 0.5, 1.0), (*ago, tr("now")), strict=True))
        return LineChart(title, tuple(rows), self._unit, axis=axis, limit=self._limit)

    def paintEvent(self, event: QPaintEvent) -> None:
        drawing, zoom = self._laid_out(), _zoom()
        painter = QPainter(self)
        painter.scale(zoom, zoom)
        paint(painter, drawing, inks(theme.colors()), theme.font(_LETTERS))
        if self._chosen:
            plot = drawing.plot
            x = plot.right - self.ago / self.span * plot.width
            painter.setPen(QPen(QColor(theme.colors().dim), 1))
            painter.drawLine(QPointF(x, plot.top), QPointF(x, plot.bottom))
        painter.end()

    def _laid_out(self) -> Drawing:
        shown, font = replace(self.chart(""), legend=False), theme.font(_LETTERS)
        return laid_out(shown, self.width() / _zoom(), measure(font), plot_height=_HEIGHT - 22)

    def _choose(self, ago: float, *, chosen: bool = True) -> None:
        self.ago = max(0.0, min(self.span, ago))
        self._chosen = chosen
        self.refresh()

    def _count(self) -> int:
        return max(2, int(self.width() / _zoom()) // STEP)


def _zoom() -> float:
    return theme.px(100) / 100
