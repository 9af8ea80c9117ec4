"""Everything given to a store is there in the next run, whatever happened in between."""

import json
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication

from app.database.rows import ConversationRecord, DraftRecord, FileUse, Kind, MessageRecord
from app.database.store import DAY, Store
from ui.state.conversation_entry import Folder, HistoryFilter

ALL = HistoryFilter()
GONE = HistoryFilter(archived=None, deleted=True)
NOW = 2_000_000_000.0
IMAGE = FileUse("ab" * 32, "image")
VIDEO = FileUse("cd" * 32, "video")

Opener = Callable[[], Store]


@pytest.fixture
def opener(home: Path, qapp: QCoreApplication) -> Iterator[Opener]:
    """Returns a function that opens the store of the test's home, as the next run would."""
    made: list[Store] = []

    def open_it() -> Store:
        made.append(Store(home))
        return made[-1]

    yield open_it
    for store in made:
        store.close()


@pytest.fixture
def store(opener: Opener) -> Store:
    return opener()


def store_chat(store: Store, *texts: str, title: str = "A title", **fields) -> int:
    """Store alternating questions and answers and return the conversation id."""
    conversation_id = store.next_id()
    now = store.now()
    store.save_conversation(
        ConversationRecord(conversation_id, title=title, created=now, updated=now, **fields)
    )
    parent = 0
    for number, text in enumerate(texts):
        role = "assistant" if number % 2 else "user"
        parent = store_message(store, conversation_id, text, role=role, parent_id=parent)
    return conversation_id


def store_message(store: Store, conversation_id: int, text: str = "Hello", **fields) -> int:
    message_id = store.next_id()
    store.save_message(MessageRecord(message_id, conversation_id, content=text, **fields))
    return message_id


def stored_titles(store: Store, wanted: HistoryFilter = ALL) -> list[str]:
    store.flush()
    return [entry.title for entry in store.entries(wanted)]


def test_everything_is_read_in_the_next_run(opener):
    store = opener()
    record = ConversationRecord(
        store.next_id(), Kind.COMPARISON, "Äpfel", True, 1.5, 2.5, True, False, 0, "Dot", '{"a": 1}'
    )
    message = MessageRecord(
        store.next_id(), record.conversation_id, 2, 0, "user", "Hä?", "r", "done", 3.5,
        '{"x": "\U0001f600"}', (IMAGE, VIDEO),
    )  # fmt: skip
    draft = DraftRecord(record.conversation_id, "half a", '{"places": [0]}', (VIDEO,))
    folder = Folder(store.next_id(), "Work")
    store.save_conversation(record)
    store.save_message(message)
    store.set_head(record.conversation_id, 2, message.message_id, 7)
    store.save_draft(draft)
    store.save_folder(folder)
    store.save_state("tabs", {"order": [1, 2]})
    assert store.close()
    store = opener()
    assert store.conversation(record.conversation_id) == record
    assert store.messages(record.conversation_id) == [message]
    assert store.heads(record.conversation_id) == {2: (message.message_id, 7)}
    assert store.draft(record.conversation_id) == draft
    assert store.folders() == [folder]
    assert store.state("tabs") == {"order": [1, 2]}
    assert store.state("unknown") is None
    assert store.used_files() == {IMAGE.sha256, VIDEO.sha256}
    assert store.next_id() > folder.folder_id


def test_other_users_cannot_read_the_database(store, home):
    store_chat(store, "secret")
    store.flush()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    files = list(home.iterdir())
    assert {it.name for it in files} == {f"conversations.db{it}" for it in ("", "-wal", "-shm")}
    assert {stat.S_IMODE(it.stat().st_mode) for it in files} == {0o600}


def test_reads_see_earlier_writes(store):
    chat_id = store_chat(store, "one", "two")
    assert [it.content for it in store.messages(chat_id)] == ["one", "two"]
    store.update_conversation(chat_id, title="Named", named=True)
    assert stored_titles(store) == ["Named"]
    store.save_state("a", 1)
    assert store.state("a") == 1


def test_when_saved_calls_back_once_the_whole_turn_is_on_disk(store, qtbot):
    seen = []
    chat_id = store_chat(store, "one")

    def look(name: str) -> None:
        with sqlite3.connect(store.database_path) as other:
            found = other.execute("SELECT count(*) FROM messages").fetchone()[0]
        other.close()
        seen.append((name, found))

    store.when_saved(lambda: look("first"))
    store_message(store, chat_id)
    store.when_saved(lambda: look("second"))
    qtbot.waitUntil(lambda: bool(seen))
    assert seen == [("first", 2), ("second", 2)]


