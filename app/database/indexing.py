"""The search index, which follows the messages and titles that are written."""

import json
import sqlite3
from typing import Any

from app.database import index_words
from app.database.schema import transaction

GROWING = ("waiting", "streaming")
# Roles whose messages users search; other roles belong to whoever uses the store.
SPOKEN = ("user", "assistant")

# A prompt waits at most for a batch of this size.
INDEXED_AT_ONCE = 100
Words = tuple[str, str, str]


def index_later(connection: sqlite3.Connection) -> None:
    """Leave all messages to `index_some`, since indexing 200,000 takes a minute. Titles are indexed
    at once."""
    connection.execute("INSERT INTO unindexed(id) SELECT id FROM messages")
    found = connection.execute("SELECT id, title FROM conversations").fetchall()
    for conversation_id, title in found:
        index_title(connection, conversation_id, None, title)


def index_some(connection: sqlite3.Connection) -> bool:
    """Index the newest messages that are missing from the index. Return True if there were any."""
    found = connection.execute(
        "SELECT id FROM unindexed ORDER BY id DESC LIMIT ?", (INDEXED_AT_ONCE,)
    ).fetchall()
    if not found:
        return False
    with transaction(connection):
        for (message_id,) in found:
            connection.execute("DELETE FROM unindexed WHERE id = ?", (message_id,))
            index_message(connection, message_id, None, message_words(connection, message_id))
    return True


def message_words(connection: sqlite3.Connection, message_id: int) -> Words | None:
    """Return what the index contains of a message, or None if it is not indexed."""
    row = connection.execute(
        """SELECT role, state, content, reasoning, data FROM messages WHERE id = ?
            AND id NOT IN (SELECT id FROM unindexed)""",
        (message_id,),
    ).fetchone()
    if row is None or row[0] not in SPOKEN or row[1] in GROWING:
        return None
    return row[2], row[3], " ".join(attachment_titles(row[4]))


def attachment_hashes(data: str) -> set[str]:
    """Return the hashes of the files in JSON, which may be any text."""
    return {it for it in _of_attachments(data, "sha256") if it}


def attachment_titles(data: str) -> list[str]:
    """Return the titles of a message's attachments. Its `data` may be any text."""
    return _of_attachments(data, "title")


def attachment_title(data: str, sha256: str) -> str:
    """Return the title of the attachment with this content, or "" if `data` has none."""
    titles = (it.get("title") for it in _attachments(data) if it.get("sha256") == sha256)
    return next((it for it in titles if isinstance(it, str)), "")


def _of_attachments(data: str, field: str) -> list[str]:
    found = (it.get(field) for it in _attachments(data))
    return [it for it in found if isinstance(it, str)]


def _attachments(data: str) -> list[dict[str, Any]]:
    if '"attachments"' not in data:
        return []
    try:
        return [it for it in json.loads(data)["attachments"] if isinstance(it, dict)]
    except (ValueError, LookupError, TypeError):
        return []


def index_message(
    connection: sqlite3.Connection, message_id: int, before: Words | None, after: Words | None
) -> None:
    # A contentless FTS table needs the old words to delete them.
    if before is not None:
        connection.execute(
            "INSERT INTO message_words(message_words, rowid, content, reasoning, attachments)"
            " VALUES('delete', ?, ?, ?, ?)",
            (message_id, *map(index_words.separated, before)),
        )
    if after is not None:
        connection.execute(
            "INSERT INTO message_words(rowid, content, reasoning, attachments) VALUES(?, ?, ?, ?)",
            (message_id, *map(index_words.separated, after)),
        )


def index_title(
    connection: sqlite3.Connection, conversation_id: int, before: str | None, after: str | None
) -> None:
    if before == after:
        return
    if before is not None:
        connection.execute(
            "INSERT INTO title_words(title_words, rowid, title) VALUES('delete', ?, ?)",
            (conversation_id, index_words.separated(before)),
        )
    if after is not None:
        connection.execute(
            "INSERT INTO title_words(rowid, title) VALUES(?, ?)",
            (conversation_id, index_words.separated(after)),
        )
