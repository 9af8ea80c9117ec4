"""Deleted conversations: undone, restored from Recently Deleted, or deleted for good."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass

from PySide6.QtCore import QObject

from app.database.store import Store
from engine.sentences import Sentence, say
from ui.language import tr
from ui.state.conversation_entry import KEPT_DAYS, HistoryFilter
from ui.state.notice import Notice
from ui.widgets.question import ask
from ui.window.main_window import MainWindow

# The cause of notices.
DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class _Deletion:
    """The conversations that went at once, and those of them that were open."""

    ids: tuple[int, ...]
    opened: tuple[int, ...]


class Deleting(QObject):
    """`close_tab` returns True if there was a tab, which `open_tab` brings back; `purge` deletes
    for good. What was deleted last in this run is undone first, whenever that is asked for."""

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        close_tab: Callable[[int], bool],
        open_tab: Callable[[int], object],
        purge: Callable[[Collection[int]], object],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._close_tab = close_tab
        self._open_tab = open_tab
        self._purge = purge
        self._done: list[_Deletion] = []
        store.emptied.connect(self._forget_all)

    def ask_to_delete(self, ids: Iterable[int]) -> None:
        """One is deleted at once, as it can be undone; several only where that is meant."""
        ids = tuple(it for it in ids if self._store.conversation(it))
        if len(ids) < 2:
            self.delete(ids)
            return
        ask(
            self._window,
            tr("Delete %n chat(s)?", "", len(ids)),
            tr("Recently Deleted keeps them for {days} days.").format(days=KEPT_DAYS),
            tr("Delete %n chat(s)", "", len(ids)),
            lambda: self.delete(ids),
        )

    def delete(self, ids: tuple[int, ...]) -> None:
        if not ids:
            return
        title = self._title(ids[0])
        opened = tuple(it for it in ids if self._close_tab(it))
        for conversation_id in ids:
            self._store.delete_conversation(conversation_id)
        self._set_done([*self._done, _Deletion(ids, opened)])
        told = self._words(ids, title)
        self._window.notice.tell(Notice(told, cause=DELETED, action=tr("Undo"), do=self.undo))

    def undo(self) -> None:
        if self._done:
            last = self._done[-1]
            restored = self.restore(last.ids)
            for conversation_id in last.opened:
                if conversation_id in restored:
                    self._open_tab(conversation_id)

    def restore(self, ids: Collection[int]) -> set[int]:
        """Return the conversations that are back: not those that were deleted for good since."""
        there = set(ids).intersection(self._store.dropped_ids())
        for conversation_id in there:
            self._store.undelete_conversation(conversation_id)
        self._forget(ids)
        if there:
            told = say("%n chat(s) restored.", "", len(there))
            self._window.show_notice(told, cause=DELETED)
        return there

    def offer_to_restore(self, conversation_id: int, title: str) -> None:
        """One of those that are deleted was to be opened."""

        def open_again() -> None:
            if self.restore((conversation_id,)):
                self._open_tab(conversation_id)

        shown = title or say("New chat")
        told = say("“{title}” is in Recently Deleted. Restore it to open it.", title=shown)
        self._window.notice.tell(Notice(told, cause=DELETED, action=tr("Restore"), do=open_again))

    def ask_to_purge(self, ids: Collection[int]) -> None:
        if ids:
            ask(
                self._window,
                tr("Delete %n chat(s) for good?", "", len(ids)),
                tr("Images, videos and documents in it go too. This cannot be undone."),
                tr("Delete for good"),
                lambda: self._purge_now(ids),
            )

    def ask_to_empty(self) -> None:
        """All that is in Recently Deleted."""
        self.ask_to_purge(self._store.deleted_ids())

    def _purge_now(self, ids: Collection[int]) -> None:
        self._forget(ids)
        self._window.end_notice(DELETED)
        self._purge(ids)

    def _forget(self, ids: Collection[int]) -> None:
        """They cannot be undone any more, or need not be."""
        gone = set(ids)
        left = (
            _Deletion(
                tuple(it for it in done.ids if it not in gone),
                tuple(it for it in done.opened if it not in gone),
            )
            for done in self._done
        )
        self._set_done([it for it in left if it.ids])

    def _forget_all(self) -> None:
        """Nothing can be restored: all conversations were deleted for good."""
        self._set_done([])
        self._window.end_notice(DELETED)

    def _set_done(self, done: list[_Deletion]) -> None:
        self._done = done
        self._window.chat_keys.can_restore = bool(done)

    def _words(self, ids: tuple[int, ...], title: str | Sentence) -> Sentence:
        """Tell what was deleted; no promise is made for a chat without any content."""
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
    """The title of one in Recently Deleted; None where it is not there."""
    wanted = HistoryFilter(archived=None, deleted=True)
    found = store.entries(wanted, limit=1, only=[conversation_id])
    return found[0].title if found else None
