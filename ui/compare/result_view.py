"""A table of a comparison: sorted by a click or by key, copied as tab-separated lines."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

from ui.compare.result_table import ResultTable
from ui.look import theme

_ROW = 26
# room beside the title of a column
_BESIDE = 14


class ResultView(QTableView):
    """Tab leaves it; Return opens a row; the copy key copies the chosen rows. Ctrl or Cmd with Left
    and Right sorts by the column beside the one that it is sorted by, S turns the order round."""

    opened = Signal(int)

    def __init__(self, name: str, model: ResultTable, stretched: int) -> None:
        super().__init__()
        self.setObjectName("results")
        self.setAccessibleName(name)
        self.setModel(model)
        model.setParent(self)
        self._table = model
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.setFrameShape(QTableView.Shape.NoFrame)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(theme.px(30))
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self._size_rows()

    def set_widths(self, widths: Sequence[int]) -> None:
        """More where the title needs it, which is longer in some languages."""
        metrics = self.horizontalHeader().fontMetrics()
        for column, width in enumerate(widths):
            title = metrics.horizontalAdvance(self._table.columns[column].title)
            self.setColumnWidth(column, max(theme.px(width), title + theme.px(_BESIDE)))

    def copy(self) -> None:
        """The chosen rows, or all where none is chosen."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        QGuiApplication.clipboard().setText(self._table.tsv(rows or None))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        sideways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.opened.emit(self.currentIndex().row())
        elif control and sideways:
            self._sort_beside(sideways)
        elif event.key() == Qt.Key.Key_S and not event.modifiers():
            self._turn_round()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._size_rows()

    def _sort_beside(self, by: int) -> None:
        header = self.horizontalHeader()
        column = (header.sortIndicatorSection() + by) % header.count()
        self.sortByColumn(column, header.sortIndicatorOrder())

    def _turn_round(self) -> None:
        header = self.horizontalHeader()
        ascending = header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
        order = Qt.SortOrder.DescendingOrder if ascending else Qt.SortOrder.AscendingOrder
        self.sortByColumn(header.sortIndicatorSection(), order)

    def _size_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
