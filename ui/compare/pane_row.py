"""The panes side by side, in one row or two, which scroll if they do not fit."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, QRect, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from ui.compare.pane_view import PaneView
from ui.look import theme
from ui.widgets.layouts import vbox

# In one row as long as each pane is this wide; three would leave a hole in two rows.
_WIDE_PANE, _WIDE_OF_THREE = 320, 260
# Two rows need this height each, to show some lines below the header of a pane.
_LEAST_HEIGHT = 210


class PaneRow(QScrollArea):
    """The panes beside each other, in two rows where one would make them too narrow; panes that do
    not fit then scroll. `moved` has a pane that is dragged, and its new index among the others."""

    moved = Signal(object, int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("panes")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # In a small window at a large zoom, the panes give way, not the question.
        self.setMinimumHeight(1)
        # The parent of the panes.
        self.inside = QWidget(self)
        self.inside.setObjectName("pane_row")
        self._panes: list[PaneView] = []
        self._split = 0
        self._placed: list[PaneView] = []
        self._rows = (QHBoxLayout(), QHBoxLayout())
        column = vbox(self.inside, spacing=0)
        for row in self._rows:
            row.setSpacing(0)
            column.addLayout(row)
        self._column = column
        self.setWidget(self.inside)
        theme.look.changed.connect(self._fill)

    def add(self, pane: PaneView) -> None:
        self._panes.append(pane)
        self._fill()
        pane.header.dragged.connect(lambda at: self._dragged(pane, at))

    def take(self, pane: PaneView) -> None:
        """Take a pane out of the row without deleting it."""
        if pane in self._panes:
            self._panes.remove(pane)
            self._fill()
        pane.hide()

    def arrange(self, panes: Sequence[PaneView]) -> None:
        """Put the panes into this order, which is also the tab order."""
        self._panes = list(panes)
        self._fill()
        for pane in panes:
            pane.show()
        for pane, following in pairwise(panes):
            QWidget.setTabOrder(pane.view, following.header)
            # the window's Tab key follows the order of children
            following.raise_()

    def show_pane(self, pane: PaneView) -> None:
        self.ensureWidgetVisible(pane, 0, 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if self._first_row() != self._split:
            self._fill()
        super().resizeEvent(event)

    def _first_row(self) -> int:
        """Return the number of panes in the first row."""
        count = len(self._panes)
        each = theme.px(_WIDE_OF_THREE if count == 3 else _WIDE_PANE)
        beside = count * each <= self.width()
        low = self.height() < 2 * theme.px(_LEAST_HEIGHT)
        return count if count < 3 or beside or low else (count + 1) // 2

    def _fill(self) -> None:
        """Put each pane into its row, unless all are there already."""
        former, self._split = self._split, self._first_row()
        if self._placed == self._panes and former == self._split:
            return
        self._placed = list(self._panes)
        self._column.setStretch(0, 1)
        self._column.setStretch(1, int(self._split < len(self._panes)))
        for index, pane in enumerate(self._panes):
            for row in self._rows:
                row.removeWidget(pane)
            self._rows[index >= self._split].addWidget(pane, 1)
            pane.set_above_another(self._split < len(self._panes) and index < self._split)

    def _dragged(self, pane: PaneView, at: QPoint) -> None:
        point = self.inside.mapFromGlobal(at)
        others = [it for it in self._panes if it is not pane]
        self.moved.emit(pane, sum(_before(it.geometry(), point) for it in others))


def _before(place: QRect, point: QPoint) -> bool:
    """Return True if a pane stands before a point, by rows and then from left to right."""
    if place.top() <= point.y() <= place.bottom():
        return place.center().x() < point.x()
    return place.bottom() < point.y()
