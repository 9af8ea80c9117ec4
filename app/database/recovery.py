"""A damaged database: what can be read of it goes into a new one, and it is set aside."""

import logging
import sqlite3
import time
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from app.database import connections, salvage
from app.database.schema import Migration, migrate, transaction
from app.database.writes import index_later, mark_interrupted
from engine.sentences import Sentence, say
from engine.system.files import open_file

log = logging.getLogger(__name__)

# Someone waits for the window.
CHECK_SECONDS = 1.0
_CHECK_STEPS = 10_000


def is_truncated(path: Path) -> bool:
    """Whether pages are missing that no log has."""
    if not path.exists() or connections.ended_uncleanly(path):
        return False
    with open_file(path) as file:
        header = file.read(100)
    pages = int.from_bytes(header[28:32])
    return 0 < path.stat().st_size < pages * connections.PAGE_BYTES


def is_sound(connection: sqlite3.Connection) -> bool:
    """As far as can be seen in a second; what is broken beyond is found when it is read."""
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
    """Set the database aside and put what can be read of it in its place. Ended at any moment, the
    next start goes on with it. Raises OSError or sqlite3.Error."""
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
    """Put what was recovered into its place, also where the program ended before it did; None where
    nothing was."""
    recovered = _recovered(path)
    if not recovered.exists():
        return None
    # Of one that is still there, a part may be aside already: nothing more is to be read from it.
    aside = _set_aside(path) if path.exists() else _newest_aside(path)
    recovered.replace(path)
    with closing(connections.connect_to_read(path)) as connection:
        count = connection.execute("SELECT count(*) FROM messages").fetchone()[0]
    return say(
        "The conversations were damaged. What could be read, %n message(s), is in {path}; the"
        " damaged file is kept as {aside}.",
        "",
        count,
        path=str(path),
        aside=aside.name,
    )


def set_aside(path: Path) -> list[Path]:
    """The damaged ones, which a person may remove."""
    return sorted(path.parent.glob(f"{path.stem}-damaged-*"))


def _newest_aside(path: Path) -> Path:
    """`path` where a person has removed it."""
    return next((it for it in reversed(set_aside(path)) if it.suffix == path.suffix), path)


def _recovered(path: Path) -> Path:
    return path.with_name(f"{path.stem}.recovered")


def _set_aside(path: Path) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    names = (f"{path.stem}-damaged-{stamp}{more}.db" for more in ("", *range(-2, -100, -1)))
    aside = next(it for it in map(path.with_name, names) if not it.exists())
    # The database last: as long as it is there, `finish` goes on with this.
    for old, new in reversed(
        list(zip(connections.files_of(path), connections.files_of(aside), strict=True))
    ):
        if old.exists():
            old.replace(new)
    return aside


def _fill(connection: sqlite3.Connection, rows: Iterable[tuple[str, salvage.Row]]) -> None:
    columns = {
        table: [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        for table in ("conversations", "messages", "message_files", "heads", "drafts")
    }
    for table, values in rows:
        names = columns.get(table, ())[: len(values)]
        listed = f"({', '.join(names)})" if names else ""
        marks = ", ".join("?" * len(values))
        with suppress(sqlite3.IntegrityError):
            connection.execute(f"INSERT OR IGNORE INTO {table}{listed} VALUES({marks})", values)


def _join_up(connection: sqlite3.Connection) -> None:
    """Messages whose conversation or parent was not readable still belong somewhere."""
    connection.execute(
        """INSERT INTO conversations(id, kind, title, named, created, updated, pinned, archived,
            folder_id, model, settings)
        SELECT conversation_id, CASE WHEN max(branch) > 0 THEN 'comparison' ELSE 'chat' END,
            substr(ifnull(min(CASE WHEN role = 'user' THEN content END), ''), 1, 60), 0,
            min(created), max(created), 0, 0, 0, '', '{}'
        FROM messages WHERE conversation_id NOT IN (SELECT id FROM conversations)
        GROUP BY conversation_id"""
    )
    # The one before it in its tree, since a parent is older than its children.
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
