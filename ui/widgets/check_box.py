"""A check box whose tick is seen in both schemes."""

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QStyle, QStyleOptionButton

from ui.look import theme

_TICK = 11


class CheckBox(QCheckBox):
    """The style sheet fills the checked box; it cannot tint a tick."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.isChecked():
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        part = QStyle.SubElement.SE_CheckBoxIndicator
        box = self.style().subElementRect(part, option, self)
        size = theme.px(_TICK)
        tick = QRect(0, 0, size, size)
        tick.moveCenter(box.center())
        painter = QPainter(self)
        painter.drawPixmap(tick, theme.pixmap("check", theme.colors().on_accent, size))
        painter.end()
