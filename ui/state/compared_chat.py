"""One comparison: its panes, rounds and draft."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from engine.messages import ModelInfo, addresses_of, model_name
from ui.state.chat_options import ChatOptions
from ui.state.compared import AnswerState, ComparedRound
from ui.state.comparison import Comparison
from ui.state.conversation import Conversation
from ui.state.pane import (
    FEWEST_PANES,
    MOST_PANES,
    PaneRun,
    PaneSettings,
    PaneState,
    beside,
    letter,
)
from ui.state.question import Question
from ui.state.requests import PromptListRequests
from ui.state.tool_entry import ToolChoices
from ui.state.transcript import Transcript

if TYPE_CHECKING:
    from ui.state.prompt_list import PromptProgress


class ComparedChat(Conversation):
    """Signals about one pane have its PaneState. `asked_again` asks the last question in a pane
    that joined later or failed. A removed pane can come back until `pane_closed`. `panes_changed`
    comes when their number, order or settings have changed, `models_changed` when `names` or
    `infos` have.
    `list_offered` has the name of a list of prompts and its ListedPrompts, ready to be started;
    `paste_split` has the Split of a pasted text, its prompts, and a sentence if it has none.
    `list_progress` is how far the list has come that was started last. `kv_chosen` has the id of a
    model, and True if its conversation caches should have 8 bits.

    `panes` are in the order that a person gave them; `last_pane_id` is the newest id in use. By
    model id, `names` are those of the models that can be chosen, and `infos` describe those that
    were ready once.
    """

    pane_added = Signal(object)
    pane_closed = Signal(object)
    panes_changed = Signal()
    models_changed = Signal()
    asked_again = Signal(object)
    list_offered = Signal(str, tuple)
    paste_split = Signal(object, tuple, str)
    list_progressed = Signal()
    kv_chosen = Signal(str, bool)

    def __init__(self, chat_id: int, tools: ToolChoices | None = None) -> None:
        super().__init__(chat_id, tools)
        self.panes: list[PaneState] = []
        self.last_pane_id = 0
        self.comparison = Comparison(self)
        self.names: dict[str, str] = {}
        self.infos: dict[str, ModelInfo] = {}
        self.list_requests = PromptListRequests(self)
        self.list_progress: PromptProgress | None = None
        self._kv_8bit: tuple[str, ...] = ()
        self._removed: tuple[PaneState, int] | None = None
        self._reply_states: Sequence[object] = ()
        self.panes_changed.connect(self.addresses_changed)

    @property
    def transcripts(self) -> tuple[Transcript, ...]:
        return tuple(pane.transcript for pane in self.panes)

    @property
    def addresses(self) -> tuple[str, ...]:
        return addresses_of(pane.settings.model_id for pane in self.panes)

    @property
    def masked(self) -> bool:
        """Return True while names are hidden because a vote is open."""
        return self.comparison.hidden_now

    @property
    def last_question(self) -> Question:
        rounds = self.comparison.rounds
        return Question(rounds[-1].question) if rounds else Question()

    def model_name(self, model_id: str) -> str:
        info = self.infos.get(model_id)
        return self.names.get(model_id) or (info.name if info else model_name(model_id))

    def shown_panes(self) -> list[PaneState]:
        """Return the panes from left to right, as they are shown."""
        order = self.comparison.shown_order()
        return sorted(self.panes, key=lambda pane: order.index(pane.pane_id))

    @property
    def running_list(self) -> "PromptProgress | None":
        """How far the list of prompts has come that is still running, or paused."""
        progress = self.list_progress
        return None if progress is None or progress.state.ended else progress

    @property
    def unasked_prompts(self) -> int:
        return self.running_list.unasked if self.running_list else 0

    def runs(self) -> list[PaneRun]:
        """Return the panes with their newest replies, from left to right."""
        return [self._run(index, pane) for index, pane in enumerate(self.shown_panes())]

    def behind(self, pane: PaneState) -> bool:
        """Return True if the last prompt was put to other panes only, or this one failed."""
        rounds = self.comparison.rounds
        answer = rounds[-1].answer(pane.pane_id) if rounds else None
        failed = answer is None or answer.state is AnswerState.FAILED
        return bool(rounds) and failed and not pane.busy

    # --- panes -----------------------------------------------------------------------------

    def learn(self, info: ModelInfo) -> None:
        """Remember a model that was ready, and adopt its recommended settings in its panes."""
        self.infos[info.model_id] = info
        for pane in self.panes:
            if pane.settings.model_id == info.model_id:
                self.set_settings(pane, pane.settings)
        self.models_changed.emit()

    def set_names(self, names: Mapping[str, str]) -> None:
        """Set the models that can be chosen, by id, and rename their panes."""
        former = [self.model_name(pane.settings.model_id) for pane in self.panes]
        self.names = dict(names)
        for pane, name in zip(self.panes, former, strict=True):
            if self.model_name(pane.settings.model_id) != name:
                self.set_settings(pane, pane.settings)
        self.models_changed.emit()

    def set_kv_8bit(self, models: tuple[str, ...]) -> None:
        """`models` are the ids of all models with 8-bit conversation caches."""
        if models != self._kv_8bit:
            self._kv_8bit = models
            for pane in self.panes:
                self.set_settings(pane, pane.settings)

    def set_settings(self, pane: PaneState, settings: PaneSettings) -> None:
        pane.settings = settings = self._completed(settings)
        name = self.model_name(settings.model_id)
        options = self._sent_options(settings)
        self.comparison.set_pane(pane.pane_id, name, options, settings.model_id)
        self.panes_changed.emit()

    def add_pane(self, settings: PaneSettings) -> PaneState | None:
        """Add a pane on the right, which joins at the next prompt. Return None if there is no room,
        or if names are hidden, since the name of the new pane would be shown."""
        if len(self.panes) >= MOST_PANES or self.masked:
            return None
        return self.restore_pane(self.last_pane_id + 1, settings)

    def use_model(self, model_id: str) -> bool:
        """Add a pane for a model, with the options of the last pane. Return False if `add_pane`
        refuses."""
        return self.add_pane(replace(self.panes[-1].settings, model_id=model_id)) is not None

    def restore_pane(self, pane_id: int, settings: PaneSettings) -> PaneState:
        """Add a pane with a given id on the right."""
        self.last_pane_id = max(self.last_pane_id, pane_id)
        pane = PaneState(pane_id, settings, self)
        self._follow_busy(pane.transcript)
        pane.transcript.turn_added.connect(self._note_beside)
        pane.transcript.turn_changed.connect(self._note_beside)
        self.pane_added.emit(pane)
        self._insert(pane, len(self.panes))
        return pane

    def duplicate(self, pane: PaneState, settings: PaneSettings) -> PaneState | None:
        """Add a copy of a pane, with its conversation so far, to the right of it. Return None as
        `add_pane` does."""
        copy = self.add_pane(settings)
        if copy is not None:
            copy.transcript.take_over(pane.transcript)
            self.move_pane(copy, self.panes.index(pane) + 1)
        return copy

    def move_pane(self, pane: PaneState, place: int) -> None:
        place = max(0, min(place, len(self.panes) - 1))
        if self.masked or self.panes.index(pane) == place:
            return
        self.panes.remove(pane)
        self.panes.insert(place, pane)
        self.comparison.set_order([it.pane_id for it in self.panes])
        self.panes_changed.emit()

    def can_remove_pane(self) -> bool:
        return len(self.panes) > FEWEST_PANES and not self.masked

    def remove_pane(self, pane: PaneState) -> None:
        """Take a pane away until `undo_remove`; its answer should have been stopped."""
        self._removed = pane, self.panes.index(pane)
        self.panes.remove(pane)
        self.comparison.remove_pane(pane.pane_id)
        self.panes_changed.emit()
        # The engine may end its answer only later.
        self._note_busy()

    def undo_remove(self) -> None:
        if self._removed is None:
            return
        (pane, place), self._removed = self._removed, None
        self._insert(pane, place)

    def forget_removed(self) -> None:
        """Close the removed pane for good."""
        if self._removed is not None:
            (pane, _), self._removed = self._removed, None
            self.pane_closed.emit(pane)
            pane.deleteLater()

    # --- rounds ----------------------------------------------------------------------------

    def begin_round(self, question: Question, *, unattended: bool = False) -> None:
        """Begin a round with all panes, before the prompt is put into their transcripts."""
        ids = [pane.pane_id for pane in self.panes]
        self.comparison.begin_round(question, ids, unattended=unattended)
        self._title_after(question)
        self.draft.set_last(self.last_question)
        for pane in self.panes:
            pane.begin()

    def restore(
        self, names: Mapping[int, str], rounds: Sequence[ComparedRound], *, blind: bool
    ) -> None:
        """Restore the rounds of panes that have their turns already; `names` are by pane id."""
        for pane in self.panes:
            pane.asked = any(it.answer(pane.pane_id) for it in rounds)
        self.comparison.restore(names, rounds, blind=blind)
        self.draft.set_last(self.last_question)
        self.panes_changed.emit()

    def show_progress(self, progress: "PromptProgress") -> None:
        """Set how far the list of prompts has come."""
        self.list_progress = progress
        self.list_progressed.emit()

    # --- inside ----------------------------------------------------------------------------

    def _run(self, index: int, pane: PaneState) -> PaneRun:
        model_id = pane.settings.model_id
        info = self.infos.get(model_id)
        return PaneRun(
            pane.pane_id,
            letter(index),
            pane.settings,
            self.model_name(model_id),
            pane.reply,
            info is not None,
            info is None or info.batched,
        )

    def _note_beside(self) -> None:
        """Note which panes are batched or alternate, once the state of a reply has changed. This is
        called with every token."""
        states = [pane.reply.state if pane.reply else None for pane in self.panes]
        if states == self._reply_states:
            return
        self._reply_states = states
        runs = self.runs()
        for pane, run in zip(self.shown_panes(), runs, strict=True):
            batch, turns = beside(run, runs)
            pane.batch |= batch
            pane.turns |= turns

    def _completed(self, settings: PaneSettings) -> PaneSettings:
        """Adopt what is set for all chats, and what the makers of the model recommend in what
        nobody chose otherwise."""
        settings = replace(settings, options=replace(settings.options, kv_8bit=self._kv_8bit))
        info = self.infos.get(settings.model_id)
        if info is None or info.sampling == settings.recommended:
            return settings
        options = settings.options.following(settings.recommended, info.sampling)
        return replace(settings, options=options, recommended=info.sampling)

    def _sent_options(self, settings: PaneSettings) -> ChatOptions:
        return settings.sent_options(self.infos.get(settings.model_id))

    def _insert(self, pane: PaneState, place: int) -> None:
        self.panes.insert(place, pane)
        pane.settings = settings = self._completed(pane.settings)
        name = self.model_name(settings.model_id)
        options = self._sent_options(settings)
        self.comparison.add_pane(pane.pane_id, pane.transcript, name, options, settings.model_id)
        self.comparison.set_order([it.pane_id for it in self.panes])
        self.panes_changed.emit()
