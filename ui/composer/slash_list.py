"""The list of stored prompts above a composer, while a person types a slash and a few letters."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFont,
    QPainter,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui.history.row_delegate import paint_ground, paint_line
from ui.look import theme
from ui.look.language import tr
from ui.state.one_line_text import one_line
from ui.state.stored_prompts import StoredPrompt
from ui.widgets.preview import draw_card

WIDTH, ROW_HEIGHT, SHOWN_ROWS = 560, 32, 7
_MARGIN, _GAP = 6, 6
_PROMPT = Qt.ItemDataRole.UserRole
# Stands for the row that opens the settings.
MANAGE = StoredPrompt("", "")
Index = QModelIndex | QPersistentModelIndex


class SlashList(QFrame):
    """Floats in the window above `composer`, which keeps the focus. `taken` has a StoredPrompt, or
    MANAGE."""

    taken = Signal(object)

    def __init__(self, composer: QWidget) -> None:
        super().__init__(composer.window())
        self.setAccessibleName(tr("Stored prompts"))
        self._composer = composer
        self.list = QListView()
        self.model = SlashModel(self.list)
        self._lay_out()
        self.list.clicked.connect(self._take)
        self.hide()

    def show_prompts(self, prompts: Sequence[StoredPrompt]) -> None:
        self.model.set_prompts(list(prompts))
        self._choose(0)
        self.place()
        self.show()
        self.raise_()

    def place(self) -> None:
        """Stand above the composer, in its window."""
        composer = self._composer
        at = composer.mapTo(composer.window(), composer.rect().topLeft())
        rows = min(len(self.model.prompts), SHOWN_ROWS)
        height = rows * theme.px(ROW_HEIGHT) + 2 * _MARGIN
        room = max(at.y() - _GAP, 0)
        self.resize(min(theme.px(WIDTH), composer.width()), min(height, room))
        self.move(at.x(), room - self.height())

    def step(self, by: int) -> None:
        self._choose((self.list.currentIndex().row() + by) % len(self.model.prompts))

    def take(self) -> None:
        self._take(self.list.currentIndex())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        draw_card(painter, self.rect(), theme.colors().line, radius=10)
        painter.end()

    def _take(self, index: QModelIndex) -> None:
        prompt = index.data(_PROMPT) if index.isValid() else None
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
        rows = self.list
        rows.setObjectName("chats")
        rows.setAccessibleName(tr("Stored prompts"))
        rows.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        rows.setModel(self.model)
        rows.setItemDelegate(SlashDelegate(rows))
        rows.setUniformItemSizes(True)
        rows.setMouseTracking(True)
        rows.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        rows.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(_MARGIN, _MARGIN, _MARGIN, _MARGIN)
        column.addWidget(rows)


class SlashModel(QAbstractListModel):
    """The prompts that match what is typed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.prompts: list[StoredPrompt] = []

    def set_prompts(self, prompts: list[StoredPrompt]) -> None:
        self.beginResetModel()
        self.prompts = prompts
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.prompts)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        prompt = self.prompts[index.row()]
        if role == _PROMPT:
            return prompt
        if role == Qt.ItemDataRole.DisplayRole:
            return tr("Manage prompts…") if prompt == MANAGE else prompt.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{self.data(index)}, {one_line(prompt.text)}".rstrip(", ")
        return None


class SlashDelegate(QStyledItemDelegate):
    """Paints the name of a prompt, and the beginning of its text beside it."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(0, theme.px(ROW_HEIGHT))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        prompt: StoredPrompt = index.data(_PROMPT)
        colors, middle = theme.colors(), Qt.AlignmentFlag.AlignVCenter
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_ground(painter, option.rect, option.state)
        area = option.rect.adjusted(10, 0, -10, 0)
        name = index.data()
        painter.setFont(theme.font(13, QFont.Weight.Normal))
        width = min(painter.fontMetrics().horizontalAdvance(name) + 2, area.width())
        ink = colors.dim if prompt == MANAGE else colors.text
        paint_line(painter, area, name, 13, ink, middle)
        area.adjust(width + theme.px(12), 0, 0, 0)
        if area.width() > theme.px(60):
            paint_line(painter, area, one_line(prompt.text), 12, colors.dim, middle)
        painter.restore()
