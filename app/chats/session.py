"""How the window stood when the program ended, also where it ended by itself, and how it stands."""

from pathlib import Path
from typing import Any
from weakref import WeakSet

from PySide6.QtCore import QObject, QTimer

from app.chats.conversations import OpenConversations, untouched
from app.database.store import Store
from app.models.chat_models import Models
from app.recording.recorder import Recorder
from app.transfer.exporting.everything import TABS
from ui.compare.compare_tab import CompareTab
from ui.conversation.conversation_view import ConversationView
from ui.tabs.tab import Tab
from ui.window.main_window import MainWindow

# Moving a window or reading on is not saved with every step.
REST_MS = 400
WINDOW, MODEL = "window", "model"


class Session(QObject):
    """Saves as things change. The tab that was in front is brought back before the window is shown,
    the others one by one once it is."""

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        conversations: OpenConversations,
        models: Models,
        recorder: Recorder,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._store = store
        self._conversations = conversations
        self._models = models
        self._saved: dict[str, Any] = {}
        self._unread = False
        self._before: list[int] = []
        self._after: list[int] = []
        self._scrolls: dict[str, Any] = {}
        # with its first message, in one transaction
        recorder.stored.connect(self.save)
        self._followed: WeakSet[ConversationView] = WeakSet()
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._bring_next)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.save)

    def restore(self) -> bool:
        """Whether a conversation is open now. What is gone meanwhile is passed over."""
        self._window.set_state(self._store.state(WINDOW))
        model = self._store.state(MODEL)
        if isinstance(model, str) and Path(model).is_dir():
            self._models.chosen = model
        state = self._store.state(TABS)
        # what could not be read is not to be written over
        self._unread = state is None and bool(self._store.trouble)
        self._restore_tabs(state)
        if isinstance(state, dict) and not self._store.trouble:
            self._store.purge_empty({*_ids(state.get("ids")), *_ids(state.get("closed"))})
        return bool(self._window.tabs())

    def follow(self) -> None:
        """From here on; before, what is restored would be saved as it is half restored."""
        self._window.tabs_changed.connect(self._stir)
        self._window.state_changed.connect(self._stir)
        self._window.current_chat_changed.connect(self._stir)
        self._window.model_chosen.connect(self._stir)
        self._window.tabs_changed.connect(self._follow_scrolling)
        self._follow_scrolling()

    def take(self, state: dict[str, Any]) -> None:
        """The tabs of another home, where nothing is open but what nobody would miss."""
        blank = self._window.tabs()
        if any(not untouched(tab) for tab in blank):
            return
        self._restore_tabs(state)
        if len(self._window.tabs()) > len(blank):
            for tab in blank:
                self._conversations.drop(tab)
            self.bring_others()

    def bring_others(self) -> None:
        """The tabs that were not in front, once the window can be seen."""
        if self._before or self._after:
            self._next.start()

    def save(self) -> None:
        """What has changed of it."""
        self._rest.stop()
        self._put(WINDOW, self._window.state())
        self._put(MODEL, self._models.chosen)
        if not (self._before or self._after or self._unread):
            self._put(TABS, self._tabs())

    def _put(self, key: str, value: Any) -> None:
        if self._saved.get(key) != value:
            self._saved[key] = value
            self._store.save_state(key, value)

    def _tabs(self) -> dict[str, Any]:
        tabs = self._window.tabs()
        return {
            "ids": [tab.chat_id for tab in tabs],
            "front": self._window.current_tab().chat_id if tabs else 0,
            "scroll": {
                str(tab.chat_id): [
                    view.scroll_state() for view in _views(tab) if hasattr(view, "scroll_state")
                ]
                for tab in tabs
            },
            "closed": self._conversations.closed,
        }

    def _restore_tabs(self, state: object) -> None:
        if not isinstance(state, dict):
            return
        ids, front = _ids(state.get("ids")), state.get("front")
        scrolls = state.get("scroll")
        self._scrolls = scrolls if isinstance(scrolls, dict) else {}
        there = [it for it in ids if self._store.conversation(it)]
        if there:
            place = there.index(front) if front in there else len(there) - 1
            self._before, self._after = there[:place], there[place + 1 :]
            self._bring(there[place], front=True)
        while not self._window.tabs() and (self._after or self._before):
            # the one that was in front is damaged
            self._bring(self._after.pop(0) if self._after else self._before.pop(), front=True)
        self._conversations.set_closed(_ids(state.get("closed")))

    def _bring_next(self) -> None:
        """One in each turn of the event loop: those nearest to the front first."""
        if self._after:
            self._bring(self._after.pop(0))
        elif self._before:
            self._bring(self._before.pop(), at=0)
        if self._before or self._after:
            self._next.start()

    def _bring(self, conversation_id: int, at: int = -1, *, front: bool = False) -> None:
        if self._conversations.tab(conversation_id) is not None:
            return
        tab = self._conversations.bring(conversation_id, at, front=front)
        states = self._scrolls.get(str(conversation_id))
        if tab is not None and isinstance(states, list):
            for view, state in zip(_views(tab), states, strict=False):
                if isinstance(state, dict) and hasattr(view, "set_scroll_state"):
                    view.set_scroll_state(state)

    def _follow_scrolling(self) -> None:
        for tab in self._window.tabs():
            for view in _views(tab):
                if view not in self._followed:
                    self._followed.add(view)
                    view.verticalScrollBar().valueChanged.connect(self._stir)

    def _stir(self) -> None:
        if not self._rest.isActive():
            self._rest.start()


def _views(tab: Tab) -> list[ConversationView]:
    return [it.view for it in tab.panes] if isinstance(tab, CompareTab) else [tab.front_view]


def _ids(value: object) -> list[int]:
    found = value if isinstance(value, list) else []
    return [it for it in found if isinstance(it, int) and not isinstance(it, bool)]
