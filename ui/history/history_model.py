"""The conversations of the history as rows, with a heading above each section."""

from collections.abc import Collection
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from ui.history.row_changes import Inserted, Moved, Removed, steps
from ui.history.row_words import spoken, subtitle_of, title_of
from ui.history.sections import section_of, today
from ui.state.conversation_entry import ConversationEntry, HistoryFilter
from ui.state.history_state import HistorySource
from ui.state.requests import HistoryRequests

PAGE = 200
Index = QModelIndex | QPersistentModelIndex
Row = ConversationEntry | str
SUBTITLE = Qt.ItemDataRole.UserRole
ENTRY = Qt.ItemDataRole.UserRole + 1
ACTIVE = Qt.ItemDataRole.UserRole + 2
SHOWN = Qt.ItemDataRole.UserRole + 3


class HistoryModel(QAbstractListModel):
    """Reads a page of `PAGE` entries once the page before has been shown. A row is an entry, or the
    text of a heading."""

    def __init__(self, requests: HistoryRequests, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._requests = requests
        self._source: HistorySource | None = None
        self._today = today()
        self._rows: list[Row] = []
        self._more = False
        self._active: set[int] = set()
        self._shown = 0
        self._folders: dict[int, str] = {}
        self.filter = HistoryFilter()

    # --- what is in it ---------------------------------------------------------------------

    def set_source(self, source: HistorySource) -> None:
        self._source = source
        self.reload()

    def set_filter(self, wanted: HistoryFilter) -> None:
        if wanted != self.filter:
            self.filter = wanted
            self.reload()

    def reload(self) -> None:
        self.beginResetModel()
        self._learn_folders()
        entries = self._read(0, PAGE)
        self._more = len(entries) == PAGE
        self._rows = self._rows_of(entries)
        self.endResetModel()

    def refresh(self, changed: Collection[int]) -> None:
        """Update conversations that were added, removed or changed; 0 stands for the folders."""
        if 0 in changed:
            self._learn_folders()
            self._tell_all()
        if len(changed) > PAGE:
            count = max(len(self._entries()), PAGE)
            found = self._read(0, count)
            self._more = len(found) == count
            self._show(found)
            self._tell_all()
            return
        found = {it.conversation_id: it for it in self._read(0, PAGE, changed)}
        moved = {it for it in changed if not self._replaced(it, found.get(it))}
        if moved:
            entries = [it for it in self._entries() if it.conversation_id not in moved]
            for conversation_id in moved & found.keys():
                self._place(entries, found[conversation_id])
            self._show(entries)
        self._tell(changed)

    def go_to_today(self) -> None:
        """Sort the rows into the sections of another day, once the day has changed."""
        if self._today != today():
            self._today = today()
            self._show(self._entries())
            self._tell_all()

    def set_active(self, conversation_id: int, active: bool) -> None:
        """Mark a conversation in which a reply grows."""
        (self._active.add if active else self._active.discard)(conversation_id)
        self._tell({conversation_id})

    def set_shown(self, conversation_id: int) -> None:
        """Mark the conversation in front."""
        before, self._shown = self._shown, conversation_id
        self._tell({before, conversation_id})

    def row_of(self, conversation_id: int) -> int:
        """Return the row of a conversation, or -1 if it has not been read."""
        for row, it in enumerate(self._rows):
            if not isinstance(it, str) and it.conversation_id == conversation_id:
                return row
        return -1

    def entry_at(self, index: Index) -> ConversationEntry | None:
        row = self._rows[index.row()] if index.isValid() else ""
        return None if isinstance(row, str) else row

    def is_heading(self, row: int) -> bool:
        return isinstance(self._rows[row], str)

    # --- as Qt asks for it -----------------------------------------------------------------

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        row = self._rows[index.row()]
        if isinstance(row, str):
            is_text = role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            return row if is_text else None
        return self._of_entry(row, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        entry = self.entry_at(index)
        if entry is None:
            return Qt.ItemFlag.NoItemFlags
        flag = Qt.ItemFlag
        usual = flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemNeverHasChildren
        return usual if entry.deleted else usual | flag.ItemIsEditable

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        entry = self.entry_at(index)
        title = " ".join(str(value).split())
        if entry is None or role != Qt.ItemDataRole.EditRole or not title:
            return False
        if title != entry.title:
            self._requests.renamed.emit(entry.conversation_id, title)
        return True

    def canFetchMore(self, parent: Index) -> bool:
        return self._more and not parent.isValid()

    def fetchMore(self, parent: Index) -> None:
        entries = self._entries()
        page = self._read(len(entries), PAGE)
        self._more = len(page) == PAGE
        known = {it.conversation_id for it in entries}
        last = section_of(entries[-1], self._today) if entries else ""
        rows = self._rows_of([it for it in page if it.conversation_id not in known], last)
        if rows:
            first = len(self._rows)
            self.beginInsertRows(QModelIndex(), first, first + len(rows) - 1)
            self._rows += rows
            self.endInsertRows()

    # --- inside ----------------------------------------------------------------------------

    def _of_entry(self, entry: ConversationEntry, role: int) -> Any:
        roles = Qt.ItemDataRole
        if role in (roles.DisplayRole, roles.EditRole):
            return title_of(entry)
        if role == SUBTITLE:
            return subtitle_of(entry, self._today, self._folder_of(entry))
        if role == ENTRY:
            return entry
        if role == ACTIVE:
            return entry.conversation_id in self._active
        if role == SHOWN:
            return entry.conversation_id == self._shown
        if role == roles.AccessibleTextRole:
            return spoken(entry, active=entry.conversation_id in self._active)
        return None

    def _folder_of(self, entry: ConversationEntry) -> str:
        """Return the folder's name if conversations of all folders are listed."""
        return self._folders.get(entry.folder_id, "") if self.filter.folder_id is None else ""

    def _learn_folders(self) -> None:
        folders = self._source.folders() if self._source else ()
        self._folders = {it.folder_id: it.name for it in folders}

    def _read(
        self, offset: int, limit: int, only: Collection[int] | None = None
    ) -> list[ConversationEntry]:
        return self._source.entries(self.filter, offset, limit, only) if self._source else []

    def _entries(self) -> list[ConversationEntry]:
        return [row for row in self._rows if not isinstance(row, str)]

    def _replaced(self, conversation_id: int, entry: ConversationEntry | None) -> bool:
        """Replace the entry in its row; return True if it can stay there."""
        row = self.row_of(conversation_id)
        if row < 0 or entry is None:
            return row < 0 and entry is None
        above, [before], below = (
            [it for it in rows if not isinstance(it, str)]
            for rows in (
                self._rows[max(row - 2, 0) : row],
                self._rows[row : row + 1],
                self._rows[row + 1 : row + 3],
            )
        )
        stays = (
            section_of(entry, self._today) == section_of(before, self._today)
            and all(_key(it) > _key(entry) for it in above)
            and all(_key(it) < _key(entry) for it in below)
        )
        if stays:
            self._rows[row] = entry
        return stays

    def _place(self, entries: list[ConversationEntry], entry: ConversationEntry) -> None:
        at = next((at for at, it in enumerate(entries) if _key(it) < _key(entry)), len(entries))
        # An entry after all that were read is read later.
        if at < len(entries) or not self._more:
            entries.insert(at, entry)

    def _rows_of(self, entries: list[ConversationEntry], before: str = "") -> list[Row]:
        """Put headings between entries. `before` is the heading of the row above."""
        rows: list[Row] = []
        for entry in entries:
            if (section := section_of(entry, self._today)) != before:
                rows.append(section)
                before = section
            rows.append(entry)
        return rows

    def _show(self, entries: list[ConversationEntry]) -> None:
        wanted = self._rows_of(entries)
        by_key = {_row_key(row): row for row in wanted}
        nowhere = QModelIndex()
        for step in steps([_row_key(row) for row in self._rows], list(by_key)):
            if isinstance(step, Removed):
                self.beginRemoveRows(nowhere, *step)
                del self._rows[step.first : step.last + 1]
                self.endRemoveRows()
            elif isinstance(step, Inserted):
                self.beginInsertRows(nowhere, *step)
                self._rows[step.first : step.first] = wanted[step.first : step.last + 1]
                self.endInsertRows()
            elif isinstance(step, Moved):
                target = step.to + (step.to > step.row)
                self.beginMoveRows(nowhere, step.row, step.row, nowhere, target)
                self._rows.insert(step.to, self._rows.pop(step.row))
                self.endMoveRows()
        self._rows = wanted

    def _tell_all(self) -> None:
        self.dataChanged.emit(self.index(0), self.index(len(self._rows) - 1))

    def _tell(self, changed: Collection[int]) -> None:
        for conversation_id in changed:
            if (row := self.row_of(conversation_id)) >= 0:
                index = self.index(row)
                self.dataChanged.emit(index, index)


def _key(entry: ConversationEntry) -> tuple[bool, float, int]:
    return entry.pinned, entry.updated, entry.conversation_id


def _row_key(row: Row) -> str | int:
    return row if isinstance(row, str) else row.conversation_id
