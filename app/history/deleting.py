"""Conversations that a person has deleted and may still want back."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer

from app.store.store import Store
from engine.sentences import Sentence, say
from ui.language import tr
from ui.widgets.notice_bar import Notice
from ui.window.main_window import MainWindow

UNDO_MS = 10_000
DELETED = "deleted"


class Deleting(QObject):
    """They are there until so long after the last of them was deleted or brought back. `close_tab`
    tells whether there was one, which `open_tab` brings back. What was deleted last comes back
    first."""

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        close_tab: Callable[[int], bool],
        open_tab: Callable[[int], object],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._close_tab = close_tab
        self._open_tab = open_tab
        self._deleted: list[tuple[Sentence, tuple[int, ...], tuple[int, ...]]] = []
        self._told: Sentence | str = ""
        self.timer = QTimer(self, singleShot=True, interval=UNDO_MS)
        self.timer.timeout.connect(self.forget)

    def delete(self, ids: Iterable[int]) -> None:
        ids = tuple(ids)
        told = self._words(ids)
        opened = tuple(it for it in ids if self._close_tab(it))
        for conversation_id in ids:
            self._store.delete_conversation(conversation_id)
        self._deleted.append((told, ids, opened))
        self._offer()

    def undo(self) -> None:
        if self._deleted:
            _, ids, opened = self._deleted.pop()
            for conversation_id in ids:
                self._store.undelete_conversation(conversation_id)
            for conversation_id in opened:
                self._open_tab(conversation_id)
            self._offer()

    def forget(self) -> None:
        """From here on they are gone for good."""
        self.timer.stop()
        self._window.end_notice(DELETED)
        deleted, self._deleted = self._deleted, []
        for _, ids, _ in deleted:
            for conversation_id in ids:
                self._store.purge(conversation_id)

    def _offer(self) -> None:
        self._window.end_notice(DELETED)
        if not self._deleted:
            self.timer.stop()
            return
        self._told = self._deleted[-1][0]
        self._window.notice.tell(Notice(self._told, cause=DELETED, action=tr("Undo"), do=self.undo))
        self.timer.start()

    def _words(self, ids: tuple[int, ...]) -> Sentence:
        if len(ids) != 1:
            return say("Deleted %n chat(s).", "", len(ids))
        entry = self._store.entry(ids[0])
        return say("Deleted “{title}”.", title=entry.title if entry else "")
