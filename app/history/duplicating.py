"""Copies stored conversations."""

from dataclasses import replace
from functools import partial

from app.database.rows import MessageRecord, with_ids
from app.database.store import Store
from ui.look.language import tr

_GROWING = ("waiting", "streaming")


def duplicate(store: Store, conversation_id: int) -> int:
    """Save a copy of a conversation with all its versions and files, but without its draft. Return
    the id of the copy, or 0 if there is no such conversation.

    An answer that still grows ends in the copy where it is now.
    """
    record = store.conversation(conversation_id)
    if record is None:
        return 0
    copied, now = store.next_id(), store.now()
    messages = store.messages(conversation_id)
    ids = {it.message_id: store.next_id() for it in messages}
    copy = replace(
        record,
        conversation_id=copied,
        title=record.title and tr("{title} (copy)").format(title=record.title),
        pinned=False,
        archived=False,
        created=now,
        updated=now,
    )
    heads = {
        branch: (ids.get(message_id, 0), ids.get(told_from, 0))
        for branch, (message_id, told_from) in store.heads(conversation_id).items()
    }
    store.save_whole(copied, copy, with_ids(map(_ended, messages), copied, ids), heads, None)
    store.when_saved(partial(store.show, [copied]))
    return copied


def _ended(message: MessageRecord) -> MessageRecord:
    return replace(message, state="stopped") if message.state in _GROWING else message
