"""The left column: the list of chats and the memory in use."""

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QContextMenuEvent, QFont, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QProgressBar,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from ui import theme
from ui.language import tr
from ui.stats.stats_numbers import size_text
from ui.widgets.icon_button import IconButton

WIDTH = 232
MAX_WIDTH = 320
ROW_HEIGHT = 48
CLOSE_SIZE = 14
TITLE = Qt.ItemDataRole.DisplayRole
SUBTITLE = Qt.ItemDataRole.AccessibleDescriptionRole
CHAT_ID = Qt.ItemDataRole.UserRole
ACTIVE = Qt.ItemDataRole.UserRole + 1
BAR_STEPS = 1000


class Sidebar(QFrame):
    """The list decides which chat is current; the newest stands on top."""

    new_chat_requested = Signal()
    close_requested = Signal(int)
    current_changed = Signal(int)
    hide_requested = Signal()
    appearance_toggled = Signal()
    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sidebar")
        self.hide_button = IconButton("panel-left", tr("Hide sidebar"))
        self.new_button = IconButton("square-pen", tr("New chat"))
        self.appearance_button = IconButton("moon", tr("Light or dark"))
        self.settings_button = IconButton("settings", tr("Settings"))
        self.list = ChatList()
        self._memory = QLabel()
        self._bar = QProgressBar()
        self._lay_out()
        self._fit()
        self.hide_button.clicked.connect(self.hide_requested)
        self.new_button.clicked.connect(self.new_chat_requested)
        self.appearance_button.clicked.connect(self.appearance_toggled)
        self.settings_button.clicked.connect(self.settings_requested)
        self.list.close_clicked.connect(self.close_requested)
        self.list.currentItemChanged.connect(self._announce)
        self.set_memory(0, 0)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if theme.is_change(event):
            self._fit()
            self.appearance_button.set_icon("sun" if theme.colors().dark else "moon")

    def _fit(self) -> None:
        """Large letters shall not leave the chat itself without room."""
        self.setFixedWidth(min(theme.px(WIDTH), MAX_WIDTH))
        self.list.doItemsLayout()

    def add_chat(self, chat_id: int, title: str, subtitle: str = "", row: int = 0) -> None:
        item = QListWidgetItem(title)
        item.setData(SUBTITLE, subtitle)
        item.setData(CHAT_ID, chat_id)
        self.list.insertItem(row, item)

    def remove_chat(self, chat_id: int) -> int:
        """Returns the row it was in."""
        row = self.list.row(self._item(chat_id))
        self.list.takeItem(row)
        return row

    def show_chat(self, chat_id: int) -> None:
        self.list.setCurrentItem(self._item(chat_id))

    def step(self, by: int) -> None:
        """Go down the list by so many chats, and round."""
        if count := self.list.count():
            self.list.setCurrentRow((self.list.currentRow() + by) % count)

    def set_title(self, chat_id: int, title: str) -> None:
        item = self._item(chat_id)
        item.setText(title)
        _say(item)

    def set_subtitle(self, chat_id: int, subtitle: str) -> None:
        self._item(chat_id).setData(SUBTITLE, subtitle)

    def set_activity(self, chat_id: int, active: bool) -> None:
        item = self._item(chat_id)
        item.setData(ACTIVE, active)
        _say(item)

    def set_memory(self, active_bytes: int, peak_bytes: int) -> None:
        self._memory.setText(size_text(active_bytes) if active_bytes else "–")
        self._bar.setValue(round(BAR_STEPS * active_bytes / max(peak_bytes, active_bytes, 1)))

    def _item(self, chat_id: int) -> QListWidgetItem:
        items = (self.list.item(row) for row in range(self.list.count()))
        return next(item for item in items if item.data(CHAT_ID) == chat_id)

    def _announce(self, item: QListWidgetItem | None) -> None:
        if item:
            self.current_changed.emit(item.data(CHAT_ID))

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 10, 10, 12)
        layout.setSpacing(8)
        top = QHBoxLayout()
        top.addWidget(self.hide_button)
        top.addStretch()
        top.addWidget(self.settings_button)
        top.addWidget(self.appearance_button)
        top.addWidget(self.new_button)
        layout.addLayout(top)
        caption = _caption(tr("Chats"))
        caption.setIndent(10)
        layout.addWidget(caption)
        layout.addWidget(self.list, 1)
        foot = QGridLayout()
        foot.setContentsMargins(10, 4, 10, 0)
        foot.addWidget(_caption(tr("Memory")), 0, 0)
        foot.addWidget(self._memory, 0, 1, Qt.AlignmentFlag.AlignRight)
        foot.addWidget(self._bar, 1, 0, 1, 2)
        layout.addLayout(foot)
        self._memory.setProperty("kind", "value")
        self._bar.setRange(0, BAR_STEPS)
        self._bar.setTextVisible(False)
        self._bar.setAccessibleName(tr("Memory in use, of the peak"))


