"""Recovers a damaged database: readable rows go into a new file, and the damaged one is set
aside."""

import logging
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from app.database import connections, salvage
from app.database.indexing import index_later
from app.database.schema import Migration, migrate, transaction
from app.database.writes import mark_interrupted
from engine.sentences import Sentence, say
from engine.system.files import open_file

log = logging.getLogger(__name__)

# The window is not shown before this check ends.
CHECK_SECONDS = 1.0
_CHECK_STEPS = 10_000


def is_truncated(path: Path) -> bool:
    """Return True if pages are missing from the file and no log contains them."""
    if not path.exists() or connections.ended_uncleanly(path):
        return False
    with open_file(path) as file:
        header = file.read(100)
    pages = int.from_bytes(header[28:32])
    return 0 < path.stat().st_size < pages * connections.PAGE_BYTES


def is_sound(connection: sqlite3.Connection) -> bool:
    """Check the database for up to one second. Damage this misses is found when it is read."""
    until = time.monotonic() + CHECK_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > until, _CHECK_STEPS)
    try:
        return connection.execute("PRAGMA quick_check(1)").fetchone()[0] == "ok"
    except sqlite3.OperationalError:
        log.warning("the check of the database took too long")
        return True
    finally:
        connection.set_progress_handler(None, 0)


def recover(path: Path, migrations: Sequence[Migration]) -> Sentence:
    """Set the damaged database aside and put a new one with its readable rows in its place. If the
    program ends at any moment, the next start continues. Raises OSError or sqlite3.Error."""
    fresh = path.with_name(f"{path.stem}.new")
    for old in connections.files_of(fresh):
        old.unlink(missing_ok=True)
    with closing(connections.connect_to_write(fresh)) as connection:
        migrate(connection, migrations)
        with transaction(connection):
            _fill(connection, salvage.rows(path))
            _join_up(connection)
            index_later(connection)
            mark_interrupted(connection)
    fresh.replace(_recovered(path))
    notice = finish(path)
    assert notice is not None
    return notice


def finish(path: Path) -> Sentence | None:
    """Put a recovered database into its place, also one left by an earlier run. Return None if
    there is none."""
    recovered = _recovered(path)
    if not recovered.exists():
        return None
    # If a damaged database is still here, an earlier run may have moved some of its files: do not
    # read it again.
    aside = _set_aside(path) if path.exists() else _newest_aside(path)
    recovered.replace(path)
    with closing(connections.connect_to_read(path)) as connection:
        count = connection.execute("SELECT count(*) FROM messages").fetchone()[0]
    return say(
        "The conversations were damaged. %n message(s) (was|were) recovered into {path}; the "
        "damaged file is kept as {aside}.",
        "",
        count,
        path=str(path),
        aside=aside.name,
    )


def damaged_databases(path: Path) -> list[Path]:
    """Return the damaged databases that were set aside. The user may remove them."""
    return sorted(path.parent.glob(f"{path.stem}-damaged-*"))


def _newest_aside(path: Path) -> Path:
    """Return the newest damaged database, or `path` if the user has removed it."""
    return next((it for it in reversed(damaged_databases(path)) if it.suffix == path.suffix), path)


def _recovered(path: Path) -> Path:
    return path.with_name(f"{path.stem}.recovered")


def _set_aside(path: Path) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{path.stem}-damaged-{stamp}{more}.db" for more in ("", *range(-2, -100, -1)))
    aside = next(it for it in map(path.with_name, names) if not it.exists())
    # Move the database file last: while it exists, `finish` resumes the recovery.
    for old, new in reversed(
        list(zip(connections.files_of(path), connections.files_of(aside), strict=True))
    ):
        if old.exists():
            old.replace(new)
    return aside


def _fill(connection: sqlite3.Connection, rows: "Iterable[tuple[str, salvage.Row]]") -> None:
    columns = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in ("conversations", "messages", "message_files", "heads", "drafts", "folders")
    }
    for table, values in rows:
        names = columns.get(table, ())[: len(values)]
        listed = f"({', '.join(names)})" if names else ""
        marks = ", ".join("?" * len(values))
        with suppress(sqlite3.IntegrityError):
            connection.execute(f"INSERT OR IGNORE INTO {table}{listed} VALUES({marks})", values)


def _join_up(connection: sqlite3.Connection) -> None:
    """Attach messages whose conversation or parent was unreadable to a new conversation or an older
    message."""
    connection.execute(
        """INSERT INTO conversations(id, kind, title, named, created, updated, pinned, archived,
            folder_id, model, settings)
        SELECT conversation_id, CASE WHEN max(branch) > 0 THEN 'comparison' ELSE 'chat' END,
            substr(ifnull(min(CASE WHEN role = 'user' THEN content END), ''), 1, 60), 0,
            min(created), max(created), 0, 0, 0, '', '{}'
        FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations)
        GROUP BY conversation_id"""
    )
    connection.execute(
        """UPDATE conversations SET folder_id = 0 WHERE folder_id NOT IN
            (SELECT id FROM folders UNION ALL SELECT id FROM deleted_folders)"""
    )
    # Parents are older than their children, so use the preceding message of the same tree.
    connection.execute(
        """UPDATE messages SET parent_id = ifnull((SELECT max(o.id) FROM messages o
            WHERE o.conversation_id = messages.conversation_id AND o.branch = messages.branch
            AND o.id < messages.id), 0)
        WHERE parent_id != 0 AND parent_id NOT IN (SELECT id FROM messages)"""
    )
    connection.execute("DELETE FROM heads WHERE message_id NOT IN (SELECT id FROM messages)")
    connection.execute(
        """INSERT INTO heads(conversation_id, branch, message_id, told_from)
        SELECT conversation_id, branch, max(id), 0 FROM messages m
        WHERE branch >= 0 AND NOT EXISTS(SELECT 1 FROM heads h
            WHERE h.conversation_id = m.conversation_id AND h.branch = m.branch)
        GROUP BY conversation_id, branch"""
    )
