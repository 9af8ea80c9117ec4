"""Keeps one conversation's tree of turns as it grows: that of a chat, or of a pane."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from app.attachments.kept_files import Files
from app.database.store import Store
from app.records.turns import turn_record
from ui.state.transcript import Transcript
from ui.state.turn import Turn


class BranchKeeper(QObject):
    """What is new or has ended is saved at once; what grows waits for `flush`, which `grown` asks
    for. `begin` is called before anything is saved; `round_index` tells which round a new turn is
    of. `stirred` says that something was asked or answered.
    """

    grown = Signal()
    stirred = Signal()

    def __init__(
        self,
        store: Store,
        files: Files,
        conversation_id: int,
        branch: int,
        transcript: Transcript,
        begin: Callable[[], None],
        round_index: Callable[[], int | None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._files = files
        self._conversation_id = conversation_id
        self._branch = branch
        self._transcript = transcript
        self._begin = begin
        self._round_index = round_index
        self._rounds: dict[Turn, int] = {}
        self._dirty: dict[Turn, None] = {}
        self._head = (0, 0)
        self._follow()

    def know(self, rounds: dict[Turn, int]) -> None:
        """Which of the turns that were brought back are answers of which round."""
        self._rounds.update(rounds)
        self._head = self._found_head()

    def end(self) -> None:
        """Nothing more comes."""
        for turn in self._transcript.all_turns():
            if turn.growing:
                turn.cut_short()
                self._dirty[turn] = None
        self.flush()

    def flush(self) -> None:
        dirty, self._dirty = self._dirty, {}
        for turn in dirty:
            self._save(turn)

    def delete_all(self) -> None:
        self._dirty.clear()
        ids = [turn.message_id for turn in self._transcript.all_turns() if turn.message_id]
        if ids:
            self._store.delete_messages(self._conversation_id, ids)

    def _follow(self) -> None:
        it = self._transcript
        it.node_added.connect(self._save_new)
        it.turn_added.connect(self._save_head)
        it.turns_dropped.connect(self._save_head)
        it.path_changed.connect(self._save_head)
        it.turn_changed.connect(self._changed)
        it.off_path_changed.connect(self._note)
        it.nodes_removed.connect(self._delete)
        it.nodes_restored.connect(self._undelete)

    def _changed(self, index: int) -> None:
        self._note(self._transcript.turns[index])

    def _note(self, turn: Turn) -> None:
        """Comes with every token."""
        if turn.growing:
            if turn not in self._dirty:
                self._dirty[turn] = None
                self.grown.emit()
        elif turn.message_id:
            self._dirty.pop(turn, None)
            self._save(turn)
            self.stirred.emit()

    def _save_new(self, turn: Turn) -> None:
        self._begin()
        turn.message_id = turn.message_id or self._store.next_id()
        index = self._round_index()
        if index is not None:
            self._rounds[turn] = index
        self._save(turn)
        self.stirred.emit()

    def _save(self, turn: Turn) -> None:
        self._store.save_message(
            turn_record(
                turn, self._conversation_id, self._branch, self._files, self._rounds.get(turn)
            )
        )

    def _save_head(self) -> None:
        if self._transcript.changing_path:
            return
        head = self._found_head()
        if head != self._head:
            self._head = head
            self._store.set_head(self._conversation_id, self._branch, *head)

    def _found_head(self) -> tuple[int, int]:
        turns, told_from = self._transcript.turns, self._transcript.told_from
        return turns[-1].message_id if turns else 0, told_from.message_id if told_from else 0

    def _delete(self, turns: list[Turn]) -> None:
        for turn in turns:
            self._dirty.pop(turn, None)
        self._store.delete_messages(self._conversation_id, [it.message_id for it in turns])

    def _undelete(self, turns: list[Turn]) -> None:
        self._store.undelete_messages(self._conversation_id, [it.message_id for it in turns])
        for turn in turns:
            # it may have been cut short when it went
            self._save(turn)
