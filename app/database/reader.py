"""Queries on the conversation database, for any thread that creates its own reader."""

import json
import sqlite3
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path
from typing import Any

from app.database.connections import connect_to_read
from app.database.indexing import attachment_hashes
from app.database.rows import (
    ConversationKey,
    ConversationRecord,
    DraftRecord,
    FileUse,
    Kind,
    MessageRecord,
)
from app.database.writes import files_in
from ui.state.conversation_entry import ConversationEntry, Folder, HistoryFilter

# A conversation is in no folder while its folder is in Recently Deleted.
_FOLDER_ID = "ifnull((SELECT f.id FROM folders f WHERE f.id = c.folder_id), 0)"
ENTRY = f"""c.id, c.title, c.kind, c.updated, c.pinned, c.archived, {_FOLDER_ID}, c.model,
    NOT EXISTS(SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.deleted = 0
        AND m.role IN ('user', 'assistant')), c.deleted"""
_KEPT = """(EXISTS(SELECT 1 FROM messages m WHERE m.conversation_id = c.id AND m.deleted = 0)
    OR EXISTS(SELECT 1 FROM drafts d WHERE d.conversation_id = c.id))"""
_WITH_FILE = """c.id IN (SELECT f.conversation_id FROM message_files f
    JOIN messages m ON m.id = f.message_id WHERE f.kind = ? AND m.deleted = 0)"""


_IN_ORDER = "c.pinned DESC, c.updated DESC, c.id DESC"
_DELETED_LAST = "c.deleted DESC, c.id DESC"


