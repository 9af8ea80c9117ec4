"""A list of commands with their keys, that can be searched."""

from collections.abc import Iterable, Mapping

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr
from ui.state.shortcuts import Shortcut, keys_of, native
from ui.widgets.labels import tooltip
from ui.widgets.layouts import vbox
from ui.widgets.search_line import SearchLine

_ID = Qt.ItemDataRole.UserRole
_ROW = 30
# Pixels that the keys of a command have before its menu and its name are shown whole, and that its
# menu has.
_KEYS, _MENU = 130, 76


class CommandTable(QWidget):
    """`chosen` has the id of the command that stands under the keyboard, or ""."""

    chosen = Signal(str)

    def __init__(self, shortcuts: Iterable[Shortcut], keys: Mapping[str, str]) -> None:
        super().__init__()
        self._shortcuts = tuple(shortcuts)
        self._keys = keys
        self.search = SearchLine(tr("Search commands and keys"))
        self.table = QTableWidget(0, 3)
        self._lay_out()
        self._fill()
        self.search.textChanged.connect(self._filter)
        self.table.currentCellChanged.connect(lambda: self.chosen.emit(self.current()))
        theme.look.changed.connect(self._size_rows)
        theme.look.changed.connect(self._fit_columns)

    def current(self) -> str:
        item = self.table.item(self.table.currentRow(), 0)
        return item.data(_ID) if item else ""

    def set_keys(self, keys: Mapping[str, str]) -> None:
        self._keys = keys
        for row, shortcut in enumerate(self._shortcuts):
            self.table.setItem(row, 2, self._item(shortcut, shown_keys(shortcut, keys)))
        self._filter()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # The layout has yet to give the table its width.
        QTimer.singleShot(0, self, self._fit_columns)

    def _fill(self) -> None:
        self.table.setRowCount(len(self._shortcuts))
        for row, shortcut in enumerate(self._shortcuts):
            texts = (shortcut.text, shortcut.menu, shown_keys(shortcut, self._keys))
            for column, text in enumerate(texts):
                self.table.setItem(row, column, self._item(shortcut, text))

    def _item(self, shortcut: Shortcut, text: str) -> QTableWidgetItem:
        item = QTableWidgetItem(text)
        item.setData(_ID, shortcut.command_id)
        item.setToolTip(tooltip(text))
        item.setFlags(Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled)
        return item

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        for row, shortcut in enumerate(self._shortcuts):
            keys = shown_keys(shortcut, self._keys)
            line = f"{shortcut.text} {shortcut.menu} {keys}".casefold()
            self.table.setRowHidden(row, not all(word in line for word in words))
        self._fit_columns()

    def _lay_out(self) -> None:
        table = self.table
        table.setObjectName("commands")
        table.setAccessibleName(tr("Commands and shortcuts"))
        table.setHorizontalHeaderLabels([tr("Command"), tr("Menu"), tr("Keys")])
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        head = table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setHighlightSections(False)
        head.setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self._size_rows()
        column = vbox(self, spacing=8)
        column.addWidget(self.search)
        column.addWidget(table, 1)

    def _fit_columns(self) -> None:
        """Cut off long names of menus, then those of commands, if they leave no room for the keys;
        some commands have so many that these are cut off instead."""
        table = self.table
        keys = min(table.sizeHintForColumn(2), theme.px(_KEYS))
        room = table.viewport().width() - keys
        for column in (0, 1):
            table.resizeColumnToContents(column)
        name = min(table.columnWidth(0), room - theme.px(_MENU))
        table.setColumnWidth(0, name)
        table.setColumnWidth(1, max(min(table.columnWidth(1), room - name), theme.px(_MENU)))

    def _size_rows(self) -> None:
        self.table.verticalHeader().setDefaultSectionSize(theme.px(_ROW))


def shown_keys(shortcut: Shortcut, chosen: Mapping[str, str]) -> str:
    return tr(" or ").join(native(keys) for keys in keys_of(shortcut, chosen))
