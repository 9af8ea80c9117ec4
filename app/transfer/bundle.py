"""A conversation with everything that belongs to it, as values, and as JSON."""

import json
import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from heapq import heapify, heappop, heappush
from typing import Any, Protocol

from app.database import index_words
from app.database.rows import ConversationRecord, DraftRecord, FileUse, Kind, MessageRecord
from app.records.turns import data_of
from engine.frozen import frozen
from engine.messages import MediaKind
from ui.state.conversation_entry import Folder

FORMAT, VERSION = "duologue", 1
# Seconds since the epoch, up to the year 5138.
_LATEST = 1e11
_MOST_MESSAGES = 200_000
_LONGEST_NAME = 300
_HASH = re.compile(r"[0-9a-f]{64}")
_KINDS = {kind.value for kind in MediaKind}
_STATES = ("done", "stopped", "failed", "interrupted")


@frozen
class Bundle:
    """Ids are those of the home it comes from. `heads` maps each branch to its shown newest message
    and the first message that is sent to the model. `broken_messages` counts those that could not
    be read and are left out."""

    record: ConversationRecord
    messages: tuple[MessageRecord, ...] = ()
    heads: dict[int, tuple[int, int]] = field(default_factory=dict)
    draft: DraftRecord | None = None
    folder: Folder | None = None
    folder_settings: str = "{}"
    broken_messages: int = 0


class Reads(Protocol):
    """A source of conversations: the Store, or a thread's own Reader."""

    def conversation(self, conversation_id: int) -> ConversationRecord | None: ...
    def messages(self, conversation_id: int) -> list[MessageRecord]: ...
    def heads(self, conversation_id: int) -> dict[int, tuple[int, int]]: ...
    def draft(self, conversation_id: int) -> DraftRecord | None: ...
    def folders(self) -> list[Folder]: ...
    def folder_settings(self, folder_id: int) -> str: ...


def bundle_of(reader: Reads, conversation_id: int) -> Bundle | None:
    """Return None if the conversation was deleted meanwhile."""
    record = reader.conversation(conversation_id)
    if record is None:
        return None
    folders = {it.folder_id: it for it in reader.folders()}
    return Bundle(
        record,
        tuple(reader.messages(conversation_id)),
        reader.heads(conversation_id),
        reader.draft(conversation_id),
        folders.get(record.folder_id),
        reader.folder_settings(record.folder_id),
    )


def names_of_files(bundle: Bundle) -> dict[str, set[str]]:
    """Return the names of each file by its hash."""
    found: dict[str, set[str]] = {}
    texts = [bundle.folder_settings, *(message.data for message in bundle.messages)]
    drafts = [bundle.draft] if bundle.draft else []
    for it in (*bundle.messages, *drafts):
        for used in it.files:
            found.setdefault(used.sha256, set())
    for text in (*texts, *(it.data for it in drafts)):
        for sha256, names in names_in(text).items():
            found.setdefault(sha256, set()).update(names)
    return found


def names_in(text: str) -> dict[str, set[str]]:
    """Return the names of each file in the JSON of a message, draft or folder, by its hash."""
    found: dict[str, set[str]] = {}
    data = data_of(text)
    coming = data.get("next")
    # a draft that was set aside for editing a question has files too, as have next messages
    for part in (data, data.get("kept"), *(coming if isinstance(coming, list) else ())):
        for record in _file_records(part if isinstance(part, dict) else {}):
            found.setdefault(record["sha256"], set()).add(record["name"])
    return found


def _file_records(data: dict[str, Any]) -> Iterator[dict[str, str]]:
    listed = data.get("attachments")
    for it in listed if isinstance(listed, list) else ():
        named = isinstance(it, dict) and isinstance(it.get("sha256"), str)
        if named and it["sha256"] and isinstance(it.get("name"), str):
            yield it


# --- to JSON -----------------------------------------------------------------------------


def to_json(bundle: Bundle) -> dict[str, Any]:
    record, draft = bundle.record, bundle.draft
    return {
        "id": record.conversation_id,
        "kind": record.kind.value,
        "title": record.title,
        "named": record.named,
        "created": record.created,
        "updated": record.updated,
        "pinned": record.pinned,
        "archived": record.archived,
        "folder": folder_json(bundle.folder, bundle.folder_settings) if bundle.folder else None,
        "model": record.model,
        "settings": _object(record.settings),
        "messages": [_message(it) for it in bundle.messages],
        "heads": [
            {"branch": branch, "message": message, "told_from": told_from}
            for branch, (message, told_from) in sorted(bundle.heads.items())
        ],
        "draft": {"text": draft.text, "data": _object(draft.data), "files": _files(draft.files)}
        if draft
        else None,
    }


def folder_json(folder: Folder, settings: str) -> dict[str, Any]:
    found = {"id": folder.folder_id, "name": folder.name}
    return found | ({"settings": _object(settings)} if settings != "{}" else {})


def _message(record: MessageRecord) -> dict[str, Any]:
    return {
        "id": record.message_id,
        "parent": record.parent_id,
        "branch": record.branch,
        "role": record.role,
        "content": record.content,
        "reasoning": record.reasoning,
        "state": record.state,
        "created": record.created,
        "data": _object(record.data),
        "files": _files(record.files),
    }


def _object(text: str) -> Any:
    """Return the parsed object, or the text itself if it is damaged."""
    found = data_of(text)
    return found if found or text.strip() == "{}" else text


def _files(files: Iterable[FileUse]) -> list[dict[str, str]]:
    return [{"sha256": it.sha256, "kind": it.kind} for it in files]


# --- from JSON ---------------------------------------------------------------------------


