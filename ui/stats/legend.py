"""The legend of a chart: a dot, a name and the current number for each line."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from ui.stats.number_label import NumberLabel
from ui.widgets.elided_label import ElidedLabel
from ui.widgets.plain_label import tooltip

_DOT = 8


@dataclass(frozen=True)
class LegendEntry:
    """One entry; without a color it has no dot, because no line shows the number."""

    name: str
    text: str
    color: Callable[[], QColor] | None = None


class LegendDot(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.color: Callable[[], QColor] | None = None
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
    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[LegendDot, ElidedLabel, NumberLabel]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
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
        name, value = ElidedLabel("legend_name"), NumberLabel("unit")
        name.setProperty("kind", "unit")
        row = LegendDot(), name, value
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
