"""The tables of the live panel: titles beside their values, or above them if letters are large."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QSizePolicy, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import NOTHING, percent_text, short_count_text
from ui.state.figures import Figure, TimeFigure, context_about, context_used, first_token
from ui.stats.live_numbers import LiveNumbers
from ui.stats.model_colors import model_color
from ui.stats.number_label import NumberLabel
from ui.stats.stat_rows import MOST_BESIDE, joined_values, values
from ui.stats.time_bar import DottedLabel
from ui.widgets.labels import ElidedLabel, tooltip
from ui.widgets.layouts import vbox

# letters that a value has room for at least and at most
_SHORTEST, _LONGEST = 6, 17
_BESIDE, _BELOW = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
# pixels around the rows, and between a title and its value
_MARGIN, _BETWEEN = 12, 6
# pixels, of the bars of a context
_BAR, _GAP = 5, 3


class StatTable(QFrame):
    """A table of numbers with their titles. What a number means is the tooltip of both."""

    def __init__(self, figures: Sequence[Figure[Any]], above: QWidget | None = None) -> None:
        super().__init__()
        self.setObjectName("card")
        self.figures = figures
        self._rows: list[tuple[QBoxLayout, ElidedLabel, NumberLabel]] = []
        self._forget_widest()
        theme.look.changed.connect(self._forget_widest)
        self.column = vbox(self, spacing=6, margins=(_MARGIN, 10, _MARGIN, 10))
        if above is not None:
            self.column.addWidget(above)
        for figure in figures:
            row, title, value = QBoxLayout(_BESIDE), figure_title(figure), NumberLabel("value")
            row.setSpacing(_BETWEEN)
            value.explain(figure.title, figure.about)
            row.addWidget(title, 1)
            row.addWidget(value)
            self.column.addLayout(row)
            self._rows.append((row, title, value))

    def show_values(self, texts: Iterable[str]) -> None:
        for figure, (_, title, value), text in zip(self.figures, self._rows, texts, strict=True):
            value.show_number(text)
            visible = figure.always or text != NOTHING
            title.setVisible(visible)
            value.setVisible(visible)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit again on layout requests: the fonts of the rows change after that of the table."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _forget_widest(self) -> None:
        self._widest = [0] * len(self.figures)

    def _fit(self) -> None:
        """Choose the layout by the widest values so far of the rows that are shown, because values
        change all the time. Very long ones, such as names, are elided instead."""
        letter = self._rows[0][2].fontMetrics().averageCharWidth()
        values = (value.sizeHint().width() for *_, value in self._rows)
        self._widest = list(map(max, self._widest, values))
        least, most = _SHORTEST * letter, _LONGEST * letter
        titles = [_width(title) for _, title, _ in self._rows]
        rows = zip(titles, self._widest, self._rows, strict=True)
        shown = ((title, value) for title, value, row in rows if not row[1].isHidden())
        wanted = max((title + min(most, max(least, value)) for title, value in shown), default=0)
        stacked = wanted + _BETWEEN > self.contentsRect().width() - 2 * _MARGIN
        side = Qt.AlignmentFlag.AlignLeft if stacked else Qt.AlignmentFlag.AlignRight
        for width, (row, title, value) in zip(titles, self._rows, strict=True):
            title.setMinimumWidth(0 if stacked else width)
            row.setDirection(_BELOW if stacked else _BESIDE)
            value.setAlignment(side | Qt.AlignmentFlag.AlignVCenter)


def _width(label: ElidedLabel) -> int:
    dot = label.indent_width if isinstance(label, DottedLabel) else 0
    return label.fontMetrics().horizontalAdvance(label.text()) + dot + 1


def figure_title(figure: Figure[Any]) -> ElidedLabel:
    """Return the title of a number, whose tooltip says what the number means."""
    if isinstance(figure, TimeFigure):
        label = DottedLabel(figure)
    else:
        label = ElidedLabel(text=figure.title, kind="caption")
    label.setToolTip(tooltip(figure.about))
    return label


class ContextCard(StatTable):
    """Shows how soon the current answers began, and the share of the models' contexts they fill."""

    def __init__(self) -> None:
        # the text of the context needs its length, which the engine knows
        context = Figure(tr("Context"), context_about(), lambda _: NOTHING)
        super().__init__([first_token(), context])
        self.bars = Bars()
        self.column.addWidget(self.bars)

    def show_numbers(self, numbers: LiveNumbers) -> None:
        """Show a bar for each conversation whose model's context is known."""
        shares: list[Share] = []
        for front in numbers.front:
            used, context = context_used(front), numbers.context(front.model_id)
            if used and context:
                shares.append((partial(model_color, front.model_id), min(1.0, used / context)))
        self.show_values(context_values(numbers))
        self.bars.show_shares(shares)
        self.bars.setVisible(bool(shares))


def context_values(numbers: LiveNumbers) -> list[str]:
    """Return the texts of the first token and of the context."""
    filled = [
        (used, context)
        for it in numbers.front
        if (used := context_used(it)) and (context := numbers.context(it.model_id))
    ]
    return [*values([first_token()], numbers.front), _context_text(filled)]


def _context_text(filled: Sequence[tuple[int, int]]) -> str:
    """Return the tokens used of one or two contexts; the smallest and the largest of more, in
    percent if their contexts differ."""
    texts = [f"{short_count_text(used)} / {short_count_text(context)}" for used, context in filled]
    if len(set(texts)) <= 1 or len(filled) <= MOST_BESIDE:
        return joined_values(texts)
    used, contexts = zip(*filled, strict=True)
    if len(set(contexts)) > 1:
        shares = sorted(100 * used / context for used, context in filled)
        return _range(percent_text(shares[0]), percent_text(shares[-1]))
    range_used = _range(short_count_text(min(used)), short_count_text(max(used)))
    return f"{range_used} / {short_count_text(contexts[0])}"


def _range(least: str, most: str) -> str:
    return least if least == most else f"{least}–{most}"


Share = tuple[Callable[[], QColor], float]


class Bars(QWidget):
    """Thin bars, each filled by a share of the whole in a color."""

    def __init__(self) -> None:
        super().__init__()
        self._shares: list[Share] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def shares(self) -> list[float]:
        return [share for _, share in self._shares]

    def show_shares(self, shares: list[Share]) -> None:
        if len(shares) != len(self._shares):
            self.updateGeometry()
        if shares != self._shares:
            self._shares = shares
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(60, max(1, len(self._shares)) * (_BAR + _GAP) - _GAP)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        for number, (color, share) in enumerate(self._shares):
            y = number * (_BAR + _GAP)
            painter.setBrush(QColor(theme.colors().line))
            painter.drawRoundedRect(QRectF(0, y, self.width(), _BAR), _BAR / 2, _BAR / 2)
            painter.setBrush(color())
            filled = max(_BAR, share * self.width())
            painter.drawRoundedRect(QRectF(0, y, filled, _BAR), _BAR / 2, _BAR / 2)
        painter.end()
