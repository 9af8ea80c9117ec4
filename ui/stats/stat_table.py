"""The tables of the live panel: titles beside their values, or above them if letters are large."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QSizePolicy, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import NOTHING, short_count_text
from ui.stats.live_numbers import LiveNumbers
from ui.stats.model_colors import model_color
from ui.stats.number_label import NumberLabel
from ui.stats.stat_rows import joined_values
from ui.widgets.labels import ElidedLabel

# The letters that a value needs to fit beside its title.
BESIDE = 13
# pixels, of the bars of a context
_BAR, _GAP = 5, 3


class StatTable(QFrame):
    """A table of titles and values. Each row has a title, and True if it is shown without a
    value."""

    def __init__(self, rows: Iterable[tuple[str, bool]], heading: str = "") -> None:
        super().__init__()
        self.setObjectName("card")
        self._rows: list[tuple[ElidedLabel, NumberLabel, bool]] = []
        self._stacked = False
        self._heading = heading
        self.grid = QGridLayout(self)
        self.grid.setContentsMargins(12, 10, 12, 10)
        self.grid.setVerticalSpacing(6)
        self.grid.setColumnStretch(0, 1)
        if heading:
            self.grid.addWidget(_caption(heading), 0, 0, 1, 2)
        for title, always in rows:
            value = NumberLabel("value")
            value.setAccessibleName(title)
            self._rows.append((_caption(title), value, always))
        self._arrange()

    def show_values(self, texts: Iterable[str]) -> None:
        shown = False
        for (title, value, always), text in zip(self._rows, texts, strict=True):
            value.show_number(text, f"{title.text()}: {text}")
            visible = always or text != NOTHING
            title.setVisible(visible)
            value.setVisible(visible)
            shown = shown or visible
        self.setVisible(shown)

    def lines(self) -> list[tuple[str, str]]:
        return [
            (title.text(), value.text())
            for title, value, _ in self._rows
            if value.text() not in ("", NOTHING)
        ]

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit again on layout requests: the fonts of the rows change after that of the table."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Choose the layout by the width of letters, because values change all the time."""
        widest = max(_width(title) for title, *_ in self._rows)
        letters = BESIDE * self._rows[0][1].fontMetrics().averageCharWidth()
        stacked = widest + letters > self.grid.contentsRect().width()
        for title, *_ in self._rows:
            title.setMinimumWidth(0 if stacked else _width(title))
        if stacked != self._stacked:
            self._stacked = stacked
            self._arrange()

    def _arrange(self) -> None:
        first = 1 if self._heading else 0
        side = Qt.AlignmentFlag.AlignLeft if self._stacked else Qt.AlignmentFlag.AlignRight
        for number, (title, value, _) in enumerate(self._rows):
            if self._stacked:
                self.grid.addWidget(title, first + 2 * number, 0, 1, 2)
                self.grid.addWidget(value, first + 2 * number + 1, 0, 1, 2)
            else:
                self.grid.addWidget(title, first + number, 0)
                self.grid.addWidget(value, first + number, 1)
            value.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)


def _width(label: ElidedLabel) -> int:
    return label.fontMetrics().horizontalAdvance(label.text()) + 1


def _caption(text: str) -> ElidedLabel:
    label = ElidedLabel("stat_caption")
    label.setProperty("kind", "caption")
    label.setText(text)
    return label


class ContextCard(StatTable):
    """The share of the models' contexts that the current conversations fill."""

    def __init__(self) -> None:
        super().__init__([(tr("Context"), True)])
        self.bars = Bars()
        self.grid.addWidget(self.bars, 2, 0, 1, 2)

    def show_numbers(self, numbers: LiveNumbers) -> None:
        """Show a bar for each conversation whose model's context is known."""
        shares, texts = [], []
        for front in numbers.front:
            used = front.usage.prompt + front.usage.generated
            if used and (context := numbers.context(front.model_id)):
                shares.append((front.model_id, min(1.0, used / context)))
                texts.append(f"{short_count_text(used)} / {short_count_text(context)}")
        self.show_values([joined_values(texts)])
        self.bars.show_shares(shares)
        self.setVisible(bool(shares))


class Bars(QWidget):
    """A thin bar for each conversation, in the color of its model."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: list[tuple[str, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_shares(self, shares: list[tuple[str, float]]) -> None:
        if shares != self._shares:
            self._shares = shares
            self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, max(1, len(self._shares)) * (_BAR + _GAP) - _GAP)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, (model_id, share) in enumerate(self._shares):
            y = number * (_BAR + _GAP)
            painter.setBrush(QColor(theme.colors().line))
            painter.drawRoundedRect(QRectF(0, y, self.width(), _BAR), _BAR / 2, _BAR / 2)
            painter.setBrush(model_color(model_id))
            filled = max(_BAR, share * self.width())
            painter.drawRoundedRect(QRectF(0, y, filled, _BAR), _BAR / 2, _BAR / 2)
        painter.end()
