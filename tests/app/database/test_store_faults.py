"""A full disk, a lock, damage or another version costs one sentence, and no data is lost."""

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.database import connections, database_open, recovery, schema, writes
from app.database.reader import Reader
from app.database.rows import ConversationRecord, DraftRecord, FileUse, MessageRecord
from app.database.store import Store
from app.database.writer import DatabaseWriter
from app.database.writes import coalesced
from tests.kit.paths import ROOT
from ui.state.conversation_entry import Folder, HistoryFilter

ALL = HistoryFilter()


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch, qapp: QCoreApplication) -> None:
    monkeypatch.setattr("app.database.writer.RETRY_SECONDS", 0.05)
    monkeypatch.setattr("app.database.connections.BUSY_SECONDS", 0.05)


@pytest.fixture
def path(home: Path) -> Path:
    return home / connections.NAME


@pytest.fixture
def store(home: Path) -> Iterator[Store]:
    made = Store(home)
    assert made.flush()
    yield made
    made.close(0.5)


def store_question(store: Store, text: str = "Hello", **fields) -> int:
    """Store a conversation with one question and return its id."""
    chat_id = store.next_id()
    now = store.now()
    store.save_conversation(ConversationRecord(chat_id, title=text, created=now, updated=now))
    store.save_message(MessageRecord(store.next_id(), chat_id, content=text, **fields))
    return chat_id


def stored_texts(store: Store, chat_id: int) -> list[str]:
    return [it.content for it in store.messages(chat_id)]


def entry_titles(store: Store) -> list[str]:
    return [it.title for it in store.entries(ALL)]


def goes_on_in_memory(store: Store, qtbot, before: int, words: str) -> list[int]:
    """Use the store while nothing can be written; return the ids of changed conversations."""
    problems: list[str] = []
    store.problem_changed.connect(problems.append)
    fresh = store_question(store, "unsaved", data="x" * 200_000)
    store.save_message(MessageRecord(store.next_id(), before, content="more"))
    store.save_folder(Folder(store.next_id(), "Work"))
    store.save_state("tabs", [1])
    answered: list[bool] = []
    store.when_saved(lambda: answered.append(True))
    qtbot.waitUntil(lambda: bool(answered))
    assert len(problems) == 1 and words in problems[0]
    assert (stored_texts(store, fresh), stored_texts(store, before)) == (
        ["unsaved"],
        ["saved", "more"],
    )
    assert entry_titles(store) == ["unsaved", "saved"]
    assert [it.name for it in store.folders()] == ["Work"]
    assert store.state("tabs") == [1]
    assert store.conversation_ids() == sorted([before, fresh])
    assert not store.flush()
    return [before, fresh]


def is_saved_at_last(store: Store, qtbot, home: Path, ids: list[int]) -> None:
    qtbot.waitUntil(lambda: store.problem == "")
    assert store.close()
    again = Store(home)
    assert [stored_texts(again, it) for it in ids] == [["saved", "more"], ["unsaved"]]
    assert again.state("tabs") == [1]
    again.close()


def test_a_full_disk_loses_nothing_once_there_is_space(store, qtbot, home):
    before = store_question(store, "saved")
    assert store.flush()
    connection = store._writer._connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    ids = goes_on_in_memory(store, qtbot, before, "The disk is full")
    connection.execute("PRAGMA max_page_count = 1000000")
    is_saved_at_last(store, qtbot, home, ids)


def test_a_lock_by_another_program_loses_nothing_once_it_is_released(store, qtbot, home, path):
    before = store_question(store, "saved")
    assert store.flush()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        ids = goes_on_in_memory(store, qtbot, before, "Another program has locked conversations.db")
    is_saved_at_last(store, qtbot, home, ids)


def test_a_file_that_is_locked_at_the_start_is_read_and_written_later(home, path, qtbot):
    store = Store(home)
    old = store_question(store, "old")
    store.close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        store = Store(home)
        assert "Another program has locked" in store.notices[0]
        fresh = store_question(store, "fresh")
        assert fresh > old
        assert stored_texts(store, fresh) == ["fresh"]
    qtbot.waitUntil(lambda: store.problem == "")
    assert (stored_texts(store, old), stored_texts(store, fresh)) == (["old"], ["fresh"])
    store.close()