class Reader:
    """One read connection, used only by the thread that created it. Every method raises
    sqlite3.Error."""

    def __init__(self, source: Path | sqlite3.Connection) -> None:
        self.connection = connect_to_read(source) if isinstance(source, Path) else source

    def close(self) -> None:
        self.connection.close()

    def conversation(self, conversation_id: int) -> ConversationRecord | None:
        row = self.connection.execute(
            f"""SELECT id, kind, title, named, created, updated, pinned, archived, {_FOLDER_ID},
                model, settings FROM conversations c WHERE id = ? AND deleted = 0""",
            (conversation_id,),
        ).fetchone()
        if row is None:
            return None
        return ConversationRecord(
            row[0],
            Kind(row[1]),
            row[2],
            bool(row[3]),
            row[4],
            row[5],
            bool(row[6]),
            bool(row[7]),
            *row[8:],
        )

    def has_messages(self, conversation_id: int) -> bool:
        found = self.connection.execute(
            "SELECT 1 FROM messages WHERE conversation_id = ? AND deleted = 0 LIMIT 1",
            (conversation_id,),
        )
        return found.fetchone() is not None

    def messages(self, conversation_id: int) -> list[MessageRecord]:
        """Return the messages of a conversation, parents before their children."""
        files: dict[int, list[FileUse]] = {}
        for message_id, sha256, kind in self.connection.execute(
            """SELECT message_id, sha256, kind FROM message_files WHERE conversation_id = ?
            ORDER BY message_id, position""",
            (conversation_id,),
        ):
            files.setdefault(message_id, []).append(FileUse(sha256, kind))
        rows = self.connection.execute(
            """SELECT id, conversation_id, branch, parent_id, role, content, reasoning, state,
                created, data FROM messages WHERE conversation_id = ? AND deleted = 0
                ORDER BY id""",
            (conversation_id,),
        )
        found = [MessageRecord(*row, files=tuple(files.get(row[0], ()))) for row in rows]
        return _parents_first(found)

    def heads(self, conversation_id: int) -> dict[int, tuple[int, int]]:
        rows = self.connection.execute(
            "SELECT branch, message_id, told_from FROM heads WHERE conversation_id = ?",
            (conversation_id,),
        )
        return {branch: (message_id, told_from) for branch, message_id, told_from in rows}

    def draft(self, conversation_id: int) -> DraftRecord | None:
        row = self.connection.execute(
            "SELECT conversation_id, text, data, files FROM drafts WHERE conversation_id = ?",
            (conversation_id,),
        ).fetchone()
        return DraftRecord(row[0], row[1], row[2], files_in(row[3])) if row else None

    def conversation_ids(self) -> list[int]:
        return self._ids(f"c.deleted = 0 AND {_KEPT}")

    def deleted_ids(self) -> list[int]:
        """Return the conversations in Recently Deleted."""
        return self._ids(f"c.deleted > 0 AND {_KEPT}")

    def restorable_ids(self) -> list[int]:
        """Return all deleted conversations not yet purged, including those without content."""
        return self._ids("c.deleted > 0")

    def conversation_keys(self) -> list[ConversationKey]:
        """Return the identifying fields of every conversation, deleted ones last."""
        rows = self.connection.execute(
            f"SELECT c.id, c.kind, c.created, c.deleted FROM conversations c WHERE {_KEPT}"
            " ORDER BY c.deleted != 0, c.id"
        )
        return [ConversationKey(row[0], Kind(row[1]), row[2], bool(row[3])) for row in rows]

    def entries(
        self,
        wanted: HistoryFilter,
        offset: int = 0,
        limit: int = 200,
        only: Collection[int] | None = None,
    ) -> list[ConversationEntry]:
        conditions, values = conditions_of(wanted)
        if only is not None:
            conditions += f" AND c.id IN ({', '.join('?' * len(only))})"
            values += list(only)
        order = _DELETED_LAST if wanted.deleted else _IN_ORDER
        rows = self.connection.execute(
            f"""SELECT {ENTRY} FROM conversations c WHERE {conditions}
            AND {_KEPT} ORDER BY {order} LIMIT ? OFFSET ?""",
            (*values, limit, offset),
        )
        return [entry_of(row) for row in rows]

    def models(self) -> list[str]:
        rows = self.connection.execute(
            "SELECT DISTINCT model FROM conversations WHERE deleted = 0 AND model != ''"
        )
        return sorted({name for (model,) in rows for name in model.split(", ")}, key=str.casefold)

    def folders(self) -> list[Folder]:
        found = [Folder(*row) for row in self.connection.execute("SELECT id, name FROM folders")]
        return sorted(found, key=lambda folder: (folder.name.casefold(), folder.folder_id))

    def deleted_folders(self) -> list[Folder]:
        """Return the folders in Recently Deleted, with the numbers of chats there that were
        deleted with them."""
        rows = self.connection.execute(
            f"""SELECT d.id, d.name, d.deleted, (SELECT count(*) FROM conversations c
                WHERE c.folder_id = d.id AND c.deleted = d.deleted AND {_KEPT})
            FROM deleted_folders d ORDER BY d.deleted DESC, d.id DESC"""
        )
        return [Folder(*row) for row in rows]

    def folder_settings(self, folder_id: int) -> str:
        """Return what new chats of a folder begin with, as JSON."""
        for table in ("folders", "deleted_folders"):
            rows = self.connection.execute(
                f"SELECT settings FROM {table} WHERE id = ?", (folder_id,)
            )
            if row := rows.fetchone():
                return row[0]
        return "{}"

    def folder_members(self, folder_id: int) -> list[int]:
        """Return the conversations of a folder, including those in the archive."""
        rows = self.connection.execute(
            f"""SELECT c.id FROM conversations c WHERE c.folder_id = ? AND c.deleted = 0
            AND {_KEPT} ORDER BY c.id""",
            (folder_id,),
        )
        return [row[0] for row in rows]

    def places(self) -> dict[int, tuple[int, float]]:
        """Return the folder and the time of each conversation that is listed in a folder."""
        # The signs keep SQLite from choosing the index of the list, which lacks the folders.
        rows = self.connection.execute(
            f"""SELECT c.id, c.folder_id, c.updated FROM conversations c
            WHERE c.folder_id IN (SELECT id FROM folders) AND +c.deleted = 0 AND +c.archived = 0
            AND {_KEPT}"""
        )
        return {row[0]: (row[1], row[2]) for row in rows}

    def state(self, key: str, default: Any = None) -> Any:
        row = self.connection.execute("SELECT value FROM states WHERE key = ?", (key,)).fetchone()
        with suppress(ValueError):
            return json.loads(row[0]) if row else default
        return default

    def used_files(self) -> set[str]:
        """Return the hashes of files used by all messages, including deleted ones not yet purged,
        by drafts and folders."""
        found = {it for (it,) in self.connection.execute("SELECT sha256 FROM message_files")}
        for (files,) in self.connection.execute("SELECT files FROM drafts"):
            found.update(file.sha256 for file in files_in(files))
        for (settings,) in self.connection.execute(
            "SELECT settings FROM folders UNION ALL SELECT settings FROM deleted_folders"
        ):
            found |= attachment_hashes(settings)
        return found

    def newest_id(self) -> int:
        """Return the highest id ever given out."""
        found = self.connection.execute(
            """SELECT max((SELECT ifnull(max(id), 0) FROM conversations),
                (SELECT ifnull(max(id), 0) FROM messages),
                (SELECT ifnull(max(id), 0) FROM folders),
                (SELECT ifnull(max(id), 0) FROM deleted_folders),
                (SELECT ifnull(max(newest), 0) FROM counter))"""
        )
        return found.fetchone()[0]

    def newest_time(self) -> float:
        return self.connection.execute(
            "SELECT ifnull(max(updated), 0.0) FROM conversations"
        ).fetchone()[0]

    def _ids(self, condition: str) -> list[int]:
        rows = self.connection.execute(
            f"SELECT c.id FROM conversations c WHERE {condition} ORDER BY c.id"
        )
        return [row[0] for row in rows]


