"""The width of the sidebar: dragged by its edge or set by keys, one for each size of screen."""

from collections.abc import Mapping

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import QWidget

from ui.look import theme
from ui.look.language import tr
from ui.widgets.roles import set_role

USUAL, USUAL_MOST = 232, 320
LEAST, MOST = 180, 480
# An edge that is dragged this far below the least width folds the sidebar.
_FOLDS_BY = 60
# Pixels of the edge that can be dragged, and that a key moves it.
GRIP = 6
_STEP = 16
_STEPS = {Qt.Key.Key_Left: -_STEP, Qt.Key.Key_Right: _STEP}
_ENDS = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: MOST}
_FOLDING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def least_width(sidebar: QWidget) -> int:
    """Return the least width, which grows at a large zoom with what the sidebar holds."""
    return max(LEAST, sidebar.minimumSizeHint().width())


class SidebarGrip(QWidget):
    """The right edge of the sidebar. `moved` has the width that a person wants, 0 for the usual
    one; `folded` comes when the sidebar shall hide."""

    moved = Signal(int)
    folded = Signal()

    def __init__(self, sidebar: QWidget) -> None:
        super().__init__(sidebar)
        self._sidebar = sidebar
        self._from: int | None = None
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("Sidebar width"))
        set_role(self, QAccessible.Role.Splitter)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._from = self._sidebar.width() - round(event.globalPosition().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            return
        width = self._from + round(event.globalPosition().x())
        if width < least_width(self._sidebar) - _FOLDS_BY:
            self._from = None
            self.folded.emit()
        else:
            self._move_to(width)

    def _move_to(self, width: int) -> None:
        self.moved.emit(max(least_width(self._sidebar), min(MOST, width)))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.moved.emit(0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _STEPS:
            self._move_to(self._sidebar.width() + _STEPS[key])
        elif key in _ENDS:
            self._move_to(_ENDS[key])
        elif key in _FOLDING and not event.isAutoRepeat():
            self.folded.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.hasFocus():
            painter = QPainter(self)
            painter.fillRect(self.width() - 3, 0, 3, self.height(), QColor(theme.colors().accent))
            painter.end()


class SidebarWidths:
    """The widths that a person has set, by the size of the screen."""

    def __init__(self) -> None:
        self.by_screen: dict[str, int] = {}

    def set_all(self, widths: Mapping[str, int]) -> None:
        self.by_screen = dict(widths)

    def choose(self, screen: QSize, width: int) -> None:
        """Remember a width; 0 forgets it."""
        if width:
            self.by_screen[_name(screen)] = width
        else:
            self.by_screen.pop(_name(screen), None)

    def fitting(self, screen: QSize, room: int, least: int) -> int:
        """Return the width to use, where `room` pixels are free for the sidebar."""
        usual = min(theme.px(USUAL), USUAL_MOST)
        return max(least, min(self.by_screen.get(_name(screen), usual), room))


def _name(screen: QSize) -> str:
    return f"{screen.width()}x{screen.height()}"
