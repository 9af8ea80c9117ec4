"""Saves the tree of turns of a chat, or of one pane of a comparison, as it grows."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal

from app.attachments.kept_files import Files
from app.records.record_places import RecordStore
from app.records.turns import turn_record
from ui.state.transcript import Transcript
from ui.state.turn import Turn


class BranchKeeper(QObject):
    """Saves new and ended turns at once. A growing reply waits for `flush`, which
    `flush_needed` asks for. `updated` comes when something was asked or answered.

    `ensure_stored` is called before the first message is saved. `round_index` returns the index of
    the round that new turns belong to. `save` saves a turn, also after the conversation is closed.
    """

    flush_needed = Signal()
    updated = Signal()

    def __init__(
        self,
        store: RecordStore,
        files: Files,
        conversation_id: int,
        branch: int,
        transcript: Transcript,
        ensure_stored: Callable[[], None],
        round_index: Callable[[], int | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._conversation_id = conversation_id
        self._branch = branch
        self.transcript = transcript
        self._ensure_stored = ensure_stored
        self._round_index = round_index
        self._rounds: dict[Turn, int] = {}
        # without the keeper, which is deleted when its conversation is closed
        self.save = partial(_save, store, files, conversation_id, branch, self._rounds)
        self._unsaved: dict[Turn, None] = {}
        self._head = (0, 0)
        self._connect()

    def set_restored(self, rounds: dict[Turn, int]) -> None:
        """Treat the current turns as saved; `rounds` are the indexes of their rounds."""
        self._rounds.update(rounds)
        self._head = self._current_head()

    def end(self) -> None:
        """Save everything for the last time; growing replies count as stopped."""
        for turn in self.transcript.all_turns():
            if turn.growing:
                turn.cut_short()
                self._unsaved[turn] = None
        self.flush()

    def flush(self) -> None:
        unsaved, self._unsaved = self._unsaved, {}
        for turn in unsaved:
            self.save(turn)

    def delete_all(self) -> None:
        self._unsaved.clear()
        ids = [turn.message_id for turn in self.transcript.all_turns() if turn.message_id]
        if ids:
            self._store.delete_messages(self._conversation_id, ids)

    def _connect(self) -> None:
        it = self.transcript
        it.node_added.connect(self._save_new)
        it.turn_added.connect(self._save_head)
        it.turns_dropped.connect(self._save_head)
        it.path_changed.connect(self._save_head)
        it.turn_changed.connect(self._shown_changed)
        it.off_path_changed.connect(self._changed)
        it.nodes_removed.connect(self._delete)
        it.nodes_restored.connect(self._undelete)

    def _shown_changed(self, index: int) -> None:
        self._changed(self.transcript.turns[index])

    def _changed(self, turn: Turn) -> None:
        """Note a changed turn. This is called for every token."""
        if turn.growing:
            if turn not in self._unsaved:
                self._unsaved[turn] = None
                self.flush_needed.emit()
        elif turn.message_id:
            self._unsaved.pop(turn, None)
            self.save(turn)
            self.updated.emit()

    def _save_new(self, turn: Turn) -> None:
        self._ensure_stored()
        turn.message_id = turn.message_id or self._store.next_id()
        index = self._round_index()
        if index is not None:
            self._rounds[turn] = index
        self.save(turn)
        self.updated.emit()

    def _save_head(self) -> None:
        if self.transcript.changing_path:
            return
        head = self._current_head()
        if head != self._head:
            self._head = head
            self._store.set_head(self._conversation_id, self._branch, *head)

    def _current_head(self) -> tuple[int, int]:
        """Return the ids of the last turn and of the first turn sent to the model."""
        turns, told_from = self.transcript.turns, self.transcript.sent_from
        return turns[-1].message_id if turns else 0, told_from.message_id if told_from else 0

    def _delete(self, turns: list[Turn]) -> None:
        for turn in turns:
            self._unsaved.pop(turn, None)
        self._store.delete_messages(self._conversation_id, [it.message_id for it in turns])

    def _undelete(self, turns: list[Turn]) -> None:
        self._store.undelete_messages(self._conversation_id, [it.message_id for it in turns])
        for turn in turns:
            # deleting it may have cut it short
            self.save(turn)


def _save(
    store: RecordStore,
    files: Files,
    conversation_id: int,
    branch: int,
    rounds: Mapping[Turn, int],
    turn: Turn,
) -> None:
    store.save_message(turn_record(turn, conversation_id, branch, files, rounds.get(turn)))