def conditions_of(wanted: HistoryFilter) -> tuple[str, list[object]]:
    """Return SQL conditions on the conversation `c`, and the values to bind."""
    conditions = ["c.deleted > 0" if wanted.deleted else "c.deleted = 0"]
    values: list[object] = []
    if wanted.archived is not None:
        conditions.append("c.archived = ?")
        values.append(wanted.archived)
    if wanted.model:
        conditions.append("instr(', ' || c.model || ', ', ', ' || ? || ', ') > 0")
        values.append(wanted.model)
    if wanted.folder_id == 0:
        # The sign keeps SQLite from sorting all of them: the index of the list has their order.
        conditions.append("+c.folder_id NOT IN (SELECT id FROM folders)")
    elif wanted.folder_id is not None:
        conditions.append("c.folder_id = ?")
        values.append(wanted.folder_id)
    for kind, required in (("image", wanted.has_image), ("video", wanted.has_video)):
        if required:
            conditions.append(_WITH_FILE)
            values.append(kind)
    return " AND ".join(conditions), values


def entry_of(row: tuple[Any, ...]) -> ConversationEntry:
    return ConversationEntry(
        conversation_id=row[0],
        title=row[1],
        comparison=row[2] == Kind.COMPARISON.value,
        updated=row[9] or row[3],
        pinned=bool(row[4]) and not row[9],
        archived=bool(row[5]),
        folder_id=row[6],
        model=row[7],
        draft=bool(row[8]),
        deleted=bool(row[9]),
    )


def _parents_first(records: list[MessageRecord]) -> list[MessageRecord]:
    """Sort by id, except that imported messages may have lower ids than their parents."""
    if all(record.parent_id < record.message_id for record in records):
        return records
    children: dict[int, list[MessageRecord]] = {}
    known = {record.message_id for record in records}
    for record in records:
        parent = record.parent_id if record.parent_id in known else 0
        children.setdefault(parent, []).append(record)
    ordered, waiting = [], list(reversed(children.get(0, ())))
    while waiting:
        record = waiting.pop()
        ordered.append(record)
        waiting.extend(reversed(children.get(record.message_id, ())))
    return ordered
