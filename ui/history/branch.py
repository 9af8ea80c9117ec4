"""The rows beneath the list of the history, or beneath one of its folders."""

from collections.abc import Sequence
from datetime import date

from ui.history.sections import section_of
from ui.state.conversation_entry import ConversationEntry, Folder

Item = ConversationEntry | Folder
Row = Item | str


class Branch:
    """Conversations in their order, those of the list beneath `head` and with headings between
    them. `folder_id` is 0 for the list. `more` is True if there are further ones to read."""

    def __init__(self, folder_id: int = 0) -> None:
        self.folder_id = folder_id
        self.head: list[Row] = []
        self.rows: list[Row] = []
        self.more = True

    def entries(self) -> list[ConversationEntry]:
        return [row for row in self.rows if isinstance(row, ConversationEntry)]

    def row_of(self, conversation_id: int) -> int:
        """Return the row of a conversation, or -1 if it has not been read."""
        for row, it in enumerate(self.rows):
            if isinstance(it, ConversationEntry) and it.conversation_id == conversation_id:
                return row
        return -1

    def rows_of(
        self, entries: Sequence[ConversationEntry], today: date, before: str = ""
    ) -> list[Row]:
        """Put headings between the entries of the list. `before` is the heading of the row
        above."""
        if self.folder_id:
            return list(entries)
        rows: list[Row] = []
        for entry in entries:
            if (section := section_of(entry, today)) != before:
                rows.append(section)
                before = section
            rows.append(entry)
        return rows

    def replaced(self, conversation_id: int, entry: ConversationEntry | None, today: date) -> bool:
        """Replace the entry in its row; return True if it can stay there."""
        row = self.row_of(conversation_id)
        if row < 0 or entry is None:
            return row < 0 and entry is None
        above, [before], below = (
            [it for it in rows if isinstance(it, ConversationEntry)]
            for rows in (
                self.rows[max(row - 2, 0) : row],
                self.rows[row : row + 1],
                self.rows[row + 1 : row + 3],
            )
        )
        stays = (
            section_of(entry, today) == section_of(before, today)
            and all(_key(it) > _key(entry) for it in above)
            and all(_key(it) < _key(entry) for it in below)
        )
        if stays:
            self.rows[row] = entry
        return stays

    def place(self, entries: list[ConversationEntry], entry: ConversationEntry) -> None:
        """Insert an entry among others, unless it is read later."""
        at = next((at for at, it in enumerate(entries) if _key(it) < _key(entry)), len(entries))
        if at < len(entries) or not self.more:
            entries.insert(at, entry)


def _key(entry: ConversationEntry) -> tuple[bool, float, int]:
    return entry.pinned, entry.updated, entry.conversation_id


def row_key(row: Row) -> str | int:
    """Return what identifies a row among those of its branch."""
    if isinstance(row, str):
        return row
    return -row.folder_id if isinstance(row, Folder) else row.conversation_id


def ids_of(rows: Sequence[Item]) -> tuple[int, ...]:
    """Return the ids of conversations and folders, which share one counter."""
    return tuple(it.folder_id if isinstance(it, Folder) else it.conversation_id for it in rows)
