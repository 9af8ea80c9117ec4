"""Follows the open conversations, and saves what changes in them."""

from collections import Counter
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from app.database.rows import ConversationRecord, MessageRecord
from app.recording import comparison_keeper
from app.recording.chat_keeper import ChatKeeper
from app.recording.conversation_keeper import ConversationKeeper
from app.records.record_places import RecordPlaces
from ui.state.chat import Chat
from ui.state.compared_chat import ComparedChat
from ui.state.conversation import Conversation
from ui.state.transcript import Transcript
from ui.state.turn import Turn

# Time between two savings of growing answers: a crash loses at most this much of them.
FLUSH_MS = 200


class Recorder(QObject):
    """`model_name` returns the name of a model for people. A restored conversation comes with its
    record, and a comparison with the records of its rounds as well. `stored` comes when a
    conversation is in the store for the first time."""

    stored = Signal()

    def __init__(
        self, places: RecordPlaces, model_name: Callable[[str], str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._places = places
        self._model_name = model_name
        self._keepers: dict[int, ConversationKeeper] = {}
        # by the id of a conversation and the branch of a transcript
        self._openings: Counter[tuple[int, int]] = Counter()
        self._timer = QTimer(self, singleShot=True, interval=FLUSH_MS)
        self._timer.timeout.connect(self._flush_text)

    def follow_chat(self, chat: Chat, known: ConversationRecord | None = None) -> None:
        place = self._places.of(chat.chat_id)
        self._add(chat, ChatKeeper(place.store, place.files, chat, known, self._model_name, self))

    def follow_comparison(
        self,
        chat: ComparedChat,
        known: ConversationRecord | None = None,
        rounds: list[MessageRecord] | None = None,
    ) -> None:
        place = self._places.of(chat.chat_id)
        keeper = comparison_keeper.ComparisonKeeper(place.store, place.files, chat, known, self)
        keeper.set_restored(rounds or [])
        self._add(chat, keeper)

    def late_saver(self, chat_id: int, transcript: Transcript) -> Callable[[Turn], None]:
        """Return what saves a reply whose end comes after its transcript was closed, unless that
        was opened again by then."""
        branch, save = self._keepers[chat_id].saver(transcript)
        openings = self._openings[chat_id, branch]

        def save_late(turn: Turn) -> None:
            if self._openings[chat_id, branch] == openings:
                save(turn)

        return save_late

    def forget(self, chat_id: int) -> None:
        """Save all of a conversation that is being closed, and stop following it."""
        keeper = self._keepers.pop(chat_id)
        keeper.end()
        keeper.deleteLater()

    def flush(self) -> None:
        for keeper in self._keepers.values():
            keeper.flush()

    def stop(self) -> None:
        """Save growing answers no more, before the stores close."""
        self._timer.stop()

    def _add(self, conversation: Conversation, keeper: ConversationKeeper) -> None:
        keeper.flush_needed.connect(self._start)
        keeper.stored.connect(self.stored)
        self._keepers[conversation.chat_id] = keeper
        self._openings.update((conversation.chat_id, it) for it in keeper.branches)

    def _start(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _flush_text(self) -> None:
        for keeper in self._keepers.values():
            keeper.flush_text()
