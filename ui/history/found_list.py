"""The list of search results."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import (
    QModelIndex,
    QObject,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QWidget,
)

from ui.history.row_words import title_of
from ui.history.sections import spoken_date, today, when
from ui.look import theme
from ui.look.language import tr
from ui.state.conversation_entry import Found
from ui.state.requests import ConversationRequests
from ui.widgets.row_list import ITEM, Index, RowList, RowModel, RowPainter, paint_line

DETAIL = ITEM + 1


class FoundModel(RowModel):
    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._folders: Mapping[int, str] = {}

    def set_found(self, found: list[Found], folders: Mapping[int, str] | None = None) -> None:
        """Show results; `folders` are the names of the folders."""
        self._folders = folders or {}
        self.set_items(list(found))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == DETAIL:
            found: Found = self.items[index.row()]
            return detail(found, self._folder(found))
        return super().data(index, role)

    def shown(self, item: Found) -> str:
        return title_of(item.entry)

    def spoken(self, item: Found) -> str:
        title, date = title_of(item.entry), spoken_date(item.created)
        parts = (title, self._folder(item), role_name(item), item.file, item.snippet, date)
        return ", ".join(filter(None, parts))

    def _folder(self, found: Found) -> str:
        return self._folders.get(found.entry.folder_id, "")


def role_name(found: Found) -> str:
    """Return the author of a result."""
    if not found.message_id:
        return tr("Title")
    return tr("You") if found.role == "user" else tr("Answer")


def detail(found: Found, folder: str = "") -> str:
    archive = tr("Archive") if found.entry.archived else ""
    time = when(found.created, today(), days=0)
    parts = (role_name(found), time, archive, folder, found.file)
    return " · ".join(it for it in parts if it)


ROW_HEIGHT = 66
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
# Characters of a snippet before the first match, if there is little room.
_BEFORE = 12


class FoundList(RowList):
    """Return or a click goes to the message, or to the place in its text file. `left_upwards` comes
    when the keyboard goes above the first row, `left` when it leaves by Escape."""

    left_upwards = Signal()
    left = Signal()

    def __init__(self, requests: ConversationRequests, parent: QWidget | None = None) -> None:
        super().__init__(tr("Search results"), parent)
        self.found = FoundModel(self)
        self._requests = requests
        self.setModel(self.found)
        self.setItemDelegate(FoundPainter(ROW_HEIGHT, self))
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.clicked.connect(self.open)

    def go_to_first(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.setCurrentIndex(self.found.index(0))

    def open_first(self) -> None:
        self.open(self.found.index(0))

    def open(self, index: QModelIndex) -> None:
        found = index.data(ITEM) if index.isValid() else None
        if not isinstance(found, Found):
            return
        if found.message_id:
            self._requests.found_opened.emit(found)
        else:
            self._requests.opened.emit(found.entry.conversation_id, 0)

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: typed letters are not meant to select another row."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _OPENING:
            self.open(self.currentIndex())
        elif event.key() == Qt.Key.Key_Up and self.currentIndex().row() <= 0:
            self.left_upwards.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


class FoundPainter(RowPainter):
    """Paints a result: the title, the line with its matches highlighted, and the details."""

    def paint_row(self, painter: QPainter, rect: QRect, index: Index) -> None:
        c, edge = theme.colors(), Qt.AlignmentFlag
        area = rect.adjusted(10, theme.px(6), -10, -theme.px(8))
        title = str(index.data())
        paint_line(painter, area, title, 13, c.text, edge.AlignTop, QFont.Weight.Medium)
        paint_line(painter, area, str(index.data(DETAIL)), 11, c.dim, edge.AlignBottom)
        _paint_snippet(painter, area, index.data(ITEM))


def _paint_snippet(painter: QPainter, area: QRect, found: Found) -> None:
    """Paint the snippet on one line, with its matches highlighted."""
    c = theme.colors()
    font = theme.font(12)
    bold = theme.font(12, QFont.Weight.DemiBold)
    line = QRect(area.left(), area.top() + theme.px(18), area.width(), theme.px(18))
    left = line.left()
    for text, marked in visible_parts(found, line.width(), QFontMetrics(font)):
        metrics = QFontMetrics(bold if marked else font)
        room = line.right() - left
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
        width = min(metrics.horizontalAdvance(shown), room)
        if marked:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.accent_soft))
            painter.drawRoundedRect(QRect(left - 1, line.top(), width + 2, line.height()), 3, 3)
        painter.setFont(bold if marked else font)
        painter.setPen(QColor(c.text if marked else c.dim))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
        painter.drawText(QRect(left, line.top(), room, line.height()), flags, shown)
        left += width
        if left >= line.right() or shown != text:
            return


def visible_parts(found: Found, width: int, metrics: QFontMetrics) -> list[tuple[str, bool]]:
    """Return the pieces of the snippet, each with True if it is a match. The beginning is cut so
    that the first match is visible."""
    text, marks = found.snippet, found.marks
    begin = 0
    if marks and metrics.horizontalAdvance(text[: marks[0][1]]) > width * 2 // 3:
        begin = max(0, marks[0][0] - _BEFORE)
    parts: list[tuple[str, bool]] = [("…", False)] if begin else []
    at = begin
    for start, end in marks:
        parts += [(text[at:start], False), (text[start:end], True)]
        at = end
    parts.append((text[at:], False))
    return [part for part in parts if part[0]]
