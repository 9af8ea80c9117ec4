"""All changes to the database: each function makes one, inside the writer's transaction."""

import json
import sqlite3
from collections.abc import Callable, Collection, Iterable, Mapping

from app.database import index_words
from app.database.file_index import forget_files, forget_unused
from app.database.indexing import index_message, index_title, message_words
from app.database.rows import ConversationRecord, DraftRecord, FileUse, MessageRecord
from engine.frozen import frozen
from ui.state.conversation_entry import Folder

INTERRUPTED = "interrupted"

# Columns that `update_conversation` may set.
COLUMNS = ("title", "named", "updated", "pinned", "archived", "folder_id", "model", "settings")
_INDEXES = ("message_words", "title_words", "file_words")


@frozen
class Write:
    """A change of one conversation, or of none. A later write with the same `key` supersedes it; a
    write without a key is a barrier between those before and after it. `touches` is the
    conversation whose list entry may change, or 0 for the folders."""

    run: Callable[[sqlite3.Connection], object]
    conversation_id: int | None = None
    key: tuple[object, ...] | None = None
    touches: int | None = None


def coalesced(writes: Iterable[Write]) -> list[Write]:
    """Return the writes that no later write supersedes."""
    kept: dict[object, Write] = {}
    parts = 0
    for write in writes:
        parts += write.key is None
        key = (parts, write.key)
        kept.pop(key, None)
        kept[key] = write
    return list(kept.values())


def save_conversation(record: ConversationRecord, connection: sqlite3.Connection) -> None:
    before = connection.execute(
        "SELECT title FROM conversations WHERE id = ?", (record.conversation_id,)
    ).fetchone()
    title = index_words.printable(record.title)
    connection.execute(
        """INSERT INTO conversations(id, kind, title, named, created, updated, pinned, archived,
            folder_id, model, settings) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET kind = excluded.kind, title = excluded.title,
            named = excluded.named, created = excluded.created,
            updated = max(updated, excluded.updated), pinned = excluded.pinned,
            archived = excluded.archived, folder_id = excluded.folder_id, model = excluded.model,
            settings = excluded.settings""",
        (
            record.conversation_id,
            record.kind.value,
            title,
            record.named,
            record.created,
            record.updated,
            record.pinned,
            record.archived,
            record.folder_id,
            index_words.printable(record.model),
            index_words.printable(record.settings),
        ),
    )
    index_title(connection, record.conversation_id, before[0] if before else None, title)


def update_conversation(
    conversation_id: int, fields: dict[str, object], connection: sqlite3.Connection
) -> None:
    before = connection.execute(
        "SELECT title FROM conversations WHERE id = ?", (conversation_id,)
    ).fetchone()
    if before is None:
        return
    plain = {
        name: index_words.printable(it) if isinstance(it, str) else it
        for name, it in fields.items()
    }
    assigned = ", ".join(
        "updated = max(updated, ?)" if name == "updated" else f"{name} = ?" for name in plain
    )
    connection.execute(
        f"UPDATE conversations SET {assigned} WHERE id = ?", (*plain.values(), conversation_id)
    )
    if "title" in plain:
        index_title(connection, conversation_id, before[0], str(plain["title"]))


def save_message(record: MessageRecord, connection: sqlite3.Connection) -> None:
    before = message_words(connection, record.message_id)
    connection.execute(
        """INSERT INTO messages(id, conversation_id, branch, parent_id, role, state, created,
            content, reasoning, data) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT(id) DO UPDATE SET conversation_id = excluded.conversation_id,
            branch = excluded.branch, parent_id = excluded.parent_id, role = excluded.role,
            state = excluded.state, created = excluded.created, content = excluded.content,
            reasoning = excluded.reasoning, data = excluded.data""",
        (
            record.message_id,
            record.conversation_id,
            record.branch,
            record.parent_id,
            record.role,
            record.state,
            record.created,
            index_words.printable(record.content),
            index_words.printable(record.reasoning),
            index_words.printable(record.data),
        ),
    )
    connection.execute("DELETE FROM message_files WHERE message_id = ?", (record.message_id,))
    connection.executemany(
        """INSERT INTO message_files(message_id, position, sha256, kind, conversation_id)
        VALUES(?, ?, ?, ?, ?)""",
        (
            (record.message_id, position, file.sha256, file.kind, record.conversation_id)
            for position, file in enumerate(record.files)
        ),
    )
    after = message_words(connection, record.message_id)
    if before != after:
        index_message(connection, record.message_id, before, after)


def set_head(
    conversation_id: int,
    branch: int,
    message_id: int,
    told_from: int,
    connection: sqlite3.Connection,
) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO heads(conversation_id, branch, message_id, told_from)"
        " VALUES(?, ?, ?, ?)",
        (conversation_id, branch, message_id, told_from),
    )


