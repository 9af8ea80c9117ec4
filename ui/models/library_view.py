"""The table of the models on this computer: keys, clicks, and columns that fit its width."""

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView

from ui.look import theme
from ui.look.language import tr
from ui.models.library_rows import INSET, LINE_FONT, ROW_HEIGHT, LibraryRows
from ui.models.library_table import (
    BITS,
    COLUMN_NAMES,
    CONTEXT,
    LICENSE,
    NAME,
    PARAMETERS,
    SIZE,
    STAR,
    USED,
    LibraryTable,
)
from ui.state.library_state import LibraryModel
from ui.state.shortcuts import native
from ui.widgets.sorted_table import SortedView

# pixels at a zoom of 100 %; the name gets the rest
_WIDTHS = (34, 0, 108, 118, 84, 48, 66, 76, 82, 96)
LEAST_NAME, MOST_NAME = 220, 420
# Columns that a narrow table leaves out, the least important first. The page has them all.
_LEFT_OUT = (LICENSE, USED, BITS, CONTEXT, SIZE, PARAMETERS)


class LibraryView(SortedView):
    """`favorite_toggled` and `used` have a LibraryModel, `menu_opened` also a global position.
    `used` comes with Ctrl+Return, `opened` of the base with Return or a double click."""

    favorite_toggled = Signal(object)
    used = Signal(object)
    menu_opened = Signal(object, object)
    current_changed = Signal()

    def __init__(self, table: LibraryTable) -> None:
        super().__init__(tr("Models on this computer"), table, NAME)
        self.table = table
        self.setObjectName("library")
        self.setAccessibleDescription(
            tr("Return opens the page, {keys} uses the model, Space marks a favorite").format(
                keys=native("Ctrl+Return")
            )
        )
        self.setItemDelegate(LibraryRows(self))
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._open_menu)
        header = self.horizontalHeader()
        for column in (it for it in range(header.count()) if it != NAME):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
        self.clicked.connect(self._clicked)
        self.selectionModel().currentRowChanged.connect(self.current_changed)
        self._fit_columns()
        theme.look.changed.connect(self._fit_columns)

    def current(self) -> LibraryModel | None:
        return self.table.model_at(self.currentIndex().row())

    def update_rows(self, change: Callable[[], None]) -> None:
        """Call `change`, which changes the rows. The chosen model stays chosen, and the first row
        in sight keeps its place."""
        chosen, top = self.current(), self.table.model_at(self.rowAt(0))
        offset = self.rowViewportPosition(self.rowAt(0)) if top else 0
        change()
        self._fit_columns()
        self.choose(chosen.model_id if chosen else "")
        place = self.table.row_of(top.model_id) if top else -1
        if place >= 0 and self.verticalScrollBar().value():
            by = self.rowViewportPosition(place) - offset
            self.verticalScrollBar().setValue(self.verticalScrollBar().value() + by)
        self.current_changed.emit()

    def choose(self, model_id: str) -> None:
        """Make the row of a model the current one, without scrolling; the first, if it is gone."""
        row = max(0, self.table.row_of(model_id))
        if row != self.currentIndex().row() and self.table.rowCount():
            scrolls = self.hasAutoScroll()
            self.setAutoScroll(False)
            self.setCurrentIndex(self.table.index(row, NAME))
            self.setAutoScroll(scrolls)

    def sorted_by(self) -> tuple[str, bool]:
        """Return the name of the sort column, and True if the order is descending."""
        header = self.horizontalHeader()
        descending = header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
        return COLUMN_NAMES[header.sortIndicatorSection()], descending

    def sort_by(self, column: str, descending: bool) -> None:
        if column in COLUMN_NAMES:
            order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
            self.sortByColumn(COLUMN_NAMES.index(column), order)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        model, control = self.current(), event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if model is None:
            super().keyPressEvent(event)
        elif event.key() == Qt.Key.Key_Space and not event.modifiers():
            self.favorite_toggled.emit(model)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and control:
            self.used.emit(model)
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Do not open the page by two clicks on a star."""
        if self.indexAt(event.position().toPoint()).column() != STAR:
            super().mouseDoubleClickEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Leave out the columns for which there is no room."""
        for column in _LEFT_OUT:
            # a hidden column has no width
            self.setColumnHidden(column, False)
        self.set_widths(_WIDTHS)
        # its title is an icon
        self.setColumnWidth(STAR, theme.px(_WIDTHS[STAR]))
        widths = [self.columnWidth(column) for column in range(len(_WIDTHS))]
        room = self.viewport().width() - self._least_name() - sum(widths) + widths[NAME]
        for column in _LEFT_OUT:
            hidden = room < 0
            self.setColumnHidden(column, hidden)
            room += widths[column] if hidden else 0

    def _least_name(self) -> int:
        """Return a width with room for the reasons why models cannot be used: columns in which
        these have nothing to say give way."""
        letters = QFontMetrics(theme.font(LINE_FONT))
        reasons = [letters.horizontalAdvance(it) for it in self.table.problems()]
        wanted = max(reasons, default=0) + 2 * theme.px(INSET) + 1
        return max(theme.px(LEAST_NAME), min(wanted, theme.px(MOST_NAME)))

    def _size_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(theme.px(ROW_HEIGHT))

    def _clicked(self, index: QModelIndex) -> None:
        model = self.table.model_at(index.row())
        if index.column() == STAR and model:
            self.favorite_toggled.emit(model)

    def _open_menu(self, at: QPoint) -> None:
        """Open the menu of the row at a position, or of the current one by key."""
        index = self.indexAt(at)
        model = self.table.model_at(index.row()) if index.isValid() else self.current()
        if model:
            self.menu_opened.emit(model, self.viewport().mapToGlobal(at))
