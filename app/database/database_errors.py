"""Explains to the user why the database cannot be read or written."""

import errno
import sqlite3
from pathlib import Path

from engine.errors import reason
from engine.sentences import Sentence, say

_KINDS = {
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_READONLY: "read-only",
    sqlite3.SQLITE_PERM: "read-only",
    sqlite3.SQLITE_CANTOPEN: "read-only",
    sqlite3.SQLITE_AUTH: "read-only",
}
_KINDS_OF_FILES = {
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EACCES: "read-only",
    errno.EPERM: "read-only",
    errno.EROFS: "read-only",
    errno.ENOTDIR: "read-only",
    errno.EISDIR: "read-only",
    errno.EEXIST: "read-only",
    errno.ENOENT: "gone",
}


# SQLite reports faults of ours with these errors, or with the code SQLITE_ERROR.
_FAULTS = (sqlite3.ProgrammingError, sqlite3.IntegrityError, sqlite3.InterfaceError)


class NewerVersion(Exception):
    """The database was written by a later version of Duologue."""


def is_damage(error: Exception) -> bool:
    return isinstance(error, sqlite3.Error) and _code(error) in (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    )


def is_disk_error(error: Exception) -> bool:
    """Return True if the same write may succeed later. Otherwise the data to write is at fault."""
    if isinstance(error, OSError | MemoryError):
        return True
    return isinstance(error, sqlite3.OperationalError) and (
        _code(error) in _KINDS or _code(error) in (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM)
    )


def explanation(error: Exception, path: Path) -> Sentence:
    """Return a sentence with the problem, what happens to new changes, and what to do."""
    if isinstance(error, OSError):
        kind = _KINDS_OF_FILES.get(error.errno or 0)
    else:
        kind = _KINDS.get(_code(error))
    if kind == "full":
        return say(
            "The disk is full. Changes are kept in memory and saved once there is space: free "
            "some before you quit."
        )
    if kind == "locked":
        return say(
            "Another program has locked {name}. Changes are kept in memory and saved once the "
            "file is free: close that program before you quit.",
            name=path.name,
        )
    if kind == "gone":
        return say(
            "{path} was moved or removed. Changes are kept in memory and saved once it is back: "
            "put it back before you quit.",
            path=str(path),
        )
    if kind == "read-only":
        return say(
            "{path} cannot be written to. Changes are kept in memory and saved once that is "
            "possible: allow writing there before you quit.",
            path=str(path),
        )
    return say(
        "{path} cannot be written to: {error}. Changes are kept in memory, and Duologue will try "
        "again.",
        path=str(path),
        error=cause(error),
    )


def cause(error: Exception) -> str:
    """Return the cause of an error, to stand inside a sentence. The cause of a fault of ours means
    something only in the log."""
    ours = isinstance(error, _FAULTS) or _code(error) == sqlite3.SQLITE_ERROR
    if isinstance(error, sqlite3.Error | OSError | MemoryError) and not ours:
        return reason(error)
    return say("Duologue has a fault; see its log")


def _code(error: Exception) -> int:
    # The lowest byte is the primary result code.
    return (getattr(error, "sqlite_errorcode", 0) or 0) & 0xFF
