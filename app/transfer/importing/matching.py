"""Finds imported conversations that already exist here.

They are known by their start and by a message, not by an id: a conversation that was exported,
continued and imported again is one.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import field

from app.database.reader import Reader
from app.database.rows import ConversationKey, ConversationRecord, Kind, MessageRecord
from app.transfer.bundle import Bundle
from engine.frozen import frozen


@frozen
class Arrival:
    """An imported conversation. `there` is the id of the existing one, 0 if it is new; `known` maps
    ids of its messages to existing ones. A `deleted` one is restored from Recently Deleted. A
    `repeated` one is equal to one that came before it."""

    bundle: Bundle
    there: int = 0
    known: dict[int, int] = field(default_factory=dict)
    deleted: bool = False
    repeated: bool = False

    @property
    def new_messages(self) -> list[MessageRecord]:
        return [it for it in self.bundle.messages if it.message_id not in self.known]

    @property
    def changes(self) -> bool:
        """Return True if anything has to be saved."""
        new = not self.there or self.deleted or bool(self.new_messages)
        return new and not self.repeated


class Matcher:
    """Matches conversations that were created at the same time and share a message. Messages added
    since, on either side, do not matter. `when_written` returns once all earlier arrivals are on
    disk."""

    def __init__(self, reader: Reader, when_written: Callable[[], object]) -> None:
        self._reader = reader
        self._when_written = when_written
        self._keys: dict[tuple[Kind, float], list[ConversationKey]] = {}
        for it in reader.conversation_keys():
            self._keys.setdefault((it.kind, it.created), []).append(it)
        self._groups: dict[tuple[Kind, float], _Group] = {}
        # The ids of those that got messages since they were read.
        self._grown: set[int] = set()
        # The contents of arrivals that were new here.
        self._new: set[bytes] = set()

    def match(self, bundle: Bundle) -> Arrival:
        record = bundle.record
        keys = {it.message_id: _key(it) for it in bundle.messages}
        group = self._group(record)
        for at in group.sharing(keys.values()):
            stored = group.stored[at]
            if stored.conversation_id in self._grown:
                self._when_written()
                group.read(at)
                self._grown.remove(stored.conversation_id)
            there = group.messages[at]
            known = {it: there[key] for it, key in keys.items() if key in there}
            # rounds are numbered, so two versions of a comparison cannot be merged
            if record.kind is not Kind.COMPARISON or len(known) == len(keys):
                arrival = Arrival(bundle, stored.conversation_id, known, stored.deleted)
                if arrival.new_messages:
                    self._grown.add(stored.conversation_id)
                return arrival
        content = _content(record, keys.values())
        arrival = Arrival(bundle, repeated=bool(keys) and content in self._new)
        self._new.add(content)
        return arrival

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
    """Stored conversations, and at the same place the ids of the `messages` of each by their
    keys."""

    def __init__(self, reader: Reader, stored: Sequence[ConversationKey]) -> None:
        self._reader = reader
        self.stored = stored
        self.messages: list[dict[bytes, int]] = [{} for _ in stored]
        # By key of a message, the places of the conversations that have it.
        self._places: dict[bytes, set[int]] = {}
        for at in range(len(stored)):
            self.read(at)

    def read(self, at: int) -> None:
        found = self._reader.messages(self.stored[at].conversation_id)
        self.messages[at] = {_key(it): it.message_id for it in found}
        for key in self.messages[at]:
            self._places.setdefault(key, set()).add(at)

    def sharing(self, keys: Collection[bytes]) -> list[int]:
        """Return the places of the conversations with one of these messages, those with most of
        them first, and of equal ones the deleted ones last; or of those without any if there are
        none."""
        if not keys:
            return [at for at, there in enumerate(self.messages) if not there]
        shared = Counter(at for key in keys for at in self._places.get(key, ()))
        return sorted(shared, key=lambda at: (-shared[at], self.stored[at].deleted, at))


def _content(record: ConversationRecord, keys: Iterable[bytes]) -> bytes:
    parts = (repr((record.kind, record.created)).encode(), *sorted(keys))
    return hashlib.sha256(b"".join(parts)).digest()


def _key(message: MessageRecord) -> bytes:
    parts = (message.role, message.content, message.reasoning, message.data)
    text = "\0".join((str(message.branch), repr(message.created), *parts))
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
