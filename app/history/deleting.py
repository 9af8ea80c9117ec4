"""Deletes conversations: undo, restore from Recently Deleted, or delete permanently."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.database.store import Store
from engine.sentences import Sentence, say
from ui.look.language import tr
from ui.state.conversation_entry import KEPT_DAYS, HistoryFilter
from ui.state.notice import Notice
from ui.state.workspace import Workspace

# Identifies the notices of this module.
DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class _Deletion:
    """Conversations deleted in one action, and those of them that were open."""

    ids: tuple[int, ...]
    opened: tuple[int, ...]


class Deleting(QObject):
    """Deletes conversations and undoes that, the latest deletion of this run first.

    `close_tab` returns True if there was a tab, which `open_tab` reopens; `purge` deletes
    permanently.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        close_tab: Callable[[int], bool],
        open_tab: Callable[[int], object],
        purge: Callable[[Collection[int]], object],
    ) -> None:
        super().__init__(workspace)
        self._workspace = workspace
        self._store = store
        self._close_tab = close_tab
        self._open_tab = open_tab
        self._purge = purge
        self._deletions: list[_Deletion] = []
        store.emptied.connect(self._forget_all)

    def delete(self, ids: Collection[int]) -> None:
        """Delete the conversations that are stored; others have no content to lose."""
        ids = tuple(it for it in ids if self._store.conversation(it))
        if not ids:
            return
        title = self._title(ids[0])
        opened = tuple(it for it in ids if self._close_tab(it))
        for conversation_id in ids:
            self._store.delete_conversation(conversation_id)
        self._set_deletions([*self._deletions, _Deletion(ids, opened)])
        sentence = self._sentence(ids, title)
        self._workspace.notices.tell(
            Notice(sentence, cause=DELETED, action=tr("Undo"), do=self.undo)
        )

    def undo(self) -> None:
        if self._deletions:
            last = self._deletions[-1]
            restored = self.restore(last.ids)
            for conversation_id in last.opened:
                if conversation_id in restored:
                    self._open_tab(conversation_id)

    def restore(self, ids: Collection[int]) -> set[int]:
        """Return the conversations that were restored. Those purged in the meantime are not among
        them."""
        there = set(ids).intersection(self._store.restorable_ids())
        for conversation_id in there:
            self._store.undelete_conversation(conversation_id)
        self._forget(ids)
        if there:
            sentence = say("%n chat(s) restored.", "", len(there))
            self._workspace.notices.show(sentence, cause=DELETED)
        return there

    def offer_to_restore(self, conversation_id: int, title: str) -> None:
        """Offer to restore a deleted conversation that the user tried to open."""

        def open_again() -> None:
            if self.restore((conversation_id,)):
                self._open_tab(conversation_id)

        shown = title or say("New chat")
        sentence = say("“{title}” is in Recently Deleted. Restore it to open it.", title=shown)
        self._workspace.notices.tell(
            Notice(sentence, cause=DELETED, action=tr("Restore"), do=open_again)
        )

    def purge(self, ids: Collection[int]) -> None:
        """Delete conversations permanently."""
        self._forget(ids)
        self._workspace.notices.end(DELETED)
        self._purge(ids)

    def _forget(self, ids: Collection[int]) -> None:
        """Remove conversations from the undo list: they were purged or restored."""
        gone = set(ids)
        left = (
            _Deletion(
                tuple(it for it in deletion.ids if it not in gone),
                tuple(it for it in deletion.opened if it not in gone),
            )
            for deletion in self._deletions
        )
        self._set_deletions([it for it in left if it.ids])

    def _forget_all(self) -> None:
        """Clear the undo list, because all conversations were purged."""
        self._set_deletions([])
        self._workspace.notices.end(DELETED)

    def _set_deletions(self, deletions: list[_Deletion]) -> None:
        self._deletions = deletions
        self._workspace.history.can_undo = bool(deletions)

    def _sentence(self, ids: tuple[int, ...], title: str | Sentence) -> Sentence:
        """Return what was deleted. A chat without content is not promised to be kept."""
        if len(ids) != 1:
            return say(
                "Deleted %n chat(s). Recently Deleted keeps them for {days} days.",
                "",
                len(ids),
                days=KEPT_DAYS,
            )
        if ids[0] not in self._store.deleted_ids():
            return say("Deleted “{title}”.", title=title)
        return say(
            "Deleted “{title}”. Recently Deleted keeps it for {days} days.",
            title=title,
            days=KEPT_DAYS,
        )

    def _title(self, conversation_id: int) -> str | Sentence:
        record = self._store.conversation(conversation_id)
        return (record and record.title) or say("New chat")


def deleted_title(store: Store, conversation_id: int) -> str | None:
    """Return the title of a conversation in Recently Deleted, or None if it is not there."""
    wanted = HistoryFilter(archived=None, deleted=True)
    found = store.entries(wanted, limit=1, only=[conversation_id])
    return found[0].title if found else None
