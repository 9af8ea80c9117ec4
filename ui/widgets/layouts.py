"""Layouts, and helpers for the sizes of widgets and the places of windows."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QLayoutItem,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from ui.look import theme

# The height of a window's title bar, which is not known before the window is shown.
TITLE_BAR = 40
# Left, top, right and bottom.
NO_MARGINS = (0, 0, 0, 0)


def tell_of_size(widget: QWidget) -> None:
    """Let all layouts around `widget` know now that it wants another size; Qt tells each of them
    with an event of its own, and until then they give heights that are past."""
    while around := widget.parentWidget():
        widget.updateGeometry()
        widget = around


def clear_layout(layout: QLayout) -> None:
    """Take all widgets out of a layout. They are hidden at once, and deleted later: one of them may
    be what was clicked."""
    while item := layout.takeAt(0):
        if widget := item.widget():
            widget.hide()
            widget.deleteLater()


def vbox(
    widget: QWidget | None = None, *, spacing: int, margins: tuple[int, int, int, int] = NO_MARGINS
) -> QVBoxLayout:
    """Return a column: that of a widget, or one to put into another layout."""
    column = QVBoxLayout() if widget is None else QVBoxLayout(widget)
    column.setSpacing(spacing)
    column.setContentsMargins(*margins)
    return column


def hbox(
    widget: QWidget | None = None, *, spacing: int, margins: tuple[int, int, int, int] = NO_MARGINS
) -> QHBoxLayout:
    """Return a row, as `vbox` returns a column."""
    row = QHBoxLayout() if widget is None else QHBoxLayout(widget)
    row.setSpacing(spacing)
    row.setContentsMargins(*margins)
    return row


def bare_grid(widget: QWidget, across: int, down: int, *, stretched: int) -> QGridLayout:
    """Return the grid of a widget without margins, with the spaces between its cells, and with a
    column that takes the room that is left."""
    grid = QGridLayout(widget)
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(across)
    grid.setVerticalSpacing(down)
    grid.setColumnStretch(stretched, 1)
    return grid


def scroll_area(inside: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """Return an area that scrolls up and down, for what may not fit."""
    scroll = QScrollArea(parent)
    scroll.setWidget(inside)
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setFrameShape(QFrame.Shape.NoFrame)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return scroll


def resize_window(window: QWidget, size: QSize) -> None:
    """Give a window a size, as for a zoom of 100 %, at the current zoom, but no larger than the
    screen."""
    window.resize(theme.px(size.width()), theme.px(size.height()))
    fit_on_screen(window)


def fit_on_screen(window: QWidget) -> None:
    """Make a window no larger than the screen."""
    window.resize(window.size().boundedTo(_without_title(window).size()))


def set_minimum_height(window: QWidget, height: int) -> None:
    """Give a window a minimum height, but none above that of the screen, on which a window that
    has to grow stays."""
    screen = _without_title(window)
    height = min(height, screen.height())
    grows = window.isVisible() and window.height() < height
    window.setMinimumHeight(height)
    if grows:
        lowest = screen.bottom() + 1 - height
        window.move(window.x(), max(screen.top(), min(window.y(), lowest)))


def set_minimum_size(window: QWidget, least: QSize) -> None:
    """Give a window a minimum size; one that has to grow is moved to keep its edges on the
    screen."""
    former = window.size()
    window.setMinimumSize(least)
    if window.isVisible() and window.size() != former:
        _move_on_screen(window, window.frameGeometry(), window.screen().availableGeometry())


def center_over(window: QWidget, other: QWidget) -> None:
    """Place a window over the center of another, with its title bar and its edges on the screen."""
    screen = _without_title(other)
    place = QRect(QPoint(), window.size())
    place.moveCenter(other.frameGeometry().center())
    _move_on_screen(window, place, screen)


def _move_on_screen(window: QWidget, place: QRect, screen: QRect) -> None:
    """Move a window to `place`, or as near to it as its edges are on the screen."""
    # A window that does not fit keeps its upper left corner on the screen.
    left = max(screen.left(), min(place.left(), screen.right() + 1 - place.width()))
    top = max(screen.top(), min(place.top(), screen.bottom() + 1 - place.height()))
    window.move(left, top)


def raise_window(window: QWidget) -> None:
    """Show and raise a window, even if it was hidden or minimized."""
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.show()
    window.raise_()
    window.activateWindow()


def _without_title(window: QWidget) -> QRect:
    """Return the screen of a window, less the height that its title bar needs."""
    return window.screen().availableGeometry().adjusted(0, 0, 0, -TITLE_BAR)


class FlowLayout(QLayout):
    """Lays its items in rows from left to right, and starts another row where one is full."""

    def __init__(
        self, spacing: int = 8, between_rows: int = 8, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._between_rows = between_rows
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    # Qt wants None here, which its stubs do not know.
    def itemAt(self, index: int) -> QLayoutItem:
        return self._items[index] if 0 <= index < len(self._items) else None  # pyright: ignore

    def takeAt(self, index: int) -> QLayoutItem:
        return self._items.pop(index) if 0 <= index < len(self._items) else None  # pyright: ignore

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._lay_out(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._lay_out(rect, move=True)

    def sizeHint(self) -> QSize:
        """Return the size of a single row."""
        sizes = [item.sizeHint() for item in self._shown()]
        gaps = self.spacing() * max(0, len(sizes) - 1)
        width = sum(size.width() for size in sizes) + gaps
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        """Return the size of the largest item."""
        size = QSize()
        for item in self._shown():
            size = size.expandedTo(item.minimumSize())
        return size

    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lay_out(self, rect: QRect, *, move: bool) -> int:
        """Return the height of all rows in the width of `rect`, and `move` the items there."""
        left, top, height = rect.left(), rect.top(), 0
        for item in self._shown():
            size = item.sizeHint()
            if left > rect.left() and left + size.width() > rect.right() + 1:
                left, top, height = rect.left(), top + height + self._between_rows, 0
            if move:
                width = min(size.width(), rect.width())
                item.setGeometry(QRect(left, top, width, size.height()))
            left, height = left + size.width() + self.spacing(), max(height, size.height())
        return top + height - rect.top()
