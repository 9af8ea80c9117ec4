"""Conversations of an import come into the store, each as a whole."""

import json
import logging
from dataclasses import replace
from functools import partial
from threading import Semaphore
from typing import Any

from PySide6.QtCore import QObject, QTimer

from app.database.rows import ConversationRecord, DraftRecord
from app.database.store import Store
from app.records.turns import data_of
from app.transfer.bundle import Bundle
from app.transfer.importing.matching import Arrival
from ui.state.conversation_entry import Folder

log = logging.getLogger(__name__)

# The list of the history is read anew so often at most.
_SHOW_MS = 200


class Landing(QObject):
    """`room` is released for each arrival that is on the disk, or is one of the `failed`. `ids` are
    those that conversations have here, by what they had; `grown` those that were here and got what
    is new; `tabs` the state of those that were open, as a Session has it."""

    def __init__(self, store: Store, room: Semaphore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ids: dict[int, int] = {}
        self.grown: set[int] = set()
        self.tabs: dict[str, Any] = {}
        self.failed: list[Arrival] = []
        self._store = store
        self._room = room
        self._folders: dict[tuple[int, str], int] = {}
        self._free = {it.name: it.folder_id for it in reversed(store.folders())}
        self._saved: set[int] = set()
        self._show_later = QTimer(self, singleShot=True, interval=_SHOW_MS)
        self._show_later.timeout.connect(self.show)

    def take(self, arrival: Arrival) -> None:
        """Hand an arrival to the store. One that fails is noted, and holds up no other."""
        try:
            self._take(arrival)
        except Exception:
            log.exception("an imported conversation could not be saved")
            self.failed.append(arrival)
            self.ids.pop(arrival.bundle.record.conversation_id, None)
            self.grown.discard(arrival.there)
            self._room.release()

    def _take(self, arrival: Arrival) -> None:
        bundle, there = arrival.bundle, arrival.there
        conversation_id = there or self._store.next_id()
        self.ids[bundle.record.conversation_id] = conversation_id
        if not arrival.changes:
            return
        if arrival.deleted:
            self._store.undelete_conversation(there)
        elif there:
            self.grown.add(there)
        ids = dict(arrival.known)
        for message in arrival.new_messages:
            ids[message.message_id] = self._store.next_id()
        self._store.save_whole(
            conversation_id,
            None if there else self._record(conversation_id, bundle),
            tuple(
                replace(
                    message,
                    message_id=ids[message.message_id],
                    conversation_id=conversation_id,
                    parent_id=ids.get(message.parent_id, 0),
                )
                for message in arrival.new_messages
            ),
            {
                branch: (ids.get(message_id, 0), ids.get(told_from, 0))
                for branch, (message_id, told_from) in bundle.heads.items()
                # where something was said here since, that stays what is shown
                if message_id not in arrival.known
            },
            self._draft(arrival, conversation_id, ids),
        )
        self._store.when_saved(partial(self._landed, conversation_id))

    def take_folder(self, folder: Folder) -> int:
        """The folder here: that of the same name, or a new one."""
        key = folder.folder_id, folder.name
        if key not in self._folders:
            # two of one name stay two
            found = self._free.pop(folder.name, 0)
            if not found:
                found = self._store.next_id()
                self._store.save_folder(Folder(found, folder.name))
            self._folders[key] = found
        return self._folders[key]

    def tabs_here(self) -> dict[str, Any]:
        """With the ids that they have here."""
        scrolls = self.tabs.get("scroll")
        return {
            "ids": self._here(self.tabs.get("ids")),
            "front": next(iter(self._here([self.tabs.get("front")])), 0),
            "closed": self._here(self.tabs.get("closed")),
            "scroll": {
                str(here): state
                for key, state in (scrolls.items() if isinstance(scrolls, dict) else ())
                for here in self._here([int(key)] if key.isdecimal() else [])
            },
        }

    def show(self) -> None:
        """What is on the disk, in the history."""
        self._show_later.stop()
        saved, self._saved = self._saved, set()
        self._store.show(saved)

    def _here(self, ids: Any) -> list[int]:
        found = ids if isinstance(ids, list) else []
        return [self.ids[it] for it in found if isinstance(it, int) and it in self.ids]

    def _landed(self, conversation_id: int) -> None:
        self._room.release()
        self._saved.add(conversation_id)
        if not self._show_later.isActive():
            self._show_later.start()

    def _record(self, conversation_id: int, bundle: Bundle) -> ConversationRecord:
        folder_id = self.take_folder(bundle.folder) if bundle.folder else 0
        return replace(bundle.record, conversation_id=conversation_id, folder_id=folder_id)

    def _draft(
        self, arrival: Arrival, conversation_id: int, ids: dict[int, int]
    ) -> DraftRecord | None:
        """None where there is none, or another was begun here."""
        draft = arrival.bundle.draft
        if draft is None or (arrival.there and self._store.draft(conversation_id)):
            return None
        data = data_of(draft.data)
        # the message that it shall take the place of has another id here
        if isinstance(data.get("editing"), int) and data["editing"] > 0:
            data["editing"] = ids.get(data["editing"], 0)
            draft = replace(draft, data=json.dumps(data, ensure_ascii=False))
        return replace(draft, conversation_id=conversation_id)