def save_whole(
    record: ConversationRecord | None,
    messages: Iterable[MessageRecord],
    heads: Mapping[int, tuple[int, int]],
    conversation_id: int,
    draft: DraftRecord | None,
    connection: sqlite3.Connection,
) -> None:
    if record:
        save_conversation(record, connection)
    for message in messages:
        save_message(message, connection)
    for branch, (message_id, told_from) in heads.items():
        set_head(conversation_id, branch, message_id, told_from, connection)
    if draft:
        save_draft(draft, connection)


def mark_messages(
    conversation_id: int, ids: Iterable[int], deleted: bool, connection: sqlite3.Connection
) -> None:
    connection.executemany(
        "UPDATE messages SET deleted = ? WHERE id = ? AND conversation_id = ?",
        ((deleted, message_id, conversation_id) for message_id in ids),
    )


def mark_conversation(conversation_id: int, deleted: int, connection: sqlite3.Connection) -> None:
    """Set the time of deletion, in seconds since the epoch, or 0 for not deleted."""
    # Later than the deletion of its folder: equal times tell what was deleted together.
    connection.execute(
        """UPDATE conversations SET deleted = iif(?1, max(?1, 1 + ifnull(
            (SELECT d.deleted FROM deleted_folders d WHERE d.id = folder_id), 0)), 0)
        WHERE id = ?2""",
        (deleted, conversation_id),
    )


def purge_conversation(conversation_id: int, connection: sqlite3.Connection) -> None:
    found = connection.execute(
        "SELECT id FROM messages WHERE conversation_id = ?", (conversation_id,)
    ).fetchall()
    _remove_messages(connection, [row[0] for row in found])
    before = connection.execute(
        "SELECT title FROM conversations WHERE id = ?", (conversation_id,)
    ).fetchone()
    index_title(connection, conversation_id, before[0] if before else None, None)
    for statement in (
        "DELETE FROM heads WHERE conversation_id = ?",
        "DELETE FROM drafts WHERE conversation_id = ?",
        "DELETE FROM conversations WHERE id = ?",
    ):
        connection.execute(statement, (conversation_id,))


def merge_words(connection: sqlite3.Connection) -> None:
    """Merge the parts of the index: until then it keeps the words of single deleted messages."""
    for index in _INDEXES:
        connection.execute(f"INSERT INTO {index}({index}) VALUES('optimize')")


def purge_all(connection: sqlite3.Connection) -> None:
    """Clear all tables at once, and the whole index, since it keeps the words of single deleted
    messages until its parts are merged."""
    tables = ("conversations", "messages", "message_files", "heads", "drafts", "unindexed")
    for table in (*tables, "deleted_folders", "text_files"):
        connection.execute(f"DELETE FROM {table}")
    for index in _INDEXES:
        connection.execute(f"INSERT INTO {index}({index}) VALUES('delete-all')")


def purge_deleted(before: float, connection: sqlite3.Connection) -> None:
    """Purge all deleted messages, the conversations and folders deleted before that time, and the
    indexed files that no message has."""
    found = connection.execute("SELECT id FROM messages WHERE deleted").fetchall()
    _remove_messages(connection, [row[0] for row in found])
    found = connection.execute(
        "SELECT id FROM conversations WHERE deleted > 0 AND deleted < ?", (before,)
    ).fetchall()
    for (conversation_id,) in found:
        purge_conversation(conversation_id, connection)
    found = connection.execute("SELECT id FROM deleted_folders WHERE deleted < ?", (before,))
    for (folder_id,) in found.fetchall():
        purge_folder(folder_id, connection)
    forget_unused(connection)


def purge_empty(kept: Collection[int], connection: sqlite3.Connection) -> None:
    """Purge conversations without content, except those in `kept`."""
    found = connection.execute(
        """SELECT id FROM conversations c
            WHERE NOT EXISTS(SELECT 1 FROM messages m WHERE m.conversation_id = c.id)
            AND NOT EXISTS(SELECT 1 FROM drafts d WHERE d.conversation_id = c.id)"""
    ).fetchall()
    for (conversation_id,) in found:
        if conversation_id not in kept:
            purge_conversation(conversation_id, connection)


def save_draft(record: DraftRecord, connection: sqlite3.Connection) -> None:
    if not record.text and not record.files and record.data in ("", "{}"):
        connection.execute(
            "DELETE FROM drafts WHERE conversation_id = ?", (record.conversation_id,)
        )
        return
    files = json.dumps([[file.sha256, file.kind] for file in record.files])
    connection.execute(
        "INSERT OR REPLACE INTO drafts(conversation_id, text, data, files) VALUES(?, ?, ?, ?)",
        (
            record.conversation_id,
            index_words.printable(record.text),
            index_words.printable(record.data),
            files,
        ),
    )


