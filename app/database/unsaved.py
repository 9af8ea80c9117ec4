"""Changes that could not be written yet, merged in memory with what is on disk."""

import sqlite3
from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import Any

from app.database import schema
from app.database.reader import Reader
from app.database.writes import Write
from ui.state.conversation_entry import ConversationEntry, HistoryFilter

_TABLES = {
    "conversations": "id",
    "messages": "conversation_id",
    "message_files": "conversation_id",
    "heads": "conversation_id",
    "drafts": "conversation_id",
}


class UnsavedOverlay:
    """An in-memory database of unsaved changes. A conversation is copied from disk before its first
    change; `disk` is None if it cannot be read."""

    def __init__(self, disk: Reader | None) -> None:
        self._disk = disk
        connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        schema.migrate(connection, schema.MIGRATIONS)
        self.reader = Reader(connection)
        self.conversations: set[int] = set()
        for table in ("folders", "deleted_folders", "states"):
            self._copy(f"SELECT * FROM {table}", table)

    def close(self) -> None:
        self.reader.close()

    def apply(self, writes: Iterable[Write]) -> None:
        for write in writes:
            if write.conversation_id is not None:
                self._copy_conversation(write.conversation_id)
            elif write.touches == 0:
                self._copy_conversations_in_folders()
            with suppress(sqlite3.Error, ValueError, TypeError, OverflowError):
                write.run(self.reader.connection)

    def entries(
        self, wanted: HistoryFilter, offset: int, limit: int, only: Collection[int] | None
    ) -> list[ConversationEntry]:
        found = self.reader.entries(wanted, 0, offset + limit, only)
        if self._disk:
            more = offset + limit + len(self.conversations)
            with suppress(sqlite3.Error):
                on_disk = self._disk.entries(wanted, 0, more, only)
                found += [it for it in on_disk if it.conversation_id not in self.conversations]
        found.sort(key=lambda it: (it.pinned, it.updated, it.conversation_id), reverse=True)
        return found[offset : offset + limit]

    def _copy_conversation(self, conversation_id: int) -> None:
        if conversation_id in self.conversations:
            return
        self.conversations.add(conversation_id)
        for table, column in _TABLES.items():
            self._copy(f"SELECT * FROM {table} WHERE {column} = ?", table, conversation_id)

    def _copy_conversations_in_folders(self) -> None:
        for (conversation_id,) in self._on_disk("SELECT id FROM conversations WHERE folder_id"):
            self._copy_conversation(conversation_id)

    def _copy(self, query: str, table: str, *values: int) -> None:
        rows = self._on_disk(query, *values)
        if rows:
            marks = ", ".join("?" * len(rows[0]))
            self.reader.connection.executemany(
                f"INSERT OR IGNORE INTO {table} VALUES({marks})", rows
            )

    def _on_disk(self, query: str, *values: int) -> list[tuple[Any, ...]]:
        """Return as many rows as can be read."""
        if self._disk:
            with suppress(sqlite3.Error):
                return self._disk.connection.execute(query, values).fetchall()
        return []
