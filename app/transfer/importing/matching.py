"""Finds imported conversations that already exist here.

They are known by their start and by a message, not by an id: a conversation that was exported,
continued and imported again is one.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator
from dataclasses import field

from app.database.reader import Reader
from app.database.rows import ConversationKey, ConversationRecord, Kind, MessageRecord
from app.transfer.bundle import Bundle
from engine.frozen import frozen


@frozen
class Arrival:
    """An imported conversation. `there` is the id of the existing one, 0 if it is new; `known` maps
    ids of its messages to existing ones. A `deleted` one is restored from Recently Deleted."""

    bundle: Bundle
    there: int = 0
    known: dict[int, int] = field(default_factory=dict)
    deleted: bool = False

    @property
    def new_messages(self) -> list[MessageRecord]:
        return [it for it in self.bundle.messages if it.message_id not in self.known]

    @property
    def changes(self) -> bool:
        """Return True if anything has to be saved."""
        return not self.there or self.deleted or bool(self.new_messages)


class Matcher:
    """Matches conversations that were created at the same time and share a message. Messages added
    since, on either side, do not matter."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._keys: dict[tuple[Kind, float], list[ConversationKey]] = {}
        for it in reader.conversation_keys():
            self._keys.setdefault((it.kind, it.created), []).append(it)
        self._groups: dict[tuple[Kind, float], _Group] = {}

    def match(self, bundle: Bundle) -> Arrival:
        record = bundle.record
        keys = {it.message_id: _key(it) for it in bundle.messages}
        for stored, there in self._group(record).sharing(keys.values()):
            known = {it: there[key] for it, key in keys.items() if key in there}
            # rounds are numbered, so two versions of a comparison cannot be merged
            if record.kind is not Kind.COMPARISON or len(known) == len(keys):
                return Arrival(bundle, stored.conversation_id, known, stored.deleted)
        return Arrival(bundle)

    def _group(self, record: ConversationRecord) -> "_Group":
        """Return the stored conversations that may be this one. Many at a time are those of files
        without dates, which are all read once."""
        place = record.kind, record.created
        stored = self._keys.get(place, [])
        if len(stored) < 2:
            return _Group(self._reader, stored)
        if place not in self._groups:
            self._groups[place] = _Group(self._reader, stored)
        return self._groups[place]


class _Group:
    """Stored conversations, each with its messages by their keys."""

    def __init__(self, reader: Reader, stored: Iterable[ConversationKey]) -> None:
        self._members = [
            (
                it,
                {
                    _key(message): message.message_id
                    for message in reader.messages(it.conversation_id)
                },
            )
            for it in stored
        ]
        # By key of a message, the places of the members that have it.
        self._places: dict[bytes, list[int]] = {}
        for at, (_, there) in enumerate(self._members):
            for key in there:
                self._places.setdefault(key, []).append(at)

    def sharing(
        self, keys: Collection[bytes]
    ) -> Iterator[tuple[ConversationKey, dict[bytes, int]]]:
        """Yield the members with one of these messages, or those without any if there are none."""
        if not keys:
            yield from (it for it in self._members if not it[1])
        for at in sorted({at for key in keys for at in self._places.get(key, ())}):
            yield self._members[at]


def _key(message: MessageRecord) -> bytes:
    parts = (message.role, message.content, message.reasoning, message.data)
    text = "\0".join((str(message.branch), repr(message.created), *parts))
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
