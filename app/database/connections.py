"""Connections to the conversation database, whose file only its owner can read."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from engine.errors import reason
from engine.system.files import check_file

NAME = "conversations.db"
BUSY_SECONDS = 1.0
# The window blocks on reads, so they wait less long for a lock.
BUSY_READING_SECONDS = 0.1
# Size that the write-ahead log is truncated to after a checkpoint.
LOG_BYTES = 16 << 20
# SQLite's default, set explicitly because salvage.py relies on it.
PAGE_BYTES = 4096


def make_private(path: Path) -> None:
    """Create an empty file if there is none. SQLite gives its other files the permissions of this
    one. Raises OSError."""
    if not path.parent.exists():
        path.parent.mkdir(parents=True, mode=0o700)
    if path.exists():
        # SQLite would block on a pipe until its other end opens.
        check_file(path)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if path.stat().st_mode & 0o077:
        path.chmod(0o600)


def connect_to_write(path: Path) -> sqlite3.Connection:
    """Return a connection that one thread at a time may use. Raises OSError or sqlite3.Error."""
    make_private(path)
    connection = sqlite3.connect(
        path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("PRAGMA journal_mode = WAL")
        set_up(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def set_up(connection: sqlite3.Connection) -> None:
    # FULL keeps a committed prompt through a power cut; on macOS only a full fsync reaches the
    # disk.
    for pragma in (
        "synchronous = FULL",
        "fullfsync = ON",
        "checkpoint_fullfsync = ON",
        # Overwrite deleted content, so that it is gone from the file too.
        "secure_delete = ON",
        f"journal_size_limit = {LOG_BYTES}",
        "cache_size = -16000",
        "temp_store = MEMORY",
    ):
        connection.execute(f"PRAGMA {pragma}")


def compact(path: Path) -> None:
    """Return free pages to the file system and leave no content behind in the log. Raises OSError
    or sqlite3.Error."""
    with closing(connect_to_write(path)) as connection:
        for statement in ("PRAGMA wal_checkpoint(TRUNCATE)", "VACUUM") * 2:
            connection.execute(statement)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """Return a read-only connection. Raises sqlite3.Error."""
    try:
        return _opened(path, "mode=ro")
    except sqlite3.OperationalError:
        # Readers cannot create the shared-memory file in a read-only folder.
        if os.access(path.parent, os.W_OK) or log_of(path).exists():
            raise
        return _opened(path, "immutable=1")


def identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of the file at `path`, or None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def files_of(path: Path) -> list[Path]:
    """Return the paths of the database, its log and its shared memory."""
    return [path, log_of(path), path.with_name(path.name + "-shm")]


def ended_uncleanly(path: Path) -> bool:
    """Return True if a log is left: the last connection to close normally checkpoints and removes
    it."""
    log = log_of(path)
    return log.exists() and log.stat().st_size > 0


def _opened(path: Path, how: str) -> sqlite3.Connection:
    try:
        check_file(path)
    except OSError as error:
        found = sqlite3.OperationalError(reason(error))
        found.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise found from error
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        timeout=BUSY_READING_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchone()
        connection.execute("PRAGMA cache_size = -16000")
    except BaseException:
        connection.close()
        raise
    return connection
