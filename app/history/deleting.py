"""Deletes conversations: undo, restore from Recently Deleted, or delete permanently."""

from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import QObject

from app.database.store import Store
from app.history.undo_steps import UndoStep, UndoSteps
from engine.sentences import Sentence, say
from ui.look.language import tr
from ui.state.conversation_entry import KEPT_DAYS, HistoryFilter
from ui.state.notice import Notice
from ui.state.workspace import Workspace

# Identifies the notices about what can be undone.
DELETED = "deleted"


class Deleting(QObject):
    """Deletes conversations; `steps` undo that.

    `close_tab` returns True if there was a tab, which `open_tab` reopens; `purge` deletes
    permanently.
    """

    def __init__(
        self,
        workspace: Workspace,
        store: Store,
        steps: UndoSteps,
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
        self._steps = steps
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
        self._steps.add(UndoStep(ids, partial(self._undelete, opened)))
        sentence = self._sentence(ids, title)
        self._workspace.notices.tell(
            Notice(sentence, cause=DELETED, action=tr("Undo"), do=self._steps.undo)
        )

    def restore(self, ids: Collection[int]) -> set[int]:
        """Return the conversations that were restored. Those purged in the meantime are not among
        them."""
        there = set(ids).intersection(self._store.restorable_ids())
        for conversation_id in there:
            self._store.undelete_conversation(conversation_id)
        self._steps.forget(ids)
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
        """Delete conversations and folders permanently."""
        self._steps.forget(ids)
        self._workspace.notices.end(DELETED)
        self._purge(ids)

    def _undelete(self, opened: Collection[int], ids: Collection[int]) -> None:
        """Restore conversations, and open those that were open."""
        restored = self.restore(ids)
        for conversation_id in opened:
            if conversation_id in restored:
                self._open_tab(conversation_id)

    def _forget_all(self) -> None:
        """Forget all steps, because all conversations were purged."""
        self._steps.clear()
        self._workspace.notices.end(DELETED)

    def _sentence(self, ids: tuple[int, ...], title: str | Sentence) -> Sentence:
        """Return what was deleted. A chat without content is not promised to be kept."""
        if len(ids) != 1:
            return say(
                "Deleted %n chat(s). Recently Deleted keeps (it|them) for {days} days.",
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
