"""A menu whose ticks and arrows grow with the zoom."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QMenu, QWidget

from ui.look import theme

_TICK, _ARROW = 14, 12
# Pixels beside a tick and an arrow, in the margins that the style sheet leaves around the words.
_SIDE = 6


class Menu(QMenu):
    """Draws the ticks of its checked entries and the arrows of its submenus: those of Qt are seven
    pixels wide at every zoom."""

    def __init__(self, parent: QWidget | None = None, title: str = "") -> None:
        super().__init__(title, parent)
        self.setProperty("kind", "drawn")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        for action in self.actions():
            if not action.isVisible():
                continue
            if action.isCheckable() and action.isChecked():
                self._draw(painter, action, "check", _TICK)
            if action.menu():
                self._draw(painter, action, "chevron-right", _ARROW)
        painter.end()

    def _draw(self, painter: QPainter, action: QAction, icon: str, pixels: int) -> None:
        """Draw a tick at the left edge of an entry, or an arrow at its right edge."""
        size, side = theme.px(pixels), theme.px(_SIDE)
        place, entry = QRect(0, 0, size, size), self.actionGeometry(action)
        place.moveCenter(entry.center())
        if icon == "check":
            place.moveLeft(entry.left() + side)
        else:
            place.moveRight(entry.right() - side)
        painter.drawPixmap(place, theme.pixmap(icon, self._color_of(action), size))

    def _color_of(self, action: QAction) -> str:
        """Return the color of the words of an entry."""
        colors = theme.colors()
        if not action.isEnabled():
            return colors.dim
        return colors.selected_text if action is self.activeAction() else colors.text


class PopupMenu(Menu):
    """A menu that is made to be opened once: it is deleted when it closes."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
