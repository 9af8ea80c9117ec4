"""The column that title, messages, composer, notices and strips share: one home for its edges."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtWidgets import QVBoxLayout

from engine.frozen import frozen
from ui.look import theme

# The widest text that is easy to read.
TEXT_WIDTH = 760
# Wider than a scroll bar, which therefore never takes room from the column.
MARGIN = 18


@frozen
class Column:
    """`right` is the first pixel beside the column."""

    left: int
    right: int

    @property
    def width(self) -> int:
        return self.right - self.left


def column_in(width: int, *, full: bool = False) -> Column:
    """Return the column in the middle of a widget. A `full` column leaves only the margins, as the
    panes of a comparison need it."""
    margin = theme.px(MARGIN)
    room = max(1, width - 2 * margin)
    column = room if full else min(theme.px(TEXT_WIDTH), room)
    left = max(0, width - column) // 2
    return Column(left, left + column)


class ColumnLayout(QVBoxLayout):
    """Keeps its items inside the column, at every width of the widget."""

    def __init__(self, above: int = 0, below: int = 0, *, full: bool = False) -> None:
        """`above` and `below` are the margins, in pixels at a zoom of 100%."""
        super().__init__()
        self._above, self._below, self._full = above, below, full
        self.setContentsMargins(0, 0, 0, 0)

    def set_full(self, full: bool) -> None:
        if full != self._full:
            self._full = full
            self.invalidate()

    def setGeometry(self, rect: QRect) -> None:
        column = column_in(rect.width(), full=self._full)
        above, below = theme.px(self._above), theme.px(self._below)
        inside = QRect(rect.left() + column.left, rect.top(), column.width, rect.height())
        super().setGeometry(inside.adjusted(0, above, 0, -below))

    def heightForWidth(self, width: int) -> int:
        inside = super().heightForWidth(column_in(width, full=self._full).width)
        if inside < 0:
            inside = super().sizeHint().height()
        return inside + self._around().height()

    def minimumHeightForWidth(self, width: int) -> int:
        return self.heightForWidth(width)

    def sizeHint(self) -> QSize:
        return super().sizeHint() + self._around()

    def minimumSize(self) -> QSize:
        return super().minimumSize() + self._around()

    def _around(self) -> QSize:
        vertical = theme.px(self._above) + theme.px(self._below)
        return QSize(2 * theme.px(MARGIN), vertical)