def check_kept_in_memory(store: Store, obstacle: Path, qtbot) -> None:
    chat_id = store_question(store, "kept")
    assert (stored_texts(store, chat_id), entry_titles(store)) == (["kept"], ["kept"])
    obstacle.unlink()
    qtbot.waitUntil(lambda: store.problem == "")
    assert store.close()
    store = Store(store.database_path.parent)
    assert stored_texts(store, chat_id) == ["kept"]
    store.close()


def test_the_store_works_in_memory_if_its_folder_cannot_be_created(home, qtbot):
    home.write_text("a file in its place")
    store = Store(home)
    assert str(home) in store.notices[0]
    check_kept_in_memory(store, home, qtbot)


def test_a_pipe_in_place_of_the_database_does_not_block(home, path, qtbot):
    home.mkdir()
    os.mkfifo(path)
    store = Store(home)
    assert "cannot be written" in store.notices[0]
    check_kept_in_memory(store, path, qtbot)


@pytest.mark.parametrize("put", [os.mkfifo, Path.mkdir], ids=["a pipe", "a folder"])
def test_an_obstacle_at_the_database_path_loses_nothing_once_it_is_gone(
    store, qtbot, home, path, put
):
    before = store_question(store, "saved")
    assert store.flush()
    aside = home.with_name("aside")
    files = [it for it in connections.files_of(path) if it.exists()]
    aside.mkdir()
    for file in files:
        file.rename(aside / file.name)
    put(path)
    ids = goes_on_in_memory(store, qtbot, before, "cannot be written")
    path.unlink() if path.is_fifo() else path.rmdir()
    for file in files:
        (aside / file.name).rename(file)
    is_saved_at_last(store, qtbot, home, ids)


def test_a_later_version_is_read_and_not_written(home, path, qtbot):
    store = Store(home)
    old = store_question(store, "old")
    store.close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    store = Store(home)
    assert store.read_only
    assert "newer version" in store.notices[0]
    fresh, called = store_question(store, "fresh"), []
    store.when_saved(lambda: called.append(True))
    with qtbot.waitSignal(store.changed):
        pass
    assert entry_titles(store) == ["fresh", "old"]
    assert (stored_texts(store, old), stored_texts(store, fresh)) == (["old"], ["fresh"])
    assert called == [True]
    assert fresh > old
    assert not store.close()
    assert path.read_bytes() == before


def filled_store(home: Path) -> list[int]:
    store = Store(home)
    ids = []
    for number in range(40):
        chat_id = store_question(
            store, f"question{number}", files=(FileUse(f"{number:064x}", "image"),)
        )
        parent = store.messages(chat_id)[0].message_id
        long = f"answer{number} " * (10 if number % 3 else 2000)
        reply = store.next_id()
        store.save_message(MessageRecord(reply, chat_id, 0, parent, "assistant", long, "because"))
        store.set_head(chat_id, 0, reply)
        ids.append(chat_id)
    store.save_draft(DraftRecord(ids[0], "half", '{"a": 1}', (FileUse("ff", "image"),)))
    store.save_folder(Folder(store.next_id(), "Work"))
    store.save_state("tabs", [1, 2])
    store.close()
    return ids


def everything(store: Store, ids: list[int]) -> list[object]:
    found = [(store.conversation(it), store.messages(it), store.heads(it)) for it in ids]
    with closing(Reader(store.database_path)) as reader:
        used = reader.used_files()
    return [*found, store.draft(ids[0]), store.folders(), store.state("tabs"), used]


def test_a_database_without_settings_of_folders_gets_them(home, path):
    home.mkdir(exist_ok=True)
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        schema.migrate(old, schema.MIGRATIONS[:2])
        old.execute("INSERT INTO folders VALUES(7, 'Work')")
        for number, folder in ((1, 7), (2, 8)):
            record = ConversationRecord(number, title=f"Chat {number}", folder_id=folder)
            writes.save_conversation(record, old)
            writes.save_message(MessageRecord(number, number, content="x"), old)
    store = Store(home)
    assert (store.folders(), store.folder_settings(7)) == ([Folder(7, "Work")], "{}")
    outside = store.entries(HistoryFilter(folder_id=0))
    assert [it.title for it in outside] == ["Chat 2"], "its folder is gone"
    assert store.close()


