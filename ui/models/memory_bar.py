"""A bar with the parts of a model's memory, against what is free, and their legend."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from engine.messages import MemoryParts
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import context_text, share_text, size_text
from ui.stats.number_label import NumberLabel
from ui.stats.stat_card import LegendDot
from ui.widgets.labels import short_label
from ui.widgets.layouts import bare_grid

_HEIGHT = 12
# pixels for the name of a part
_NAME = 160


def part_colors() -> tuple[str, ...]:
    """Return the colors of weights, vision tower, cache and workspace."""
    c = theme.colors()
    return c.accent, c.function, c.type, c.orange


class MemoryBar(QWidget):
    """The parts in bytes. A line marks where the free memory ends."""

    def __init__(self) -> None:
        super().__init__()
        self._parts = MemoryParts(0, 0, 0, 0)
        self._free = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, parts: MemoryParts, free: int) -> None:
        self._parts, self._free = parts, free
        told = tr("Memory: {share}").format(share=share_text(parts.total, free))
        self.setAccessibleName(told)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(_HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        c, whole = theme.colors(), max(self._parts.total, self._free, 1)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        outline = QPainterPath()
        outline.addRoundedRect(area, area.height() / 2, area.height() / 2)
        painter.setClipPath(outline)
        painter.fillRect(area, QColor(c.line))
        left = 0.0
        for size, color in zip(sizes(self._parts), part_colors(), strict=True):
            width = area.width() * size / whole
            painter.fillRect(QRectF(left, 0, width, area.height()), QColor(color))
            left += width
        if self._free < self._parts.total:
            edge = area.width() * max(0, self._free) / whole
            painter.setPen(QPen(QColor(c.text), 2))
            painter.drawLine(QPointF(edge, 0), QPointF(edge, area.height()))
        painter.end()


class MemoryLegend(QWidget):
    """The parts with their sizes, then the total and the free memory."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = bare_grid(self, 8, 4, stretched=3)
        self._grid.setColumnMinimumWidth(1, theme.px(_NAME))
        self._names: list[QLabel] = []
        self._values: list[NumberLabel] = []
        for row in range(6):
            self._add_row(row)

    def show_parts(self, parts: MemoryParts, context: int, free: int) -> None:
        titles = (
            tr("Weights"),
            tr("Vision tower"),
            tr("Cache for {context} tokens").format(context=context_text(context)),
            tr("Workspace"),
            tr("Total"),
            tr("Free for models"),
        )
        values = (*sizes(parts), parts.total, max(0, free))
        rows = zip(self._names, self._values, titles, values, strict=True)
        for place, (name, value, title, size) in enumerate(rows):
            name.setText(title)
            value.show_number(size_text(size), f"{title}: {size_text(size)}")
            for column in range(3):
                item = self._grid.itemAtPosition(place, column)
                if item and (part := item.widget()):
                    part.setVisible(bool(size) or place != 1)

    def lines(self) -> list[tuple[str, str]]:
        """Return the shown rows as titles and sizes."""
        rows = zip(self._names, self._values, strict=True)
        return [(name.text(), value.text()) for name, value in rows if not value.isHidden()]

    def _add_row(self, row: int) -> None:
        name, value = short_label(kind="note"), NumberLabel("value")
        if row < len(part_colors()):
            dot = LegendDot(lambda: QColor(part_colors()[row]))
            self._grid.addWidget(dot, row, 0, Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(name, row, 1)
        self._grid.addWidget(value, row, 2)
        self._names.append(name)
        self._values.append(value)


def sizes(parts: MemoryParts) -> tuple[int, int, int, int]:
    """Return the parts in the order in which they are shown."""
    return parts.weights, parts.vision, parts.cache, parts.workspace