def from_json(value: Any) -> Bundle:
    """Return a bundle with valid ids and parents before children, whatever the file says. Raises
    ValueError if it is not a conversation."""
    if not isinstance(value, dict) or not isinstance(value.get("messages"), list):
        raise ValueError("not a conversation")
    if len(value["messages"]) > _MOST_MESSAGES:
        raise ValueError(f"more than {_MOST_MESSAGES:,} messages")
    read = [_read_message(it) for it in value["messages"]]
    messages = in_order(_joined(read))
    record = ConversationRecord(
        _id(value.get("id")),
        Kind.COMPARISON if value.get("kind") == Kind.COMPARISON.value else Kind.CHAT,
        _text(value.get("title"))[:_LONGEST_NAME],
        value.get("named") is True,
        seconds(value.get("created")),
        seconds(value.get("updated")),
        value.get("pinned") is True,
        value.get("archived") is True,
        0,
        _text(value.get("model"))[:_LONGEST_NAME],
        _json(value.get("settings")),
    )
    heads = _read_heads(value.get("heads"), {it.message_id: it.branch for it in messages})
    folder = read_folder(value.get("folder"))
    settings = settings_in(value["folder"]) if folder else "{}"
    draft = _read_draft(value.get("draft"))
    return Bundle(record, messages, heads, draft, folder, settings, read.count(None))


def in_order(messages: Iterable[MessageRecord]) -> tuple[MessageRecord, ...]:
    """Return the messages, parents first, otherwise as given, since later ones are newer. A message
    whose parent is missing or in a cycle becomes a root. The first of equal ids counts."""
    records: dict[int, MessageRecord] = {}
    for it in messages:
        records.setdefault(it.message_id, it)
    children: dict[int, list[int]] = {}
    for it in records.values():
        parent = records.get(it.parent_id)
        sound = parent is not None and parent.branch == it.branch
        children.setdefault(it.parent_id if sound else 0, []).append(it.message_id)
    place = {message_id: at for at, message_id in enumerate(records)}
    found: dict[int, MessageRecord] = {}
    # messages that no root leads to are in cycles
    for begins in (children.get(0, ()), *((it,) for it in records)):
        waiting = [(place[it], it, 0) for it in begins if it not in found]
        heapify(waiting)
        while waiting:
            _, message_id, parent_id = heappop(waiting)
            if message_id in found:
                continue
            found[message_id] = replace(records[message_id], parent_id=parent_id)
            for child in children.get(message_id, ()):
                heappush(waiting, (place[child], child, message_id))
    return tuple(found.values())


def seconds(value: Any) -> float:
    """Return seconds since the epoch, 0 if unknown."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    try:
        found = float(value)
    except OverflowError:
        return 0.0
    return found if math.isfinite(found) and 0 <= found <= _LATEST else 0.0


def _joined(messages: list[MessageRecord | None]) -> Iterator[MessageRecord]:
    """Yield the messages that could be read. What followed a broken one follows the message before
    it in the file instead, so that the chat does not fall apart."""
    known = {it.message_id for it in messages if it} | {0}
    last = before = 0
    for it in messages:
        if it is None:
            before = last
            continue
        last = it.message_id
        yield it if it.parent_id in known else replace(it, parent_id=before)


def _read_message(value: Any) -> MessageRecord | None:
    """Return None if it is not a message."""
    if not isinstance(value, dict):
        return None
    message_id, branch = _id(value.get("id")), _branch(value.get("branch", 0))
    if not message_id or branch is None:
        return None
    state = value.get("state")
    return MessageRecord(
        message_id,
        0,
        branch,
        _id(value.get("parent")),
        index_words.printable(_text(value.get("role"))[:20]) or "user",
        _text(value.get("content")),
        _text(value.get("reasoning")),
        state if state in _STATES else "interrupted",
        seconds(value.get("created")),
        _json(value.get("data")),
        _read_files(value.get("files")),
    )


def _read_heads(value: Any, branches: dict[int, int]) -> dict[int, tuple[int, int]]:
    """`branches` maps ids of messages to their branches."""
    found: dict[int, tuple[int, int]] = {}
    for it in value if isinstance(value, list) else ():
        branch = _branch(it.get("branch")) if isinstance(it, dict) else None
        if branch is not None:
            message, told_from = _id(it.get("message")), _id(it.get("told_from"))
            if not message or branches.get(message) == branch:
                found[branch] = (message, told_from if branches.get(told_from) == branch else 0)
    return found


def _read_draft(value: Any) -> DraftRecord | None:
    if not isinstance(value, dict):
        return None
    text, data = _text(value.get("text")), _json(value.get("data"))
    return DraftRecord(0, text, data, _read_files(value.get("files")))


def _read_files(value: Any) -> tuple[FileUse, ...]:
    return tuple(
        FileUse(it["sha256"], it["kind"])
        for it in (value if isinstance(value, list) else ())
        if isinstance(it, dict) and _HASH.fullmatch(_text(it.get("sha256")))
        if it.get("kind") in _KINDS
    )


def read_folder(folder: Any) -> Folder | None:
    """Return the folder in JSON data, or None if there is none."""
    if not isinstance(folder, dict) or not _text(folder.get("name")).strip():
        return None
    return Folder(_id(folder.get("id")), folder["name"].strip()[:_LONGEST_NAME])


def settings_in(folder: dict[str, Any]) -> str:
    """Return what new chats of the folder begin with, as JSON."""
    return _json(folder.get("settings"))


def _json(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(value if isinstance(value, dict) else {}, ensure_ascii=False)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _branch(value: Any) -> int | None:
    sound = isinstance(value, int) and not isinstance(value, bool) and -1 <= value < 1 << 31
    return value if sound else None


def _id(value: Any) -> int:
    """Return a valid id, or 0."""
    sound = isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 62
    return value if sound else 0