class ChatList(QListWidget):
    """A row closes by its x or its menu, never by a bare key."""

    close_clicked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("chats")
        self.setAccessibleName(tr("Chats"))
        self.setItemDelegate(ChatDelegate(self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._pressed: QListWidgetItem | None = None

    def keyboardSearch(self, search: str) -> None:
        """Letters typed here are not meant for another chat."""

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """For the chat under the mouse, or the current one by keyboard; none in the empty part."""
        item = self.itemAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            item = self.currentItem()
        if item:
            menu = QMenu(self)
            menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            menu.addAction(tr("Close chat"), lambda: self._close(item))
            menu.popup(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """A press on the x must not make its chat the current one."""
        left = event.button() == Qt.MouseButton.LeftButton
        self._pressed = self._closing_at(event.position().toPoint()) if left else None
        if not self._pressed:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._pressed = self._pressed, None
        if not pressed:
            super().mouseReleaseEvent(event)
        elif pressed is self._closing_at(event.position().toPoint()):
            self._close(pressed)

    def _closing_at(self, point: QPoint) -> QListWidgetItem | None:
        item = self.itemAt(point)
        hit = item and close_rect(self.visualItemRect(item)).adjusted(-5, -5, 5, 5).contains(point)
        return item if hit else None

    def _close(self, item: QListWidgetItem | None) -> None:
        if item:
            self.close_clicked.emit(item.data(CHAT_ID))


class ChatDelegate(QStyledItemDelegate):
    """Paints a chat as title over subtitle, with its activity dot or, under the mouse, its x."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(0, theme.px(ROW_HEIGHT))

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        state: QStyle.StateFlag = option.state
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _paint_ground(painter, rect, state)
        selected = bool(state & QStyle.StateFlag.State_Selected)
        _paint_text(painter, rect, str(index.data(TITLE)), str(index.data(SUBTITLE)), selected)
        spot = close_rect(rect)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        if state & QStyle.StateFlag.State_MouseOver or focused:
            painter.drawPixmap(spot.topLeft(), theme.pixmap("x", size=spot.width()))
        elif index.data(ACTIVE):
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.colors().green))
            painter.drawEllipse(spot.center(), theme.px(4), theme.px(4))
        painter.restore()


def close_rect(row: QRect) -> QRect:
    """Where the x of a row is, or its activity dot."""
    size = theme.px(CLOSE_SIZE)
    return QRect(row.right() - 8 - size, row.center().y() - size // 2, size, size)


def _paint_ground(painter: QPainter, rect: QRect, state: QStyle.StateFlag) -> None:
    c = theme.colors()
    ground = None
    if state & QStyle.StateFlag.State_Selected:
        ground = c.selected
    elif state & QStyle.StateFlag.State_MouseOver:
        ground = c.hover
    focused = state & QStyle.StateFlag.State_HasFocus
    painter.setPen(QColor(c.accent) if focused else Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground) if ground else Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect.adjusted(1, 1, -1, -2), 7, 7)


def _paint_text(painter: QPainter, rect: QRect, title: str, subtitle: str, selected: bool) -> None:
    c = theme.colors()
    area = rect.adjusted(10, theme.px(6), -(theme.px(CLOSE_SIZE) + 14), -theme.px(8))
    lines = (
        (title, 13, QFont.Weight.Medium, Qt.AlignmentFlag.AlignTop, c.text),
        (subtitle, 11, QFont.Weight.Normal, Qt.AlignmentFlag.AlignBottom, c.dim),
    )
    for text, pixels, weight, edge, color in lines:
        painter.setFont(theme.font(pixels, weight))
        painter.setPen(QColor(c.selected_text if selected else color))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, edge | Qt.TextFlag.TextSingleLine, shown)


def _say(item: QListWidgetItem) -> None:
    """Tell a screen reader what the dot tells the eye."""
    told = tr("{title}, answering").format(title=item.text()) if item.data(ACTIVE) else item.text()
    item.setData(Qt.ItemDataRole.AccessibleTextRole, told)


def _caption(text: str) -> QLabel:
    label = QLabel(text)
    label.setProperty("kind", "caption")
    return label
