"""Keeps one comparison as it changes: its panes, rounds and votes."""

from PySide6.QtCore import QObject

from app.attachments.kept_files import Files
from app.database.rows import ConversationRecord, Kind, MessageRecord
from app.database.store import Store
from app.recording.conversation_keeper import ConversationKeeper
from app.records.chat_settings import written
from app.records.rounds import ComparisonSettings, KeptPane, round_record
from ui.compare.compare_tab import CompareTab
from ui.compare.pane import PaneView


class ComparisonKeeper(ConversationKeeper):
    kind = Kind.COMPARISON

    def __init__(
        self,
        store: Store,
        files: Files,
        tab: CompareTab,
        known: ConversationRecord | None,
        parent: QObject,
    ) -> None:
        super().__init__(store, files, tab, known, parent)
        self._compared = tab
        self._rounds: list[MessageRecord] = []
        for pane in tab.panes:
            self._follow_pane(pane)
        tab.pane_added.connect(self._follow_pane)
        tab.pane_closed.connect(self._pane_closed)
        tab.panes_changed.connect(self._settings_rest.start)
        tab.rested.connect(self._settings_rest.start)
        it = tab.comparison
        for signal in (it.round_added, it.round_joined, it.vote_changed):
            signal.connect(self._save_round)
        it.answer_changed.connect(self._answer_changed)
        it.mask_changed.connect(self._settings_rest.start)
        if known is None:
            # what a person sets up is there again before anything is asked
            self._settings_rest.start()

    def save_settings(self) -> None:
        self.begin()
        super().save_settings()

    def know(self, rounds: list[MessageRecord]) -> None:
        """Those of a comparison that was brought back, in the order of its rounds."""
        self._rounds = rounds
        compared = self._compared.comparison.rounds
        for branch, keeper in self._branches.items():
            answers = [it.answer(branch) for it in compared]
            keeper.know({turn: at for at, it in enumerate(answers) if it for turn in it.turns})

    def described(self) -> tuple[str, str]:
        tab = self._compared
        names = {tab.model_name(pane.settings.model_id): None for pane in tab.panes}
        settings = ComparisonSettings(
            tuple(self._pane(pane) for pane in tab.panes), tab.last_pane_id, tab.comparison.blind
        )
        return ", ".join(names), written(settings)

    def _pane(self, pane: PaneView) -> KeptPane:
        compared = self._compared.comparison.pane(pane.pane_id)
        return KeptPane(
            pane.pane_id,
            compared.name if compared else "",
            pane.settings,
            tuple(pane.batch),
            tuple(pane.turns),
        )

    def _follow_pane(self, pane: PaneView) -> None:
        self._keep(pane.pane_id, pane.transcript)

    def _pane_closed(self, pane: PaneView) -> None:
        """What it answered stays in its rounds; a copy that was never asked is nothing."""
        keeper = self._branches.pop(pane.pane_id)
        keeper.flush()
        if not any(it.answer(pane.pane_id) for it in self._compared.comparison.rounds):
            keeper.delete_all()
        keeper.deleteLater()

    def _round_index(self, branch: int) -> int | None:
        return self._compared.comparison.round_of(branch)

    def _answer_changed(self, index: int, pane_id: int) -> None:
        self._save_round(index)

    def _save_round(self, index: int) -> None:
        """Told of more than what changes it."""
        self.begin()
        former = self._rounds[index] if index < len(self._rounds) else None
        message_id = former.message_id if former else self._store.next_id()
        compared = self._compared.comparison.rounds[index]
        record = round_record(compared, index, message_id, self._id, self._files)
        if record == former:
            return
        self._rounds[index:] = [record, *self._rounds[index + 1 :]]
        self._store.save_message(record)
