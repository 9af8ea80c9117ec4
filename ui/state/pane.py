"""The panes of a comparison: their settings, conversations and running answers."""

from collections.abc import Sequence
from dataclasses import field

from PySide6.QtCore import QObject

from engine.frozen import frozen
from engine.messages import ModelInfo, SamplingParams, is_remote
from ui.state.chat_options import ChatOptions
from ui.state.requests import MessageRequests
from ui.state.transcript import Transcript
from ui.state.turn import Turn, TurnState

FEWEST_PANES, MOST_PANES = 2, 6
# Tokens: fewer cached ones more than another pane are chance. The engine lets requests wait for as
# many.
SHARED = 32


@frozen
class PaneSettings:
    """`recommended` is what the model's makers recommend, once the model is known; the options were
    chosen over it."""

    model_id: str
    options: ChatOptions = field(default_factory=ChatOptions)
    recommended: SamplingParams = field(default_factory=SamplingParams)

    @property
    def lane(self) -> tuple[str, bool]:
        """The key of a batch: answers with equal lanes are decoded together."""
        return self.model_id, self.model_id in self.options.kv_8bit

    def sent_options(self, model: ModelInfo | None) -> ChatOptions:
        """Return the options as the model supports them; all, as long as it is not known."""
        return self.options.supported_by(model) if model else self.options


class PaneState(QObject):
    """One pane of a comparison and its conversation; no widget is needed for it.

    `asked` is True once the pane itself was asked: a duplicate has answers that it did not give.
    `batch` and `turns` are the ids of the panes that its newest answer was batched with, and that
    it alternated with.
    """

    def __init__(self, pane_id: int, settings: PaneSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.pane_id = pane_id
        self.settings = settings
        self.transcript = Transcript(self)
        self.message_requests = MessageRequests(self)
        self.asked = False
        self.batch: set[int] = set()
        self.turns: set[int] = set()

    @property
    def reply(self) -> Turn | None:
        """The newest answer that the pane gave itself."""
        return self.transcript.reply if self.asked else None

    @property
    def busy(self) -> bool:
        return self.transcript.busy

    def begin(self) -> None:
        """Begin an answer, or go on with one: forget which panes the former ran beside."""
        self.asked = True
        self.batch.clear()
        self.turns.clear()


@frozen
class PaneRun:
    """A pane and its newest reply. `model` is a name, `known` is True once that model was ready,
    and `batched` if it answers several requests at once."""

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
    """Return the ids of the panes that are batched with `run` now, and of those that alternate with
    it."""
    batch: set[int] = set()
    turns: set[int] = set()
    for other in runs if run.decoding else ():
        if other is not run and other.decoding and not is_remote(other.settings.model_id):
            same = other.settings.lane == run.settings.lane and run.batched
            (batch if same else turns).add(other.pane_id)
    return batch, turns


def sharing(run: PaneRun, runs: Sequence[PaneRun]) -> set[int]:
    """Return the ids of the panes, this one included, that needed a single prefill: one computed
    it, the others found it cached. Empty if the pane shares with none."""
    lane = [it for it in runs if it.settings.lane == run.settings.lane and it.prompt]
    if run not in lane:
        return set()
    reader = min(lane, key=lambda it: it.cached)
    shared = {it.pane_id for it in lane if it.cached >= reader.cached + SHARED}
    found = shared | {reader.pane_id}
    return found if shared and run.pane_id in found else set()


def letter(index: int) -> str:
    """Return the name of the pane at a place, from left to right."""
    return chr(ord("A") + index)
