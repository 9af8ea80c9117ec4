"""A menu whose ticks grow with the zoom."""

from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from ui.look import theme

_TICK = 14
# Pixels left of a tick, in the margin that the style sheet leaves before the words.
_LEFT = 6


class TickedMenu(QMenu):
    """Draws the ticks of its checked entries: those of Qt are seven pixels wide at every zoom."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        self.setProperty("kind", "ticked")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        size = theme.px(_TICK)
        for action in self.actions():
            if action.isCheckable() and action.isChecked():
                entry = self.actionGeometry(action)
                top = entry.top() + (entry.height() - size) // 2
                tick = theme.pixmap("check", self._color_of(action), size)
                painter.drawPixmap(entry.left() + theme.px(_LEFT), top, tick)
        painter.end()

    def _color_of(self, action: QAction) -> str:
        """Return the color of the words of an entry."""
        colors = theme.colors()
        if not action.isEnabled():
            return colors.dim
        return colors.selected_text if action is self.activeAction() else colors.text
