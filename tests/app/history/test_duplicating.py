"""A copy of a conversation has all its versions, and what happens to one leaves the other alone."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.database.rows import ConversationRecord, FileUse, MessageRecord
from app.database.store import Store
from app.history.duplicating import duplicate

IMAGE = FileUse("ab" * 32, "image")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path)
    yield store
    store.close()


def add_chat(store: Store, state: str = "done") -> int:
    """Save a question with an image and two versions of its answer, the first one in sight."""
    chat, *ids = (store.next_id() for _ in range(4))
    store.save_conversation(
        ConversationRecord(chat, title="Shapes", named=True, pinned=True, settings='{"seed": 1}')
    )
    question = MessageRecord(ids[0], chat, content="What is this?", files=(IMAGE,))
    answers = [
        MessageRecord(it, chat, parent_id=ids[0], role="assistant", content=text, state=state)
        for it, text in zip(ids[1:], ("A circle.", "A square."), strict=True)
    ]
    for message in (question, *answers):
        store.save_message(message)
    store.set_head(chat, 0, ids[1])
    return chat


def tree(store: Store, chat: int) -> list[tuple[str, str, tuple[FileUse, ...]]]:
    messages = store.messages(chat)
    texts = {it.message_id: it.content for it in messages}
    return [(it.content, texts.get(it.parent_id, ""), it.files) for it in messages]


def test_a_copy_has_all_versions_and_files_and_shows_the_same(store: Store) -> None:
    chat = add_chat(store)
    copy = duplicate(store, chat)
    assert tree(store, copy) == tree(store, chat)
    (head, _), answers = store.heads(copy)[0], store.messages(copy)
    assert {it.message_id: it.content for it in answers}[head] == "A circle."
    record = store.conversation(copy)
    assert record
    assert (record.title, record.pinned, record.settings) == (
        "Shapes (copy)",
        False,
        '{"seed": 1}',
    )


def test_deleting_the_original_leaves_the_copy_whole(store: Store) -> None:
    chat = add_chat(store)
    copy = duplicate(store, chat)
    before = tree(store, copy)
    store.purge(chat)
    assert store.flush()
    assert tree(store, copy) == before
    assert store.used_files() == {IMAGE.sha256}


def test_an_answer_that_grows_ends_in_the_copy(store: Store) -> None:
    chat = add_chat(store, state="streaming")
    copied = store.messages(duplicate(store, chat))
    assert [it.state for it in copied] == ["done", "stopped", "stopped"]
    assert store.messages(chat)[1].state == "streaming"


def test_a_chat_that_is_gone_has_no_copy(store: Store) -> None:
    assert duplicate(store, 99) == 0
