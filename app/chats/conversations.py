"""Which conversations are open: from the store to tabs, and closed again."""

import logging
from collections.abc import Callable, Collection
from functools import partial

from PySide6.QtCore import QObject, QTimer

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, Kind
from app.database.store import Store
from app.models.chat_models import Models
from app.recording.recorder import Recorder
from app.recording.restore import (
    comparison_settings,
    restore_chat,
    restore_comparison,
    restore_draft,
)
from app.records.chat_settings import ChatSettings, read
from app.requests.comparing import Comparing
from app.requests.replies import Replies
from engine.sentences import say
from ui.compare.compare_tab import CompareTab
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow

log = logging.getLogger(__name__)

GONE = say("This conversation is no longer there.")
# Tabs that were closed and can be opened again.
MOST_CLOSED = 20


class OpenConversations(QObject):
    """`make_chat` makes a tab for a conversation's id, `show` has the window take it, at a place
    and in front or not; `dropped` is told of one that is gone from the window. `closed` are those
    that were closed, the newest last."""

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        files: Files,
        recorder: Recorder,
        models: Models,
        replies: Replies,
        comparing: Comparing,
        make_chat: Callable[[int], ChatTab],
        show: Callable[..., None],
        dropped: Callable[[int], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._files = files
        self._recorder = recorder
        self._models = models
        self._replies = replies
        self._comparing = comparing
        self._make_chat = make_chat
        self._show = show
        self._dropped = dropped
        self.closed: list[int] = []
        window.reopen_requested.connect(self.reopen)

    def open(self, conversation_id: int, message_id: int = 0) -> Tab | None:
        """Its tab, in front; None where it is gone. One where nothing was begun makes room."""
        tab = self.tab(conversation_id)
        if tab is None:
            blank = self._blank_in_front()
            tab = self.bring(conversation_id)
            if tab is None:
                if self._store.conversation(conversation_id) is None:
                    self._window.show_notice(GONE)
                return None
            if blank is not None:
                self.drop(blank)
        else:
            self._window.show_chat(conversation_id)
        if message_id:
            _jump(tab, message_id)
        return tab

    def bring(self, conversation_id: int, at: int = -1, *, front: bool = True) -> Tab | None:
        """A tab for one that is not open; None where it is gone, or damaged, which is told."""
        record = self._store.conversation(conversation_id)
        if record is None:
            return None
        try:
            tab = self._chat(record) if record.kind is Kind.CHAT else self._comparison(record)
            if record.title:
                tab.set_title(record.title, record.named)
            restore_draft(tab.conversation, self._store, self._files)
        except Exception:
            # one that is damaged in a way that nobody thought of must not keep the others away
            log.exception("conversation %d could not be opened", conversation_id)
            told = say("“{title}” cannot be opened: it is damaged.", title=record.title)
            self._window.show_notice(told, "error")
            return None
        self._show(tab, at, front=front)
        self._forget_closed(conversation_id)
        return tab

    def close(self, conversation_id: int) -> bool:
        """What goes on in it stops, and all of it is kept. False where it was not open."""
        tab = self.tab(conversation_id)
        if tab is not None:
            self.drop(tab)
        return tab is not None

    def reload(self, ids: Collection[int]) -> None:
        """Those of them that are open, as the store has them now; but for one that is at work, as
        that would end it."""
        tabs = self._window.tabs()
        front = self._window.current_tab() if tabs else None
        for at, tab in enumerate(tabs):
            if tab.chat_id in ids and not tab.busy:
                self.drop(tab)
                self.bring(tab.chat_id, at, front=tab is front)

    def close_for_now(self, conversation_id: int) -> None:
        """As a person closes it, who may want it back."""
        tab = self.tab(conversation_id)
        if tab is None:
            return
        if not untouched(tab):
            self.set_closed([*self.closed, conversation_id])
        self.drop(tab)

    def reopen(self) -> None:
        """The one that was closed last and is still there."""
        while self.closed:
            conversation_id = self.closed[-1]
            self.set_closed(self.closed[:-1])
            if self._store.conversation(conversation_id):
                self.open(conversation_id)
                return

    def set_closed(self, ids: list[int]) -> None:
        self.closed = ids[-MOST_CLOSED:]
        self._window.set_can_reopen(bool(self.closed))

    def tab(self, conversation_id: int) -> Tab | None:
        return next((it for it in self._window.tabs() if it.chat_id == conversation_id), None)

    def drop(self, tab: Tab) -> None:
        if isinstance(tab, CompareTab):
            tab.forget_removed()
        for transcript in tab.transcripts:
            self._replies.forget(transcript)
        self._recorder.forget(tab.chat_id)
        self._window.remove_chat(tab.chat_id)
        self._dropped(tab.chat_id)

    def _chat(self, record: ConversationRecord) -> ChatTab:
        tab = self._make_chat(record.conversation_id)
        settings = read(ChatSettings, record.settings)
        if settings.model_id:
            self._models.bring_back(tab, settings.model_id, settings.options, settings.recommended)
        else:
            self._models.begin(tab)
        restore_chat(tab.chat, self._store, self._files)
        self._recorder.follow_chat(tab.chat, record)
        return tab

    def _comparison(self, record: ConversationRecord) -> CompareTab:
        tab = self._comparing.make(record.conversation_id)
        settings = comparison_settings(record.settings)
        rounds = restore_comparison(tab.chat, settings, self._store, self._files)
        self._comparing.complete(tab)
        self._recorder.follow_comparison(tab.chat, record, rounds)
        return tab

    def _blank_in_front(self) -> Tab | None:
        tab = self._window.current_tab() if self._window.tabs() else None
        return tab if tab and untouched(tab) else None

    def _forget_closed(self, conversation_id: int) -> None:
        self.set_closed([it for it in self.closed if it != conversation_id])


def untouched(tab: Tab) -> bool:
    """Nothing of it would be missed, not even the panes of a comparison."""
    return isinstance(tab, ChatTab) and tab.empty and tab.composer.draft().empty


def _jump(tab: Tab, message_id: int) -> None:
    """To a message, also of a version that is not shown; to none while names are hidden, as that
    would show what was said before."""
    if tab.masked:
        return
    panes = tab.panes if isinstance(tab, CompareTab) else [None]
    for transcript, pane in zip(tab.transcripts, panes, strict=True):
        turn = next((it for it in transcript.all_turns() if it.message_id == message_id), None)
        if turn is None:
            continue
        transcript.show_turn(turn)
        place = transcript.place(turn)
        if place is not None:
            (pane.view if pane else tab.front_view).show_turn(place)
        if pane is not None and isinstance(tab, CompareTab):
            # a tab that was only just opened has no places yet
            QTimer.singleShot(0, pane, partial(tab.row.show_pane, pane))
