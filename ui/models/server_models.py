"""The table of a server's models: which are in the menus, and what each can do."""

import re
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from ui.look import theme
from ui.look.language import number, tr
from ui.state.remote_servers import RemoteModel
from ui.widgets.check_delegate import CheckDelegate
from ui.widgets.labels import tooltip
from ui.widgets.layouts import vbox
from ui.widgets.search_line import SearchLine

_ROW = 28
_MOST_ROWS = 8
# The fields of a RemoteModel that a person can set, by their columns.
_FIELDS = ("chosen", "vision", "tools", "thinking")
_CONTEXT = 4
_UNKNOWN = "–"
_MOST_DIGITS = 10


class ServerModels(QWidget):
    """`edited` has the models as a person has set them."""

    edited = Signal(tuple)

    def __init__(self, host: str) -> None:
        super().__init__()
        self._models: tuple[RemoteModel, ...] = ()
        self._filling = False
        self.search = SearchLine(tr("Search models"))
        self.table = QTableWidget(0, _CONTEXT + 1)
        self._lay_out(host)
        self.search.textChanged.connect(self._filter)
        self.table.itemChanged.connect(self._take)
        theme.look.changed.connect(self._size_rows)

    def show_models(self, models: Sequence[RemoteModel]) -> None:
        models = tuple(models)
        if models == self._models:
            return
        self._models = models
        self._filling = True
        self.table.setRowCount(len(models))
        for row, model in enumerate(models):
            for column, field in enumerate(_FIELDS):
                self._put_box(row, column, model.name if column == 0 else "", getattr(model, field))
            self.table.setItem(row, _CONTEXT, QTableWidgetItem())
            self._show_context(row)
        self._filling = False
        self._filter()
        self._size_rows()

    def _put_box(self, row: int, column: int, text: str, checked: bool) -> None:
        item = QTableWidgetItem(text)
        item.setToolTip(tooltip(text))
        item.setFlags(
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsUserCheckable
        )
        item.setCheckState(Qt.CheckState.Checked if checked else Qt.CheckState.Unchecked)
        head = self.table.horizontalHeaderItem(column)
        words = f"{self._models[row].name}, {head.text() if head else ''}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        self.table.setItem(row, column, item)

    def _show_context(self, row: int) -> None:
        item, context = self.table.item(row, _CONTEXT), self._models[row].context
        if item is not None:
            item.setText(number(context) if context else _UNKNOWN)

    def _take(self, item: QTableWidgetItem) -> None:
        if self._filling:
            return
        models, row = list(self._models), item.row()
        if item.column() == _CONTEXT:
            # the separators of a number depend on the language
            digits = re.sub(r"[\s.,'’]", "", item.text())
            known = digits.isascii() and digits.isdigit() and len(digits) < _MOST_DIGITS
            models[row] = replace(models[row], context=int(digits) if known else 0)
        else:
            checked = item.checkState() == Qt.CheckState.Checked
            models[row] = replace(models[row], **{_FIELDS[item.column()]: checked})
        changed = tuple(models) != self._models
        self._models = tuple(models)
        self._filling = True
        self._show_context(row)
        self._filling = False
        if changed:
            self.edited.emit(self._models)

    def _filter(self) -> None:
        words = self.search.text().casefold().split()
        for row, model in enumerate(self._models):
            hidden = not all(word in model.name.casefold() for word in words)
            self.table.setRowHidden(row, hidden)

    def _lay_out(self, host: str) -> None:
        table = self.table
        table.setObjectName("commands")
        table.setItemDelegate(CheckDelegate(table))
        table.setAccessibleName(tr("Models of {host}").format(host=host))
        heads = (tr("In the menu"), tr("Images"), tr("Tools"), tr("Reasoning"), tr("Context"))
        table.setHorizontalHeaderLabels(heads)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        triggers = QAbstractItemView.EditTrigger
        table.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.verticalHeader().hide()
        head = table.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setHighlightSections(False)
        # The head has its height only once it is styled.
        head.geometriesChanged.connect(self._size_rows)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for column in range(1, _CONTEXT + 1):
            head.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
        column = vbox(self, spacing=6)
        column.addWidget(self.search)
        column.addWidget(table)

    def _size_rows(self) -> None:
        """Show all rows of a short list; a long one scrolls."""
        height = theme.px(_ROW)
        self.table.verticalHeader().setDefaultSectionSize(height)
        shown = min(len(self._models), _MOST_ROWS)
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(head + shown * height + 2 * self.table.frameWidth() + 2)
        self.search.setVisible(len(self._models) > _MOST_ROWS)
