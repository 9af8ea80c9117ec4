"""Paints the rows of the history: headings, and conversations as title over subtitle."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.history.history_model import ACTIVE, ENTRY, SHOWN, SUBTITLE, HistoryModel
from ui.look import theme
from ui.look.language import tr

ROW_HEIGHT = 48
HEADING_HEIGHT = 30
SPOT_SIZE = 14
# The ring around the focused row, wide enough to be seen on the ground of the row in front.
_RING = 2
MOST_TITLE = 200
Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    def __init__(self, history: HistoryModel, parent: QObject) -> None:
        super().__init__(parent)
        self._history = history
        self._heights = (QSize(), QSize())
        self.fit()

    def fit(self) -> None:
        """Adapt the heights to the current zoom."""
        self._heights = (QSize(0, theme.px(ROW_HEIGHT)), QSize(0, theme.px(HEADING_HEIGHT)))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a prepared size: Qt asks for every row whenever one is added or removed."""
        return self._heights[self._history.is_heading(index.row())]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if (entry := index.data(ENTRY)) is None:
            paint_heading(painter, rect, str(index.data()))
        else:
            shown = bool(index.data(SHOWN))
            paint_ground(painter, rect, state, shown=shown)
            # Room for the sign only in a row that has one: titles end as late as they can.
            signed = bool(index.data(ACTIVE)) or entry.comparison
            beside = theme.px(SPOT_SIZE) + 14 if signed else 10
            area = rect.adjusted(10, theme.px(6), -beside, -theme.px(8))
            c = theme.colors()
            title, subtitle = str(index.data()), str(index.data(SUBTITLE))
            text = c.selected_text if shown else c.text
            dim = c.selected_text if shown else c.dim
            edge = Qt.AlignmentFlag
            paint_line(painter, area, title, 13, text, edge.AlignTop, QFont.Weight.Medium)
            paint_line(painter, area, subtitle, 11, dim, edge.AlignBottom)
            _paint_spot(painter, spot_rect(rect), bool(index.data(ACTIVE)), entry.comparison, dim)
        painter.restore()

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QLineEdit:
        editor = QLineEdit(parent)
        editor.setMaxLength(MOST_TITLE)
        editor.setAccessibleName(tr("Title of the chat"))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        if isinstance(editor, QLineEdit):
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        if isinstance(editor, QLineEdit) and isinstance(index, QModelIndex):
            model.setData(index, editor.text())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Cover everything that the row has painted."""
        rect: QRect = option.rect
        editor.setGeometry(rect.adjusted(1, 1, -1, -2))


def spot_rect(row: QRect) -> QRect:
    """Return the rectangle of the activity dot or the comparison icon."""
    size = theme.px(SPOT_SIZE)
    return QRect(row.right() - 8 - size, row.center().y() - size // 2, size, size)


def paint_heading(painter: QPainter, rect: QRect, text: str) -> None:
    area = rect.adjusted(10, 0, -10, -theme.px(5))
    edge = Qt.AlignmentFlag.AlignBottom
    paint_line(painter, area, text, 11, theme.colors().dim, edge, QFont.Weight.DemiBold)


def paint_ground(
    painter: QPainter, rect: QRect, state: QStyle.StateFlag, *, shown: bool = False
) -> None:
    """`shown` is that of the tab in front; others may be selected beside it."""
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


def _paint_spot(painter: QPainter, spot: QRect, active: bool, comparison: bool, color: str) -> None:
    if active:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colors().green))
        painter.drawEllipse(spot.center(), theme.px(4), theme.px(4))
    elif comparison:
        painter.drawPixmap(spot.topLeft(), theme.pixmap("columns-2", color, size=spot.width()))
