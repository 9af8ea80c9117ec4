"""From a file, or none, to a database of this version: migrated, or recovered where it is damaged."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from app.store import database
from app.store.schema import MIGRATIONS, Migration, migrate, transaction, version_of
from app.store.troubles import Newer
from app.store.writes import mark_interrupted
from engine.sentences import Sentence, say

# So many copies of before a migration are kept.
BACKUPS = 2


@dataclass(frozen=True, slots=True)
class Opened:
    connection: sqlite3.Connection
    notices: tuple[Sentence, ...] = ()


def open_database(path: Path, migrations: Sequence[Migration] = MIGRATIONS) -> Opened:
    """Raises Newer, OSError or sqlite3.Error."""
    return Opened(_open(path, migrations))


def _open(path: Path, migrations: Sequence[Migration]) -> sqlite3.Connection:
    connection = database.connect_to_write(path)
    try:
        version = version_of(connection)
        if version > len(migrations):
            raise Newer
        if 0 < version < len(migrations):
            back_up(connection, path, version)
        migrate(connection, migrations)
        with transaction(connection):
            mark_interrupted(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def back_up(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """A copy of before a migration, kept beside; the oldest are removed."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    kept = path.with_name(f"{path.stem}-version-{version}-{stamp}.db")
    fresh = kept.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    database.make_private(fresh)
    with closing(sqlite3.connect(fresh)) as copy:
        connection.backup(copy)
    fresh.replace(kept)
    for old in backups(path)[:-BACKUPS]:
        with suppress(OSError):
            old.unlink()
    return kept


def backups(path: Path) -> list[Path]:
    """Oldest first."""
    found = path.parent.glob(f"{path.stem}-version-*.db")
    return sorted(found, key=lambda it: (it.stat().st_mtime, it.name))


def newer_notice(path: Path) -> Sentence:
    return say(
        "{name} was written by a later version of Duologue. Its conversations can be read here,"
        " and what you do now is not kept: please use that version.",
        name=path.name,
    )
