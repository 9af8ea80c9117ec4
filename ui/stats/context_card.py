"""The share of the models' contexts that the current conversations fill."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import short_count_text
from ui.stats.live_numbers import LiveNumbers
from ui.stats.model_colors import model_color
from ui.stats.stat_rows import joined_values
from ui.stats.stat_table import StatTable

_BAR, _GAP = 5, 3


class ContextCard(StatTable):
    def __init__(self) -> None:
        super().__init__([(tr("Context"), True)])
        self.bars = Bars()
        self.grid.addWidget(self.bars, 2, 0, 1, 2)

    def show_numbers(self, numbers: LiveNumbers) -> None:
        """One bar for each conversation whose model's context is known."""
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
    """A thin bar for each conversation, in the colour of its model."""

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
