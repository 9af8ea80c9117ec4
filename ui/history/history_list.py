"""The list of stored conversations: it opens and renames them, and has their menu."""

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractItemDelegate,
    QAbstractItemView,
    QApplication,
    QListView,
    QWidget,
)
from shiboken6 import isValid

from ui.history.asking import ask_to_delete, ask_to_purge
from ui.history.history_menu import history_menu
from ui.history.history_model import HistoryModel
from ui.history.row_delegate import RowDelegate
from ui.look.language import tr
from ui.state.conversation_entry import ConversationEntry
from ui.state.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
_OPENING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_PLAIN = (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier)


class HistoryList(QListView):
    """Return or a click opens a conversation; several are selected with Ctrl and Shift. Nothing is
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

    def show_conversation(self, conversation_id: int) -> None:
        """Mark the current conversation; the row with the focus stays."""
        self.history.set_shown(conversation_id)
        if not self.hasFocus() and (row := self.history.row_of(conversation_id)) >= 0:
            index = self.history.index(row)
            self.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect
            )
            self.scrollTo(index)

    def chosen(self) -> list[ConversationEntry]:
        """Return the selected entries from top to bottom."""
        indexes = sorted(self.selectionModel().selectedIndexes(), key=QModelIndex.row)
        return [entry for it in indexes if (entry := self.history.entry_at(it))]

    def rename(self) -> None:
        """Edit the title of the current row, unless it is being edited."""
        editing = self.state() == QAbstractItemView.State.EditingState
        index = self.currentIndex()
        if not editing and self.history.flags(index) & Qt.ItemFlag.ItemIsEditable:
            self.edit(index)

    def rename_conversation(self, conversation_id: int) -> bool:
        """Edit a title, then restore the focus. Return False if the conversation is not listed."""
        while (row := self.history.row_of(conversation_id)) < 0:
            if not self.history.canFetchMore(QModelIndex()):
                return False
            self.history.fetchMore(QModelIndex())
        self._back = QApplication.focusWidget()
        index = self.history.index(row)
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
        if not self.history.entry_at(self.currentIndex()):
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
        elif key == Qt.Key.Key_Up and plain and self.currentIndex().row() <= 1:
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
        entry = self.history.entry_at(index)
        if entry is None:
            return
        chosen = self.chosen()
        if entry not in chosen:
            chosen = [entry]
        menu = history_menu(self, chosen, self._workspace)
        if len(chosen) == 1 and not chosen[0].deleted:
            first = menu.actions()[1]
            renaming = menu.addAction(tr("Rename"), lambda: self._rename(chosen[0]))
            renaming.setShortcut(self.rename_keys())
            renaming.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            renaming.setShortcutVisibleInContextMenu(True)
            menu.insertAction(first, renaming)
        corner = self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())
        menu.popup(corner if by_key else event.globalPos())

    def _rename(self, entry: ConversationEntry) -> None:
        row = self.history.row_of(entry.conversation_id)
        if row >= 0:
            self.setCurrentIndex(self.history.index(row))
            self.rename()

    def _clicked(self, index: QModelIndex) -> None:
        # Ctrl and Shift select several, which opens none.
        if len(self.selectionModel().selectedIndexes()) == 1:
            self._open(index)

    def _open(self, index: QModelIndex) -> None:
        if entry := self.history.entry_at(index):
            self._workspace.requests.opened.emit(entry.conversation_id, 0)

    def delete(self) -> None:
        """Delete the selected chats; those in Recently Deleted go for good."""
        chosen = self.chosen()
        ids = tuple(it.conversation_id for it in chosen)
        if ids and chosen[0].deleted:
            ask_to_purge(self, ids, self._requests)
        elif ids:
            ask_to_delete(self, ids, self._requests)


def deletes_chat(event: QKeyEvent) -> bool:
    """Return True for Shift+Delete and Ctrl+Backspace (Command+Backspace on macOS)."""
    key, modifiers = event.key(), event.modifiers()
    by_delete = key == Qt.Key.Key_Delete and modifiers == Qt.KeyboardModifier.ShiftModifier
    by_backspace = key == Qt.Key.Key_Backspace and modifiers == Qt.KeyboardModifier.ControlModifier
    return by_delete or by_backspace
