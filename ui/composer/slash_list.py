"""The list of stored prompts above a composer, while a person types a slash and a few letters."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFont,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QVBoxLayout,
    QWidget,
)

from ui.look import theme
from ui.look.language import tr
from ui.state.one_line_text import one_line
from ui.state.stored_prompts import StoredPrompt
from ui.widgets.preview import draw_card
from ui.widgets.row_list import ITEM, Index, RowList, RowModel, RowPainter, paint_line

WIDTH, ROW_HEIGHT, SHOWN_ROWS = 560, 32, 7
_MARGIN, _GAP = 6, 6
# Stands for the row that opens the settings.
MANAGE = StoredPrompt("", "")


class SlashList(QFrame):
    """Floats in the window above `composer`, which keeps the focus. `taken` has a StoredPrompt, or
    MANAGE."""

    taken = Signal(object)

    def __init__(self, composer: QWidget) -> None:
        super().__init__(composer.window())
        self.setAccessibleName(tr("Stored prompts"))
        self._composer = composer
        self.list = RowList(tr("Stored prompts"))
        self.model = SlashModel(self.list)
        self._lay_out()
        self.list.clicked.connect(self._take)
        self.hide()

    def show_prompts(self, prompts: Sequence[StoredPrompt]) -> None:
        self.model.set_items(list(prompts))
        self._choose(0)
        self.place()
        self.show()
        self.raise_()

    def place(self) -> None:
        """Stand above the composer, in its window."""
        composer = self._composer
        at = composer.mapTo(composer.window(), composer.rect().topLeft())
        rows = min(len(self.model.items), SHOWN_ROWS)
        height = rows * theme.px(ROW_HEIGHT) + 2 * _MARGIN
        room = max(at.y() - _GAP, 0)
        self.resize(min(theme.px(WIDTH), composer.width()), min(height, room))
        self.move(at.x(), room - self.height())

    def step(self, by: int) -> None:
        self._choose((self.list.currentIndex().row() + by) % len(self.model.items))

    def take(self) -> None:
        self._take(self.list.currentIndex())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_card(painter, self.rect(), theme.colors().line, radius=10)
        painter.end()

    def _take(self, index: QModelIndex) -> None:
        prompt = index.data(ITEM) if index.isValid() else None
        if isinstance(prompt, StoredPrompt):
            self.taken.emit(prompt)

    def _choose(self, row: int) -> None:
        """Choose a row and let a screen reader announce it, since the focus does not move."""
        index = self.model.index(row)
        self.list.setCurrentIndex(index)
        if index.isValid():
            spoken = index.data(Qt.ItemDataRole.AccessibleTextRole)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._composer, spoken))

    def _lay_out(self) -> None:
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setModel(self.model)
        self.list.setItemDelegate(SlashPainter(ROW_HEIGHT, self.list))
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.addWidget(self.list)


class SlashModel(RowModel):
    """The prompts that match what is typed."""

    def shown(self, item: StoredPrompt) -> str:
        return tr("Manage prompts…") if item == MANAGE else item.name

    def spoken(self, item: StoredPrompt) -> str:
        return f"{self.shown(item)}, {one_line(item.text)}".rstrip(", ")


class SlashPainter(RowPainter):
    """Paints the name of a prompt, and the beginning of its text beside it."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        prompt: StoredPrompt = index.data(ITEM)
        colors, middle = theme.colors(), Qt.AlignmentFlag.AlignVCenter
        area = rect.adjusted(10, 0, -10, 0)
        name = index.data()
        painter.setFont(theme.font(13, QFont.Weight.Normal))
        width = min(painter.fontMetrics().horizontalAdvance(name) + 2, area.width())
        ink = colors.dim if prompt == MANAGE else colors.text
        paint_line(painter, area, name, 13, ink, middle)
        area.adjust(width + theme.px(12), 0, 0, 0)
        if area.width() > theme.px(60):
            paint_line(painter, area, one_line(prompt.text), 12, colors.dim, middle)
