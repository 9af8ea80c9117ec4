"""A question that was put to several panes, their answers with numbers, and the vote."""

from dataclasses import dataclass, field
from enum import Enum, auto

from engine.messages import FinishReason
from ui.state.attachment import Attachment
from ui.state.called_tool import CallState
from ui.state.chat_options import ChatOptions
from ui.state.turn import Turn, TurnState

# in the place of a pane's id
TIE = -1


class AnswerState(Enum):
    """LENGTH ended at its length limit; STOPPED and FAILED have no numbers to compare."""

    GROWING = auto()
    DONE = auto()
    LENGTH = auto()
    STOPPED = auto()
    FAILED = auto()

    @property
    def whole(self) -> bool:
        return self in (AnswerState.DONE, AnswerState.LENGTH)


@dataclass(frozen=True, slots=True)
class AnswerNumbers:
    """Times in seconds, speeds in tokens a second; 0 is not known. `prompt` tokens, `cached` of
    them from a cache. `seconds` is from question to last token, without the time of tools."""

    ttft: float = 0.0
    prompt_tps: float = 0.0
    generation_tps: float = 0.0
    prompt: int = 0
    cached: int = 0
    tokens: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Vote:
    """For a pane, or TIE; `blind` where it was cast before the names were to be seen."""

    pane_id: int
    blind: bool = False


@dataclass
class ComparedPane:
    """What a person set for one column; `name` is told apart from those of the others."""

    pane_id: int
    name: str
    model_id: str
    options: ChatOptions


@dataclass(eq=False)
class Answer:
    """What a pane said to one question, with what it was asked with. With calls of tools it has
    several turns. `seen` is the state that was told last, `kept` its numbers where it has ended; a
    `dropped` one grows no more."""

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
        if turn.state is TurnState.FAILED or turn.error:
            return AnswerState.FAILED
        if turn.state is TurnState.STOPPED:
            return AnswerState.STOPPED
        return AnswerState.LENGTH if turn.reason is FinishReason.LENGTH else AnswerState.DONE

    @property
    def ended(self) -> bool:
        return self.state is not AnswerState.GROWING

    @property
    def text(self) -> str:
        return "\n\n".join(turn.content for turn in self.turns if turn.content)

    @property
    def reasoning(self) -> str:
        return "\n\n".join(turn.reasoning for turn in self.turns if turn.reasoning)

    @property
    def error(self) -> str:
        return self.turns[-1].error if self.turns else ""

    def numbers(self) -> AnswerNumbers:
        if self.kept is not None:
            return self.kept
        turns = self.turns
        if not turns:
            return AnswerNumbers()
        prompt = sum(turn.usage.prompt for turn in turns)
        cached = sum(turn.usage.cached for turn in turns)
        tokens = sum(turn.usage.generated for turn in turns)
        decoded = tokens - sum(turn.parts_with_tokens for turn in turns)
        decode = sum(turn.timings.decode for turn in turns)
        return AnswerNumbers(
            turns[0].timings.ttft,
            _rate(prompt - cached, sum(turn.timings.prefill for turn in turns)),
            _rate(decoded, decode),
            prompt,
            cached,
            tokens,
            sum(turn.timings.ttft for turn in turns) + decode,
        )

    def restore(self) -> None:
        """It was kept: nothing goes on in it, unless a call waits for a decision."""
        waits = any(called.open for turn in self.turns for called in turn.tool_calls)
        self.dropped = self.dropped or (self.state is AnswerState.GROWING and not waits)
        self.seen = self.state
        self.kept = self.numbers() if self.ended else None

    def _calls(self, turn: Turn) -> bool:
        """Whether the answer goes on after tools. A suggested call waits for nobody, and in an
        unattended round nobody decides about any."""
        calls = turn.tool_calls
        dropped = any(called.state is CallState.DROPPED for called in calls)
        results = bool(turn.answered_calls) and not dropped
        asks = any(called.open and not called.written for called in calls)
        return turn.running or results or (asks and not self.unattended)


@dataclass(eq=False)
class ComparedRound:
    """One question to all. `order` has the panes as they stand under letters in a blind round."""

    question: str
    attachments: tuple[Attachment, ...]
    answers: list[Answer]
    places: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    blind: bool = False
    revealed: bool = False
    vote: Vote | None = None

    @property
    def hidden(self) -> bool:
        """Whether nobody may see yet whose answers these are."""
        return self.blind and not self.revealed

    @property
    def ended(self) -> bool:
        return all(answer.ended for answer in self.answers)

    def answer(self, pane_id: int) -> Answer | None:
        return next((it for it in self.answers if it.pane.pane_id == pane_id), None)

    def shown(self) -> list[Answer]:
        """In the order in which they are to be seen."""
        if not self.hidden:
            return self.answers
        return sorted(self.answers, key=lambda it: self.order.index(it.pane.pane_id))

    def name(self, pane_id: int) -> str:
        """A letter while it is hidden whose answer it is."""
        if self.hidden and pane_id in self.order:
            return self.letter(pane_id)
        answer = self.answer(pane_id)
        return answer.pane.name if answer else ""

    def letter(self, pane_id: int) -> str:
        return chr(ord("A") + self.order.index(pane_id))


def _rate(count: int, seconds: float) -> float:
    return count / seconds if count > 0 and seconds > 0 else 0.0
