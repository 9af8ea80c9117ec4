"""The conversations that are open: new ones, those of the store, and closed ones reopened."""

import logging
from collections.abc import Collection
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal

from app.attachments.kept_files import Files
from app.chats.chats import Chats
from app.chats.comparisons import Comparisons
from app.database.rows import ConversationRecord, Kind
from app.database.store import Store
from app.recording.recorder import Recorder
from app.recording.restore import (
    comparison_settings,
    restore_chat,
    restore_comparison,
    restore_draft,
)
from app.records.chat_settings import ChatSettings, read_fields
from app.requests.engine_requests import EngineRequests
from engine.sentences import say
from ui.compare.compare_tab import CompareTab
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow

log = logging.getLogger(__name__)

GONE = say("This conversation is no longer there.")
# Closed tabs that can be reopened.
MAX_CLOSED = 20


class Conversations(QObject):
    """Each open conversation has a tab with the same id. `opened` has a Tab before it is shown,
    `dropped` the id of one that is gone from the window. `closed` are the ids of closed
    conversations that can be reopened, newest last."""

    opened = Signal(object)
    dropped = Signal(int)

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        files: Files,
        recorder: Recorder,
        requests: EngineRequests,
        chats: Chats,
        comparisons: Comparisons,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._files = files
        self._recorder = recorder
        self._models = requests.models
        self._replies = requests.replies
        self._chats = chats
        self._comparisons = comparisons
        self.closed: list[int] = []
        window.new_chat_requested.connect(self._show_empty_chat)
        window.new_compare_requested.connect(self.new_comparison)
        window.chat_closed.connect(self._close_by_person)
        window.reopen_requested.connect(self.reopen)

    # --- new ones ----------------------------------------------------------------------------

    def new_chat(self) -> ChatTab:
        tab = self._make_chat(self._store.next_id())
        self._models.begin(tab)
        self._recorder.follow_chat(tab.chat)
        self._show(tab)
        return tab

    def new_comparison(self) -> CompareTab:
        tab = self._comparisons.make(self._store.next_id())
        self._comparisons.begin(tab)
        self._recorder.follow_comparison(tab.chat)
        self._show(tab)
        return tab

    def fork(self, source: ChatTab, index: int) -> ChatTab:
        """Return a new chat with the messages of another, up to the turn at `index`."""
        tab = self._make_chat(self._store.next_id())
        options = source.composer.chosen_options()
        self._models.restore(tab, source.model_id, options, source.recommended)
        self._recorder.follow_chat(tab.chat)
        tab.transcript.take_over(source.transcript, index + 1)
        self._show(tab)
        return tab

    # --- those of the store ------------------------------------------------------------------

    def open(self, conversation_id: int, message_id: int = 0) -> Tab | None:
        """Return the tab of a conversation, in front, scrolled to a message unless `message_id` is
        0; None if the conversation is gone. It replaces an untouched tab in front."""
        tab = self.tab(conversation_id)
        if tab is None:
            untouched_tab = self._untouched_in_front()
            tab = self.bring(conversation_id)
            if tab is None:
                if self._store.conversation(conversation_id) is None:
                    self._window.show_notice(GONE)
                return None
            if untouched_tab is not None:
                self.drop(untouched_tab)
        else:
            self._window.show_chat(conversation_id)
        if message_id:
            _jump(tab, message_id)
        return tab

    def bring(self, conversation_id: int, at: int = -1, *, front: bool = True) -> Tab | None:
        """Return a tab for a conversation that is not open, at a place in the tab strip. None if it
        is gone, or damaged, which a notice reports."""
        record = self._store.conversation(conversation_id)
        if record is None:
            return None
        try:
            tab = self._restored(record)
        except Exception:
            # unexpected damage of one conversation must not keep the others away
            log.exception("conversation %d could not be opened", conversation_id)
            notice = say("“{title}” cannot be opened: it is damaged.", title=record.title)
            self._window.show_notice(notice, "error")
            return None
        self._show(tab, at, front=front)
        self._forget_closed(conversation_id)
        return tab

    def close(self, conversation_id: int) -> bool:
        """Stop and close a conversation; all of it is saved. Return False if it was not open."""
        tab = self.tab(conversation_id)
        if tab is not None:
            self.drop(tab)
        self._keep_one_open()
        return tab is not None

    def reload(self, ids: Collection[int]) -> None:
        """Show what the store now has of open conversations, except of one that is busy, whose
        requests would end."""
        tabs = self._window.tabs()
        front = self._window.current_tab() if tabs else None
        for at, tab in enumerate(tabs):
            if tab.chat_id in ids and not tab.busy:
                self.drop(tab)
                self.bring(tab.chat_id, at, front=tab is front)

    def reopen(self) -> None:
        """Open the conversation that was closed last and still exists."""
        while self.closed:
            conversation_id = self.closed[-1]
            self.set_closed(self.closed[:-1])
            if self._store.conversation(conversation_id):
                self.open(conversation_id)
                return

    def set_closed(self, ids: list[int]) -> None:
        self.closed = ids[-MAX_CLOSED:]
        self._window.set_can_reopen(bool(self.closed))

    def tab(self, conversation_id: int) -> Tab | None:
        return next((it for it in self._window.tabs() if it.chat_id == conversation_id), None)

    def drop(self, tab: Tab) -> None:
        """Close a tab and stop its requests."""
        if isinstance(tab, CompareTab):
            tab.forget_removed()
        for transcript in tab.transcripts:
            self._replies.forget(transcript)
        self._recorder.forget(tab.chat_id)
        self._window.remove_chat(tab.chat_id)
        self.dropped.emit(tab.chat_id)

    # --- inside ------------------------------------------------------------------------------

    def _show_empty_chat(self) -> None:
        """Show an empty chat, which need not be a new one."""
        empty = [tab for tab in self._window.chats() if tab.empty]
        if empty:
            self._window.show_chat(empty[-1].chat_id)
            empty[-1].composer.take_focus()
        else:
            self.new_chat()

    def _close_by_person(self, conversation_id: int) -> None:
        tab = self.tab(conversation_id)
        if tab is not None:
            if not untouched(tab):
                self.set_closed([*self.closed, conversation_id])
            self.drop(tab)
        self._keep_one_open()

    def _keep_one_open(self) -> None:
        if not self._window.tabs():
            self.new_chat()

    def _make_chat(self, conversation_id: int) -> ChatTab:
        tab = self._chats.make(conversation_id)
        tab.chat.message_requests.forked.connect(partial(self.fork, tab))
        return tab

    def _show(self, tab: Tab, at: int = -1, *, front: bool = True) -> None:
        self.opened.emit(tab)
        self._window.add_chat(tab, at, front=front)
        if front:
            tab.composer.take_focus()

    def _restored(self, record: ConversationRecord) -> Tab:
        tab = self._chat(record) if record.kind is Kind.CHAT else self._comparison(record)
        if record.title:
            tab.set_title(record.title, record.named)
        restore_draft(tab.conversation, self._store, self._files)
        return tab

    def _chat(self, record: ConversationRecord) -> ChatTab:
        tab = self._make_chat(record.conversation_id)
        settings = read_fields(ChatSettings, record.settings)
        if settings.model_id:
            self._models.restore(tab, settings.model_id, settings.options, settings.recommended)
        else:
            self._models.begin(tab)
        restore_chat(tab.chat, self._store, self._files)
        self._recorder.follow_chat(tab.chat, record)
        return tab

    def _comparison(self, record: ConversationRecord) -> CompareTab:
        tab = self._comparisons.make(record.conversation_id)
        settings = comparison_settings(record.settings)
        rounds = restore_comparison(tab.chat, settings, self._store, self._files)
        self._comparisons.complete(tab)
        self._recorder.follow_comparison(tab.chat, record, rounds)
        return tab

    def _untouched_in_front(self) -> Tab | None:
        tab = self._window.current_tab() if self._window.tabs() else None
        return tab if tab and untouched(tab) else None

    def _forget_closed(self, conversation_id: int) -> None:
        self.set_closed([it for it in self.closed if it != conversation_id])


def untouched(tab: Tab) -> bool:
    """Return True if closing the tab loses nothing, not even the panes of a comparison."""
    return isinstance(tab, ChatTab) and tab.empty and tab.composer.draft().empty


def _jump(tab: Tab, message_id: int) -> None:
    """Show a message, also of a version that is not shown. While names are hidden show none, since
    the messages before it could reveal them."""
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
            # a tab that has just been opened has no layout yet
            QTimer.singleShot(0, pane, partial(tab.row.show_pane, pane))
