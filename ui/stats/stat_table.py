"""Titles beside their values, or above them where the letters are large."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout

from ui.look.numbers import NOTHING
from ui.stats.number_label import NumberLabel
from ui.widgets.elided_label import ElidedLabel

# Letters of a value that stands beside its title.
BESIDE = 13


class StatTable(QFrame):
    """A table of titles and values; each row is a title, and True to show it without a value."""

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
            told = always or text != NOTHING
            title.setVisible(told)
            value.setVisible(told)
            shown = shown or told
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
        """The letters of the rows change after those of the table, and ask for room then."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        """Choose the layout by the width of letters, not of values, which change all the time."""
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