def database_before_deleted_folders(home: Path, path: Path) -> None:
    home.mkdir(exist_ok=True)
    with closing(connections.connect_to_write(path)) as old:
        schema.migrate(old, schema.MIGRATIONS[:3])
        old.execute("INSERT INTO folders VALUES(7, 'Work', '{}')")
        writes.save_conversation(ConversationRecord(1, title="Inside", folder_id=7), old)
        writes.save_message(MessageRecord(1, 1, content="x"), old)


def test_a_database_without_deleted_folders_gets_them(home, path):
    database_before_deleted_folders(home, path)
    store = Store(home)
    assert store.flush() and store.places().keys() == {1} and store.deleted_folders() == []
    store.delete_folder(7)
    assert store.flush() and store.deleted_folders()[0].name == "Work"
    assert store.close()


def test_chats_and_folders_are_listed_while_a_database_cannot_be_migrated(home, path, qtbot):
    database_before_deleted_folders(home, path)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store = Store(home)
        assert store.problem and entry_titles(store) == ["Inside"]
        store.update_conversation(1, title="Renamed")
        assert entry_titles(store) == ["Renamed"] and store.folders() == [Folder(7, "Work")]
        store.delete_folder(7, with_conversations=True)
        assert store.folders() == [] and [it.chats for it in store.deleted_folders()] == [1]
    qtbot.waitUntil(lambda: not store.problem)
    # Until all is written, the disk may be read as it was before its migration.
    assert store.flush()
    assert [it.chats for it in store.deleted_folders()] == [1]
    assert store.close()


def test_deleting_and_restoring_a_folder_is_seen_while_nothing_can_be_saved(store, qtbot):
    folder = store.next_id()
    store.save_folder(Folder(folder, "Work"))
    inside = store_question(store, "Inside")
    store.update_conversation(inside, folder_id=folder)
    assert store.flush()
    with closing(sqlite3.connect(store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.delete_folder(folder, with_conversations=True)
        store._commit()
        qtbot.waitUntil(lambda: bool(store.problem))
        assert entry_titles(store) == [] and store.deleted_ids() == [inside]
        assert [(it.name, it.chats) for it in store.deleted_folders()] == [("Work", 1)]
        store.restore_folder(folder)
        assert store.places().keys() == {inside} and store.deleted_folders() == []
    qtbot.waitUntil(lambda: not store.problem)
    assert store.places().keys() == {inside}


def test_deleted_folders_are_recovered_with_their_chats(home, path):
    store = Store(home)
    folder = store.next_id()
    store.save_folder(Folder(folder, "Work"))
    store.save_folder_settings(folder, '{"instructions": "Be brief."}')
    inside = store_question(store, "kept")
    store.update_conversation(inside, folder_id=folder)
    store.delete_folder(folder, with_conversations=True)
    assert store.close()
    recovery.recover(path, schema.MIGRATIONS)
    store = Store(home)
    assert [(it.name, it.chats) for it in store.deleted_folders()] == [("Work", 1)]
    store.restore_folder(folder)
    assert store.flush() and store.places().keys() == {inside}
    assert store.folder_settings(folder) == '{"instructions": "Be brief."}'
    assert store.close()


def test_folders_and_their_settings_are_recovered(home, path):
    store = Store(home)
    for number, name in enumerate(("Work", "Play"), 1):
        store.save_folder(Folder(number, name))
    store.save_folder_settings(2, '{"instructions": "Be brief."}')
    inside = store_question(store, "kept")
    store.update_conversation(inside, folder_id=2)
    store.close()
    recovery.recover(path, schema.MIGRATIONS)
    store = Store(home)
    assert [it.name for it in store.folders()] == ["Play", "Work"]
    assert store.folder_settings(2) == '{"instructions": "Be brief."}'
    assert list(store.places()) == [inside]
    assert store.close()


@pytest.mark.parametrize("page", ["header", "first page", "root of the messages"])
def test_a_row_survives_the_loss_of_its_index_pages(home, path, page, qtbot):
    ids = filled_store(home)
    store = Store(home)
    before = everything(store, ids)
    store.close()
    with closing(sqlite3.connect(path)) as other:
        root = other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'messages'")
        root = root.fetchone()[0]
    data = bytearray(path.read_bytes())
    start, size = {"header": (0, 100), "first page": (0, 4096)}.get(page, ((root - 1) * 4096, 4096))
    data[start : start + size] = os.urandom(size)
    path.write_bytes(data)
    store = Store(home)
    assert everything(store, ids) == before
    store.flush()
    (aside,) = recovery.damaged_databases(path)
    assert aside in store.backups()
    # The lost pages may have referred to more files.
    assert store.used_files() is None
    notices = [*store.notices]
    assert any(aside.name in it and str(path) in it for it in notices)
    assert "80 messages" in notices[0]
    assert aside.read_bytes() == bytes(data)
    qtbot.waitUntil(lambda: bool(store.search("answer0", ALL)))
    found = store.search("question7", ALL)
    assert [it.entry.conversation_id for it in found] == [ids[7]] * 2
    # Each word is indexed once, and purging its message removes it again.
    store.purge(ids[7])
    store.flush()
    assert not store.search("question7", ALL)
    assert store.next_id() > ids[-1] + 2
    store.close()


def test_the_rest_of_a_truncated_file_is_recovered(home, path):
    ids = filled_store(home)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])
    store = Store(home)
    kept = sum(len(store.messages(it)) for it in ids)
    assert 10 < kept < 80
    listed = [it.conversation_id for it in store.entries(ALL)]
    assert kept == sum(len(store.messages(it)) for it in listed)
    assert all(store.heads(it) for it in ids if store.messages(it))
    store.close()