def test_a_commit_reports_the_changed_entries(store, qtbot):
    changed: list[frozenset[int]] = []
    store.changed.connect(changed.append)
    first, second = store_chat(store, "one"), store_chat(store, "two")
    qtbot.waitUntil(lambda: bool(changed))
    store.save_folder(Folder(store.next_id(), "Work"))
    qtbot.waitUntil(lambda: len(changed) == 2)
    assert changed == [{first, second}, {0}]


def test_a_growing_answer_is_interrupted_in_the_next_run(opener):
    store = opener()
    chat_id = store_chat(store, "Why?")
    reply = store_message(
        store, chat_id, "Because of the parabola", role="assistant", state="streaming"
    )
    assert not store.search("parabola", ALL)
    store.close()
    store = opener()
    assert {it.message_id: it.state for it in store.messages(chat_id)}[reply] == "interrupted"
    assert [it.message_id for it in store.search("parabola", ALL)] == [reply]


def test_deleted_messages_can_be_restored_until_the_next_run(opener):
    store = opener()
    chat_id = store_chat(store, "keep", "drop")
    last = store.messages(chat_id)[-1].message_id
    store.delete_messages(chat_id, [last])
    assert [it.content for it in store.messages(chat_id)] == ["keep"]
    assert not store.search("drop", ALL)
    store.undelete_messages(chat_id, [last])
    store.flush()
    assert store.search("drop", ALL)
    store.delete_messages(chat_id, [last])
    # A late write does not restore it.
    store.save_message(MessageRecord(last, chat_id, content="late"))
    store.close()
    store = opener()
    store.undelete_messages(chat_id, [last])
    assert [it.content for it in store.messages(chat_id)] == ["keep"]


def test_a_deleted_conversation_can_be_restored_until_it_is_purged(opener):
    store = opener()
    chat_id, other = (
        store_chat(store, "find me", title="First"),
        store_chat(store, "stays", title="Second"),
    )
    store_message(store, chat_id, files=(IMAGE,))
    store.delete_conversation(chat_id)
    assert (stored_titles(store), store.conversation(chat_id)) == (["Second"], None)
    assert not store.search("find", ALL)
    assert store.used_files() == {IMAGE.sha256}
    store.undelete_conversation(chat_id)
    assert sorted(stored_titles(store)) == ["First", "Second"]
    assert store.search("find", ALL)
    store.purge(chat_id)
    store_message(store, chat_id, "late")
    store.undelete_conversation(chat_id)
    assert store.used_files() == set()
    assert not (store.messages(chat_id) or store.search("First", ALL))
    assert store.conversation_ids() == [other]


def test_deleted_conversations_can_be_restored_for_thirty_days(opener, monkeypatch):
    store = opener()
    old, new = (
        store_chat(store, "find old", title="Old"),
        store_chat(store, "find new", title="New"),
    )
    store_chat(store, "find live", title="Live", pinned=True)
    store_message(store, old, files=(IMAGE,))
    for chat_id, days_ago in ((new, 29.9), (old, 30.1)):
        with monkeypatch.context() as before:
            before.setattr(time, "time", lambda ago=days_ago: NOW - ago * DAY)
            store.delete_conversation(chat_id)
    assert stored_titles(store) == ["Live"] and stored_titles(store, GONE) == ["New", "Old"]
    assert stored_titles(store, replace(GONE, has_image=True)) == ["Old"]
    assert store.deleted_ids() == [old, new] and store.used_files() == {IMAGE.sha256}
    assert [it.entry.title for it in store.search("find", ALL)] == ["Live"]
    assert [it.entry.title for it in store.search("find", GONE)] == ["New", "Old"]
    store.close()
    monkeypatch.setattr(time, "time", lambda: NOW)
    store = opener()
    assert stored_titles(store, GONE) == ["New"] and store.used_files() == set()
    store.undelete_conversation(new)
    assert stored_titles(store) == ["Live", "New"]


def test_purging_everything_includes_deleted_conversations(opener):
    store = opener()
    gone, there = store_chat(store, "x"), store_chat(store, "x")
    store.delete_conversation(gone)
    store.purge_all()
    store.undelete_conversation(gone)
    assert (stored_titles(store), stored_titles(store, GONE)) == ([], [])
    assert not (store.messages(gone) or store.messages(there))


def test_an_empty_conversation_is_not_listed(opener):
    store = opener()
    empty, drafted = store_chat(store), store_chat(store, title="Drafted")
    store.save_draft(DraftRecord(drafted, "half"))
    store.flush()
    assert [(it.title, it.draft) for it in store.entries(ALL)] == [("Drafted", True)]
    assert store.conversation_ids() == [drafted]
    store.save_draft(DraftRecord(drafted))
    assert store.draft(drafted) is None
    store.close()
    store = opener()
    store.purge_empty([drafted])
    store.flush()
    assert (store.conversation(empty), store.conversation(drafted) is None) == (None, False)


