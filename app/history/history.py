"""Connects the sidebar to the stored conversations and the user's actions on them."""

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QObject

from app.base.mailbox import Mailbox
from app.database.store import Store
from app.history.deleting import Deleting, deleted_title
from app.history.searcher import Answer, Searcher
from engine.sentences import Sentence
from ui.state.conversation_entry import Folder
from ui.window.main_window import MainWindow

# Identifies the search notice.
SEARCH = "search"


class History(QObject):
    """Shows the stored conversations in the sidebar and carries out what the user does there.

    `close_tab` closes the tab of a conversation and returns True if there was one. `open_tab` shows
    a conversation, at a message unless its id is 0. `purge` deletes permanently.
    """

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        close_tab: Callable[[int], bool],
        open_tab: Callable[[int, int], object],
        purge: Callable[[Collection[int]], object],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._sidebar = window.sidebar
        self._found = Mailbox(self)
        self._searcher = Searcher(store.search, self._found.post)
        self._open_tab = open_tab
        self.deleting = Deleting(
            window, store, close_tab, lambda number: open_tab(number, 0), purge
        )
        self._sidebar.set_source(store)
        store.changed.connect(self._sidebar.refresh)
        window.workspace.requests.opened.connect(self._open)
        self._sidebar.search_requested.connect(self._searcher.ask)
        self._found.arrived.connect(self._show_found)
        self._connect()

    def close(self, timeout: float) -> bool:
        """Return False if a search is still running after `timeout` seconds."""
        self._found.close()
        return self._searcher.close(timeout)

    def rename(self, conversation_id: int, title: str) -> None:
        """Rename a conversation as the user chose, so that no automatic title replaces it."""
        if opened := self._window.workspace.conversations.find(conversation_id):
            opened.set_title(title, named=True)
        else:
            self._store.update_conversation(conversation_id, title=title, named=True)

    def _connect(self) -> None:
        requests = self._sidebar.requests
        requests.rename_requested.connect(self.rename)
        requests.pin_requested.connect(lambda ids, pinned: self._update(ids, pinned=pinned))
        requests.archive_requested.connect(lambda ids, kept: self._update(ids, archived=kept))
        requests.move_requested.connect(lambda ids, folder: self._update(ids, folder_id=folder))
        requests.new_folder_requested.connect(self._add_folder)
        requests.rename_folder_requested.connect(
            lambda folder_id, name: self._store.save_folder(Folder(folder_id, name))
        )
        requests.delete_folder_requested.connect(self._store.delete_folder)
        requests.delete_requested.connect(self.deleting.ask_to_delete)
        requests.restore_requested.connect(self.deleting.restore)
        requests.purge_requested.connect(self.deleting.ask_to_purge)
        requests.empty_requested.connect(self.deleting.ask_to_empty)
        requests.undo_requested.connect(self.deleting.undo)

    def _open(self, conversation_id: int, message_id: int) -> None:
        title = deleted_title(self._store, conversation_id)
        if title is None:
            self._open_tab(conversation_id, message_id)
        else:
            self.deleting.offer_to_restore(conversation_id, title)

    def _update(self, ids: tuple[int, ...], **fields: Any) -> None:
        for conversation_id in ids:
            self._store.update_conversation(conversation_id, **fields)

    def _add_folder(self, name: str, ids: tuple[int, ...]) -> None:
        folder = Folder(self._store.next_id(), name)
        self._store.save_folder(folder)
        self._update(ids, folder_id=folder.folder_id)

    def _show_found(self, answers: list[Answer]) -> None:
        newest = answers[-1]
        if isinstance(newest, Sentence):
            self._window.workspace.notices.show(newest, "error", SEARCH)
        else:
            self._window.workspace.notices.end(SEARCH)
            self._sidebar.set_found(*newest)
