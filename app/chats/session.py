"""Save which tabs are open and how the window looks, and restore that at the next start."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer

from app.chats.conversations import Conversations, untouched
from app.database.rows import TABS
from app.database.store import Store
from app.recording.recorder import Recorder
from app.requests.chat_models import ChatModels
from ui.state.conversation import Conversation
from ui.window.main_window import MainWindow

# Save this long after the first change, so that moving a window or scrolling is not saved at each
# step.
PAUSE_MS = 400
WINDOW, MODEL = "window", "model"


class Session(QObject):
    """Saves changes soon, so that a crash loses little. The tab that was in front is restored
    before the window is shown, the others one by one afterwards."""

    def __init__(
        self,
        window: MainWindow,
        store: Store,
        conversations: Conversations,
        models: ChatModels,
        recorder: Recorder,
    ) -> None:
        super().__init__(window)
        self._window = window
        self._open = window.workspace.conversations
        self._store = store
        self._conversations = conversations
        self._models = models
        self._saved: dict[str, Any] = {}
        self._unread = False
        self._before: list[int] = []
        self._after: list[int] = []
        self._scrolls: dict[str, Any] = {}
        # in one transaction with the first message of the conversation
        recorder.stored.connect(self.save)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._restore_next)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self.save)

    def restore(self) -> bool:
        """Restore the window and the tab in front; return False if no conversation is open then.
        Conversations that are gone are skipped."""
        self._window.set_state(self._store.state(WINDOW))
        model = self._store.state(MODEL)
        if isinstance(model, str) and Path(model).is_dir():
            self._models.chosen = model
        state = self._store.state(TABS)
        # a state that could not be read must not be overwritten
        self._unread = state is None and bool(self._store.problem)
        self._restore_tabs(state)
        if isinstance(state, dict) and not self._store.problem:
            self._store.purge_empty({*_ids(state.get("ids")), *_ids(state.get("closed"))})
        return bool(len(self._open))

    def follow(self) -> None:
        """Save changes from now on; called after `restore`, which would save half of the state."""
        self._open.changed.connect(self._save_soon)
        self._window.state_changed.connect(self._save_soon)
        self._open.front_changed.connect(self._save_soon)
        self._window.workspace.model_requests.chosen.connect(self._save_soon)
        self._open.follow(self._follow_scrolling)

    def open_imported(self, state: dict[str, Any]) -> None:
        """Open the tabs of an imported session, if only untouched tabs are open."""
        before = tuple(self._open)
        if not all(map(untouched, before)):
            return
        self._restore_tabs(state)
        if len(self._open) > len(before):
            for conversation in before:
                self._conversations.drop(conversation)
            self.restore_others()

    def restore_others(self) -> None:
        """Restore the tabs that were not in front, once the window is visible."""
        if self._before or self._after:
            self._next.start()

    def save(self) -> None:
        """Save what has changed since the last time."""
        self._pause.stop()
        self._put(WINDOW, self._window.state())
        self._put(MODEL, self._models.chosen)
        if not (self._before or self._after or self._unread):
            self._put(TABS, self._tabs())

    def _put(self, key: str, value: Any) -> None:
        if self._saved.get(key) != value:
            self._saved[key] = value
            self._store.save_state(key, value)

    def _tabs(self) -> dict[str, Any]:
        lasting = [it for it in self._open if not it.temporary]
        front = self._open.front
        return {
            "ids": [it.chat_id for it in lasting],
            "front": front.chat_id if front in lasting and front else 0,
            "scroll": {str(it.chat_id): _scroll_states(it) for it in lasting},
            "closed": list(self._open.reopenable),
        }

    def _restore_tabs(self, state: object) -> None:
        if not isinstance(state, dict):
            return
        ids, front = _ids(state.get("ids")), state.get("front")
        scrolls = state.get("scroll")
        self._scrolls = scrolls if isinstance(scrolls, dict) else {}
        found = [it for it in ids if self._store.conversation(it)]
        if found:
            place = found.index(front) if front in found else len(found) - 1
            self._before, self._after = found[:place], found[place + 1 :]
            self._restore_tab(found[place], front=True)
        while not len(self._open) and (self._after or self._before):
            # the conversation that was in front is damaged
            self._restore_tab(self._after.pop(0) if self._after else self._before.pop(), front=True)
        self._open.reopenable.extend(_ids(state.get("closed")))

    def _restore_next(self) -> None:
        """Restore one tab in each turn of the event loop, those nearest to the front tab first."""
        if self._after:
            self._restore_tab(self._after.pop(0))
        elif self._before:
            self._restore_tab(self._before.pop(), at=0)
        if self._before or self._after:
            self._next.start()

    def _restore_tab(self, conversation_id: int, at: int = -1, *, front: bool = False) -> None:
        if self._open.find(conversation_id) is not None:
            return
        scrolls = self._scrolls.get(str(conversation_id))
        self._conversations.restore(
            conversation_id, at, front=front, scrolls=scrolls if isinstance(scrolls, list) else ()
        )

    def _follow_scrolling(self, conversation: Conversation) -> None:
        for transcript in conversation.transcripts:
            transcript.scrolled.connect(self._save_soon)

    def _save_soon(self) -> None:
        if not self._pause.isActive():
            self._pause.start()


def _scroll_states(conversation: Conversation) -> list[dict[str, int]]:
    for transcript in conversation.transcripts:
        transcript.scroll_wanted.emit()
    return [transcript.scroll for transcript in conversation.transcripts]


def _ids(value: object) -> list[int]:
    found = value if isinstance(value, list) else []
    return [it for it in found if isinstance(it, int) and not isinstance(it, bool)]