def test_pinned_conversations_come_first_then_the_newest(store):
    for title in ("old", "pinned", "new"):
        store_chat(store, "x", title=title, pinned=title == "pinned")
    assert stored_titles(store) == ["pinned", "new", "old"]
    assert [it.title for it in store.entries(ALL, 1, 1)] == ["new"]
    last = store.entries(ALL)[2]
    assert store.entries(ALL, only=[last.conversation_id]) == [last]


def test_entries_are_filtered(store):
    folder = store.next_id()
    store.save_folder(Folder(folder, "Work"))
    store_chat(store, "x", title="archived", archived=True)
    store_chat(store, "x", title="filed", folder_id=folder, model="Gemma")
    imaged = store_chat(store, "x", title="pictured", model="Dot, Gemma")
    message = store_message(store, imaged, files=(IMAGE,))
    store_message(store, store_chat(store, "x", title="filmed"), files=(VIDEO,))
    assert stored_titles(store, HistoryFilter(archived=True)) == ["archived"]
    assert stored_titles(store, HistoryFilter(folder_id=folder)) == ["filed"]
    assert stored_titles(store, HistoryFilter(model="Gemma")) == ["pictured", "filed"]
    assert stored_titles(store, HistoryFilter(has_image=True)) == ["pictured"]
    assert stored_titles(store, HistoryFilter(has_video=True)) == ["filmed"]
    assert store.models() == ["Dot", "Gemma"]
    assert [it.entry.title for it in store.search("x", HistoryFilter(has_video=True))] == ["filmed"]
    store.delete_messages(imaged, [message])
    assert stored_titles(store, HistoryFilter(has_image=True)) == []
    assert list(store.places()) == [
        store.entries(HistoryFilter(folder_id=folder))[0].conversation_id
    ]
    store.delete_folder(folder)
    store.flush()
    assert store.folders() == [] and store.places() == {}
    assert stored_titles(store, HistoryFilter(folder_id=0)) == ["filmed", "pictured", "filed"]


def test_settings_of_a_folder_outlive_its_name_and_keep_its_files(store, opener):
    folder = store.next_id()
    settings = json.dumps({"instructions": "Hä?", "attachments": [{"sha256": IMAGE.sha256}]})
    store.save_folder(Folder(folder, "Work"))
    store.save_folder_settings(folder, settings)
    store.save_folder(Folder(folder, "Play"))
    assert store.close()
    store = opener()
    assert store.folders() == [Folder(folder, "Play")]
    assert store.folder_settings(folder) == settings
    assert store.used_files() == {IMAGE.sha256}
    store.delete_folder(folder)
    assert store.close()
    store = opener()
    assert store.folders() == [] and store.folder_settings(folder) == settings
    assert store.used_files() == {IMAGE.sha256}
    store.purge_folder(folder)
    assert (store.folder_settings(folder), store.used_files()) == ("{}", set())


def store_folder(store: Store, name: str = "Work") -> int:
    folder_id = store.next_id()
    store.save_folder(Folder(folder_id, name))
    return folder_id


def deleted_folders(store: Store) -> list[tuple[str, int]]:
    """Return the names of the folders in Recently Deleted, with their numbers of chats."""
    assert store.flush()
    return [(it.name, it.chats) for it in store.deleted_folders()]


def test_a_deleted_folder_is_restored_in_the_next_run_with_the_chats_outside_folders(opener):
    store = opener()
    work, play = store_folder(store), store_folder(store, "Play")
    stays, moves = (store_chat(store, "x", title=it, folder_id=work) for it in ("stays", "moves"))
    filed = store_chat(store, "x", title="filed", folder_id=work, archived=True)
    store.save_folder_settings(work, '{"preset": "Warm"}')
    store.delete_folder(work)
    assert deleted_folders(store) == [("Work", 0)] and store.folders() == [Folder(play, "Play")]
    assert stored_titles(store, HistoryFilter(folder_id=0)) == ["moves", "stays"]
    assert store.places() == {} and store.conversation(filed).folder_id == 0
    assert [it.folder_id for it in store.entries(ALL)] == [0, 0]
    store.update_conversation(moves, folder_id=play)
    assert store.close()
    store = opener()
    assert deleted_folders(store) == [("Work", 0)]
    store.restore_folder(work)
    assert deleted_folders(store) == [] and store.folder_settings(work) == '{"preset": "Warm"}'
    assert store.folders() == [Folder(play, "Play"), Folder(work, "Work")]
    assert store.folder_members(work) == [stays, filed]
    assert store.folder_members(play) == [moves]


