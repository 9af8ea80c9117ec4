"""The folders and conversations of the history as a tree, with a heading above each section."""

from collections.abc import Collection, Iterator
from typing import Any

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QObject,
    Qt,
)

from ui.history import row_changes
from ui.history.branch import Branch, Item, Row, row_key
from ui.history.folder_places import FolderPlaces
from ui.history.row_words import deleted_subtitle, spoken, spoken_folder, subtitle_of, title_of
from ui.history.sections import section_of, today
from ui.look.language import tr
from ui.state.conversation import Activity
from ui.state.conversation_entry import LONGEST_FOLDER, ConversationEntry, Folder, HistoryFilter
from ui.state.history_state import EmptySource, FolderOrder, HistorySource
from ui.state.requests import HistoryRequests
from ui.widgets.row_list import Index

PAGE = 200
_RECENTLY_DELETED = HistoryFilter(archived=None, deleted=True)
# Ids of dragged conversations, separated by commas.
CHATS = "application/x-duologue-chats"
SUBTITLE = Qt.ItemDataRole.UserRole
ACTIVITY = Qt.ItemDataRole.UserRole + 1
SHOWN = Qt.ItemDataRole.UserRole + 2
COUNT = Qt.ItemDataRole.UserRole + 3
# Qt asks for the flags of a row several times as it lays it out: combining them takes longer.
_FLAG = Qt.ItemFlag
_USUAL = _FLAG.ItemIsEnabled | _FLAG.ItemIsSelectable
_FOLDER = _USUAL | _FLAG.ItemIsEditable | _FLAG.ItemIsDropEnabled
_DELETED = _USUAL | _FLAG.ItemNeverHasChildren
_ENTRY = _DELETED | _FLAG.ItemIsEditable | _FLAG.ItemIsDragEnabled


