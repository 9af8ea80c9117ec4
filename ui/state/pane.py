"""What a person sets for one pane of a comparison, and how its answer comes about. No widgets."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.messages import SamplingParams
from ui.state.chat_options import ChatOptions
from ui.state.turn import Turn, TurnState

FEWEST_PANES, MOST_PANES = 2, 6
# Of a prompt, so many tokens more are not chance: as many as the engine lets a request wait for.
SHARED = 32


@dataclass(frozen=True)
class PaneSettings:
    """`recommended` are the settings that the options were chosen over: those of the model's
    makers, once it is known."""

    model_id: str
    options: ChatOptions = field(default_factory=ChatOptions)
    recommended: SamplingParams = field(default_factory=SamplingParams)

    @property
    def lane(self) -> tuple[str, bool]:
        """Answers of one lane grow in one batch."""
        return self.model_id, self.model_id in self.options.kv_8bit


@dataclass(frozen=True)
class PaneRun:
    """A pane and its newest reply. `model` is a name; `known` whether that model was ready once,
    `batched` whether it answers several at once."""

    pane_id: int
    letter: str
    settings: PaneSettings
    model: str
    reply: Turn | None = None
    known: bool = True
    batched: bool = True

    @property
    def decoding(self) -> bool:
        return self.reply is not None and self.reply.state is TurnState.STREAMING

    @property
    def cached(self) -> int:
        return self.reply.prefill[2] if self.reply else 0

    @property
    def prompt(self) -> int:
        return self.reply.prefill[1] if self.reply else 0


def beside(run: PaneRun, runs: Sequence[PaneRun]) -> tuple[set[int], set[int]]:
    """The panes whose answers grow just now in one batch with that of `run`, and those that take
    turns with it."""
    batch: set[int] = set()
    turns: set[int] = set()
    for other in runs if run.decoding else ():
        if other is not run and other.decoding:
            same = other.settings.lane == run.settings.lane and run.batched
            (batch if same else turns).add(other.pane_id)
    return batch, turns


def sharing(run: PaneRun, runs: Sequence[PaneRun]) -> set[int]:
    """The panes, itself among them, for which a prompt was read once: one read it, and the others
    found it. Empty where it shares with none."""
    lane = [it for it in runs if it.settings.lane == run.settings.lane and it.prompt]
    if run not in lane:
        return set()
    reader = min(lane, key=lambda it: it.cached)
    shared = {it.pane_id for it in lane if it.cached >= reader.cached + SHARED}
    found = shared | {reader.pane_id}
    return found if shared and run.pane_id in found else set()


def letter(index: int) -> str:
    """By which panes name each other, from left to right."""
    return chr(ord("A") + index)
