"""Paints the rows of the history: headings, folders, and conversations as title over subtitle."""

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QRect,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from ui.history.history_model import ACTIVITY, COUNT, SHOWN, SUBTITLE, HistoryModel
from ui.look import theme
from ui.look.language import tr
from ui.look.numbers import short_count_text
from ui.state.conversation import Activity
from ui.state.conversation_entry import LONGEST_FOLDER
from ui.widgets.plain_field import PlainLine
from ui.widgets.row_list import Index, paint_ground, paint_line

ROW_HEIGHT = 48
HEADING_HEIGHT = 30
FOLDER_HEIGHT = 32
# Conversations in a folder stand further right by this.
INDENT = 16
_SIGN = 15
SPOT_SIZE = 14
MOST_TITLE = 200


class RowDelegate(QStyledItemDelegate):
    def __init__(self, history: HistoryModel, parent: QObject) -> None:
        super().__init__(parent)
        self._history = history
        self._row, self._heading, self._folder = QSize(), QSize(), QSize()
        self.fit()

    def fit(self) -> bool:
        """Adapt the heights to the current zoom; return True if they changed."""
        before, heights = self._row, (ROW_HEIGHT, HEADING_HEIGHT, FOLDER_HEIGHT)
        self._row, self._heading, self._folder = (QSize(0, theme.px(it)) for it in heights)
        return self._row != before

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a prepared size: Qt asks for every row whenever one is added or removed."""
        if self._history.entry_at(index) or self._history.deleted_at(index):
            return self._row
        return self._folder if self._history.folder_at(index) else self._heading

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        folder, entry = self._history.folder_at(index), self._history.entry_at(index)
        if folder and not folder.deleted:
            _paint_folder(painter, rect, state, index)
        elif folder:
            _paint_entry(painter, rect, state, index, "folder")
        elif entry:
            _paint_entry(painter, rect, state, index, "columns-2" if entry.comparison else "")
        else:
            paint_heading(painter, rect, str(index.data()))
        painter.restore()

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QLineEdit:
        editor = PlainLine(parent)
        folder = self._history.folder_at(index)
        editor.setMaxLength(LONGEST_FOLDER if folder else MOST_TITLE)
        editor.setAccessibleName(tr("Folder name") if folder else tr("Chat title"))
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


def _paint_entry(
    painter: QPainter, rect: QRect, state: QStyle.StateFlag, index: Index, sign: str
) -> None:
    """Paint a title over a subtitle; `sign` is the icon beside them, or ""."""
    shown, activity = bool(index.data(SHOWN)), index.data(ACTIVITY)
    inside = theme.px(INDENT) if index.parent().isValid() else 0
    paint_ground(painter, rect.adjusted(inside, 0, 0, 0), state, shown=shown)
    # Room for the sign only in a row that has one: titles end as late as they can.
    beside = theme.px(SPOT_SIZE) + 14 if sign or activity is not Activity.IDLE else 10
    area = rect.adjusted(10 + inside, theme.px(6), -beside, -theme.px(8))
    c, edge = theme.colors(), Qt.AlignmentFlag
    text = c.selected_text if shown else c.text
    dim = c.selected_text if shown else c.dim
    title, subtitle = str(index.data()), str(index.data(SUBTITLE))
    paint_line(painter, area, title, 13, text, edge.AlignTop, QFont.Weight.Medium)
    paint_line(painter, area, subtitle, 11, dim, edge.AlignBottom)
    _paint_spot(painter, spot_rect(rect), activity, sign, dim)


def _paint_folder(painter: QPainter, rect: QRect, state: QStyle.StateFlag, index: Index) -> None:
    """Paint the arrow, the sign, the name and the number of chats; a closed folder is marked as
    its conversations are: the one in front, and those that answer or ask."""
    opened, count = bool(state & QStyle.StateFlag.State_Open), int(index.data(COUNT))
    shown = bool(index.data(SHOWN)) and not opened
    paint_ground(painter, rect, state, shown=shown)
    c, size, middle = theme.colors(), theme.px(_SIGN), Qt.AlignmentFlag.AlignVCenter
    text, dim = (c.selected_text,) * 2 if shown else (c.text, c.dim)
    top, left = rect.center().y() - size // 2, rect.left() + 8
    if count:
        arrow = "chevron-down" if opened else "chevron-right"
        painter.drawPixmap(left, top, theme.pixmap(arrow, dim, size=size))
    sign = "folder-open" if opened else "folder"
    painter.drawPixmap(left + size + 4, top, theme.pixmap(sign, dim, size=size))
    painter.setFont(theme.font(11))
    number = short_count_text(count) if count else ""
    room = painter.fontMetrics().horizontalAdvance(number)
    counted = rect.adjusted(rect.width() - 10 - room, 0, -10, 0)
    paint_line(painter, counted, number, 11, dim, middle)
    activity = Activity.IDLE if opened else index.data(ACTIVITY)
    spot = spot_rect(rect).translated(-room - 8, 0)
    _paint_spot(painter, spot, activity, "", dim)
    room += 0 if activity is Activity.IDLE else spot.width() + 8
    name = rect.adjusted(2 * size + 18, 0, -16 - room, 0)
    paint_line(painter, name, str(index.data()), 13, text, middle, QFont.Weight.Medium)


def spot_rect(row: QRect) -> QRect:
    """Return the rectangle of the activity dot or the icon."""
    size = theme.px(SPOT_SIZE)
    return QRect(row.right() - 8 - size, row.center().y() - size // 2, size, size)


def paint_heading(painter: QPainter, rect: QRect, text: str) -> None:
    area = rect.adjusted(10, 0, -10, -theme.px(5))
    edge = Qt.AlignmentFlag.AlignBottom
    paint_line(painter, area, text, 11, theme.colors().dim, edge, QFont.Weight.DemiBold)


def _paint_spot(painter: QPainter, spot: QRect, activity: Activity, sign: str, color: str) -> None:
    """Paint the activity, or else the sign, if there is one."""
    sign = "wrench" if activity is Activity.ASKING else sign
    if activity is Activity.ANSWERING:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.colors().green))
        painter.drawEllipse(spot.center(), theme.px(4), theme.px(4))
    elif sign:
        painter.drawPixmap(spot.topLeft(), theme.pixmap(sign, color, size=spot.width()))
