"""Opens the database: creates it, migrates it to this version, or recovers it if it is damaged."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from app.base.disk import replacing
from app.database import connections, recovery
from app.database.database_errors import NewerVersion, is_damage
from app.database.schema import Migration, is_whole, migrate, transaction, version_of
from app.database.writes import mark_interrupted
from engine.frozen import frozen
from engine.sentences import Sentence, say
from engine.system.files import check_file

# Number of backups from before migrations that are kept.
BACKUPS = 2


@frozen
class OpenedDatabase:
    """A database, and what people must know about opening it."""

    connection: sqlite3.Connection
    notices: tuple[Sentence, ...] = ()


def open_database(
    path: Path, migrations: Sequence[Migration], *, damaged: bool = False
) -> OpenedDatabase:
    """Open the database at `path`. Pass `damaged=True` if a read has found damage. Raises Newer,
    OSError or sqlite3.Error."""
    if path.exists():
        # Opening a pipe would block until its other end opens.
        check_file(path)
    finished = recovery.finish(path)
    notices = (finished,) if finished else ()
    try:
        if not (damaged or recovery.is_truncated(path)):
            return OpenedDatabase(_open(path, migrations), notices)
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
    notice = recovery.recover(path, migrations)
    return OpenedDatabase(_open(path, migrations), (notice,))


def _open(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    check = connections.ended_uncleanly(path)
    connection = connections.connect_to_write(path)
    try:
        if check and not recovery.is_sound(connection):
            raise _damage()
        version = version_of(connection)
        if version > len(migrations):
            raise NewerVersion
        if 0 < version < len(migrations):
            back_up(connection, path, version)
        migrate(connection, migrations)
        if version and not is_whole(connection, migrations):
            raise _damage()
        with transaction(connection):
            mark_interrupted(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _damage() -> sqlite3.DatabaseError:
    error = sqlite3.DatabaseError("the check of the database failed")
    error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
    return error


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """Save a copy of the database from before a migration next to it, and remove the oldest
    copies."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    kept = path.with_name(f"{path.stem}-version-{version}-{stamp}.db")
    # With one place for every attempt, those on a full disk leave nothing that fills it further.
    with (
        replacing(kept, path.with_name(f"{path.stem}-version.new")) as fresh,
        closing(sqlite3.connect(fresh)) as copy,
    ):
        connection.backup(copy)
    for old in backups(path)[:-BACKUPS]:
        with suppress(OSError):
            old.unlink()
    return kept


def backups(path: Path) -> list[Path]:
    """Return the copies from before migrations, oldest first."""
    found = path.parent.glob(f"{path.stem}-version-*.db")
    return sorted(found, key=lambda it: (it.stat().st_mtime, it.name))


def newer_notice(path: Path) -> Sentence:
    return say(
        "{name} was written by a newer version of Duologue. You can read its conversations "
        "here, but changes are not saved: use that version.",
        name=path.name,
    )