def test_a_folder_brings_back_only_the_chats_that_were_deleted_with_it(opener):
    store = opener()
    work = store_folder(store)
    before, one, two = (store_chat(store, "x", title=it, folder_id=work) for it in "012")
    store.delete_conversation(before)
    store.delete_folder(work, with_conversations=True)
    assert stored_titles(store) == [] and stored_titles(store, GONE) == ["2", "1", "0"]
    assert deleted_folders(store) == [("Work", 2)]
    store.undelete_conversation(two)
    assert stored_titles(store, HistoryFilter(folder_id=0)) == ["2"]
    assert deleted_folders(store) == [("Work", 1)], "the other is back already"
    assert store.close()
    store = opener()
    store.restore_folder(work)
    assert store.folder_members(work) == [one, two] and store.deleted_ids() == [before]
    store.undelete_conversation(before)
    assert store.folder_members(work) == [before, one, two]


def test_a_folder_is_purged_as_late_as_a_chat_and_with_all_of_them(opener, monkeypatch):
    store = opener()
    work, play = store_folder(store), store_folder(store, "Play")
    inside = store_chat(store, "x", title="inside", folder_id=work)
    store_chat(store, "x", title="gone", folder_id=play)
    store.delete_folder(work)
    store.delete_folder(play, with_conversations=True)
    assert store.close()
    now = time.time()
    for days, left in ((29, ["Play", "Work"]), (31, [])):
        monkeypatch.setattr("app.database.store.time.time", lambda d=days: now + d * DAY)
        store = opener()
        assert [name for name, _ in deleted_folders(store)] == left
        assert len(store.restorable_ids()) == len(left) // 2
        assert store.conversation(inside).folder_id == 0
        assert store.close()
    store = opener()
    store.delete_folder(store_folder(store))
    store.purge_all()
    assert deleted_folders(store) == []


def test_a_purged_folder_leaves_its_chats_where_they_are(store):
    work = store_folder(store)
    store_chat(store, "x", title="inside", folder_id=work)
    store.purge_folder(work)
    assert store.flush() and store.folders(), "it is not in Recently Deleted"
    store.delete_folder(work)
    store.purge_folder(work)
    store.restore_folder(work)
    assert deleted_folders(store) == [] and store.folders() == []
    assert stored_titles(store, HistoryFilter(folder_id=0)) == ["inside"]


def test_messages_follow_their_parents_whatever_their_ids(store):
    chat_id = store_chat(store)
    for message_id, parent_id in ((101, 103), (102, 101), (103, 0)):
        store.save_message(MessageRecord(message_id, chat_id, parent_id=parent_id))
    assert [it.message_id for it in store.messages(chat_id)] == [103, 101, 102]


def test_updating_a_message_leaves_one_index_entry(store):
    chat_id = store_chat(store)
    message_id = store.next_id()
    for text in ("alpha", "beta", "gamma"):
        store.save_message(MessageRecord(message_id, chat_id, content=text))
        store.flush()
    assert [len(store.search(it, ALL)) for it in ("alpha", "beta", "gamma")] == [0, 0, 1]


def test_time_does_not_go_back_with_the_clock(opener, monkeypatch):
    store = opener()
    first = store_chat(store, "x", title="first")
    monkeypatch.setattr("app.database.store.time.time", lambda: 1000.0)
    second = store_chat(store, "x", title="second")
    store.update_conversation(first, updated=5.0)
    assert stored_titles(store) == ["second", "first"]
    store.close()
    store = opener()
    third = store_chat(store, "x", title="third")
    assert stored_titles(store) == ["third", "second", "first"]
    assert first < second < third


def test_a_lone_surrogate_does_not_block_other_writes(store):
    chat_id = store_chat(store, "before \ud83d after", "and then")
    assert [it.content for it in store.messages(chat_id)] == ["before ? after", "and then"]


def test_only_the_impossible_write_is_skipped(store, caplog):
    chat_id = store_chat(store, "one")
    store.set_head(chat_id, 0, 1 << 70)
    store_message(store, chat_id, "two")
    assert store.flush()
    assert [it.content for it in store.messages(chat_id)] == ["one", "two"]
    assert "skipped: " in caplog.text


def test_a_whole_conversation_is_readable_at_once(store: Store):
    conversation_id, message_id = store.next_id(), store.next_id()
    record = ConversationRecord(conversation_id, title="Imported")
    message = MessageRecord(message_id, conversation_id, content="Hello", files=(IMAGE,))
    store.save_whole(conversation_id, record, [message], {0: (message_id, 0)}, None)
    assert store.conversation_ids() == [conversation_id]
    assert store.used_files() == {IMAGE.sha256}
