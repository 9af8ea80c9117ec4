"""Collects the rounds of a comparison: the answer of each pane, the votes, the hidden names."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from ui.state.chat_options import ChatOptions
from ui.state.compared import (
    TIE,
    AnswerState,
    ComparedPane,
    ComparedRound,
    PaneAnswer,
    Vote,
)
from ui.state.question import Question
from ui.state.transcript import Transcript
from ui.state.turn import Turn


class Comparison(QObject):
    """Follows the transcripts of its panes: each reply is an answer of the newest round.

    `answer_changed` comes for a new state, not for every word; `round_ended` when no answer of the
    round grows any more, `round_joined` when one more pane is asked. `mask_changed` comes when
    names, letters or their order may have changed.
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
        shuffle: Callable[[list[int]], None] | None = None,
    ) -> None:
        super().__init__(parent)
        self._shuffle = shuffle or random.shuffle
        self._round_of: dict[int, int] = {}
        self._followed: set[int] = set()
        self._hidden: set[int] = set()
        # The names of the panes without a number.
        self._plain_names: dict[int, str] = {}
        self.panes: list[ComparedPane] = []
        self.rounds: list[ComparedRound] = []
        self.blind = False

    @property
    def busy(self) -> bool:
        return any(not self.rounds[index].ended for index in set(self._round_of.values()))

    @property
    def hidden_now(self) -> bool:
        """Return True while panes must not show names: the names beside the answers of one round
        would give away another round that is still to be voted on."""
        return bool(self._hidden)

    def shown_order(self) -> list[int]:
        """Return the ids of the panes from left to right; one that was not asked comes last."""
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
        """Return the index of the round that the next reply of a pane belongs to."""
        return self._round_of.get(pane_id)

    def restore(
        self, names: Mapping[int, str], rounds: Sequence[ComparedRound], *, blind: bool
    ) -> None:
        """Restore the rounds, once the panes have been added with their turns. `names` are the
        unique names of the panes, by id."""
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
        """Add a pane on the right."""
        self.panes.append(ComparedPane(pane_id, self._unique(name, pane_id), model_id, options))
        self._plain_names[pane_id] = name
        if pane_id not in self._followed:
            self._followed.add(pane_id)
            # Not `turn_added`: an earlier version that is shown again is no answer of this round.
            transcript.node_added.connect(partial(self._turn_added, pane_id))
            transcript.turn_changed.connect(partial(self._turn_changed, pane_id, transcript))
            transcript.turns_dropped.connect(lambda _: self._turns_dropped(pane_id))
        elif self.rounds and (answer := self.rounds[-1].answer(pane_id)):
            # a removed pane comes back, and may continue its answer
            self._round_of[pane_id] = len(self.rounds) - 1
            # It may have ended meanwhile.
            answer.dropped, answer.kept = False, None
            self._signal(self._round_of[pane_id], answer)
        self.panes_changed.emit()

    def set_pane(self, pane_id: int, name: str, options: ChatOptions, model_id: str = "") -> None:
        """Change the settings of a pane from the next round on."""
        before = list(self.panes)
        for index, pane in enumerate(self.panes):
            if pane.pane_id == pane_id:
                unique = self._unique(name, pane_id)
                self.panes[index] = ComparedPane(pane_id, unique, model_id, options)
        self._plain_names[pane_id] = name
        self._number_names()
        if self.panes != before:
            self.panes_changed.emit()

    def set_order(self, pane_ids: Sequence[int]) -> None:
        self.panes.sort(key=lambda pane: pane_ids.index(pane.pane_id))
        self._number_names()
        self.panes_changed.emit()

    def remove_pane(self, pane_id: int) -> None:
        """Remove a pane. Its answers stay in the rounds; one that grows is dropped."""
        self.panes = [pane for pane in self.panes if pane.pane_id != pane_id]
        self._number_names()
        index = self._round_of.get(pane_id)
        if index is not None and (answer := self.rounds[index].answer(pane_id)):
            # It keeps its round until the next one: its numbers come a moment later.
            answer.dropped = True
            self._signal(index, answer)
        self.panes_changed.emit()

    def _unique(self, name: str, pane_id: int) -> str:
        """Return the name, with a number if another pane has it."""
        taken = {pane.name for pane in self.panes if pane.pane_id != pane_id}
        found, number = name, 2
        while found in taken:
            found, number = f"{name} ({number})", number + 1
        return found

    def _number_names(self) -> None:
        """Number equal names from left to right. Once there is an answer, panes keep their names:
        their results stand under them."""
        if self.rounds:
            return
        panes, self.panes = self.panes, []
        for pane in panes:
            name = self._unique(self._plain_names[pane.pane_id], pane.pane_id)
            self.panes.append(replace(pane, name=name))

    # --- rounds --------------------------------------------------------------------------

    def begin_round(
        self,
        question: Question,
        pane_ids: Sequence[int] | None = None,
        *,
        unattended: bool = False,
    ) -> int:
        """Begin a round, before its question is put into the transcripts, and return its index.
        `pane_ids` are the panes that are asked. In an `unattended` round nobody decides about tool
        calls, and the vote comes later. Other rounds without a vote are revealed now."""
        if not unattended:
            self._give_up_votes()
        asked = [pane for pane in self.panes if pane_ids is None or pane.pane_id in pane_ids]
        answers = [PaneAnswer(replace(pane), unattended=unattended) for pane in asked]
        order = [pane.pane_id for pane in asked]
        blind = self.blind and len(asked) > 1
        if blind:
            self._shuffle(order)
        text, attachments, places = question.text, question.attachments, question.places
        self.rounds.append(ComparedRound(text, attachments, answers, places, tuple(order), blind))
        index = len(self.rounds) - 1
        if blind:
            self._hidden.add(index)
        self._round_of = {it: at for it, at in self._round_of.items() if self.pane(it)}
        self._round_of.update((pane.pane_id, index) for pane in asked)
        self.round_added.emit(index)
        self.mask_changed.emit()
        return index

    def join_round(self, pane_id: int) -> None:
        """Add a pane to the newest round, whose question it will be asked too, or again if it
        failed."""
        index = len(self.rounds) - 1
        joined = self.rounds[index]
        pane = next((it for it in self.panes if it.pane_id == pane_id), None)
        former = joined.answer(pane_id)
        if pane is None or (former and former.state is not AnswerState.FAILED):
            return
        if former:
            former.pane, former.unattended = replace(pane), False
        else:
            joined.answers.append(PaneAnswer(replace(pane)))
            joined.order = (*joined.order, pane_id)
        self._round_of[pane_id] = index
        self.round_joined.emit(index)
        self.mask_changed.emit()

    def _turn_added(self, pane_id: int, turn: Turn) -> None:
        answer = self._newest(pane_id)
        if answer is not None and turn.role == "assistant":
            answer.add(turn)
            answer.dropped = False
            self._signal(self._round_of[pane_id], answer)

    def _turn_changed(self, pane_id: int, transcript: Transcript, index: int) -> None:
        answer = self._newest(pane_id)
        if answer is not None and answer.turns and answer.turns[-1] is transcript.turns[index]:
            self._signal(self._round_of[pane_id], answer)

    def _turns_dropped(self, pane_id: int) -> None:
        """Drop the newest answer, as its question was replaced; it stays in its round."""
        answer = self._newest(pane_id)
        if answer is not None:
            answer.dropped = True
            self._signal(self._round_of[pane_id], answer)

    def _newest(self, pane_id: int) -> PaneAnswer | None:
        index = self._round_of.get(pane_id)
        return None if index is None else self.rounds[index].answer(pane_id)

    def _signal(self, index: int, answer: PaneAnswer) -> None:
        state, former = answer.state, answer.seen
        settled = answer.ended and not answer.growing
        if state is former and (answer.kept or not settled):
            return
        answer.seen, answer.kept = state, None
        if settled:
            answer.kept = answer.numbers()
        self.answer_changed.emit(index, answer.pane.pane_id)
        if state is not former and self.rounds[index].ended:
            self.round_ended.emit(index)

    # --- votes ---------------------------------------------------------------------------

    def vote(self, index: int, pane_id: int) -> None:
        """Vote for a pane or TIE, replacing a former vote, and reveal the names. The last possible
        vote also reveals the rounds that cannot be voted on."""
        voted = self.rounds[index]
        if pane_id != TIE and voted.answer(pane_id) is None:
            return
        voted.vote = Vote(pane_id, voted.hidden)
        self._reveal(index)
        others = [self.rounds[it] for it in self._hidden]
        if all(it.ended and not it.votable for it in others):
            self.reveal_all()

    def take_back(self, index: int) -> None:
        """Remove a vote. The names stay revealed, as they have been seen."""
        self.rounds[index].vote = None
        self.vote_changed.emit(index)

    def waiting_for_votes(self) -> list[int]:
        """Return the indexes of the rounds with hidden names, oldest first."""
        return sorted(self._hidden)

    def reveal(self, index: int) -> None:
        """Reveal the names without a vote."""
        if self.rounds[index].hidden:
            self._reveal(index)

    def reveal_all(self) -> None:
        for index in self.waiting_for_votes():
            self._reveal(index)

    def set_blind(self, blind: bool) -> None:
        """Hide names from the next round on, or reveal all."""
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
