"""A sortable table: its item model, and the view that sorts and copies."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QTableView

from engine.frozen import frozen
from ui.look import theme
from ui.widgets.labels import tooltip
from ui.widgets.row_list import Index

# the initial sort column and order
_FIRST = 0, Qt.SortOrder.AscendingOrder
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


@frozen
class Column:
    """A column of a table. `key` returns the value to sort rows by. The texts of a `number` column
    are right-aligned. `about` is the tooltip of the title. An `optional` column is hidden while no
    row has a number above 0 or a text in it."""

    title: str
    text: Callable[[Any], str]
    key: Callable[[Any], float | str]
    about: str = ""
    number: bool = True
    optional: bool = False


class SortedTable(QAbstractTableModel):
    """An item model that sorts itself: a proxy would ask for every value again and again.
    `grows_in_order` is True for a table whose first column never changes and whose new rows come
    last."""

    grows_in_order = False

    def __init__(self, columns: list[Column]) -> None:
        super().__init__()
        self.columns = columns
        self._rows: list[Any] = []
        self._sorted = _FIRST

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.title
            case Qt.ItemDataRole.ToolTipRole:
                return column.about or None
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        column, row = self.columns[index.column()], self._rows[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return column.text(row)
            case Qt.ItemDataRole.ToolTipRole if not column.number:
                # it may be cut off
                return tooltip(column.text(row))
            case Qt.ItemDataRole.TextAlignmentRole:
                return _RIGHT if column.number else _LEFT
            case Qt.ItemDataRole.AccessibleTextRole:
                return f"{column.title}: {column.text(row)}"
            case Qt.ItemDataRole.ForegroundRole:
                return self.color(row)
            case Qt.ItemDataRole.FontRole if self.strong(row):
                return theme.font(13, QFont.Weight.DemiBold)
        return None

    def color(self, row: Any) -> QColor | None:
        return None

    def strong(self, row: Any) -> bool:
        return False

    @abstractmethod
    def natural(self, row: Any) -> Any:
        """Return the sort key for rows of equal value."""

    def group(self, row: Any) -> int:
        """Return a number that sorts before any column, ascending in both orders."""
        return 0

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if self.grows_in_order and self._sorted == (column, order) == _FIRST:
            return
        self._sorted = column, order
        self.layoutAboutToBeChanged.emit()
        before = list(self._rows)
        kept = [(index, before[index.row()]) for index in self.persistentIndexList()]
        self._rows.sort(key=self.natural)
        if 0 <= column < len(self.columns):
            key = self.columns[column].key
            self._rows.sort(key=key, reverse=order == Qt.SortOrder.DescendingOrder)
        self._rows.sort(key=self.group)
        places = {id(row): place for place, row in enumerate(self._rows)}
        for index, row in kept:
            place = self.index(places[id(row)], index.column())
            self.changePersistentIndex(index, place)
        self.layoutChanged.emit()

    def resort(self) -> None:
        self.sort(*self._sorted)

    def unused(self, column: Column) -> bool:
        """Return True if an optional column has no values."""
        return column.optional and all(column.key(row) in (-1, 0, "") for row in self._rows)

    def tsv(self, rows: list[int] | None = None) -> str:
        """Return rows as TSV with column titles; a tab or line end in a cell becomes a space."""
        chosen = range(len(self._rows)) if rows is None else rows
        columns = [column for column in self.columns if not self.unused(column)]
        lines = [[column.title for column in columns]]
        lines += [[column.text(self._rows[row]) for column in columns] for row in chosen]
        return "".join("\t".join(" ".join(it.split()) for it in line) + "\n" for line in lines)


# pixels: the height of a row, the least width of a column, and what its title has beside it
_ROW, _LEAST, _BESIDE = 26, 30, 14
_ARROW = 12
# The orders by the keys that choose them with Control. They are no letters, since a typed letter is
# the beginning of a name.
_ORDERS = {
    Qt.Key.Key_Up: Qt.SortOrder.AscendingOrder,
    Qt.Key.Key_Down: Qt.SortOrder.DescendingOrder,
}


class SortHeader(QHeaderView):
    """Titles, with the arrow of the order beside that of the sort column: Qt draws it over the last
    letter of a title that is right-aligned."""

    def __init__(self, parent: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        super().paintSection(painter, rect, logicalIndex)
        if logicalIndex != self.sortIndicatorSection():
            return
        model, size, inset = self.model(), theme.px(_ARROW), theme.px(_BESIDE) // 2
        title = model.headerData(logicalIndex, self.orientation())
        align = model.headerData(
            logicalIndex, self.orientation(), Qt.ItemDataRole.TextAlignmentRole
        )
        beside = min(self.fontMetrics().horizontalAdvance(title) + inset, rect.width() - size)
        area = QRect(rect.x() + beside, rect.center().y() - size // 2, size, size)
        if align == _RIGHT:
            area.moveRight(rect.right() - beside)
        area = QStyle.visualRect(self.layoutDirection(), rect, area)
        up = self.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder
        icon = theme.icon("chevron-up" if up else "chevron-down", theme.colors().dim, _ARROW)
        icon.paint(painter, area)


class SortedView(QTableView):
    """A table that is sorted by a click or by key. Tab leaves it, Return opens a row, the copy key
    copies the selected rows. Ctrl or Cmd with Left or Right sorts by the previous or next column,
    with Up or Down in ascending or descending order."""

    opened = Signal(int)

    def __init__(self, name: str, model: SortedTable, stretched: int, least: int = 0) -> None:
        """`stretched` is the column that gets the rest of the width. With `least`, the table
        scrolls sideways where that is fewer pixels, as at a zoom of 100 %."""
        super().__init__()
        self._stretched, self._least = stretched, least
        self._widths: Sequence[int] = ()
        self._zoom = theme.px(100)
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
        header = SortHeader(self)
        self.setHorizontalHeader(header)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(stretched, QHeaderView.ResizeMode.Stretch)
        header.setMinimumSectionSize(theme.px(_LEAST))
        header.setSortIndicator(0, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        header.setSortIndicatorShown(False)
        self.doubleClicked.connect(lambda index: self.opened.emit(index.row()))
        self._size_rows()
        theme.look.changed.connect(self._follow_look)

    def set_widths(self, widths: Sequence[int]) -> None:
        """Set the widths of the columns, wider if a translated title needs it."""
        self._widths, self._zoom = widths, theme.px(100)
        metrics = self.horizontalHeader().fontMetrics()
        for column, width in enumerate(widths):
            title = metrics.horizontalAdvance(self._table.columns[column].title)
            self.setColumnWidth(column, max(theme.px(width), title + theme.px(_BESIDE + _ARROW)))

    def hide_unused(self) -> None:
        """Hide optional columns without values, and show the others."""
        for at, column in enumerate(self._table.columns):
            self.setColumnHidden(at, self._table.unused(column))
        self._stretch()

    def copy(self) -> None:
        """Copy the selected rows, or all if none is selected, as tab-separated lines."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        QGuiApplication.clipboard().setText(self._table.tsv(rows or None))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stretch()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        sideways = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(key, 0)
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if self.currentIndex().isValid():
                self.opened.emit(self.currentIndex().row())
        elif control and sideways:
            self._sort_beside(sideways)
        elif control and key in _ORDERS:
            self.sortByColumn(self.horizontalHeader().sortIndicatorSection(), _ORDERS[key])
        else:
            super().keyPressEvent(event)

    def _stretch(self) -> None:
        if not self._least:
            return
        header, least, at = self.horizontalHeader(), theme.px(self._least), self._stretched
        width, modes = header.sectionSize(at), QHeaderView.ResizeMode
        if self.viewport().width() - (header.length() - width) >= least:
            header.setSectionResizeMode(at, modes.Stretch)
        elif header.sectionResizeMode(at) is modes.Stretch or width < least:
            # Otherwise it has the width that a person gave it.
            header.setSectionResizeMode(at, modes.Interactive)
            header.resizeSection(at, least)

    def _sort_beside(self, by: int) -> None:
        header = self.horizontalHeader()
        shown = [it for it in range(header.count()) if not header.isSectionHidden(it)]
        at = header.sortIndicatorSection()
        # a hidden column counts as its right neighbor
        place = sum(it < at for it in shown) + by
        self.sortByColumn(shown[place % len(shown)], header.sortIndicatorOrder())

    def _follow_look(self) -> None:
        """Take the sizes of a new zoom; other changes leave columns as a person made them."""
        if self._zoom != theme.px(100):
            header = self.horizontalHeader()
            header.setMinimumSectionSize(theme.px(_LEAST))
            header.setSectionResizeMode(self._stretched, QHeaderView.ResizeMode.Stretch)
            self._size_rows()
            self.set_widths(self._widths)
            self._stretch()

    def _size_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.px(_ROW))
