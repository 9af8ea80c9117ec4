"""The tree of folders and chats: what opens, is read, dragged and dropped in it."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import (
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyleOptionViewItem, QTreeView

from ui.history.branch import Item
from ui.history.drop_target import DropTarget, drag_picture, dragged_chats
from ui.history.history_model import CHATS, HistoryModel
from ui.history.row_words import title_of
from ui.state.conversation_entry import ConversationEntry
from ui.state.workspace import Workspace
from ui.widgets.row_list import Index

# A closed folder under a dragged chat opens after this time.
_EXPAND_MS = 700


class FolderTree(QTreeView):
    """Shows a HistoryModel. A folder reads its chats when it is opened; those that were left open
    are opened once they are in sight. Chats are dragged into folders and out of them."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.history = HistoryModel(workspace.history_requests, self)
        self._workspace = workspace
        self._requests = workspace.history_requests
        self._target = DropTarget(self, self.history)
        self.setModel(self.history)
        self._wear_tree()
        self.expanded.connect(self._note_expanded)
        self.collapsed.connect(self._note_collapsed)
        self.history.modelReset.connect(self._use_look)
        self.verticalScrollBar().valueChanged.connect(self._open_visible)
        workspace.history.folders_look_changed.connect(self._use_look)

    def chosen(self) -> list[ConversationEntry]:
        """Return the selected entries from top to bottom."""
        return [entry for it in self._selected() if (entry := self.history.entry_at(it))]

    def chosen_deleted(self) -> list[Item]:
        """Return the selected rows of Recently Deleted from top to bottom."""
        return [row for it in self._selected() if (row := self.history.deleted_at(it))]

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self.viewport())
        self._target.paint(painter)
        painter.end()

    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        """Draw nothing: the rows have their own signs."""

    def drawRow(self, painter: QPainter, options: QStyleOptionViewItem, index: Index) -> None:
        """Once the last row is in sight, the next page of the list or folder is read, but not while
        its rows are painted."""
        super().drawRow(painter, options, index)
        above = index.parent()
        if index.row() == self.history.rowCount(above) - 1 and self.history.has_more(above):
            row = QPersistentModelIndex(above)
            QTimer.singleShot(0, self, lambda: self._read_more(row))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._open_visible()

    def startDrag(self, supportedActions: Qt.DropAction) -> None:
        """Drag the selected chats until the button is released; Escape cancels."""
        chosen = self.chosen()
        if not chosen:
            return
        drag = QDrag(self)
        drag.setMimeData(self.history.mimeData(self.selectionModel().selectedIndexes()))
        drag.setPixmap(drag_picture(title_of(chosen[0]), len(chosen)))
        drag.setHotSpot(QPoint(-8, -8))
        drag.exec(Qt.DropAction.MoveAction)
        self._end_drag()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        self._drag_over(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Point at the folder under the pointer, and scroll near the edges."""
        super().dragMoveEvent(event)
        self._drag_over(event)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._target.set(None)

    def dropEvent(self, event: QDropEvent) -> None:
        ids, folder_id = dragged_chats(event.mimeData()), self._target.folder_id
        self._end_drag()
        if ids and folder_id is not None:
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()
            self._requests.moved.emit(ids, folder_id)
        else:
            event.ignore()

    def _selected(self) -> list[QModelIndex]:
        return sorted(self.selectionModel().selectedIndexes(), key=place_of)

    def _drag_over(self, event: QDragMoveEvent) -> None:
        if self.history.has_folders and event.mimeData().hasFormat(CHATS):
            event.setDropAction(Qt.DropAction.MoveAction)
            event.accept()
            self._target.set_at(event.position().toPoint())
        else:
            event.ignore()

    def _end_drag(self) -> None:
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self._target.set(None)

    def _read_more(self, above: QPersistentModelIndex) -> None:
        if self.history.has_more(above):
            self.history.read_more(above)

    def _is_visible(self, index: QModelIndex) -> bool:
        above = index.parent()
        return not above.isValid() or self.isExpanded(above)

    def _note_expanded(self, index: QModelIndex) -> None:
        if folder := self.history.folder_at(index):
            if not self.history.rowCount(index):
                self.history.read_more(index)
            self._workspace.history.open_folder(folder.folder_id, True)

    def _note_collapsed(self, index: QModelIndex) -> None:
        if folder := self.history.folder_at(index):
            self._workspace.history.open_folder(folder.folder_id, False)

    def _use_look(self) -> None:
        """Sort the folders, and open those that were left open."""
        self.history.set_order(self._workspace.history.folders_look.order)
        self._open_visible()

    def _open_visible(self) -> None:
        """Open the folders in sight that were left open: each reads its chats then."""
        wanted = self._workspace.history.folders_look.open
        waiting = [it for it in self.history.folders() if it.folder_id in wanted]
        for folder in waiting:
            index = self.history.index_of_folder(folder.folder_id)
            if self.isExpanded(index) or not self.history.hasChildren(index):
                continue
            if self.visualRect(index).top() > self.viewport().height():
                return
            self.expand(index)

    def _wear_tree(self) -> None:
        self.setHeaderHidden(True)
        self.setRootIsDecorated(False)
        self.setIndentation(0)
        self.setExpandsOnDoubleClick(False)
        self.setAutoExpandDelay(_EXPAND_MS)
        self.setDragEnabled(True)
        self.setAcceptDrops(True)
        self.setDropIndicatorShown(False)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)


def place_of(index: QModelIndex) -> tuple[int, int]:
    """Return what sorts indexes from top to bottom."""
    above = index.parent()
    return (above.row(), index.row()) if above.isValid() else (index.row(), -1)
