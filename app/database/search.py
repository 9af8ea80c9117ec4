"""Full-text search over all conversations and their text files: titles before messages, newest
first."""

import sqlite3
from typing import Any

from app.database import index_words
from app.database.file_index import file_text
from app.database.indexing import attachment_title, attachment_titles
from app.database.reader import ENTRY, conditions_of, entry_of
from ui.state.conversation_entry import ConversationEntry, Found, HistoryFilter

# Maximum number of titles in the results if messages match too.
TITLES = 10
# Maximum number of results in attached files: the line that a result shows is looked for in all of
# its text.
FILES = 20
# Newest files with the words of a query that are scanned for its punctuation, which the index does
# not have. A file of 1 MB takes 15 ms, and the program waits 2 s for a search when it ends.
SCANNED_FILES = 100
# Newest messages that are scanned if the index finds nothing. Scanning 1,000 messages of 600
# letters takes 2.5 ms.
NEWEST_MESSAGES = 3000
# The columns that a search result shows.
_MESSAGE = f"m.id, m.role, m.content, m.reasoning, m.data, m.created, {ENTRY}"
_BODY = "(m.content || char(10) || m.reasoning)"


def search(
    connection: sqlite3.Connection, text: str, wanted: HistoryFilter, limit: int = 50
) -> list[Found]:
    """Search titles, messages and attached text files. All words must be in the same one of them.
    Raises sqlite3.Error."""
    parsed = index_words.query(text)
    if not parsed.terms:
        return []
    titles = _titles(connection, parsed, wanted, limit)
    messages = _messages(connection, parsed, wanted, limit)
    room = limit - min(TITLES, len(titles))
    messages += _files(connection, parsed, wanted, messages, room)
    messages.sort(key=lambda it: it.message_id, reverse=True)
    titles = titles[: max(TITLES, limit - len(messages))]
    return [*titles, *messages][:limit]


def _titles(
    connection: sqlite3.Connection, parsed: "index_words.Query", wanted: HistoryFilter, limit: int
) -> list[Found]:
    conditions, values = conditions_of(wanted)
    indexed = "c.id IN (SELECT rowid FROM title_words WHERE title_words MATCH ?)"
    anywhere = " AND ".join(["c.title LIKE ? ESCAPE '!'"] * len(parsed.terms))
    ways: list[tuple[str, tuple[str, ...]]] = [(anywhere, tuple(map(_like, parsed.terms)))]
    if parsed.match:
        ways.insert(0, (indexed, (parsed.match,)))
    for chosen, more in ways:
        rows = connection.execute(
            f"""SELECT {ENTRY} FROM conversations c WHERE {conditions}
            AND {chosen} ORDER BY c.updated DESC, c.id DESC LIMIT ?""",
            (*values, *more, limit),
        ).fetchall()
        if rows:
            return [_titled(entry_of(row), parsed) for row in rows]
    return []


def _titled(entry: ConversationEntry, parsed: "index_words.Query") -> Found:
    return Found(entry, 0, "", entry.title, parsed.marks(entry.title), entry.updated)


def _messages(
    connection: sqlite3.Connection, parsed: "index_words.Query", wanted: HistoryFilter, limit: int
) -> list[Found]:
    rows: list[tuple[Any, ...]] = []
    if parsed.match and parsed.literal:
        rows = _indexed(connection, parsed, wanted, limit, parsed.literal)
    if parsed.match and not rows:
        rows = _indexed(connection, parsed, wanted, limit, ())
    if not rows:
        rows = _scanned(connection, parsed, wanted, limit)
    return [_found(row, parsed) for row in rows]


def _indexed(
    connection: sqlite3.Connection,
    parsed: "index_words.Query",
    wanted: HistoryFilter,
    limit: int,
    literal: tuple[str, ...],
) -> list[tuple[Any, ...]]:
    conditions, values = conditions_of(wanted)
    since = _since(connection) if literal else 0
    exact = "".join(f" AND {_BODY} LIKE ? ESCAPE '!'" for _ in literal)
    # CROSS JOIN keeps the word index as the outermost loop, which yields the newest rows first.
    return connection.execute(
        f"""SELECT {_MESSAGE} FROM message_words w
        CROSS JOIN messages m ON m.id = w.rowid CROSS JOIN conversations c
            ON c.id = m.conversation_id
        WHERE w.message_words MATCH ? AND w.rowid >= ? AND m.deleted = 0
            AND {conditions}{exact} ORDER BY w.rowid DESC LIMIT ?""",
        (parsed.match, since, *values, *map(_like, literal), limit),
    ).fetchall()


