"""Tells the engine where prompt caches are saved for later runs, and for which chats."""

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import QObject

from app.base.paths import DISK_CACHE
from app.database.store import Store
from app.requests.client import RequestClient
from app.settings.disk_cache_limit import disk_cache_limit
from ui.state.conversation import Conversation
from ui.state.workspace import Workspace


class DiskCache(QObject):
    """Follows the setting. A chat's caches have its id as their name, and are removed when it is
    deleted for good."""

    def __init__(
        self, workspace: Workspace, client: RequestClient, store: Store, home: Path
    ) -> None:
        super().__init__(workspace)
        self._settings = workspace.settings
        self._client = client
        self._store = store
        self._folder = home / DISK_CACHE
        self._gigabytes = self._settings.value.disk_cache_gb
        client.use_disk_cache(self._folder, self._limit())
        workspace.settings.changed.connect(self._follow)
        store.purged.connect(self._remove_chat)
        workspace.data_requests.disk_cache_cleared.connect(self._clear)

    def remove_unknown(self) -> None:
        """Remove what is left of chats that are gone: the last run may have ended too early."""
        there = {*self._store.conversation_ids(), *self._store.restorable_ids()}
        self._client.use_disk_cache(self._folder, self._limit(), map(str, there))

    def _follow(self) -> None:
        chosen = self._settings.value.disk_cache_gb
        if chosen != self._gigabytes:
            self._gigabytes = chosen
            self._client.use_disk_cache(self._folder, self._limit())

    def _remove_chat(self, ids: Collection[int]) -> None:
        self._client.remove_cached(map(str, ids))

    def _clear(self) -> None:
        """Remove everything. What is answered from now on is saved again."""
        self._client.use_disk_cache(self._folder, 0)
        self._client.use_disk_cache(self._folder, self._limit())

    def _limit(self) -> int:
        """Return the most bytes to save."""
        return disk_cache_limit(self._settings.value.disk_cache_gb, self._folder.parent)


def cache_name(conversation: Conversation, pane_id: int = 0) -> str:
    """Return the name of a conversation's prompt caches on the disk; "" for none."""
    return "" if conversation.temporary else f"{conversation.chat_id}/{pane_id}"
