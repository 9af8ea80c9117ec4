"""Conversations of an import come into the store, some messages in each turn of the event loop."""

import json
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from threading import Semaphore

from PySide6.QtCore import QObject, QTimer

from app.export.bundle import Bundle
from app.importing.matching import Arrival
from app.store.records import DraftRecord
from app.store.store import Store
from app.store.turns import data_of
from ui.state.conversation_entry import Folder

_AT_ONCE = 200


class Landing(QObject):
    """`room` is released for each arrival that is on the disk."""

    def __init__(self, store: Store, room: Semaphore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._room = room
        self._folders: dict[tuple[int, str], int] = {}
        self._free = {it.name: it.folder_id for it in reversed(store.folders())}
        self._steps: deque[Iterator[None]] = deque()
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._step)

    def take(self, arrival: Arrival) -> None:
        self._steps.append(self._landed(arrival))
        self._timer.start()

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

    def _step(self) -> None:
        if next(self._steps[0], False) is False:
            self._steps.popleft()
            self._store.when_saved(self._room.release)
        if not self._steps:
            self._timer.stop()

    def _landed(self, arrival: Arrival) -> Iterator[None]:
        store, bundle = self._store, arrival.bundle
        conversation_id = arrival.there or store.next_id()
        if not arrival.there:
            self._save_conversation(conversation_id, bundle)
        ids = dict(arrival.known)
        for number, message in enumerate(arrival.new_messages, 1):
            ids[message.message_id] = store.next_id()
            store.save_message(
                replace(
                    message,
                    message_id=ids[message.message_id],
                    conversation_id=conversation_id,
                    parent_id=ids.get(message.parent_id, 0),
                )
            )
            if number % _AT_ONCE == 0:
                yield
        for branch, (message_id, told_from) in bundle.heads.items():
            # where something was said here since, that stays what is shown
            if message_id not in arrival.known:
                store.set_head(
                    conversation_id, branch, ids.get(message_id, 0), ids.get(told_from, 0)
                )
        if bundle.draft and store.draft(conversation_id) is None:
            store.save_draft(_draft(bundle.draft, conversation_id, ids))

    def _save_conversation(self, conversation_id: int, bundle: Bundle) -> None:
        folder_id = self.take_folder(bundle.folder) if bundle.folder else 0
        self._store.save_conversation(
            replace(bundle.record, conversation_id=conversation_id, folder_id=folder_id)
        )


def _draft(draft: DraftRecord, conversation_id: int, ids: dict[int, int]) -> DraftRecord:
    """The message that it shall take the place of has another id here."""
    data = data_of(draft.data)
    if data.get("editing"):
        data["editing"] = ids.get(data["editing"], 0)
        draft = replace(draft, data=json.dumps(data, ensure_ascii=False))
    return replace(draft, conversation_id=conversation_id)
