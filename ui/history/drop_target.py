"""The place in the history where dragged chats would land: a folder, or none."""

from collections.abc import Iterator

from PySide6.QtCore import QMimeData, QModelIndex, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QTreeView

from ui.history.history_model import CHATS, HistoryModel
from ui.look import theme
from ui.look.language import tr

_MOST_CHATS = 10_000
_WIDTH, _HEIGHT = 220, 30


class DropTarget:
    """`folder_id` is where chats would land: 0 for no folder, None while nothing is dragged."""

    def __init__(self, view: QTreeView, history: HistoryModel) -> None:
        self._view = view
        self._history = history
        self.folder_id: int | None = None

    def set_at(self, point: QPoint) -> None:
        """Target the folder under the pointer; anywhere else means no folder."""
        index = self._view.indexAt(point)
        folder = self._history.folder_at(index) or self._history.folder_at(index.parent())
        self.set(folder.folder_id if folder else 0)

    def set(self, folder_id: int | None) -> None:
        if folder_id != self.folder_id:
            self.folder_id = folder_id
            self._view.viewport().update()

    def paint(self, painter: QPainter) -> None:
        """Outline the folder with its chats, or all that is in no folder."""
        if self.folder_id is None:
            return
        c = theme.colors()
        ground = QColor(c.accent)
        ground.setAlphaF(0.12)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(c.accent), 2))
        painter.setBrush(ground)
        painter.drawRoundedRect(self.rect().adjusted(2, 2, -3, -2), 7, 7)

    def rect(self) -> QRect:
        """Return what is outlined, in the coordinates of the viewport."""
        view, history = self._view, self._history
        whole = view.viewport().rect()
        if self.folder_id:
            index = history.index_of_folder(self.folder_id)
            top = view.visualRect(index)
            count = history.rowCount(index) if view.isExpanded(index) else 0
            last = view.visualRect(history.index(count - 1, 0, index)) if count else top
            return QRect(whole.left(), top.top(), whole.width(), last.bottom() - top.top() + 1)
        folders = len(history.folders())
        first = history.index(folders + 1) if folders else QModelIndex()
        if not first.isValid():
            return whole
        begin = max(view.visualRect(first).top(), whole.top())
        return QRect(whole.left(), begin, whole.width(), whole.bottom() - begin + 1)


def dragged_chats(data: QMimeData) -> tuple[int, ...]:
    """Return the ids of dragged chats, which another program may have written."""
    if not data.hasFormat(CHATS):
        return ()
    return tuple(_numbers(bytes(data.data(CHATS).data()).split(b",")[:_MOST_CHATS]))


def _numbers(parts: list[bytes]) -> Iterator[int]:
    for part in parts:
        if part.isdigit() and len(part) < 19:
            yield int(part)


def drag_picture(title: str, count: int) -> QPixmap:
    """Return the image shown at the pointer: the title of a chat, or their number."""
    ratio = theme.finest_ratio()
    width, height = theme.px(_WIDTH), theme.px(_HEIGHT)
    picture = QPixmap(round(width * ratio), round(height * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    c = theme.colors()
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(c.line))
    painter.setBrush(QColor(c.window))
    painter.drawRoundedRect(QRect(0, 0, width - 1, height - 1), 7, 7)
    painter.setPen(QColor(c.text))
    painter.setFont(theme.font(13))
    area = QRect(10, 0, width - 20, height)
    text = title if count == 1 else tr("%n chat(s)", "", count)
    shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
    painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine, shown)
    painter.end()
    return picture
