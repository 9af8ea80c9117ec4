"""The rounds of a comparison: what each pane answered, who won, what is hidden. No widgets."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from ui.state.chat_options import ChatOptions
from ui.state.compared import TIE, Answer, ComparedPane, ComparedRound, Vote
from ui.state.question import Question
from ui.state.transcript import Transcript


class Comparison(QObject):
    """Listens to the transcripts of its panes: each reply is an answer of the newest round.

    `answer_changed` tells of a new state, not of every word; `round_ended` that no answer of it
    grows any more, `round_joined` that one more answer is to come to it. `mask_changed` says that
    names, letters or order may be others now.
    """

    round_added = Signal(int)
    round_joined = Signal(int)
    answer_changed = Signal(int, int)
    round_ended = Signal(int)
    vote_changed = Signal(int)
    panes_changed = Signal()
    mask_changed = Signal()

    def __init__(
        self,
        parent: QObject | None = None,
        shuffle: Callable[[list[int]], None] = random.shuffle,
    ) -> None:
        super().__init__(parent)
        self._shuffle = shuffle
        self._round_of: dict[int, int] = {}
        self._followed: set[int] = set()
        self._hidden: set[int] = set()
        self.panes: list[ComparedPane] = []
        self.rounds: list[ComparedRound] = []
        self.blind = False

    @property
    def busy(self) -> bool:
        return any(not self.rounds[index].ended for index in set(self._round_of.values()))

    @property
    def hidden_now(self) -> bool:
        """Whether the panes must not tell whose answers they have: those of one round, side by side
        with the names, would give away another that is still to be voted on."""
        return bool(self._hidden)

    def shown_order(self) -> list[int]:
        """The panes from left to right; one that was not asked comes last."""
        ids = [pane.pane_id for pane in self.panes]
        if not self.hidden_now:
            return ids
        order = self.rounds[-1].order
        return [it for it in order if it in ids] + [it for it in ids if it not in order]

    def shown_name(self, pane_id: int) -> str:
        if self.hidden_now and pane_id in self.rounds[-1].order:
            return self.rounds[-1].letter(pane_id)
        return next((pane.name for pane in self.panes if pane.pane_id == pane_id), "")

    def pane(self, pane_id: int) -> ComparedPane | None:
        return next((it for it in self.panes if it.pane_id == pane_id), None)

    def round_of(self, pane_id: int) -> int | None:
        """The round that the next reply of a pane belongs to."""
        return self._round_of.get(pane_id)

    def restore(
        self, names: Mapping[int, str], rounds: Sequence[ComparedRound], *, blind: bool
    ) -> None:
        """As it was kept; its panes have been added, with what was said in them. `names` are what
        they were told apart by, by their ids."""
        self.panes = [replace(it, name=names.get(it.pane_id, it.name)) for it in self.panes]
        self.rounds, self.blind = list(rounds), blind
        self._hidden = {index for index, compared in enumerate(rounds) if compared.hidden}
        here = {pane.pane_id for pane in self.panes}
        for index, compared in enumerate(rounds):
            for answer in compared.answers:
                answer.restore()
                if answer.pane.pane_id in here:
                    self._round_of[answer.pane.pane_id] = index
        self.panes_changed.emit()
        self.mask_changed.emit()

    # --- panes ---------------------------------------------------------------------------

    def add_pane(
        self,
        pane_id: int,
        transcript: Transcript,
        name: str,
        options: ChatOptions,
        model_id: str = "",
    ) -> None:
        """The newest, on the right."""
        self.panes.append(ComparedPane(pane_id, self._unique(name, pane_id), model_id, options))
        if pane_id not in self._followed:
            # else it was removed, and comes back
            self._followed.add(pane_id)
            transcript.turn_added.connect(partial(self._turn_added, pane_id, transcript))
            transcript.turn_changed.connect(partial(self._turn_changed, pane_id, transcript))
            transcript.turns_dropped.connect(lambda _: self._turns_dropped(pane_id))
        elif self.rounds and (answer := self.rounds[-1].answer(pane_id)):
            # it may go on with the answer with which it went
            self._round_of[pane_id] = len(self.rounds) - 1
            answer.dropped = False
        self.panes_changed.emit()

    def set_pane(self, pane_id: int, name: str, options: ChatOptions, model_id: str = "") -> None:
        """From the next round on; earlier ones keep what they were asked with."""
        for index, pane in enumerate(self.panes):
            if pane.pane_id == pane_id:
                new = ComparedPane(pane_id, self._unique(name, pane_id), model_id, options)
                if new != pane:
                    self.panes[index] = new
                    self.panes_changed.emit()

    def set_order(self, pane_ids: Sequence[int]) -> None:
        self.panes.sort(key=lambda pane: pane_ids.index(pane.pane_id))
        self.panes_changed.emit()

    def remove_pane(self, pane_id: int) -> None:
        """Its answers stay in the rounds; one that grows is not waited for."""
        self.panes = [pane for pane in self.panes if pane.pane_id != pane_id]
        index = self._round_of.get(pane_id)
        if index is not None and (answer := self.rounds[index].answer(pane_id)):
            answer.dropped = True
            self._tell(index, answer)
            del self._round_of[pane_id]
        self.panes_changed.emit()

    def _unique(self, name: str, pane_id: int) -> str:
        """Two panes of one model are told apart by a number."""
        taken = {pane.name for pane in self.panes if pane.pane_id != pane_id}
        found, number = name, 2
        while found in taken:
            found, number = f"{name} ({number})", number + 1
        return found

    # --- rounds --------------------------------------------------------------------------

    def begin_round(
        self,
        question: Question,
        pane_ids: Sequence[int] | None = None,
        *,
        unattended: bool = False,
    ) -> int:
        """Before the question is put into the transcripts. `pane_ids` are those that are asked;
        in an `unattended` round nobody decides about calls of tools, and its vote comes later. Who
        asks on without a vote has none."""
        if not unattended:
            self._give_up_votes()
        asked = [pane for pane in self.panes if pane_ids is None or pane.pane_id in pane_ids]
        answers = [Answer(replace(pane), unattended=unattended) for pane in asked]
        order = [pane.pane_id for pane in asked]
        blind = self.blind and len(asked) > 1
        if blind:
            self._shuffle(order)
        text, attachments, places = question.text, question.attachments, question.places
        self.rounds.append(ComparedRound(text, attachments, answers, places, tuple(order), blind))
        index = len(self.rounds) - 1
        if blind:
            self._hidden.add(index)
        self._round_of.update((pane.pane_id, index) for pane in asked)
        self.round_added.emit(index)
        self.mask_changed.emit()
        return index

    def join_round(self, pane_id: int) -> None:
        """A pane that came late is asked the newest question too."""
        index = len(self.rounds) - 1
        joined = self.rounds[index]
        pane = next((it for it in self.panes if it.pane_id == pane_id), None)
        if pane is None or joined.answer(pane_id):
            return
        joined.answers.append(Answer(replace(pane)))
        joined.order = (*joined.order, pane_id)
        self._round_of[pane_id] = index
        self.round_joined.emit(index)
        self.mask_changed.emit()

    def _turn_added(self, pane_id: int, transcript: Transcript, index: int) -> None:
        turn = transcript.turns[index]
        answer = self._newest(pane_id)
        if answer is not None and turn.role == "assistant":
            answer.turns.append(turn)
            self._tell(self._round_of[pane_id], answer)

    def _turn_changed(self, pane_id: int, transcript: Transcript, index: int) -> None:
        answer = self._newest(pane_id)
        if answer is not None and answer.turns and answer.turns[-1] is transcript.turns[index]:
            self._tell(self._round_of[pane_id], answer)

    def _turns_dropped(self, pane_id: int) -> None:
        """The last question is taken back; what it got so far stays in its round."""
        answer = self._newest(pane_id)
        if answer is not None:
            answer.dropped = True
            self._tell(self._round_of[pane_id], answer)

    def _newest(self, pane_id: int) -> Answer | None:
        index = self._round_of.get(pane_id)
        return None if index is None else self.rounds[index].answer(pane_id)

    def _tell(self, index: int, answer: Answer) -> None:
        state = answer.state
        if state is answer.seen:
            return
        answer.seen, answer.kept = state, None
        if answer.ended:
            answer.kept = answer.numbers()
        self.answer_changed.emit(index, answer.pane.pane_id)
        if self.rounds[index].ended:
            self.round_ended.emit(index)

    # --- votes ---------------------------------------------------------------------------

    def vote(self, index: int, pane_id: int) -> None:
        """For a pane or TIE, in the place of a former vote; shows whose answers these are."""
        voted = self.rounds[index]
        if pane_id != TIE and voted.answer(pane_id) is None:
            return
        voted.vote = Vote(pane_id, voted.hidden)
        self._reveal(index)

    def take_back(self, index: int) -> None:
        """The names were seen, and stay to be seen."""
        self.rounds[index].vote = None
        self.vote_changed.emit(index)

    def waiting_for_votes(self) -> list[int]:
        """The rounds that are hidden, oldest first."""
        return sorted(self._hidden)

    def reveal(self, index: int) -> None:
        """Without a vote."""
        if self.rounds[index].hidden:
            self._reveal(index)

    def reveal_all(self) -> None:
        for index in self.waiting_for_votes():
            self._reveal(index)

    def set_blind(self, blind: bool) -> None:
        """From the next round on; without it, nothing stays hidden."""
        if blind != self.blind:
            self.blind = blind
            if not blind:
                self.reveal_all()
            self.mask_changed.emit()

    def _give_up_votes(self) -> None:
        for index in self.waiting_for_votes():
            if not any(answer.unattended for answer in self.rounds[index].answers):
                self._reveal(index)

    def _reveal(self, index: int) -> None:
        was = self.hidden_now
        self.rounds[index].revealed = True
        self._hidden.discard(index)
        self.vote_changed.emit(index)
        if was != self.hidden_now:
            self.mask_changed.emit()
