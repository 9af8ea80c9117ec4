"""Saves imported conversations to the store, each as a whole, on the Qt thread."""

import json
import logging
from dataclasses import replace
from functools import partial
from threading import Semaphore
from typing import Any

from PySide6.QtCore import QObject, QTimer

from app.database.rows import ConversationRecord, DraftRecord, with_ids
from app.database.store import Store
from app.records.turns import data_of
from app.transfer.bundle import Bundle
from app.transfer.importing.matching import Arrival
from ui.state.conversation_entry import Folder

log = logging.getLogger(__name__)

# The history list is refreshed at most this often.
_SHOW_MS = 200


class ImportWriter(QObject):
    """`slots` is released for each arrival that is on disk or has `failed`. `ids` maps imported to
    local conversation ids; `changed` are those that came or got new messages, in their order on
    disk; `grown` are existing conversations that got new messages; `tabs` is the imported state of
    open tabs, as a Session has it."""

    def __init__(self, store: Store, slots: Semaphore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.ids: dict[int, int] = {}
        self.changed: list[int] = []
        self.grown: set[int] = set()
        self.tabs: dict[str, Any] = {}
        self.failed: list[Arrival] = []
        self._store = store
        self._slots = slots
        self._folders: dict[tuple[int, str], int] = {}
        self._free = {it.name: it.folder_id for it in reversed(store.folders())}
        self._saved: set[int] = set()
        self._show_later = QTimer(self, singleShot=True, interval=_SHOW_MS)
        self._show_later.timeout.connect(self.show)

    def save(self, arrival: Arrival) -> None:
        """Hand an arrival to the store. A failure is recorded and does not stop the others."""
        try:
            self._save(arrival)
        except Exception:
            log.exception("an imported conversation could not be saved")
            self.failed.append(arrival)
            self.ids.pop(arrival.bundle.record.conversation_id, None)
            self.grown.discard(arrival.there)
            self._slots.release()

    def _save(self, arrival: Arrival) -> None:
        if arrival.repeated:
            return
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
            with_ids(arrival.new_messages, conversation_id, ids),
            {
                branch: (ids.get(message_id, 0), ids.get(told_from, 0))
                for branch, (message_id, told_from) in bundle.heads.items()
                # a newer message that was added here stays the shown one
                if message_id not in arrival.known
            },
            self._draft(arrival, conversation_id, ids),
        )
        self._store.when_saved(partial(self._on_saved, conversation_id))

    def local_folder(self, folder: Folder, settings: str = "{}") -> int:
        """Return the id of the local folder with the same name, or of a new one. Its settings stay
        if it has any."""
        key = folder.folder_id, folder.name
        if key not in self._folders:
            # two imported folders of one name stay two
            found = self._free.pop(folder.name, 0)
            if not found:
                found = self._store.next_id()
                self._store.save_folder(Folder(found, folder.name))
            if self._store.folder_settings(found) == "{}" != settings:
                self._store.save_folder_settings(found, settings)
            self._folders[key] = found
        return self._folders[key]

    def local_tabs(self) -> dict[str, Any]:
        """Return the imported tab state with local conversation ids."""
        scrolls = self.tabs.get("scroll")
        by_text = {str(there): here for there, here in self.ids.items()}
        return {
            "ids": self._local_ids(self.tabs.get("ids")),
            "front": next(iter(self._local_ids([self.tabs.get("front")])), 0),
            "closed": self._local_ids(self.tabs.get("closed")),
            "scroll": {
                str(by_text[key]): state
                for key, state in (scrolls.items() if isinstance(scrolls, dict) else ())
                if key in by_text
            },
        }

    def show(self) -> None:
        """Refresh the history with conversations that are on disk by now."""
        self._show_later.stop()
        saved, self._saved = self._saved, set()
        self._store.show(saved)

    def _local_ids(self, ids: Any) -> list[int]:
        found = ids if isinstance(ids, list) else []
        return [self.ids[it] for it in found if isinstance(it, int) and it in self.ids]

    def _on_saved(self, conversation_id: int) -> None:
        self._slots.release()
        self.changed.append(conversation_id)
        self._saved.add(conversation_id)
        if not self._show_later.isActive():
            self._show_later.start()

    def _record(self, conversation_id: int, bundle: Bundle) -> ConversationRecord:
        folder = bundle.folder
        folder_id = self.local_folder(folder, bundle.folder_settings) if folder else 0
        # `now` exceeds every stored time, so one from a wrong clock would date all later chats.
        updated = min(bundle.record.updated, self._store.now())
        return replace(
            bundle.record, conversation_id=conversation_id, folder_id=folder_id, updated=updated
        )

    def _draft(
        self, arrival: Arrival, conversation_id: int, ids: dict[int, int]
    ) -> DraftRecord | None:
        """Return the draft with local ids, or None if there is none or a local one exists."""
        draft = arrival.bundle.draft
        if draft is None or (arrival.there and self._store.draft(conversation_id)):
            return None
        data = data_of(draft.data)
        # the edited message has another id here
        if isinstance(data.get("editing"), int) and data["editing"] > 0:
            data["editing"] = ids.get(data["editing"], 0)
            draft = replace(draft, data=json.dumps(data, ensure_ascii=False))
        return replace(draft, conversation_id=conversation_id)
