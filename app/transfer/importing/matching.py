"""Finds imported conversations that already exist here.

They are known by their start and by a message, not by an id: a conversation that was exported,
continued and imported again is one.
"""

import hashlib
from dataclasses import field

from app.database.reader import Reader
from app.database.rows import ConversationKey, Kind, MessageRecord
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

    def match(self, bundle: Bundle) -> Arrival:
        record = bundle.record
        for stored in self._keys.get((record.kind, record.created), ()):
            messages = self._reader.messages(stored.conversation_id)
            there = {_key(it): it.message_id for it in messages}
            known = {
                it.message_id: there[key] for it in bundle.messages if (key := _key(it)) in there
            }
            # rounds are numbered, so two versions of a comparison cannot be merged
            apart = record.kind is Kind.COMPARISON and len(known) < len(bundle.messages)
            if (known and not apart) or not (there or bundle.messages):
                return Arrival(bundle, stored.conversation_id, known, stored.deleted)
        return Arrival(bundle)


def _key(message: MessageRecord) -> bytes:
    parts = (message.role, message.content, message.reasoning, message.data)
    text = "\0".join((str(message.branch), repr(message.created), *parts))
    return hashlib.sha256(text.encode("utf-8", "replace")).digest()
