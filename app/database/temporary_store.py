"""The records of a temporary conversation: in memory alone, written and read as those on disk."""

import sqlite3
import time
from collections.abc import Callable, Iterable
from typing import Any

from app.database import schema, writes
from app.database.reader import Reader
from app.database.rows import ConversationRecord, DraftRecord, MessageRecord


class TemporaryStore(Reader):
    """Has the part of Store that records one conversation. Used on the Qt thread. `next_id` is that
    of the store on disk, so that the ids stay when the conversation is kept."""

    def __init__(self, next_id: Callable[[], int]) -> None:
        connection = sqlite3.connect(":memory:", isolation_level=None)
        # SQLite would write large intermediate results to a file
        connection.execute("PRAGMA temp_store = MEMORY")
        schema.migrate(connection, schema.MIGRATIONS)
        super().__init__(connection)
        self.next_id = next_id

    def now(self) -> float:
        return time.time()

    def save_conversation(self, record: ConversationRecord) -> None:
        writes.save_conversation(record, self.connection)

    def update_conversation(self, conversation_id: int, **fields: Any) -> None:
        writes.update_conversation(conversation_id, fields, self.connection)

    def save_message(self, record: MessageRecord) -> None:
        writes.save_message(record, self.connection)

    def set_head(
        self, conversation_id: int, branch: int, message_id: int, told_from: int = 0
    ) -> None:
        writes.set_head(conversation_id, branch, message_id, told_from, self.connection)

    def delete_messages(self, conversation_id: int, ids: Iterable[int]) -> None:
        writes.mark_messages(conversation_id, tuple(ids), True, self.connection)

    def undelete_messages(self, conversation_id: int, ids: Iterable[int]) -> None:
        writes.mark_messages(conversation_id, tuple(ids), False, self.connection)

    def save_draft(self, record: DraftRecord) -> None:
        writes.save_draft(record, self.connection)