def _scanned(
    connection: sqlite3.Connection, parsed: "index_words.Query", wanted: HistoryFilter, limit: int
) -> list[tuple[Any, ...]]:
    """Scan for parts of words and for punctuation. If the query has no word, scan all messages,
    because the index cannot find it."""
    conditions, values = conditions_of(wanted)
    since = _since(connection) if parsed.match else 0
    exact = "".join(f" AND {_BODY} LIKE ? ESCAPE '!'" for _ in parsed.terms)
    return connection.execute(
        f"""SELECT {_MESSAGE} FROM messages m CROSS JOIN conversations c
            ON c.id = m.conversation_id
        WHERE m.id >= ? AND m.deleted = 0 AND m.role IN ('user', 'assistant')
            AND m.state NOT IN ('waiting', 'streaming')
            {exact} AND {conditions} ORDER BY m.id DESC LIMIT ?""",
        (since, *map(_like, parsed.terms), *values, limit),
    ).fetchall()


def _files(
    connection: sqlite3.Connection,
    parsed: "index_words.Query",
    wanted: HistoryFilter,
    messages: list[Found],
    room: int,
) -> list[Found]:
    """Search attached text files, each for the newest message of a conversation that has it. Return
    those that are not in `messages` but among the newest of both, as many as there is room for."""
    if not parsed.match:
        return []
    conditions, values = conditions_of(wanted)
    most = SCANNED_FILES if parsed.literal else FILES
    rows = connection.execute(
        f"""SELECT w.rowid, f.sha256, max(m.id), m.role, m.data, m.created, {ENTRY}
        FROM file_words w CROSS JOIN text_files t ON t.id = w.rowid
        CROSS JOIN message_files f ON f.sha256 = t.sha256 AND f.kind = 'text'
        CROSS JOIN messages m ON m.id = f.message_id CROSS JOIN conversations c
            ON c.id = m.conversation_id
        WHERE w.file_words MATCH ? AND m.deleted = 0 AND m.role IN ('user', 'assistant')
            AND {conditions} GROUP BY c.id, w.rowid ORDER BY 3 DESC LIMIT ?""",
        (parsed.match, *values, most),
    )
    found: list[Found] = []
    seen = {it.message_id for it in messages}
    for file_id, sha256, message_id, role, data, created, *entry in rows:
        newer = sum(it > message_id for it in seen) + len(found)
        if newer >= room or len(found) == FILES:
            break
        if message_id in seen:
            continue
        text = file_text(connection, file_id)
        if all(index_words.has_as_written(text, term) for term in parsed.literal):
            span = index_words.first_match(text, parsed)
            line, marks = (
                index_words.line_around(text, span[0], parsed) if span else _beginning(text)
            )
            title = attachment_title(data, sha256)
            chat = entry_of(tuple(entry))
            found.append(Found(chat, message_id, role, line, marks, created, title, sha256, span))
    return found


def _since(connection: sqlite3.Connection) -> int:
    # This table has small rows; the rows of `messages` include their texts.
    row = connection.execute(
        "SELECT id FROM message_words_docsize ORDER BY id DESC LIMIT 1 OFFSET ?",
        (NEWEST_MESSAGES,),
    ).fetchone()
    return row[0] if row else 0


def _like(term: str) -> str:
    escaped = term.replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"%{escaped}%"


def _found(row: tuple[Any, ...], parsed: "index_words.Query") -> Found:
    message_id, role, content, reasoning, data, created = row[:6]
    texts = (content, reasoning, " · ".join(attachment_titles(data)))
    shown = next((it for it in (index_words.snippet(text, parsed) for text in texts) if it), None)
    line, marks = shown or _beginning(content)
    return Found(entry_of(row[6:]), message_id, role, line, marks, created)


def _beginning(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return a line for a text in which the match cannot be marked."""
    return " ".join(text[:200].split()), ()