class HistoryModel(QAbstractItemModel):
    """Reads a page of `PAGE` entries once the page before has been shown, and those of a folder
    once that is open. A row is an entry, a folder or the text of a heading.

    Folders stand above the conversations that are in none, or those in Recently Deleted above its
    conversations. Where a filter chooses, or the archive is listed, all that was found stands in
    one list instead, without folders.
    """

    def __init__(self, requests: HistoryRequests, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._source: HistorySource = EmptySource()
        self._today = today()
        self._list = Branch()
        # The rows of the folders, until rows of the list change.
        self._folder_rows: dict[int, int] | None = None
        self._inside: dict[int, Branch] = {}
        self._activities: dict[int, Activity] = {}
        # The conversation in front.
        self.shown = 0
        self._folders: list[Folder] = []
        self._places = FolderPlaces()
        self._order = FolderOrder.NAME
        self.filter = HistoryFilter()

    # --- what is in it ---------------------------------------------------------------------

    def set_source(self, source: HistorySource) -> None:
        self._source = source
        self.reload()

    def set_filter(self, wanted: HistoryFilter) -> None:
        if wanted != self.filter:
            self.filter = wanted
            self.reload()

    def set_order(self, order: FolderOrder) -> None:
        if order is not self._order:
            self._order = order
            self._show_folders()

    def reload(self) -> None:
        self.beginResetModel()
        self._folders = self._source.folders()
        self._places = self._read_places()
        self._inside.clear()
        self._list.head = self._head()
        entries = self._read(self._list, 0, PAGE)
        self._list.more = len(entries) == PAGE
        self._folder_rows = None
        self._list.rows = self._list.head + self._list.rows_of(entries, self._today)
        self.endResetModel()

    def refresh(self, changed: Collection[int]) -> None:
        """Update conversations that were added, removed or changed; 0 stands for the folders."""
        former = {it.folder_id for it in self._folders}
        if 0 in changed:
            self._folders = self._source.folders()
        now = {it.folder_id for it in self._folders}
        # A folder leaves, and comes back, with its conversations.
        if now != former or len(changed) > PAGE:
            self._refresh_all(former - now)
            return
        entries = self._source.entries(self.filter, 0, PAGE, changed)
        found = {it.conversation_id: it for it in entries}
        touched = self._places.update(changed, found) if self._is_tree else {0}
        for branch in self._branches():
            if branch.folder_id in touched:
                self._refresh_branch(branch, changed, found)
        self._show_folders()
        if 0 in changed:
            self._tell_all()
        self._tell(changed)

    def go_to_today(self) -> None:
        """Sort the rows into the sections of another day, once the day has changed."""
        if self._today != today():
            self._today = today()
            self._show(self._list, self._list.entries())
            self._tell_all()

    def set_activity(self, conversation_id: int, activity: Activity) -> None:
        if activity is Activity.IDLE:
            self._activities.pop(conversation_id, None)
        else:
            self._activities[conversation_id] = activity
        self._tell({conversation_id})

    def set_shown(self, conversation_id: int) -> None:
        """Mark the conversation in front, and its folder."""
        before, self.shown = self.shown, conversation_id
        self._tell({before, conversation_id})

    @property
    def has_folders(self) -> bool:
        """Return True if folders are listed into which chats can be moved."""
        return self._is_tree and bool(self._folders)

    def index_of(self, conversation_id: int) -> QModelIndex:
        """Return the index of a conversation, which is invalid if it has not been read."""
        inside = self._places.folder_of(conversation_id) if self._is_tree else 0
        branch = self._inside.get(inside) if inside else self._list
        row = branch.row_of(conversation_id) if branch else -1
        return self.createIndex(row, 0, inside) if row >= 0 else QModelIndex()

    def index_of_folder(self, folder_id: int) -> QModelIndex:
        if self._folder_rows is None:
            rows = enumerate(self._list.rows)
            self._folder_rows = {it.folder_id: at for at, it in rows if isinstance(it, Folder)}
        row = self._folder_rows.get(folder_id)
        return QModelIndex() if row is None else self.createIndex(row, 0, 0)

    def folders(self) -> list[Folder]:
        """Return the listed folders in their order."""
        return [it for it in self._list.head if isinstance(it, Folder)]

    def entry_at(self, index: Index) -> ConversationEntry | None:
        row = self._row(index)
        return row if isinstance(row, ConversationEntry) else None

    def folder_at(self, index: Index) -> Folder | None:
        row = self._row(index)
        return row if isinstance(row, Folder) else None

    def deleted_at(self, index: Index) -> Item | None:
        """Return a conversation or folder in Recently Deleted."""
        row = self._row(index)
        return None if isinstance(row, str) or not row.deleted else row

    # --- as Qt asks for it -----------------------------------------------------------------

    def index(self, row: int, column: int = 0, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        branch = self._branch(parent)
        if branch is None or column or not 0 <= row < len(branch.rows):
            return QModelIndex()
        return self.createIndex(row, column, branch.folder_id)

    def parent(self, child: Index | None = None) -> Any:
        if child is None:
            return super().parent()
        inside = child.internalId() if child.isValid() else 0
        return self.index_of_folder(inside) if inside else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        branch = self._branch(parent)
        return len(branch.rows) if branch else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 1

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008
        if not parent.isValid():
            return bool(self._list.rows)
        folder = self.folder_at(parent)
        return folder is not None and self._places.count(folder.folder_id) > 0

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._row(index)
        if isinstance(row, str):
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return row if is_text else None
        return self._of_folder(row, role) if isinstance(row, Folder) else self._of_entry(row, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        row = self._row(index)
        if isinstance(row, str):
            return Qt.ItemFlag.NoItemFlags
        if row.deleted:
            return _DELETED
        return _FOLDER if isinstance(row, Folder) else _ENTRY

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        row, name = self._row(index), " ".join(str(value).split())
        if isinstance(row, str) or role != Qt.ItemDataRole.EditRole or not name:
            return False
        if isinstance(row, Folder):
            if name != row.name:
                self._requests.folder_renamed.emit(row.folder_id, name[:LONGEST_FOLDER])
        elif name != row.title:
            self._requests.renamed.emit(row.conversation_id, name)
        return True

    def mimeTypes(self) -> list[str]:
        return [CHATS]

    def mimeData(self, indexes: Collection[QModelIndex]) -> QMimeData:
        found = [entry.conversation_id for it in indexes if (entry := self.entry_at(it))]
        data = QMimeData()
        data.setData(CHATS, ",".join(map(str, found)).encode())
        return data

    def has_more(self, parent: Index) -> bool:
        """Return True if there are conversations beneath an index that were not read. A tree view
        would call Qt's own `fetchMore` at every layout, until all are read."""
        branch = self._branch(parent)
        return branch is not None and branch.more and self.hasChildren(parent)

    def read_more(self, parent: Index) -> None:
        branch = self._branch(parent)
        if branch is None:
            return
        if branch.folder_id:
            self._inside[branch.folder_id] = branch
        entries = branch.entries()
        page = self._read(branch, len(entries), PAGE)
        branch.more = len(page) == PAGE
        known = {it.conversation_id for it in entries}
        last = section_of(entries[-1], self._today) if entries else ""
        new = [it for it in page if it.conversation_id not in known]
        if rows := branch.rows_of(new, self._today, last):
            first = len(branch.rows)
            self.beginInsertRows(self._index(branch), first, first + len(rows) - 1)
            branch.rows += rows
            self.endInsertRows()

    # --- inside ----------------------------------------------------------------------------

    def _of_folder(self, folder: Folder, role: int) -> Any:
        roles = Qt.ItemDataRole
        if role in (roles.DisplayRole, roles.EditRole, roles.ToolTipRole):
            return folder.name
        if role == COUNT:
            return self._places.count(folder.folder_id)
        if role == SHOWN:
            return self._places.folder_of(self.shown) == folder.folder_id
        if role == ACTIVITY:
            return self._places.activity(folder.folder_id, self._activities)
        if role == SUBTITLE:
            return deleted_subtitle(folder, self._today)
        if role == roles.AccessibleTextRole:
            return spoken_folder(folder, *(self._of_folder(folder, it) for it in (COUNT, ACTIVITY)))
        return None

    def _of_entry(self, entry: ConversationEntry, role: int) -> Any:
        roles = Qt.ItemDataRole
        activity = self._activities.get(entry.conversation_id, Activity.IDLE)
        if role in (roles.DisplayRole, roles.EditRole):
            return title_of(entry)
        if role == SUBTITLE:
            return subtitle_of(entry, self._today, self._folder_of(entry))
        if role == ACTIVITY:
            return activity
        if role == SHOWN:
            return entry.conversation_id == self.shown
        if role == roles.AccessibleTextRole:
            return spoken(entry, activity)
        return None

    @property
    def _is_tree(self) -> bool:
        return self.filter == HistoryFilter()

    def _row(self, index: Index) -> Row:
        if not index.isValid():
            return ""
        inside = index.internalId()
        return (self._inside[inside] if inside else self._list).rows[index.row()]

    def _branch(self, parent: Index) -> Branch | None:
        """Return the rows beneath an index; those of a folder that was never open are empty."""
        if not parent.isValid():
            return self._list
        folder = self.folder_at(parent)
        if folder is None:
            return None
        return self._inside.get(folder.folder_id) or Branch(folder.folder_id)

    def _branches(self) -> Iterator[Branch]:
        yield self._list
        yield from self._inside.values()

    def _index(self, branch: Branch) -> QModelIndex:
        return self.index_of_folder(branch.folder_id) if branch.folder_id else QModelIndex()

    def _folder_of(self, entry: ConversationEntry) -> str:
        """Return the folder's name unless the entry stands beneath it."""
        folders = () if self._is_tree else self._folders
        return next((it.name for it in folders if it.folder_id == entry.folder_id), "")

    def _head(self) -> list[Row]:
        deleted = self.filter == _RECENTLY_DELETED
        folders = self._source.deleted_folders() if deleted else []
        if self._is_tree:
            folders = self._places.sorted(self._folders, self._order)
        return [tr("Folders"), *folders] if folders else []

    def _read(self, branch: Branch, offset: int, limit: int) -> list[ConversationEntry]:
        if not self._is_tree:
            return self._source.entries(self.filter, offset, limit)
        return self._source.entries(HistoryFilter(folder_id=branch.folder_id), offset, limit)

    def _read_places(self) -> FolderPlaces:
        return FolderPlaces(self._source.places() if self._folders else {})

    def _refresh_all(self, gone: Collection[int]) -> None:
        """Read again what was read before; the folders that are `gone` leave."""
        self._places = self._read_places()
        self._list.head = self._head()
        for branch in self._branches():
            if branch.folder_id not in gone:
                count = max(len(branch.entries()), PAGE)
                found = self._read(branch, 0, count)
                branch.more = len(found) == count
                self._show(branch, found)
        for folder_id in gone:
            self._inside.pop(folder_id, None)
        self._tell_all()

    def _refresh_branch(
        self, branch: Branch, changed: Collection[int], found: dict[int, ConversationEntry]
    ) -> None:
        folder = branch.folder_id
        if self._is_tree:
            found = {number: it for number, it in found.items() if it.folder_id == folder}
        moved = {it for it in changed if not branch.replaced(it, found.get(it), self._today)}
        if moved:
            entries = [it for it in branch.entries() if it.conversation_id not in moved]
            for conversation_id in moved & found.keys():
                branch.place(entries, found[conversation_id])
            self._show(branch, entries)

    def _show_folders(self) -> None:
        head = self._head()
        if head != self._list.head:
            self._list.head = head
            self._show(self._list, self._list.entries())

    def _show(self, branch: Branch, entries: list[ConversationEntry]) -> None:
        wanted = branch.head + branch.rows_of(entries, self._today)
        by_key = {row_key(row): row for row in wanted}
        above, rows = self._index(branch), branch.rows
        for step in row_changes.steps([row_key(row) for row in rows], list(by_key)):
            if isinstance(step, row_changes.Removed):
                self.beginRemoveRows(above, *step)
                del rows[step.first : step.last + 1]
                self._folder_rows = None
                self.endRemoveRows()
            elif isinstance(step, row_changes.Inserted):
                self.beginInsertRows(above, *step)
                rows[step.first : step.first] = wanted[step.first : step.last + 1]
                self._folder_rows = None
                self.endInsertRows()
            elif isinstance(step, row_changes.Moved):
                target = step.to + (step.to > step.row)
                self.beginMoveRows(above, step.row, step.row, above, target)
                rows.insert(step.to, rows.pop(step.row))
                self._folder_rows = None
                self.endMoveRows()
        rows[:] = wanted

    def _tell_all(self) -> None:
        self.dataChanged.emit(self.index(0), self.index(len(self._list.rows) - 1))

    def _tell(self, changed: Collection[int]) -> None:
        for conversation_id in changed:
            folder = self.index_of_folder(self._places.folder_of(conversation_id))
            for index in filter(QModelIndex.isValid, (self.index_of(conversation_id), folder)):
                self.dataChanged.emit(index, index)
