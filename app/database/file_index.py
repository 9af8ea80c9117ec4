"""The search index of attached text files: each content is indexed once, whoever attaches it."""

import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterable

from app.database import index_words
from app.database.schema import transaction

log = logging.getLogger(__name__)

# Characters of a file that are indexed; the index of so many takes about 0.8 MB.
MOST_INDEXED = 1_000_000

# Returns at most so many characters of the file with a hash, or "" if it cannot be read.
TextOf = Callable[[str, int], str]


def no_text(sha256: str, most: int) -> str:
    return ""


def index_a_file(connection: sqlite3.Connection, text_of: TextOf) -> bool:
    """Index one file of a message that is missing from the index. Return True if there was any."""
    found = connection.execute(
        """SELECT sha256 FROM message_files WHERE kind = 'text'
            AND sha256 NOT IN (SELECT sha256 FROM text_files) LIMIT 1"""
    ).fetchone()
    if found is None:
        return False
    try:
        text = index_words.printable(text_of(found[0], MOST_INDEXED))
    except Exception:
        log.warning("attachment %s cannot be indexed", found[0], exc_info=True)
        text = ""
    kept = zlib.compress(text.encode()) if text else None
    with transaction(connection):
        # Without a text, the row keeps this run from reading the file again.
        row = connection.execute(
            "INSERT INTO text_files(sha256, text) VALUES(?, ?)", (found[0], kept)
        )
        if text:
            connection.execute(
                "INSERT INTO file_words(rowid, text) VALUES(?, ?)",
                (row.lastrowid, index_words.separated(text)),
            )
    return True


def file_text(connection: sqlite3.Connection, file_id: int) -> str:
    """Return the indexed text of a file, or "" if it is damaged."""
    row = connection.execute("SELECT text FROM text_files WHERE id = ?", (file_id,)).fetchone()
    try:
        return zlib.decompress(row[0]).decode() if row and row[0] else ""
    except (zlib.error, ValueError, TypeError):
        return ""


def forget_files(connection: sqlite3.Connection, hashes: Iterable[str]) -> None:
    """Remove the files with these hashes that no message has."""
    for sha256 in hashes:
        found = connection.execute(
            """SELECT id, text IS NOT NULL FROM text_files WHERE sha256 = ?1 AND NOT EXISTS(
                SELECT 1 FROM message_files WHERE sha256 = ?1 AND kind = 'text')""",
            (sha256,),
        ).fetchone()
        if found:
            _forget(connection, *found)


def forget_unused(connection: sqlite3.Connection) -> None:
    """Remove all files that no message has, and those that could not be read: they may be back."""
    connection.execute("DELETE FROM text_files WHERE text IS NULL")
    found = connection.execute(
        """SELECT sha256 FROM text_files
            WHERE sha256 NOT IN (SELECT sha256 FROM message_files WHERE kind = 'text')"""
    ).fetchall()
    forget_files(connection, [sha256 for (sha256,) in found])


def _forget(connection: sqlite3.Connection, file_id: int, indexed: bool) -> None:
    text = file_text(connection, file_id)
    if text:
        # A contentless FTS table needs the old words to delete them.
        connection.execute(
            "INSERT INTO file_words(file_words, rowid, text) VALUES('delete', ?, ?)",
            (file_id, index_words.separated(text)),
        )
    elif indexed:
        # The words to delete are unknown. The writer indexes all files anew.
        connection.execute("DELETE FROM text_files")
        connection.execute("INSERT INTO file_words(file_words) VALUES('delete-all')")
    connection.execute("DELETE FROM text_files WHERE id = ?", (file_id,))
