"""The open chats and comparisons, as tabs."""

from functools import lru_cache

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFont,
    QFontMetrics,
    QIcon,
    QMouseEvent,
    QPainter,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QTabBar, QToolButton, QWidget

from ui.look import theme
from ui.look.language import tr
from ui.state.conversation import Activity
from ui.state.requests import ConversationRequests
from ui.widgets.buttons import IconButton
from ui.widgets.labels import literal, tooltip
from ui.widgets.menu import PopupMenu

HEIGHT = 34
WIDTH, LEAST_WIDTH, MOST_WIDTH = 190, 120, 320
# Pixels of a tab beside its title and its button.
_BESIDE = 40
_DOT = 8
_TEMPORARY = 13
_CLOSE = 20
_ARROW = 16
_RIGHT = QTabBar.ButtonPosition.RightSide
_SCROLLERS = {"ScrollLeftButton": "chevron-left", "ScrollRightButton": "chevron-right"}


class TabStrip(QTabBar):
    """Decides which tab is current. One tab alone needs no strip: it is hidden then."""

    shown = Signal(int)

    def __init__(self, requests: ConversationRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self.setObjectName("tab_strip")
        self.setAccessibleName(tr("Open chats"))
        self.setDrawBase(False)
        self.setMovable(True)
        self.setExpanding(False)
        self.setUsesScrollButtons(True)
        self.setElideMode(Qt.TextElideMode.ElideRight)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._activities: dict[int, Activity] = {}
        self._temporary: set[int] = set()
        self._pressed = -1
        self.currentChanged.connect(self._announce)
        # Qt cuts titles to fit in this font. In a lighter one, the bold title of the current tab
        # would be wider than its tab and lose its first letters; the style lightens the others.
        theme.set_font(self, 12, QFont.Weight.DemiBold)
        self._fit()
        theme.look.changed.connect(self._fit)

    # --- tabs ------------------------------------------------------------------------------

    def add(self, chat_id: int, title: str, at: int = -1, *, temporary: bool = False) -> None:
        """Add a tab without showing it, unless it is the only one."""
        if temporary:
            self._temporary.add(chat_id)
        index = self.insertTab(at if at >= 0 else self.count(), "")
        self.setTabData(index, chat_id)
        shut = IconButton("x", tr("Close tab"), 12)
        # Ctrl+W closes the tab that has the focus.
        shut.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        shut.clicked.connect(lambda: self._requests.closed.emit(chat_id))
        shut.setFixedSize(theme.px(_CLOSE), theme.px(_CLOSE))
        self.setTabButton(index, _RIGHT, shut)
        self.set_title(chat_id, title)
        self._mark(index)
        self.setVisible(self.count() > 1)
        if self.count() == 1:
            self.shown.emit(chat_id)

    def remove(self, chat_id: int) -> int:
        """Remove a tab, and return its place."""
        index = self.index_of(chat_id)
        self._activities.pop(chat_id, None)
        self._temporary.discard(chat_id)
        self.removeTab(index)
        self.setVisible(self.count() > 1)
        return index

    def show_tab(self, chat_id: int) -> None:
        self.setCurrentIndex(self.index_of(chat_id))

    def step(self, by: int) -> None:
        """Move `by` tabs to the right, wrapping around."""
        if self.count():
            self.setCurrentIndex((self.currentIndex() + by) % self.count())

    def ids(self) -> list[int]:
        return [self.tabData(index) for index in range(self.count())]

    def index_of(self, chat_id: int) -> int:
        return self.ids().index(chat_id)

    def set_title(self, chat_id: int, title: str) -> None:
        index = self.index_of(chat_id)
        line = " ".join(title.split())
        # An "&" would underline the letter after it.
        text = literal(line)
        # For the same text Qt would lay out all tabs again, too.
        if text != self.tabText(index):
            self.setTabText(index, text)
            self.setTabToolTip(index, tooltip(line))
            self._say(index)

    def set_activity(self, chat_id: int, activity: Activity) -> None:
        """Mark a tab in which a reply grows or a tool call waits."""
        self._activities[chat_id] = activity
        index = self.index_of(chat_id)
        self._mark(index)
        self._say(index)

    # --- as Qt asks for it -----------------------------------------------------------------

    def tabLayoutChange(self) -> None:
        """Draw the scrollers again: with each layout Qt gives them arrows that do not zoom."""
        super().tabLayoutChange()
        arrows = (self.findChild(QToolButton, name) for name in _SCROLLERS)
        if any(it and it.arrowType() != Qt.ArrowType.NoArrow for it in arrows):
            self._draw_scrollers()

    def tabSizeHint(self, index: int) -> QSize:
        """Return a size with which the title fits, while there is room for all tabs."""
        font = self.font().toString()
        wanted = [_wanted(self.tabText(it), font) for it in range(self.count())]
        width = min(wanted[index], _share(wanted, self.width()))
        return QSize(max(theme.px(WIDTH), width), theme.px(HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the tabs again, whose widths depend on that of the strip."""
        super().resizeEvent(event)
        self.setIconSize(self.iconSize())

    def minimumTabSizeHint(self, index: int) -> QSize:
        return QSize(theme.px(LEAST_WIDTH), theme.px(HEIGHT))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.MiddleButton:
            self._pressed = self.tabAt(event.position().toPoint())
        else:
            super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.MiddleButton:
            super().mouseReleaseEvent(event)
            return
        pressed, self._pressed = self._pressed, -1
        if pressed >= 0 and pressed == self.tabAt(event.position().toPoint()):
            self._requests.closed.emit(self.tabData(pressed))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the tab under the mouse, or of the current one by keyboard."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.tabAt(event.pos())
        if index >= 0:
            corner = self.mapToGlobal(self.tabRect(index).bottomLeft())
            self._open_menu(index, corner if by_key else event.globalPos())

    # --- inside ----------------------------------------------------------------------------

    def _open_menu(self, index: int, at: QPoint) -> None:
        ids = self.ids()
        chat_id = ids[index]
        choices = (
            (tr("Close tab"), [chat_id]),
            (tr("Close other tabs"), [it for it in ids if it != chat_id]),
            (tr("Close tabs to the right"), ids[index + 1 :]),
        )
        menu = PopupMenu(self)
        for text, which in choices:
            action = menu.addAction(text, lambda which=which: self._close(which))
            action.setEnabled(bool(which))
        menu.popup(at)

    def _close(self, ids: list[int]) -> None:
        for chat_id in ids:
            self._requests.closed.emit(chat_id)

    def _announce(self, index: int) -> None:
        if index >= 0 and self.tabData(index) is not None:
            self.shown.emit(self.tabData(index))

    def _say(self, index: int) -> None:
        title = self.tabText(index).replace("&&", "&")
        chat_id = self.tabData(index)
        told = {
            Activity.ANSWERING: tr("{title}, answering"),
            Activity.ASKING: tr("{title}, tool call waiting"),
        }.get(self._activity(chat_id), "{title}")
        if chat_id in self._temporary:
            title = tr("{title}, temporary").format(title=title)
        self.setAccessibleTabName(index, told.format(title=title))
        if shut := self.tabButton(index, _RIGHT):
            shut.setAccessibleDescription(title)

    def _activity(self, chat_id: int) -> Activity:
        return self._activities.get(chat_id, Activity.IDLE)

    def _mark(self, index: int) -> None:
        """Mark a tab with a dot while it is answering, with a wrench while a tool call waits, else
        as temporary if it is."""
        chat_id = self.tabData(index)
        if self._activity(chat_id) is Activity.ANSWERING:
            self.setTabIcon(index, _dot())
        elif self._activity(chat_id) is Activity.ASKING:
            accent, size = theme.colors().accent, theme.px(_TEMPORARY)
            self.setTabIcon(index, theme.icon("wrench", accent, size=size))
        elif chat_id in self._temporary:
            self.setTabIcon(index, theme.icon("message-square-dashed", size=theme.px(_TEMPORARY)))
        elif not self.tabIcon(index).isNull():
            self.setTabIcon(index, QIcon())

    def _draw_scrollers(self) -> None:
        size = theme.px(_ARROW)
        for name, icon in _SCROLLERS.items():
            if scroller := self.findChild(QToolButton, name):
                scroller.setArrowType(Qt.ArrowType.NoArrow)
                scroller.setIcon(theme.icon(icon, size=size))
                scroller.setIconSize(QSize(size, size))

    def _fit(self) -> None:
        for index in range(self.count()):
            # The tab bar gives its buttons no size.
            self.tabButton(index, _RIGHT).setFixedSize(theme.px(_CLOSE), theme.px(_CLOSE))
            self._mark(index)
        self._draw_scrollers()
        self.setIconSize(QSize(theme.px(_TEMPORARY), theme.px(_TEMPORARY)))
        self.setFixedHeight(theme.px(HEIGHT) + 1)


def _wanted(title: str, font: str) -> int:
    """Return the width of a tab in which a title fits. The font of the strip is that of the current
    tab, so that no tab changes its width when it becomes current."""
    wanted = _text_width(title, font) + theme.px(_CLOSE + _DOT + _BESIDE)
    return max(theme.px(WIDTH), min(wanted, theme.px(MOST_WIDTH)))


# Qt asks each tab for its size whenever one changes, and each of them measures all titles.
@lru_cache(maxsize=512)
def _text_width(text: str, font: str) -> int:
    made = QFont()
    made.fromString(font)
    return QFontMetrics(made).horizontalAdvance(text)


def _share(wanted: list[int], room: int) -> int:
    """Return the width up to which each tab can have what it wants."""
    for count, width in enumerate(sorted(wanted)):
        share = room // (len(wanted) - count)
        if width > share:
            return share
        room -= width
    return max(wanted)


def _dot() -> QIcon:
    size, ratio = theme.px(_DOT), theme.finest_ratio()
    image = QPixmap(round(size * ratio), round(size * ratio))
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.colors().green))
    painter.drawEllipse(0, 0, size, size)
    painter.end()
    return QIcon(image)
