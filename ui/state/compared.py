"""The rounds of a comparison: a question to several panes, their answers and the vote."""

from dataclasses import dataclass, field
from enum import Enum, auto

from engine.frozen import frozen, mutable
from engine.messages import FinishReason
from ui.state.answer_stats import answer_stats
from ui.state.attachment import Attachment
from ui.state.chat_options import ChatOptions
from ui.state.draft_counts import tokens_per_pass
from ui.state.turn import Turn, TurnState

# Stands for the id of a pane.
TIE = -1


class AnswerState(Enum):
    """LENGTH reached the length limit. STOPPED and FAILED answers have no numbers to compare."""

    GROWING = auto()
    DONE = auto()
    LENGTH = auto()
    STOPPED = auto()
    FAILED = auto()

    @property
    def whole(self) -> bool:
        return self in (AnswerState.DONE, AnswerState.LENGTH)


@frozen
class AnswerNumbers:
    """Times in seconds, speeds in tokens per second; 0 means unknown. `cached` of the `prompt`
    tokens came from a cache. `seconds` is from question to last token, without the time of tools.
    `per_pass` are the tokens for each pass of the model, 0 if nothing was drafted. `left_out` of
    the prompt's tokens were not read.
    """

    ttft: float = 0.0
    prompt_tps: float = 0.0
    generation_tps: float = 0.0
    prompt: int = 0
    cached: int = 0
    tokens: int = 0
    seconds: float = 0.0
    per_pass: float = 0.0
    left_out: int = 0


@frozen
class Vote:
    """A vote for a pane, or TIE. `blind` is True if it was cast while names were hidden."""

    pane_id: int
    blind: bool = False


@dataclass
class ComparedPane:
    """The settings of one column; `name` differs from those of the others."""

    pane_id: int
    name: str
    model_id: str
    options: ChatOptions


@mutable
class PaneAnswer:
    """The answer of a pane to one question, and the settings it was asked with. With tool calls it
    has several turns. `seen` is the state that was signaled last, `kept` are the numbers of an
    ended answer. A `dropped` answer grows no more."""

    pane: ComparedPane
    turns: list[Turn] = field(default_factory=list)
    unattended: bool = False
    dropped: bool = False
    seen: AnswerState = AnswerState.GROWING
    kept: AnswerNumbers | None = None

    @property
    def state(self) -> AnswerState:
        if not self.turns:
            return AnswerState.STOPPED if self.dropped else AnswerState.GROWING
        turn = self.turns[-1]
        if turn.growing or self._calls(turn):
            return AnswerState.STOPPED if self.dropped else AnswerState.GROWING
        if turn.failed:
            return AnswerState.FAILED
        if turn.state is TurnState.STOPPED:
            return AnswerState.STOPPED
        return AnswerState.LENGTH if turn.reason is FinishReason.LENGTH else AnswerState.DONE

    @property
    def ended(self) -> bool:
        return self.state is not AnswerState.GROWING

    @property
    def growing(self) -> bool:
        """Return True while the engine writes it, which goes on for a moment once it is dropped."""
        return bool(self.turns) and self.turns[-1].growing

    @property
    def text(self) -> str:
        return "\n\n".join(turn.content for turn in self.turns if turn.content)

    @property
    def reasoning(self) -> str:
        return "\n\n".join(turn.reasoning for turn in self.turns if turn.reasoning)

    @property
    def error(self) -> str:
        return self.turns[-1].error if self.turns else ""

    def add(self, turn: Turn) -> None:
        """Add a turn. After one that failed, the answer begins anew."""
        if self.state is AnswerState.FAILED:
            self.turns.clear()
        self.turns.append(turn)

    def numbers(self) -> AnswerNumbers:
        # those of a stopped answer can come once its pane is closed
        if self.kept is not None and self.kept.tokens:
            return self.kept
        stats = answer_stats(self.turns)
        return AnswerNumbers(
            stats.timings.ttft,
            stats.prompt_tps,
            stats.generation_tps,
            stats.usage.prompt,
            stats.usage.cached,
            stats.usage.generated,
            stats.seconds,
            tokens_per_pass(stats.drafts),
            stats.skim.left_out,
        )

    def restore(self) -> None:
        """End an answer that comes from the store, unless a call waits for a decision."""
        waits = any(called.open for turn in self.turns for called in turn.tool_calls)
        self.dropped = self.dropped or (self.state is AnswerState.GROWING and not waits)
        self.seen = self.state
        self.kept = self.numbers() if self.ended else None

    def _calls(self, turn: Turn) -> bool:
        """Return True if the answer continues after tools. Unattended, nobody decides on them."""
        return turn.has_results or (turn.asks and not self.unattended)


@mutable
class ComparedRound:
    """One question to all panes. `order` has the panes by their letters in a blind round."""

    question: str
    attachments: tuple[Attachment, ...]
    answers: list[PaneAnswer]
    places: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    blind: bool = False
    revealed: bool = False
    vote: Vote | None = None

    @property
    def hidden(self) -> bool:
        """Return True while names must not be shown."""
        return self.blind and not self.revealed

    @property
    def ended(self) -> bool:
        return all(answer.ended for answer in self.answers)

    @property
    def votable(self) -> bool:
        """Return True if at least two answers have text to compare."""
        return sum(any(turn.content for turn in it.turns) for it in self.answers) > 1

    def answer(self, pane_id: int) -> PaneAnswer | None:
        return next((it for it in self.answers if it.pane.pane_id == pane_id), None)

    def shown(self) -> list[PaneAnswer]:
        """Return the answers in the order in which they are shown."""
        if not self.hidden:
            return self.answers
        return sorted(self.answers, key=lambda it: self.order.index(it.pane.pane_id))

    def name(self, pane_id: int) -> str:
        """Return the name of a pane, or its letter while names are hidden."""
        if self.hidden and pane_id in self.order:
            return self.letter(pane_id)
        answer = self.answer(pane_id)
        return answer.pane.name if answer else ""

    def letter(self, pane_id: int) -> str:
        return chr(ord("A") + self.order.index(pane_id))
