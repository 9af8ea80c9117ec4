"""Lists whose rows are painted, all of one height, and how the rows of the window look."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ui.look import theme

Index = QModelIndex | QPersistentModelIndex
# The role of an item itself.
ITEM = Qt.ItemDataRole.UserRole
# The ring around the focused row, wide enough to be seen on the ground of the row in front.
_RING = 2


class RowModel(QAbstractListModel):
    """The items of a list, one a row."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.items: Sequence[Any] = ()

    def set_items(self, items: Sequence[Any]) -> None:
        self.beginResetModel()
        self.items = items
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 as Qt has it
        return 0 if parent.isValid() else len(self.items)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        item = self.items[index.row()]
        if role == ITEM:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return self.shown(item)
        return self.spoken(item) if role == Qt.ItemDataRole.AccessibleTextRole else None

    @abstractmethod
    def shown(self, item: Any) -> str:
        """Return the text of a row."""

    @abstractmethod
    def spoken(self, item: Any) -> str:
        """Return what a screen reader says of a row."""


class RowPainter(QStyledItemDelegate):
    """Paints rows of a `height` in pixels at 100 % zoom."""

    def __init__(self, height: int, parent: QObject) -> None:
        super().__init__(parent)
        self._height = height

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.px(self._height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, option.rect, option.state)
        self.paint_row(painter, option.rect, index)
        painter.restore()

    @abstractmethod
    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Paint the inside of a row."""


class RowList(QListView):
    """A list for a RowModel and a RowPainter. `name` is what a screen reader says."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chats")
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)


def paint_ground(
    painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, shown: bool = False
) -> None:
    """Paint the ground of a row. A `shown` one is that of the tab in front; others may be selected
    beside it."""
    c = theme.colors()
    ground = None
    if shown:
        ground = c.selected
    elif state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
        ground = c.hover
    focused = state & QStyle.StateFlag.State_HasFocus
    painter.setPen(QPen(QColor(c.accent), _RING) if focused else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(2, 1, -2, -2), 7, 7)


def paint_line(
    painter: QPainter,
    area: QRect,
    text: str,
    pixels: int,
    color: str,
    edge: Qt.AlignmentFlag,
    weight: QFont.Weight = QFont.Weight.Normal,
) -> None:
    painter.setFont(theme.font(pixels, weight))
    painter.setPen(QColor(color))
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, edge | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine, shown)
