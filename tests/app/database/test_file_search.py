"""Search finds the words of attached text files, and the message that has the file."""

import json
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.attachments.kept_files import Files
from app.database import schema, writes
from app.database.connections import NAME, connect_to_read
from app.database.file_index import MOST_INDEXED
from app.database.rows import ConversationRecord, FileUse, MessageRecord
from app.database.search import FILES, search
from app.database.store import Store
from tests.kit.desk import Desk
from ui.history.found_list import detail
from ui.state.conversation_entry import Found, HistoryFilter

NOTES = "On Monday\nthe heron stood in the shallow water, café in C++."


@pytest.fixture
def files(home: Path) -> Files:
    return Files(home / "attachments")


@pytest.fixture
def store(home: Path, files: Files, qtbot: QtBot) -> Iterator[Store]:
    made = Store(home, text_of=files.text_of)
    yield made
    assert made.close()


def message_of(files: Files, text: str, message_id: int, chat_id: int) -> MessageRecord:
    """Return a message with one text file."""
    sha256 = files.sha256_of(files.put_bytes(text.encode(), "notes.txt"))
    data = json.dumps({"attachments": [{"title": "notes.txt", "sha256": sha256}]})
    uses = (FileUse(str(sha256), "text"),)
    return MessageRecord(message_id, chat_id, content="Look", data=data, files=uses)


def store_file(store: Store, files: Files, text: str) -> tuple[int, int]:
    """Store a chat with a text file, and return its id and that of the message."""
    chat_id = store.next_id()
    store.save_conversation(ConversationRecord(chat_id, title="Birds"))
    message = message_of(files, text, store.next_id(), chat_id)
    store.save_message(message)
    return chat_id, message.message_id


def found(store: Store, text: str) -> list[Found]:
    return store.search(text, HistoryFilter())


def wait_for(qtbot: QtBot, store: Store, text: str) -> Found:
    """Return the only result, once the file is indexed."""
    qtbot.waitUntil(lambda: bool(found(store, text)))
    [result] = found(store, text)
    return result


def test_a_pasted_text_is_found_with_its_line(desk: Desk, qtbot: QtBot) -> None:
    desk.ready()
    chat = desk.tab.chat
    chat.attachment_requests.text_pasted.emit(f"{'x ' * 9000}The heron stood there.")
    qtbot.waitUntil(lambda: bool(chat.draft.attachments))
    desk.tab.composer.editor.setPlainText("What is in it?")
    desk.tab.composer.editor.return_pressed.emit()
    result = wait_for(qtbot, desk.store, "heron")
    asked = chat.transcript.turns[0]
    assert (result.message_id, result.role) == (asked.message_id, "user")
    assert result.snippet.endswith("The heron stood there.")
    assert [result.snippet[start:end] for start, end in result.marks] == ["heron"]
    assert result.file == asked.attachments[0].title
    assert detail(result).endswith(f" · {result.file}")


@pytest.mark.parametrize("text", ["hero", "cafe", '"shallow water"', "monday heron", "c++"])
def test_files_are_searched_like_messages(store, files, qtbot, text):
    chat_id, message_id = store_file(store, files, NOTES)
    result = wait_for(qtbot, store, text)
    assert (result.entry.conversation_id, result.message_id) == (chat_id, message_id)
    for other in ("heron look", '"water shallow"', "c#"):
        assert found(store, other) == []


@pytest.mark.parametrize("text", ["c++", "foo_bar"])
def test_punctuation_is_found_in_an_older_file_than_many_with_the_words(store, files, qtbot, text):
    chat_id, _ = store_file(store, files, "How to write foo_bar in C++")
    for number in range(FILES + 1):
        store_file(store, files, f"{number}: vitamin C, foo bar")
    assert store.flush()
    qtbot.waitUntil(lambda: not missing_files(store))
    assert [it.entry.conversation_id for it in found(store, text)] == [chat_id]


def test_a_file_is_found_once_in_each_chat(store, files, qtbot):
    chat_id, _ = store_file(store, files, NOTES)
    newer = message_of(files, NOTES, store.next_id(), chat_id)
    store.save_message(newer)
    _, other = store_file(store, files, NOTES)
    assert store.flush()
    qtbot.waitUntil(lambda: bool(found(store, "heron")))
    assert [it.message_id for it in found(store, "heron")] == [other, newer.message_id]
    store.delete_messages(chat_id, (newer.message_id,))
    assert store.flush() and len(found(store, "heron")) == 2


def test_the_words_of_a_file_go_with_the_last_message_that_has_it(store, files, qtbot):
    first, _ = store_file(store, files, NOTES)
    second, _ = store_file(store, files, NOTES)
    qtbot.waitUntil(lambda: len(found(store, "heron")) == 2)
    store.purge(first)
    assert store.flush() and [it.entry.conversation_id for it in found(store, "heron")] == [second]
    store.purge(second)
    store.merge_words()
    assert store.flush()
    with closing(sqlite3.connect(store.database_path)) as other:
        assert other.execute("SELECT count(*) FROM text_files").fetchone() == (0,)
    assert indexed_terms(store) == []


def missing_files(store: Store) -> int:
    """Return the number of files that are not indexed yet."""
    with closing(sqlite3.connect(store.database_path)) as other:
        indexed = other.execute("SELECT count(*) FROM text_files").fetchone()[0]
        return other.execute("SELECT count(*) FROM message_files").fetchone()[0] - indexed


