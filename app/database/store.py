"""The conversations of one data folder."""

import json
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal

from app.database import recovery, writes
from app.database.file_index import TextOf, no_text
from app.database.reader import Reader
from app.database.rows import ConversationRecord, DraftRecord, MessageRecord
from app.database.saved_database import SavedDatabase
from app.database.search import search
from ui.state.conversation_entry import (
    KEPT_DAYS,
    ConversationEntry,
    Folder,
    Found,
    HistoryFilter,
)

DAY = 24 * 60 * 60


class Store(SavedDatabase):
    """Saves, deletes and lists conversations, drafts, folders and states.

    Belongs to the Qt thread, except for `search`.
    """

    # Has the ids of conversations that were purged; `emptied` follows if they were all.
    purged = Signal(object)
    emptied = Signal()

    def __init__(self, folder: Path, text_of: TextOf = no_text) -> None:
        super().__init__(folder, text_of)
        # Purge messages that the last run deleted, and what was deleted too long ago.
        long_ago = time.time() - KEPT_DAYS * DAY
        self._queue(partial(writes.purge_deleted, long_ago), None, listed=False)

    def save_conversation(self, record: ConversationRecord) -> None:
        self._queue(partial(writes.save_conversation, record), record.conversation_id)

    def update_conversation(self, conversation_id: int, **fields: Any) -> None:
        """Update only these columns. Nothing happens if the conversation does not exist."""
        unknown = fields.keys() - set(writes.COLUMNS)
        if unknown:
            raise ValueError(f"not columns of a conversation: {unknown}")
        run = partial(writes.update_conversation, conversation_id, fields)
        self._queue(run, conversation_id, ("update", conversation_id, *sorted(fields)))

    def save_message(self, record: MessageRecord) -> None:
        run = partial(writes.save_message, record)
        self._queue(run, record.conversation_id, ("message", record.message_id))

    def set_head(
        self, conversation_id: int, branch: int, message_id: int, told_from: int = 0
    ) -> None:
        run = partial(writes.set_head, conversation_id, branch, message_id, told_from)
        self._queue(run, conversation_id, ("head", conversation_id, branch), listed=False)

    def save_whole(
        self,
        conversation_id: int,
        record: ConversationRecord | None,
        messages: Sequence[MessageRecord],
        heads: Mapping[int, tuple[int, int]],
        draft: DraftRecord | None,
    ) -> None:
        """Save everything or nothing; without `record`, only add what is new. `changed` is not
        emitted, so that lists are not reloaded for each of many: call `show` afterwards."""
        run = partial(writes.save_whole, record, messages, heads, conversation_id, draft)
        self._queue(run, conversation_id, listed=False)

    def show(self, ids: Collection[int]) -> None:
        """Emit `changed` for conversations stored by `save_whole`."""
        if ids:
            self.changed.emit(frozenset(ids))

    def delete_messages(self, conversation_id: int, ids: Iterable[int]) -> None:
        self._queue(
            partial(writes.mark_messages, conversation_id, tuple(ids), True), conversation_id
        )

    def undelete_messages(self, conversation_id: int, ids: Iterable[int]) -> None:
        self._queue(
            partial(writes.mark_messages, conversation_id, tuple(ids), False), conversation_id
        )

    def delete_conversation(self, conversation_id: int) -> None:
        """Move the conversation to Recently Deleted."""
        now = int(time.time())
        self._queue(partial(writes.mark_conversation, conversation_id, now), conversation_id)

    def undelete_conversation(self, conversation_id: int) -> None:
        self._queue(partial(writes.mark_conversation, conversation_id, 0), conversation_id)

    def purge(self, conversation_id: int) -> None:
        """Delete the conversation permanently; later changes to it are ignored."""
        self._queue(partial(writes.purge_conversation, conversation_id), conversation_id)
        self._purged.add(conversation_id)
        self.purged.emit((conversation_id,))

    def merge_words(self) -> None:
        """Merge the search index, so that it keeps no word of what was purged."""
        self._queue(writes.merge_words, None, listed=False)

    def purge_empty(self, kept: Collection[int]) -> None:
        """Purge conversations without content, except the open ones in `kept`."""
        self._queue(partial(writes.purge_empty, frozenset(kept)), None, listed=False)

    def purge_all(self) -> None:
        """Permanently delete every conversation, and everything in Recently Deleted."""
        ids = [*self.conversation_ids(), *self.restorable_ids()]
        self._queue(writes.purge_all, None)
        for conversation_id in ids:
            self.purge(conversation_id)
        self.emptied.emit()

    def save_draft(self, record: DraftRecord) -> None:
        run = partial(writes.save_draft, record)
        self._queue(run, record.conversation_id, ("draft", record.conversation_id))

    def save_folder(self, folder: Folder) -> None:
        self._queue(partial(writes.save_folder, folder), None, ("folder", folder.folder_id))

    def save_folder_settings(self, folder_id: int, settings: str) -> None:
        """Save what new chats of a folder begin with, as JSON."""
        # A barrier: the folder may not be on disk yet, and a later name must not overtake this.
        self._queue(partial(writes.save_folder_settings, folder_id, settings), None)

    def delete_folder(self, folder_id: int, *, with_conversations: bool = False) -> None:
        """Move the folder to Recently Deleted, and the conversations in it if wanted."""
        now = int(time.time())
        self._queue(partial(writes.delete_folder, folder_id, now, with_conversations), None)

    def restore_folder(self, folder_id: int) -> None:
        """Restore a folder, with its conversations that are in no other folder, and those that
        were deleted with it."""
        self._queue(partial(writes.restore_folder, folder_id), None)

    def purge_folder(self, folder_id: int) -> None:
        """Delete a folder in Recently Deleted permanently. Its conversations stay."""
        self._queue(partial(writes.purge_folder, folder_id), None)

    def save_state(self, key: str, value: Any) -> None:
        run = partial(writes.save_state, key, json.dumps(value))
        self._queue(run, None, ("state", key), listed=False)

    def conversation(self, conversation_id: int) -> ConversationRecord | None:
        return self._read_one(conversation_id, Reader.conversation, None)

    def has_messages(self, conversation_id: int) -> bool:
        return self._read_one(conversation_id, Reader.has_messages, False)

    def messages(self, conversation_id: int) -> list[MessageRecord]:
        return self._read_one(conversation_id, Reader.messages, [])

    def heads(self, conversation_id: int) -> dict[int, tuple[int, int]]:
        return self._read_one(conversation_id, Reader.heads, {})

    def draft(self, conversation_id: int) -> DraftRecord | None:
        return self._read_one(conversation_id, Reader.draft, None)

    def conversation_ids(self) -> list[int]:
        return self._ids(Reader.conversation_ids)

    def deleted_ids(self) -> list[int]:
        """Return the conversations in Recently Deleted."""
        return self._ids(Reader.deleted_ids)

    def restorable_ids(self) -> list[int]:
        """Return all deleted conversations that can be restored, including those without
        content."""
        return self._ids(Reader.restorable_ids)

    def entries(
        self,
        wanted: HistoryFilter,
        offset: int = 0,
        limit: int = 200,
        only: Collection[int] | None = None,
    ) -> list[ConversationEntry]:
        """Return conversations, pinned ones first, then newest first; limited to `only` if
        given."""
        overlay = self._overlay_of_lists()
        if overlay:
            return overlay.entries(wanted, offset, limit, only)
        return self._read(lambda it: it.entries(wanted, offset, limit, only), [])

    def models(self) -> list[str]:
        overlay = self._overlay_of_lists()
        found = set(self._read(Reader.models, []))
        return sorted(found.union(overlay.reader.models() if overlay else ()), key=str.casefold)

    def folders(self) -> list[Folder]:
        overlay = self._overlay_of_lists()
        return overlay.reader.folders() if overlay else self._read(Reader.folders, [])

    def deleted_folders(self) -> list[Folder]:
        """Return the folders in Recently Deleted, the latest deleted first."""
        overlay = self._overlay_of_lists()
        if overlay:
            return overlay.reader.deleted_folders()
        return self._read(Reader.deleted_folders, [])

    def folder_settings(self, folder_id: int) -> str:
        """Return what new chats of a folder begin with, as JSON."""
        overlay = self._overlay_of()
        if overlay:
            return overlay.reader.folder_settings(folder_id)
        return self._read(lambda it: it.folder_settings(folder_id), "{}")

    def folder_members(self, folder_id: int) -> list[int]:
        """Return the conversations of a folder, including those in the archive."""
        return self._ids(lambda it: it.folder_members(folder_id))

    def places(self) -> dict[int, tuple[int, float]]:
        """Return the folder and the time of each conversation that is listed in a folder."""
        overlay = self._overlay_of_lists()
        found = self._read(Reader.places, {})
        if overlay:
            there = {it: place for it, place in found.items() if it not in overlay.conversations}
            found = there | overlay.reader.places()
        return found

    def state(self, key: str) -> Any:
        overlay = self._overlay_of()
        return overlay.reader.state(key) if overlay else self._read(lambda it: it.state(key), None)

    def used_files(self) -> set[str] | None:
        """Return the hashes of all files that messages, drafts and folders refer to, including
        deleted ones not yet purged. Return None if that cannot be known: the database is read-only,
        or a damaged one that was set aside may refer to other files."""
        if self.read_only or recovery.damaged_databases(self.database_path):
            return None
        overlay = self._overlay_of()
        found = self._read(Reader.used_files, None)
        if overlay and found is not None:
            found |= overlay.reader.used_files()
        return found

    def search(self, text: str, wanted: HistoryFilter, limit: int = 50) -> list[Found]:
        """Search all saved conversations. Callable on any thread; unsaved changes are not found."""
        return self._read_on_any_thread(lambda it: search(it, text, wanted, limit), [])
