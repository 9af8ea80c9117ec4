"""A card of the live panel: a title, a large number, its chart of the last minute, a legend."""

from collections.abc import Callable

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QWidget

from engine.frozen import frozen
from ui.look.language import tr
from ui.stats.number_label import NumberLabel
from ui.stats.sparkline import Sparkline
from ui.widgets.labels import ElidedLabel, tooltip
from ui.widgets.layouts import bare_grid, hbox, vbox

_DOT = 8
# Pixels between the edges and what is inside.
_SIDE = 12


@frozen
class LegendEntry:
    """A name and a number below a chart. An entry without a color has no dot, because no line shows
    its number."""

    name: str
    text: str
    color: Callable[[], QColor] | None = None


class LegendDot(QWidget):
    def __init__(self, color: Callable[[], QColor] | None = None) -> None:
        super().__init__()
        self.color = color
        self.setFixedSize(QSize(_DOT, _DOT))

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.color is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.color())
        painter.drawEllipse(QRectF(0.5, 0.5, _DOT - 1, _DOT - 1))
        painter.end()


class Legend(QWidget):
    """The entries below a chart, one in a row."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[LegendDot, ElidedLabel, NumberLabel]] = []
        self._grid = bare_grid(self, 6, 2, stretched=1)
        self.entries: tuple[LegendEntry, ...] = ()

    def show_entries(self, entries: list[LegendEntry]) -> None:
        self.entries = tuple(entries)
        while len(self._rows) < len(entries):
            self._add_row()
        for index, row in enumerate(self._rows):
            for part in row:
                part.setVisible(index < len(entries))
            if index < len(entries):
                _fill(row, entries[index])
        self.setVisible(bool(entries))

    def _add_row(self) -> None:
        row = LegendDot(), ElidedLabel(kind="unit"), NumberLabel("unit")
        for column, part in enumerate(row):
            self._grid.addWidget(part, len(self._rows), column)
        self._rows.append(row)


def _fill(row: tuple[LegendDot, ElidedLabel, NumberLabel], entry: LegendEntry) -> None:
    dot, name, value = row
    if dot.color != entry.color:
        dot.color = entry.color
        dot.update()
    if name.text() != entry.name:
        name.setText(entry.name)
        name.setToolTip(tooltip(entry.name))
    value.show_number(entry.text, f"{entry.name}: {entry.text}")


class StatCard(QFrame):
    """A number with its title and chart, and optionally a `bar` between them."""

    def __init__(
        self, title: str, about: str, height: int = 44, bar: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setObjectName("card")
        self.title = title
        self.chart = Sparkline(height)
        self.chart.setAccessibleName(tr("{title} over time, enlarge").format(title=title))
        self.chart.setToolTip(tooltip(tr("Enlarge")))
        self.legend = Legend()
        self._caption = ElidedLabel(text=title, kind="caption")
        self._caption.setToolTip(tooltip(about))
        self._number = NumberLabel("number")
        self._number.explain(title, about)
        self._unit = NumberLabel("unit")
        self._unit.setToolTip(tooltip(about))
        value = hbox(spacing=4)
        value.addStretch()
        value.addWidget(self._number)
        value.addWidget(self._unit)
        self._top = top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        top.setSpacing(4)
        top.addWidget(self._caption, 1)
        top.addLayout(value)
        layout = vbox(self, spacing=4, margins=(_SIDE, 8, _SIDE, 8))
        layout.addLayout(top)
        if bar is not None:
            layout.addWidget(bar)
        layout.addWidget(self.chart)
        layout.addWidget(self.legend)
        self.legend.hide()

    def show_value(self, text: str) -> None:
        """Show a number, with its unit in smaller letters."""
        number, _, unit = text.rpartition(" ") if " · " in text else text.partition(" ")
        self._number.show_number(number, f"{self.title}: {text}")
        self._unit.setText(unit)
        self.setAccessibleName(f"{self.title}: {text}")
        # only down, or the number would go up and down with its digits
        if not self._fits_beside():
            self._top.setDirection(QBoxLayout.Direction.TopToBottom)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        direction = QBoxLayout.Direction
        beside = self._fits_beside()
        self._top.setDirection(direction.LeftToRight if beside else direction.TopToBottom)

    def _fits_beside(self) -> bool:
        """Return True if the number has room beside its title."""
        parts = (self._caption, self._number, self._unit)
        wanted = sum(it.sizeHint().width() + self._top.spacing() for it in parts)
        return wanted <= self.width() - 2 * _SIDE
