"""Check boxes in tables that look like all others."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.widgets.buttons import draw_tick
from ui.widgets.row_list import Index


class CheckDelegate(QStyledItemDelegate):
    """Draws the cells of a table as usual, and the tick of a checked one."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        self.initStyleOption(option, index)
        if option.checkState == Qt.CheckState.Checked:
            part = QStyle.SubElement.SE_ItemViewItemCheckIndicator
            draw_tick(painter, option.widget.style().subElementRect(part, option, option.widget))
