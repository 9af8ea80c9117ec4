"""The list of stored conversations: it opens and renames them, and has their menu."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QMenu,
    QWidget,
)
from shiboken6 import isValid

from ui.history import asking
from ui.history.branch import ids_of
from ui.history.folder_menu import folder_menu
from ui.history.folder_tree import FolderTree, place_of
from ui.history.history_menu import deleted_menu, history_menu
from ui.history.row_delegate import RowDelegate
from ui.look.language import tr
from ui.state.conversation_entry import ConversationEntry
from ui.state.workspace import Workspace
from ui.widgets.held_keys import held_keys
from ui.widgets.row_list import Index

_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


class HistoryList(FolderTree):
    """Return or a click opens a conversation, or opens and closes a folder, as Right and Left do;
    several are selected with Ctrl and Shift, and dragged into folders and out of them. Nothing is
    deleted by a bare key. `left_upwards` comes when the keyboard goes above the first row.

    A right click leaves the keyboard where it is: dialogs of the menu give it back to that."""

    left_upwards = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.setObjectName("chats")
        self.setAccessibleName(tr("Chats"))
        # The keys of the command that renames, which a person may have changed.
        self.rename_keys: Callable[[], QKeySequence] = QKeySequence
        # The widget that had the keyboard before a title is edited.
        self._back: QWidget | None = None
        # Another conversation came to the front while the list had the keyboard.
        self._late = False
        self._rows = RowDelegate(self.history, self)
        self.setItemDelegate(self._rows)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.clicked.connect(self._clicked)

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
        if not self.selectionModel().hasSelection():
            # A new chat is listed once it has a question.
            self._select_shown()

    def show_conversation(self, conversation_id: int) -> None:
        """Mark the current conversation; the row with the focus stays."""
        self.history.set_shown(conversation_id)
        self._select_shown()

    def _select_shown(self) -> None:
        """Select the conversation in front, or none while it is not in sight: what is done by keys
        must not be done to another one."""
        self._late = self.hasFocus()
        if self._late:
            return
        index = self.history.index_of(self.history.shown)
        if index.isValid() and self._is_visible(index):
            self.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self.scrollTo(index)
        else:
            self.selectionModel().clear()

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

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if self._late and event.reason() != Qt.FocusReason.PopupFocusReason:
            self._select_shown()

    def fit(self) -> None:
        """Adapt the rows to the current zoom."""
        if self._rows.fit():
            self.doItemsLayout()

    def dataChanged(self, topLeft: Index, bottomRight: Index, roles: Sequence[int] = ()) -> None:
        """Repaint only: rows keep their height, for which Qt would ask each of them."""
        self.viewport().update()

    def keyboardSearch(self, search: str) -> None:
        """Do nothing: typed letters are not meant to select another chat."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.state() == QAbstractItemView.State.EditingState:
            # The field of a title passes on keys that it does not use, Return too.
            event.ignore()
            return
        key, plain = event.key(), not held_keys(event)
        if key in _OPENING and plain:
            self._open(self.currentIndex())
        elif deletes_chat(event):
            self.delete()
        elif event.matches(QKeySequence.StandardKey.Undo):
            self._requests.undone.emit()
        elif key == Qt.Key.Key_Up and plain and place_of(self.currentIndex()) <= (1, -1):
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
        if deleted := self.history.deleted_at(index):
            rows = self.chosen_deleted()
            return deleted_menu(self, rows if deleted in rows else [deleted], self._requests)
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
        if len(chosen) == 1:
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
        """Delete the selected chats, or the current folder; those in Recently Deleted go for
        good."""
        if deleted := self.chosen_deleted():
            asking.ask_to_purge(self, deleted, self._requests)
        elif chosen := self.chosen():
            asking.ask_to_delete(self, ids_of(chosen), self._requests)
        elif (folder := self.history.folder_at(self.currentIndex())) and not folder.deleted:
            asking.ask_to_delete_folder(self, folder, self._workspace)


def deletes_chat(event: QKeyEvent) -> bool:
    """Return True for Shift+Delete and Ctrl+Backspace (Command+Backspace on macOS)."""
    key, modifiers = event.key(), event.modifiers()
    by_delete = key == Qt.Key.Key_Delete and modifiers == Qt.KeyboardModifier.ShiftModifier
    by_backspace = key == Qt.Key.Key_Backspace and modifiers == Qt.KeyboardModifier.ControlModifier
    return by_delete or by_backspace