def test_damage_found_while_running_is_repaired_at_once(home, path, qtbot):
    ids = filled_store(home)
    store = Store(home)
    assert store.flush()
    told: list[str] = []
    store.noticed.connect(told.append)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = other.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'messages_of'")
        root = root.fetchone()[0]
    with path.open("r+b") as file:
        file.seek((root - 1) * 4096)
        file.write(os.urandom(4096))
    assert store._reader is not None
    store._reader.close()
    store._reader = None
    fresh = store_question(store, "fresh")
    saved: list[bool] = []
    store.when_saved(lambda: saved.append(True))
    qtbot.waitUntil(lambda: bool(saved))
    assert stored_texts(store, fresh) == ["fresh"]
    assert [len(store.messages(it)) for it in ids] == [2] * 40
    assert len(told) == 1
    assert store.close()


def test_repeated_writes_are_coalesced(store):
    for text in ("a", "ab", "abc"):
        store.save_message(MessageRecord(5, 1, content=text, state="streaming"))
    store.delete_messages(1, [5])
    store.save_message(MessageRecord(5, 1, content="abcd"))
    assert len(coalesced(store._batch)) == 3


def test_each_migration_is_one_transaction_after_a_backup(home, path):
    filled_store(home)
    calls: list[int] = []

    def second(connection: sqlite3.Connection) -> None:
        connection.execute("ALTER TABLE folders ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'")

    def third(connection: sqlite3.Connection) -> None:
        connection.execute("UPDATE folders SET name = name || '!'")
        calls.append(1)
        if len(calls) == 1:
            raise sqlite3.OperationalError("interrupted")

    before = len(schema.MIGRATIONS)
    steps = (*schema.MIGRATIONS, second, third)
    with pytest.raises(sqlite3.OperationalError):
        database_open.open_database(path, steps)
    with closing(sqlite3.connect(path)) as found:
        assert schema.version_of(found) == before + 1
        assert found.execute("SELECT name, colour FROM folders").fetchone() == ("Work", "red")
    database_open.open_database(path, steps).connection.close()
    with closing(sqlite3.connect(path)) as found:
        assert schema.version_of(found) == before + 2
        assert found.execute("SELECT name FROM folders").fetchone() == ("Work!",)
        assert found.execute("SELECT count(*) FROM messages").fetchone() == (80,)
    copies = database_open.backups(path)
    assert [it.name.split("-")[2] for it in copies] == [str(before), str(before + 1)]
    with closing(sqlite3.connect(copies[0])) as copy:
        assert schema.version_of(copy) == before
        assert copy.execute("SELECT count(*) FROM messages").fetchone() == (80,)
    assert {it.stat().st_mode & 0o777 for it in copies} == {0o600}


def test_a_backup_without_space_leaves_no_part(home, path):
    filled_store(home)
    before = set(home.iterdir())
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    # the largest file that can be written, as on a full disk
    resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size // 2, limits[1]))
    try:
        with pytest.raises(sqlite3.OperationalError):
            database_open.open_database(path, (*schema.MIGRATIONS, lambda connection: None))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert set(home.iterdir()) == before


