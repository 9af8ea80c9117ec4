"""Saves one comparison as it changes: its panes, rounds and votes."""

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, Kind, MessageRecord
from app.recording.conversation_keeper import ConversationKeeper
from app.records.chat_settings import fields_json
from app.records.record_places import RecordStore
from app.records.rounds import ComparisonSettings, KeptPane, round_record
from ui.state.compared_chat import ComparedChat
from ui.state.pane import PaneState


class ComparisonKeeper(ConversationKeeper):
    kind = Kind.COMPARISON

    def __init__(
        self,
        store: RecordStore,
        files: Files,
        chat: ComparedChat,
        known: ConversationRecord | None,
        parent: QObject,
    ) -> None:
        super().__init__(store, files, chat, known, parent)
        self._chat = chat
        self._rounds: list[MessageRecord] = []
        for pane in chat.panes:
            self._follow_pane(pane)
        chat.pane_added.connect(self._follow_pane)
        chat.pane_closed.connect(self._pane_closed)
        chat.panes_changed.connect(self._settings_timer.start)
        chat.busy_changed.connect(self._settings_timer.start)
        it = chat.comparison
        for signal in (it.round_added, it.round_joined, it.vote_changed):
            signal.connect(self._save_round)
        it.answer_changed.connect(self._answer_changed)
        it.mask_changed.connect(self._settings_timer.start)
        if known is None:
            # panes are saved even before the first question
            self._settings_timer.start()

    def save_settings(self) -> None:
        self.ensure_stored()
        super().save_settings()

    def set_restored(self, rounds: list[MessageRecord]) -> None:
        """Treat the current state as saved; `rounds` are the records of the rounds, in order."""
        self._rounds = rounds
        compared = self._chat.comparison.rounds
        for branch, keeper in self.branches.items():
            answers = [it.answer(branch) for it in compared]
            keeper.set_restored(
                {turn: at for at, it in enumerate(answers) if it for turn in it.turns}
            )

    def described(self) -> tuple[str, str]:
        chat = self._chat
        names = {chat.model_name(pane.settings.model_id): None for pane in chat.panes}
        panes = tuple(self._pane(pane) for pane in chat.panes)
        settings = ComparisonSettings(panes, chat.last_pane_id, chat.comparison.blind)
        return ", ".join(names), fields_json(settings)

    def _pane(self, pane: PaneState) -> KeptPane:
        compared = self._chat.comparison.pane(pane.pane_id)
        return KeptPane(
            pane.pane_id,
            compared.name if compared else "",
            pane.settings,
            tuple(pane.batch),
            tuple(pane.turns),
        )

    def _follow_pane(self, pane: PaneState) -> None:
        self._keep(pane.pane_id, pane.transcript)

    def _pane_closed(self, pane: PaneState) -> None:
        """Keep the answers of rounds; a duplicate that was never asked is deleted."""
        keeper = self.branches.pop(pane.pane_id)
        keeper.flush()
        if not any(it.answer(pane.pane_id) for it in self._chat.comparison.rounds):
            keeper.delete_all()
        keeper.deleteLater()

    def _round_index(self, branch: int) -> int | None:
        return self._chat.comparison.round_of(branch)

    def _answer_changed(self, index: int, pane_id: int) -> None:
        self._save_round(index)

    def _save_round(self, index: int) -> None:
        """Save a round if its record has changed: the signals come for more than that."""
        self.ensure_stored()
        former = self._rounds[index] if index < len(self._rounds) else None
        message_id = former.message_id if former else self._store.next_id()
        compared = self._chat.comparison.rounds[index]
        record = round_record(compared, index, message_id, self._id, self._files)
        if record == former:
            return
        self._rounds[index:] = [record, *self._rounds[index + 1 :]]
        self._store.save_message(record)
