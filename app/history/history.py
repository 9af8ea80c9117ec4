"""Shows the stored conversations in the history and carries out the user's requests on them."""

from collections.abc import Callable, Collection
from typing import Any

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.base.mailbox import Mailbox
from app.database.store import Store
from app.history.deleting import DELETED, Deleting, deleted_title
from app.history.duplicating import duplicate
from app.history.folders import Folders
from app.history.searcher import Answer, Searcher
from app.history.undo_steps import UndoStep, UndoSteps
from engine.sentences import Sentence, say
from ui.look.language import tr
from ui.state.conversation import Conversation
from ui.state.conversation_entry import Found
from ui.state.notice import Notice
from ui.state.turn import Turn
from ui.state.workspace import Workspace

# Identifies the search notice.
SEARCH = "search"
NOT_KEPT = say("A temporary chat is not in the history. Keep it first, then duplicate it.")


class History(QObject):
    """Gives the history its source and carries out the requests about it.

    `close_tab` closes the tab of a conversation and returns True if there was one. `open_tab` shows
    a conversation, at a message unless its id is 0. `purge` deletes permanently.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        close_tab: Callable[[int], bool],
        open_tab: Callable[[int, int], object],
        purge: Callable[[Collection[int]], object],
        files: Files,
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._store = store
        self._found = Mailbox(self)
        self._searcher = Searcher(store.search, self._found.post)
        self._open_tab = open_tab
        self._files = files
        self._steps = UndoSteps(workspace.history)

        def reopen(conversation_id: int) -> None:
            open_tab(conversation_id, 0)

        self.deleting = Deleting(workspace, store, self._steps, close_tab, reopen, purge)
        self.folders = Folders(workspace, store, files, self._steps, DELETED, close_tab, reopen)
        workspace.history.set_source(store)
        store.changed.connect(workspace.history.refresh)
        workspace.requests.opened.connect(self._open)
        workspace.requests.found_opened.connect(self._open_found)
        self._found.arrived.connect(self._show_found)
        self._connect()

    def close(self, timeout: float) -> bool:
        """Return False if a search is still running after `timeout` seconds."""
        self._found.close()
        return self._searcher.close(timeout)

    def rename(self, conversation_id: int, title: str) -> None:
        """Rename a conversation as the user chose, so that no automatic title replaces it."""
        if opened := self._workspace.conversations.find(conversation_id):
            opened.set_title(title, named=True)
        else:
            self._store.update_conversation(conversation_id, title=title, named=True)

    def _connect(self) -> None:
        requests = self._workspace.history_requests
        requests.searched.connect(self._searcher.ask)
        requests.renamed.connect(self.rename)
        requests.pinned.connect(lambda ids, pinned: self._update(ids, pinned=pinned))
        requests.archived.connect(self._archive)
        requests.duplicated.connect(self._duplicate)
        requests.deleted.connect(self.deleting.delete)
        requests.restored.connect(self._restore)
        requests.purged.connect(self.deleting.purge)
        requests.undone.connect(self._steps.undo)

    def _open(self, conversation_id: int, message_id: int) -> None:
        title = deleted_title(self._store, conversation_id)
        if title is None:
            self._open_tab(conversation_id, message_id)
        else:
            self.deleting.offer_to_restore(conversation_id, title)

    def _open_found(self, found: Found) -> None:
        """Go to a message and to the match in it, or in its text file if the preview has so much of
        the text."""
        self._open(found.entry.conversation_id, found.message_id)
        opened = self._workspace.conversations.find(found.entry.conversation_id)
        if opened is None or opened.masked:
            return
        turns = (turn for it in opened.transcripts for turn in it.all_turns())
        turn = next((it for it in turns if it.message_id == found.message_id), None)
        if turn is None:
            return
        if found.file:
            self._show_in_file(opened, turn, found)
        elif words := found.longest_match():
            opened.words_sought.emit(turn, words)

    def _show_in_file(self, opened: Conversation, turn: Turn, found: Found) -> None:
        for file in turn.attachments:
            if file.is_text and self._files.sha256_of(file.media.path) == found.sha256:
                if found.span and found.span[1] <= len(file.text):
                    opened.text_sought.emit(file, found.span)
                return

    def _restore(self, ids: tuple[int, ...]) -> None:
        # A folder brings back the chats that were deleted with it.
        folders = self.folders.restore(ids)
        chats = self.deleting.restore(ids)
        if folders and chats:
            text = say("%n item(s) restored.", "", folders + len(chats))
            self._workspace.notices.show(text, cause=DELETED)

    def _update(self, ids: tuple[int, ...], **fields: Any) -> None:
        for conversation_id in ids:
            self._store.update_conversation(conversation_id, **fields)

    def _archive(self, ids: tuple[int, ...], archived: bool) -> None:
        """Move chats to the archive or out of it. Tell it, because the list shows them no more."""
        records = map(self._store.conversation, ids)
        moved = tuple(it.conversation_id for it in records if it and it.archived != archived)
        if not moved:
            return
        self._update(moved, archived=archived)

        def move_back(there: tuple[int, ...]) -> None:
            self._update(there, archived=not archived)
            self._workspace.notices.end(DELETED)

        self._steps.add(UndoStep(moved, move_back))
        if archived:
            text = say(
                "Moved %n chat(s) to the archive. The menu above the list shows it.", "", len(moved)
            )
        else:
            text = say("Moved %n chat(s) out of the archive.", "", len(moved))
        self._workspace.notices.tell(
            Notice(text, cause=DELETED, action=tr("Undo"), do=self._steps.undo)
        )

    def _duplicate(self, ids: tuple[int, ...]) -> None:
        """Copy conversations, and open the copy if it is one. Never copy a temporary one, since
        the copy would be on the disk."""
        if any(it.chat_id in ids for it in self._workspace.conversations if it.temporary):
            self._workspace.notices.show(NOT_KEPT)
            return
        copies = [copied for it in ids if (copied := duplicate(self._store, it))]
        if len(copies) == 1:
            self._open_tab(copies[0], 0)

    def _show_found(self, answers: list[Answer]) -> None:
        newest = answers[-1]
        if isinstance(newest, Sentence):
            self._workspace.notices.show(newest, "error", SEARCH)
        else:
            self._workspace.notices.end(SEARCH)
            self._workspace.history.set_found(*newest)
