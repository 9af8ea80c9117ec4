"""The panes side by side, in a row that scrolls if they do not fit."""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QWidget

from ui.compare.pane_view import PaneView


class PaneRow(QScrollArea):
    """The row of panes. `moved` has a pane that is dragged, and its new index among the others."""

    moved = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("panes")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._inside = QWidget()
        self._inside.setObjectName("pane_row")
        self._row = QHBoxLayout(self._inside)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self.setWidget(self._inside)

    def add(self, pane: PaneView) -> None:
        self._row.addWidget(pane, 1)
        pane.header.dragged.connect(lambda at: self._dragged(pane, at))

    def take(self, pane: PaneView) -> None:
        """Take a pane out of the row without deleting it."""
        self._row.removeWidget(pane)
        pane.hide()

    def arrange(self, panes: Sequence[PaneView]) -> None:
        """Put the panes into this order, which is also the tab order."""
        for pane in panes:
            self._row.removeWidget(pane)
        for pane in panes:
            self._row.addWidget(pane, 1)
            pane.show()
        for pane, following in pairwise(panes):
            QWidget.setTabOrder(pane.view, following.header)
            # the window's Tab key follows the order of children
            following.raise_()

    def show_pane(self, pane: PaneView) -> None:
        self.ensureWidgetVisible(pane, 0, 0)

    def _dragged(self, pane: PaneView, at: QPoint) -> None:
        x = self._inside.mapFromGlobal(at).x()
        items = (self._row.itemAt(index) for index in range(self._row.count()))
        widgets = (item.widget() for item in items if item is not None)
        others = [it for it in widgets if it is not None and it is not pane]
        self.moved.emit(pane, sum(other.geometry().center().x() < x for other in others))