def test_conversations_deleted_by_an_earlier_version_can_be_restored(home, path):
    home.mkdir()
    with closing(connections.connect_to_write(path)) as first:
        schema.migrate(first, schema.MIGRATIONS[:1])
    for number, deleted in ((1, 0), (2, 1)):
        with closing(sqlite3.connect(path)) as first, first:
            record = ConversationRecord(number, title=str(number))
            writes.save_conversation(record, first)
            writes.save_message(MessageRecord(number, number, content="x"), first)
            first.execute("UPDATE conversations SET deleted = ? WHERE id = ?", (deleted, number))
    store = Store(home)
    store.flush()
    gone = HistoryFilter(archived=None, deleted=True)
    assert [it.title for it in store.entries(gone)] == ["2"] and entry_titles(store) == ["1"]
    store.close()


def test_a_recovery_keeps_deleted_conversations_deleted(home, path):
    ids = filled_store(home)
    store = Store(home)
    store.delete_conversation(ids[3])
    store.close()
    data = path.read_bytes()
    path.write_bytes(os.urandom(4096) + data[4096:])
    store = Store(home)
    assert store.deleted_ids() == [ids[3]] and len(store.conversation_ids()) == 39
    store.undelete_conversation(ids[3])
    assert stored_texts(store, ids[3])[0] == "question3"
    store.close()


_MIGRATES = """
import os, signal, sys
from pathlib import Path
from app.database import database_open, schema

def second(connection):
    connection.execute("UPDATE messages SET content = 'changed'")
    os.kill(os.getpid(), signal.SIGKILL)

database_open.open_database(Path(sys.argv[1]), (*schema.MIGRATIONS, second))
"""


def test_a_killed_migration_changes_nothing(home, path):
    ids = filled_store(home)
    command = [sys.executable, "-c", _MIGRATES, str(path)]
    assert subprocess.run(command, cwd=ROOT).returncode == -9
    store = Store(home)
    assert stored_texts(store, ids[1])[0] == "question1"
    assert store.notices == ()
    store.close()


def recover_until_the_move(home: Path, path: Path) -> None:
    """Recover a damaged database as if the program had ended before the new one was in place."""
    filled_store(home)
    data = path.read_bytes()
    path.write_bytes(os.urandom(4096) + data[4096:])
    recovery.recover(path, schema.MIGRATIONS)
    path.replace(path.with_name("conversations.recovered"))


def test_a_killed_recovery_is_repeated(home, path):
    recover_until_the_move(home, path)
    store = Store(home)
    assert len(store.conversation_ids()) == 40
    store.close()


def test_a_recovery_killed_while_setting_the_old_file_aside_resumes(home, path):
    recover_until_the_move(home, path)
    [aside] = recovery.damaged_databases(path)
    aside.replace(path)
    store = Store(home)
    assert len(store.conversation_ids()) == 40
    assert "were damaged" in store.notices[0]
    assert len([it for it in recovery.damaged_databases(path) if it.suffix == ".db"]) == 1
    store.close()


def test_a_database_without_one_of_its_tables_is_recovered(home, path):
    ids = filled_store(home)
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TABLE unindexed")
    store = Store(home)
    assert "were damaged" in store.notices[0]
    fresh = store_question(store, "fresh")
    assert store.flush()
    assert (stored_texts(store, ids[1])[0], stored_texts(store, fresh)) == ("question1", ["fresh"])
    store.close()


def test_a_moved_folder_gets_all_changes_once_it_is_back(store, home, qtbot):
    chat_id = store_question(store, "first")
    assert store.flush()
    elsewhere = home.with_name("elsewhere")
    home.rename(elsewhere)
    problems: list[str] = []
    store.problem_changed.connect(problems.append)
    store.save_message(MessageRecord(store.next_id(), chat_id, content="second"))
    qtbot.waitUntil(lambda: bool(problems))
    assert "was moved or removed" in problems[0] and not home.exists()
    assert stored_texts(store, chat_id) == ["first", "second"]
    # A different database at this path is not ours, and stays as it is.
    Store(home).close()
    with closing(sqlite3.connect(home / connections.NAME)) as other:
        other.execute(f"PRAGMA user_version = {len(schema.MIGRATIONS) - 1}")
    assert not store.flush()
    assert not database_open.backups(home / connections.NAME)
    shutil.rmtree(home)
    elsewhere.rename(home)
    qtbot.waitUntil(lambda: store.problem == "")
    again = Store(home)
    assert stored_texts(again, chat_id) == ["first", "second"]
    again.close()


