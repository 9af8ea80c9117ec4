"""The list of stored conversations: it opens and renames them, and has their menu."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QMenu,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)
from shiboken6 import isValid

from ui.history.asking import ask_to_delete, ask_to_delete_folder, ask_to_purge
from ui.history.drop_target import DropTarget, drag_picture, dragged_chats
from ui.history.folder_menu import folder_menu
from ui.history.history_menu import history_menu
from ui.history.history_model import CHATS, HistoryModel
from ui.history.row_delegate import RowDelegate
from ui.history.row_words import title_of
from ui.look.language import tr
from ui.state.conversation_entry import ConversationEntry
from ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
# A closed folder under a dragged chat opens after this time.
_EXPAND_MS = 700
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class HistoryList(QTreeView):
    """Return or a click opens a conversation, or opens and closes a folder, as Right and Left do;
    several are selected with Ctrl and Shift, and dragged into folders and out of them. Nothing is
    deleted by a bare key. `left_upwards` comes when the keyboard goes above the first row.

    A right click leaves the keyboard where it is: dialogs of the menu give it back to that."""

    left_upwards = Signal()

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chats")
        self.setAccessibleName(tr("Chats"))
        self.history = HistoryModel(workspace.history_requests, self)
        # The keys of the command that renames, which a person may have changed.
        self.rename_keys: Callable[[], QKeySequence] = QKeySequence
        self._workspace = workspace
        self._requests = workspace.history_requests
        # The widget that had the keyboard before a title is edited.
        self._back: QWidget | None = None
        self.setModel(self.history)
        self._rows = RowDelegate(self.history, self)
        self.setItemDelegate(self._rows)
        self._target = DropTarget(self, self.history)
        self._wear_tree()
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._clicked)
        self.expanded.connect(self._note_expanded)
        self.collapsed.connect(self._note_collapsed)
        self.history.modelReset.connect(self._use_look)
        self.verticalScrollBar().valueChanged.connect(self._open_visible)
        workspace.history.folders_look_changed.connect(self._use_look)

    def refresh(self, changed: Collection[int]) -> None:
        """Update changed rows. The visible rows keep their place, except at the very top, where new
        ones appear."""
        bar = self.verticalScrollBar()
        top = QPersistentModelIndex(self.indexAt(self.viewport().rect().topLeft()))
        before = self.visualRect(top).top() if bar.value() else None
        self.history.refresh(changed)
        if before is not None and top.isValid():
            self.executeDelayedItemsLayout()
            bar.setValue(bar.value() + self.visualRect(top).top() - before)
        self._open_visible()

    def show_conversation(self, conversation_id: int) -> None:
        """Mark the current conversation; the row with the focus stays."""
        self.history.set_shown(conversation_id)
        index = self.history.index_of(conversation_id)
        if not self.hasFocus() and index.isValid() and self._is_visible(index):
            self.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self.scrollTo(index)

    def chosen(self) -> list[ConversationEntry]:
        """Return the selected entries from top to bottom."""
        indexes = sorted(self.selectionModel().selectedIndexes(), key=_place)
        return [entry for it in indexes if (entry := self.history.entry_at(it))]

    def rename(self) -> None:
        """Edit the title of the current row, unless it is being edited."""
        editing = self.state() == QAbstractItemView.State.EditingState
        index = self.currentIndex()
        if not editing and self.history.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    def rename_conversation(self, entry: ConversationEntry) -> bool:
        """Edit a title, then restore the focus. Return False if the conversation is not listed."""
        above = self.history.index_of_folder(entry.folder_id)
        self.expand(above)
        while not (index := self.history.index_of(entry.conversation_id)).isValid():
            if not self.history.has_more(above):
                return False
            self.history.read_more(above)
        self._back = QApplication.focusWidget()
        self.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect
        )
        self.scrollTo(index)
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.rename()
        return True

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        super().closeEditor(editor, hint)
        back, self._back = self._back, None
        if back is not None and isValid(back) and self.hasFocus():
            back.setFocus(Qt.FocusReason.OtherFocusReason)

    def go_to_first(self) -> None:
        self.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Make sure that a visible row is current."""
        super().focusInEvent(event)
        if not self.currentIndex().isValid():
            self.setCurrentIndex(self.history.index(min(1, self.history.rowCount() - 1)))
        if event.reason() != Qt.FocusReason.MouseFocusReason:
            self.scrollTo(self.currentIndex())

    def fit(self) -> None:
        """Adapt the rows to the current zoom."""
        self._rows.fit()
        self.doItemsLayout()

    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        """Repaint only: rows keep their height, for which Qt would ask each of them."""
        self.viewport().update()

    # --- folders ---------------------------------------------------------------------------

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

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: typed letters are not meant to select another chat."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            # The field of a title passes on keys that it does not use, Return too.
            event.ignore()
            return
        key, plain = event.key(), event.modifiers() in _PLAIN
        if key in _OPENING and plain:
            self._open(self.currentIndex())
        elif deletes_chat(event):
            self.delete()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self._requests.undone.emit()
        elif key == Qt.Key.Key_Up and plain and _place(self.currentIndex()) <= (1, -1):
            self.left_upwards.emit()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu of the selection, by keyboard at the current row; the empty part has
        none."""
        by_key = event.reason() == QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        menu = self._menu_of(index)
        if menu is not None:
            corner = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
            menu.popup(corner if by_key else event.globalPos())

    def _menu_of(self, index: QModelIndex) -> QMenu | None:
        if folder := self.history.folder_at(index):
            menu = folder_menu(self, folder, self._workspace)
            self._add_renaming(menu, index, menu.actions()[2])
            return menu
        entry = self.history.entry_at(index)
        if entry is None:
            return None
        chosen = self.chosen()
        if entry not in chosen:
            chosen = [entry]
        menu = history_menu(self, chosen, self._workspace)
        if len(chosen) == 1 and not entry.deleted:
            self._add_renaming(menu, index, menu.actions()[1])
        return menu

    def _add_renaming(self, menu: QMenu, index: QModelIndex, before: QAction) -> None:
        row = QPersistentModelIndex(index)
        renaming = menu.addAction(tr("Rename"), lambda: self._rename(row))
        renaming.setShortcut(self.rename_keys())
        renaming.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        renaming.setShortcutVisibleInContextMenu(True)
        menu.insertAction(before, renaming)

    def _rename(self, row: QPersistentModelIndex) -> None:
        if row.isValid():
            self.setCurrentIndex(self.history.index(row.row(), 0, row.parent()))
            self.rename()

    def _clicked(self, index: QModelIndex) -> None:
        # Ctrl and Shift select several, which opens none.
        if len(self.selectionModel().selectedIndexes()) == 1:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        if self.history.folder_at(index):
            self.setExpanded(index, not self.isExpanded(index))
        elif entry := self.history.entry_at(index):
            self._workspace.requests.opened.emit(entry.conversation_id, 0)

    def delete(self) -> None:
        """Delete the selected chats; those in Recently Deleted go for good."""
        chosen = self.chosen()
        ids = tuple(it.conversation_id for it in chosen)
        folder = self.history.folder_at(self.currentIndex())
        if folder and not ids:
            ask_to_delete_folder(self, folder, self._requests)
        elif ids and chosen[0].deleted:
            ask_to_purge(self, ids, self._requests)
        elif ids:
            ask_to_delete(self, ids, self._requests)


def _place(index: QModelIndex) -> tuple[int, int]:
    """Return what sorts indexes from top to bottom."""
    above = index.parent()
    return (above.row(), index.row()) if above.isValid() else (index.row(), -1)


def deletes_chat(event: QKeyEvent) -> bool:
    """Return True for Shift+Delete and Ctrl+Backspace (Command+Backspace on macOS)."""
    key, modifiers = event.key(), event.modifiers()
    by_delete = key == Qt.Key.Key_Delete and modifiers == Qt.KeyboardModifier.ShiftModifier
    by_backspace = key == Qt.Key.Key_Backspace and modifiers == Qt.KeyboardModifier.ControlModifier
    return by_delete or by_backspace
