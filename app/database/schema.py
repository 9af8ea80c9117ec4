"""The schema of the conversation database, as a sequence of migrations."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress

Migration = Callable[[sqlite3.Connection], None]

# The index contains separated words (index_words.py) and no text of its own. Salvage tells the
# tables of a damaged file apart by their columns and needs their row ids (salvage.py).
_FIRST = (
    """CREATE TABLE conversations(
        id INTEGER PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, named INTEGER NOT NULL,
        created REAL NOT NULL, updated REAL NOT NULL, pinned INTEGER NOT NULL,
        archived INTEGER NOT NULL, folder_id INTEGER NOT NULL, model TEXT NOT NULL,
        settings TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0)""",
    """CREATE INDEX conversations_in_order
        ON conversations(deleted, archived, pinned DESC, updated DESC, id DESC)""",
    "CREATE INDEX conversations_by_time ON conversations(updated)",
    """CREATE TABLE messages(
        id INTEGER PRIMARY KEY, conversation_id INTEGER NOT NULL, branch INTEGER NOT NULL,
        parent_id INTEGER NOT NULL, role TEXT NOT NULL, state TEXT NOT NULL, created REAL NOT NULL,
        deleted INTEGER NOT NULL DEFAULT 0, content TEXT NOT NULL, reasoning TEXT NOT NULL,
        data TEXT NOT NULL)""",
    "CREATE INDEX messages_of ON messages(conversation_id, deleted, role)",
    "CREATE INDEX growing ON messages(id) WHERE state IN ('waiting', 'streaming')",
    "CREATE INDEX deleted_messages ON messages(id) WHERE deleted",
    """CREATE TABLE message_files(
        message_id INTEGER NOT NULL, position INTEGER NOT NULL, sha256 TEXT NOT NULL,
        kind TEXT NOT NULL, conversation_id INTEGER NOT NULL)""",
    "CREATE UNIQUE INDEX files_in_order ON message_files(message_id, position)",
    "CREATE INDEX files_of ON message_files(conversation_id, kind, message_id)",
    """CREATE TABLE heads(
        conversation_id INTEGER NOT NULL, branch INTEGER NOT NULL, message_id INTEGER NOT NULL,
        told_from INTEGER NOT NULL, PRIMARY KEY(conversation_id, branch))""",
    """CREATE TABLE drafts(
        conversation_id INTEGER PRIMARY KEY, text TEXT NOT NULL, data TEXT NOT NULL,
        files TEXT NOT NULL)""",
    "CREATE TABLE folders(id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
    "CREATE TABLE states(key TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE counter(id INTEGER PRIMARY KEY CHECK(id = 1), newest INTEGER NOT NULL)",
    # Messages that still have to be indexed after a recovery.
    "CREATE TABLE unindexed(id INTEGER PRIMARY KEY)",
    """CREATE VIRTUAL TABLE message_words USING fts5(
        content, reasoning, attachments, content='', prefix='2 3',
        tokenize='unicode61 remove_diacritics 2')""",
    """CREATE VIRTUAL TABLE title_words USING fts5(
        title, content='', prefix='2 3', tokenize='unicode61 remove_diacritics 2')""",
)


def _first(connection: sqlite3.Connection) -> None:
    for statement in _FIRST:
        connection.execute(statement)


def _recently_deleted(connection: sqlite3.Connection) -> None:
    """Turn `conversations.deleted` from a flag into the time of deletion, in seconds since the
    epoch, or 0. The previous version would purge these conversations at its next start."""
    connection.execute(
        "UPDATE conversations SET deleted = CAST(strftime('%s', 'now') AS INTEGER) WHERE deleted"
    )


def _folder_settings(connection: sqlite3.Connection) -> None:
    """Add what new chats of a folder begin with, as JSON, and an index that lists a folder."""
    connection.execute("ALTER TABLE folders ADD COLUMN settings TEXT NOT NULL DEFAULT '{}'")
    connection.execute(
        """CREATE INDEX conversations_in_folders ON conversations(
            folder_id, deleted, archived, pinned DESC, updated DESC, id DESC)"""
    )
    connection.execute(
        """UPDATE conversations SET folder_id = 0
        WHERE folder_id != 0 AND folder_id NOT IN (SELECT id FROM folders)"""
    )


def _deleted_folders(connection: sqlite3.Connection) -> None:
    """Add the folders in Recently Deleted, with their time of deletion as that of a conversation.
    Their conversations keep the `folder_id`: the folder of a conversation counts while it is in
    `folders`."""
    connection.execute(
        """CREATE TABLE deleted_folders(
            id INTEGER PRIMARY KEY, name TEXT NOT NULL, settings TEXT NOT NULL,
            deleted INTEGER NOT NULL)"""
    )


def _text_files(connection: sqlite3.Connection) -> None:
    """Add the index of attached text files, which the writer fills when it is idle. `text` is
    compressed: the index needs it to delete its words, and a result shows a line of it."""
    connection.execute(
        "CREATE TABLE text_files(id INTEGER PRIMARY KEY, sha256 TEXT NOT NULL UNIQUE, text BLOB)"
    )
    connection.execute("CREATE INDEX texts_by_content ON message_files(sha256) WHERE kind = 'text'")
    connection.execute(
        """CREATE VIRTUAL TABLE file_words USING fts5(
            text, content='', tokenize='unicode61 remove_diacritics 2')"""
    )


# Each migration upgrades a database from the version that equals its index here.
MIGRATIONS: Sequence[Migration] = (
    _first,
    _recently_deleted,
    _folder_settings,
    _deleted_folders,
    _text_files,
)


def version_of(connection: sqlite3.Connection) -> int:
    return connection.execute("PRAGMA user_version").fetchone()[0]


def migrate(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> None:
    """Run the missing migrations, each in one transaction with its version number."""
    for version in range(version_of(connection), len(migrations)):
        with transaction(connection):
            migrations[version](connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")


def is_whole(connection: sqlite3.Connection, migrations: Sequence[Migration]) -> bool:
    """Return True if all tables and columns of the current version exist."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, migrations)
        return _columns(fresh) <= _columns(connection)


def _columns(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    return set(
        connection.execute(
            "SELECT m.name, p.name FROM sqlite_schema m, pragma_table_info(m.name) p"
            " WHERE m.type = 'table'"
        )
    )


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has already rolled back if the disk is full.
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