def test_an_impossible_write_is_reported_and_blocks_nothing_else(store, qtbot):
    told: list[str] = []
    store.noticed.connect(told.append)
    store.save_state("a", 1)
    store.update_conversation(store_question(store, "kept"), pinned=object())
    qtbot.waitUntil(lambda: bool(told))
    assert "could not be saved" in told[0] and not store.problem
    assert (store.state("a"), entry_titles(store)) == (1, ["kept"])


def test_a_fault_in_a_write_is_reported_and_blocks_nothing_else(store, qtbot):
    told: list[str] = []
    store.noticed.connect(told.append)
    store._queue(lambda connection: [][0], None)
    store_question(store, "kept")
    qtbot.waitUntil(lambda: bool(told))
    assert "could not be saved: Duologue has a fault" in told[0] and not store.problem
    assert entry_titles(store) == ["kept"]


def test_changes_are_saved_after_a_fault_in_opening_the_database(store, home, qtbot, monkeypatch):
    def fail(*args, **kwargs) -> sqlite3.Connection:
        raise RuntimeError("no such luck")

    chat_id = store_question(store, "saved")
    assert store.flush()
    with monkeypatch.context() as patched:
        patched.setattr("app.database.database_open.open_database", fail)
        aside = home.rename(home.parent / "aside")
        shutil.copytree(aside, home)
        store.save_message(MessageRecord(store.next_id(), chat_id, content="more"))
        qtbot.waitUntil(lambda: "Duologue has a fault" in store.problem)
    qtbot.waitUntil(lambda: not store.problem)
    again = Store(home)
    assert stored_texts(again, chat_id) == ["saved", "more"]
    again.close()


def test_a_write_without_enough_memory_is_repeated(store, qtbot):
    problems: list[str] = []
    store.problem_changed.connect(problems.append)
    errors = [MemoryError(), MemoryError()]

    def write(connection: sqlite3.Connection) -> None:
        if errors:
            raise errors.pop()
        writes.save_state("a", "1", connection)

    store._queue(write, None)
    qtbot.waitUntil(lambda: len(problems) == 2)
    assert "not enough memory" in problems[0] and not problems[1]
    assert store.state("a") == 1


def test_callbacks_are_called_even_if_repair_is_impossible(store, path, qtbot, monkeypatch):
    monkeypatch.setattr("app.database.saved_database.MAX_REPAIRS", 0)
    store_question(store, "first")
    assert store.flush()
    with path.open("r+b") as file:
        file.seek(0)
        file.write(os.urandom(path.stat().st_size))
    store._writer._connection.execute("PRAGMA shrink_memory")
    called: list[bool] = []
    problems: list[str] = []
    store.problem_changed.connect(problems.append)
    chat_id = store_question(store, "second")
    store.when_saved(lambda: called.append(True))
    qtbot.waitUntil(lambda: bool(called))
    assert stored_texts(store, chat_id) == ["second"]


def test_a_growing_unsaved_answer_uses_no_extra_memory(store, qtbot):
    with closing(sqlite3.connect(store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        chat_id = store_question(store, "asked")
        reply = store.next_id()
        for length in range(500):
            store.save_message(
                MessageRecord(reply, chat_id, role="assistant", content="x" * length)
            )
            store._commit()
        assert sum(len(changes) for _, changes in store._unsaved) < 200
        qtbot.waitUntil(lambda: bool(store.problem))
        assert [len(it) for it in stored_texts(store, chat_id)] == [5, 499]
    qtbot.waitUntil(lambda: not store.problem)
    assert [len(it) for it in stored_texts(store, chat_id)] == [5, 499]


def test_lists_do_not_wait_for_a_commit(store, qtbot):
    """The window reads lists while an answer is being written."""
    with closing(sqlite3.connect(store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store_question(store, "asked")
        store._commit()
        assert (entry_titles(store), store.folders(), store.models()) == ([], [], [])
        assert not store.problem
    with qtbot.waitSignal(store.changed):
        pass
    assert entry_titles(store) == ["asked"]


def test_a_hanging_writer_does_not_block_the_window(store):
    assert isinstance(store._writer, DatabaseWriter)
    with closing(sqlite3.connect(store.database_path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        chat_id = store_question(store, "x")
        assert not store.flush(0.01)
        assert stored_texts(store, chat_id) == ["x"]