@pytest.mark.parametrize(("limit", "read"), [(1, 0), (2, 1), (50, 2)])
def test_files_are_read_only_for_results_that_are_shown(store, files, qtbot, limit, read):
    store_file(store, files, "An older heron")
    store_file(store, files, "A newer heron")
    message = message_of(files, "A third heron", store.next_id(), store.next_id())
    store.save_conversation(ConversationRecord(message.conversation_id, title="Birds"))
    store.save_message(replace(message, content="Herons are birds"))
    assert store.flush()
    qtbot.waitUntil(lambda: not missing_files(store))
    statements: list[str] = []
    with closing(connect_to_read(store.database_path)) as connection:
        connection.set_trace_callback(statements.append)
        assert len(search(connection, "heron", HistoryFilter(), limit)) == min(limit, 3)
    assert sum(it.startswith("SELECT text FROM text_files") for it in statements) == read


def test_a_search_for_punctuation_scans_no_more_than_the_newest_files(
    store, files, qtbot, monkeypatch
):
    monkeypatch.setattr("app.database.search.SCANNED_FILES", 3)
    for number in range(5):
        store_file(store, files, f"{number}: vitamin C")
    assert store.flush()
    qtbot.waitUntil(lambda: not missing_files(store))
    statements: list[str] = []
    with closing(connect_to_read(store.database_path)) as connection:
        connection.set_trace_callback(statements.append)
        assert search(connection, "c++", HistoryFilter()) == []
    assert sum(it.startswith("SELECT text FROM text_files") for it in statements) == 3


def indexed_terms(store: Store) -> list[str]:
    """Return all words in the index of files."""
    with closing(sqlite3.connect(store.database_path)) as other:
        other.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, file_words, row)")
        return [term for (term,) in other.execute("SELECT term FROM terms")]


@pytest.mark.parametrize(
    "damaged", [b"no text", zlib.compress(b"\xff"), "a text"], ids=["bytes", "encoding", "type"]
)
def test_a_damaged_text_of_a_file_blocks_neither_search_nor_saving(store, files, qtbot, damaged):
    first, _ = store_file(store, files, NOTES)
    wait_for(qtbot, store, "heron")
    second, _ = store_file(store, files, "A kingfisher")
    wait_for(qtbot, store, "kingfisher")
    with closing(sqlite3.connect(store.database_path)) as other, other:
        other.execute("UPDATE text_files SET text = ? WHERE id = 1", (damaged,))
    assert [it.entry.conversation_id for it in found(store, "heron")] == [first]
    store.purge(first)
    assert store.flush() and not store.problem
    assert wait_for(qtbot, store, "kingfisher").entry.conversation_id == second
    assert indexed_terms(store) == ["a", "kingfisher"]


def test_a_file_that_fails_to_be_read_ends_neither_saving_nor_indexing(home, files, qtbot, caplog):
    def fail_for_notes(sha256: str, most: int) -> str:
        text = files.text_of(sha256, most)
        if text == NOTES:
            raise RuntimeError("no such luck")
        return text

    store = Store(home, text_of=fail_for_notes)
    store_file(store, files, NOTES)
    assert store.flush()
    qtbot.waitUntil(lambda: "no such luck" in caplog.text)
    other, _ = store_file(store, files, "A kingfisher")
    assert wait_for(qtbot, store, "kingfisher").entry.conversation_id == other
    assert caplog.text.count("RuntimeError: no such luck") == 1
    assert store.close()


def test_only_the_next_run_looks_for_files_of_messages_that_are_still_there(home, files, qtbot):
    store = Store(home, text_of=files.text_of)
    chat_id, message_id = store_file(store, files, NOTES)
    other, _ = store_file(store, files, "A kingfisher")
    assert store.flush()
    qtbot.waitUntil(lambda: not missing_files(store))
    store.save_message(MessageRecord(message_id, chat_id, content="Look"))
    store.purge(other)
    assert store.flush() and "heron" in indexed_terms(store)
    assert "kingfisher" not in indexed_terms(store)
    assert store.close()
    store = Store(home, text_of=files.text_of)
    assert store.flush() and indexed_terms(store) == []
    assert store.close()


def test_files_of_an_older_database_are_found(home, files, qtbot):
    home.mkdir(exist_ok=True)
    with closing(sqlite3.connect(home / NAME, isolation_level=None)) as old:
        schema.migrate(old, schema.MIGRATIONS[:4])
        writes.save_conversation(ConversationRecord(1, title="Birds"), old)
        writes.save_message(message_of(files, NOTES, 2, 1), old)
    store = Store(home, text_of=files.text_of)
    assert wait_for(qtbot, store, "heron").message_id == 2
    assert [it.content for it in store.messages(1)] == ["Look"]
    assert store.close()


def test_a_lost_file_is_found_in_the_next_run_if_it_is_back(home, files, qtbot):
    path = files.put_bytes(NOTES.encode(), "notes.txt")
    aside = path.rename(home / "aside")
    store = Store(home, text_of=files.text_of)
    chat_id = store.next_id()
    store.save_conversation(ConversationRecord(chat_id, title="Birds"))
    uses = (FileUse(path.parent.name, "text"),)
    store.save_message(MessageRecord(store.next_id(), chat_id, content="Look", files=uses))
    assert store.close() and path.parent.is_dir()
    aside.rename(path)
    store = Store(home, text_of=files.text_of)
    assert wait_for(qtbot, store, "heron").file == ""
    assert store.close()


def test_the_index_of_a_long_file_is_bounded(store, files, qtbot):
    store_file(store, files, f"{'whale '.ljust(MOST_INDEXED)}heron")
    wait_for(qtbot, store, "whale")
    assert found(store, "heron") == []
