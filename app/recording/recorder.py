"""Follows what is open, and saves what changes in it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, MessageRecord
from app.database.store import Store
from app.recording.chat_keeper import ChatKeeper
from app.recording.comparison_keeper import ComparisonKeeper
from app.recording.conversation_keeper import ConversationKeeper
from ui.compare.compare_tab import CompareTab
from ui.tabs.chat_tab import ChatTab
from ui.tabs.tab import Tab

# Between what of growing answers is on disk; after a crash, so much of them is lost at most.
FLUSH_MS = 200


class Recorder(QObject):
    """`model_name` names models for people. A tab that was brought back comes with its record, and
    a comparison with the records of its rounds. `begun` says that one has just come into the store.
    """

    begun = Signal()

    def __init__(
        self, store: Store, files: Files, model_name: Callable[[str], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._files = files
        self._model_name = model_name
        self._keepers: dict[int, ConversationKeeper] = {}
        self._timer = QTimer(self, singleShot=True, interval=FLUSH_MS)
        self._timer.timeout.connect(self._flush_text)

    def follow_chat(self, tab: ChatTab, known: ConversationRecord | None = None) -> None:
        self._add(tab, ChatKeeper(self._store, self._files, tab, known, self._model_name, self))

    def follow_comparison(
        self,
        tab: CompareTab,
        known: ConversationRecord | None = None,
        rounds: list[MessageRecord] | None = None,
    ) -> None:
        keeper = ComparisonKeeper(self._store, self._files, tab, known, self)
        keeper.know(rounds or [])
        self._add(tab, keeper)

    def forget(self, tab: Tab) -> None:
        """It is closed; all of it is saved."""
        keeper = self._keepers.pop(tab.chat_id)
        keeper.end()
        keeper.deleteLater()

    def flush(self) -> None:
        for keeper in self._keepers.values():
            keeper.flush()

    def _add(self, tab: Tab, keeper: ConversationKeeper) -> None:
        keeper.grown.connect(self._start)
        keeper.begun.connect(self.begun)
        self._keepers[tab.chat_id] = keeper

    def _start(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _flush_text(self) -> None:
        for keeper in self._keepers.values():
            keeper.flush_text()