def save_folder(folder: Folder, connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT INTO folders(id, name) VALUES(?, ?)"
        " ON CONFLICT(id) DO UPDATE SET name = excluded.name",
        (folder.folder_id, index_words.printable(folder.name)),
    )


def save_folder_settings(folder_id: int, settings: str, connection: sqlite3.Connection) -> None:
    for table in ("folders", "deleted_folders"):
        connection.execute(
            f"UPDATE {table} SET settings = ? WHERE id = ?",
            (index_words.printable(settings), folder_id),
        )


def delete_folder(
    folder_id: int, now: int, with_conversations: bool, connection: sqlite3.Connection
) -> None:
    """Move a folder to Recently Deleted, and the conversations in it if wanted."""
    # Later than the deletion of any conversation in it: this time tells those deleted with it.
    found = connection.execute(
        "SELECT max(?, ifnull(max(deleted), 0) + 1) FROM conversations WHERE folder_id = ?",
        (now, folder_id),
    )
    [deleted] = found.fetchone()
    connection.execute(
        """INSERT INTO deleted_folders(id, name, settings, deleted)
        SELECT id, name, settings, ? FROM folders WHERE id = ?""",
        (deleted, folder_id),
    )
    connection.execute("DELETE FROM folders WHERE id = ?", (folder_id,))
    if with_conversations:
        connection.execute(
            "UPDATE conversations SET deleted = ? WHERE folder_id = ? AND deleted = 0",
            (deleted, folder_id),
        )


def restore_folder(folder_id: int, connection: sqlite3.Connection) -> None:
    """Restore a folder, and the conversations that were deleted with it."""
    connection.execute(
        """UPDATE conversations SET deleted = 0 WHERE folder_id = ?1
        AND deleted = (SELECT deleted FROM deleted_folders WHERE id = ?1)""",
        (folder_id,),
    )
    connection.execute(
        """INSERT INTO folders(id, name, settings)
        SELECT id, name, settings FROM deleted_folders WHERE id = ?""",
        (folder_id,),
    )
    connection.execute("DELETE FROM deleted_folders WHERE id = ?", (folder_id,))


def purge_folder(folder_id: int, connection: sqlite3.Connection) -> None:
    """Delete a folder in Recently Deleted permanently; its conversations stay where they are."""
    found = connection.execute("DELETE FROM deleted_folders WHERE id = ?", (folder_id,))
    if found.rowcount:
        connection.execute(
            "UPDATE conversations SET folder_id = 0 WHERE folder_id = ?", (folder_id,)
        )


def save_state(key: str, value: str, connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT OR REPLACE INTO states(key, value) VALUES(?, ?)",
        (key, index_words.printable(value)),
    )


def save_counter(newest: int, connection: sqlite3.Connection) -> None:
    connection.execute(
        "INSERT INTO counter(id, newest) VALUES(1, ?)"
        " ON CONFLICT(id) DO UPDATE SET newest = max(newest, excluded.newest)",
        (newest,),
    )


def newest_id(connection: sqlite3.Connection) -> int:
    """Return the id counter: of two copies of a database, the later one has the higher counter."""
    return connection.execute("SELECT ifnull(max(newest), 0) FROM counter").fetchone()[0]


def mark_interrupted(connection: sqlite3.Connection) -> None:
    """Mark messages that were growing when the program ended, because they cannot continue."""
    found = connection.execute(
        "SELECT id FROM messages WHERE state IN ('waiting', 'streaming')"
    ).fetchall()
    for (message_id,) in found:
        connection.execute("UPDATE messages SET state = ? WHERE id = ?", (INTERRUPTED, message_id))
        words = message_words(connection, message_id)
        index_message(connection, message_id, None, words)


def files_in(text: str) -> tuple[FileUse, ...]:
    """Return the files of a draft, as `save_draft` wrote them."""
    return tuple(FileUse(sha256, kind) for sha256, kind in json.loads(text))


def _remove_messages(connection: sqlite3.Connection, ids: list[int]) -> None:
    hashes: set[str] = set()
    for message_id in ids:
        index_message(connection, message_id, message_words(connection, message_id), None)
        found = connection.execute(
            "SELECT sha256 FROM message_files WHERE message_id = ? AND kind = 'text'", (message_id,)
        )
        hashes.update(sha256 for (sha256,) in found)
        connection.execute("DELETE FROM message_files WHERE message_id = ?", (message_id,))
        connection.execute("DELETE FROM messages WHERE id = ?", (message_id,))
        connection.execute("DELETE FROM unindexed WHERE id = ?", (message_id,))
    forget_files(connection, hashes)
