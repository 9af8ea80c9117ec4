"""The turns of one conversation. Holds text; knows nothing of widgets."""

from dataclasses import dataclass, field
from enum import Enum, auto

from PySide6.QtCore import QObject, Signal

from engine.messages import (
    Aborted,
    Channel,
    ChatMessage,
    Delta,
    Failed,
    Finished,
    FinishReason,
    PrefillProgress,
    RequestEvent,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from ui.attachment import Attachment


class TurnState(Enum):
    WAITING = auto()
    STREAMING = auto()
    DONE = auto()
    STOPPED = auto()
    FAILED = auto()


@dataclass
class Turn:
    """One message. A reply grows while it is WAITING or STREAMING."""

    role: str
    content: str = ""
    reasoning: str = ""
    attachments: tuple[Attachment, ...] = ()
    tool_calls: list[ToolInvocation] = field(default_factory=list)
    request_id: int = 0
    state: TurnState = TurnState.DONE
    prefill: tuple[int, int] = (0, 0)
    reason: FinishReason | None = None
    error: str = ""
    usage: Usage = field(default_factory=Usage)
    timings: Timings = field(default_factory=Timings)

    @property
    def growing(self) -> bool:
        return self.state in (TurnState.WAITING, TurnState.STREAMING)

    @property
    def unanswered(self) -> bool:
        """A reply that failed, or was stopped before it said anything."""
        silent = self.state is TurnState.STOPPED and not self.content and not self.tool_calls
        return self.state is TurnState.FAILED or silent


class Transcript(QObject):
    """Text grows here and nowhere else; views read it when a signal names a turn by its index."""

    turn_added = Signal(int)
    turn_changed = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.turns: list[Turn] = []

    @property
    def busy(self) -> bool:
        return any(turn.growing for turn in self.turns)

    def add_message(self, role: str, text: str, attachments: tuple[Attachment, ...] = ()) -> None:
        self._add(Turn(role, text, attachments=attachments))

    def begin_reply(self, request_id: int) -> None:
        self._add(Turn("assistant", request_id=request_id, state=TurnState.WAITING))

    def history(self) -> tuple[ChatMessage, ...]:
        """What the model is told: no reasoning, no growing reply, no question without an answer."""
        return tuple(
            ChatMessage(
                turn.role,
                turn.content,
                tuple(attachment.media for attachment in turn.attachments),
                tuple(turn.tool_calls),
            )
            for exchange in self._exchanges()
            if not exchange[-1].unanswered
            for turn in exchange
            if turn.state in (TurnState.DONE, TurnState.STOPPED)
        )

    def apply(self, event: RequestEvent) -> None:
        """Take one event of a request that `begin_reply` opened; others are ignored."""
        for index, turn in enumerate(self.turns):
            if turn.request_id == event.request_id:
                _update(turn, event)
                self.turn_changed.emit(index)

    def _exchanges(self) -> list[list[Turn]]:
        """Each question with what came of it."""
        found: list[list[Turn]] = []
        for turn in self.turns:
            if turn.role == "user" or not found:
                found.append([])
            found[-1].append(turn)
        return found

    def _add(self, turn: Turn) -> None:
        self.turns.append(turn)
        self.turn_added.emit(len(self.turns) - 1)


def _update(turn: Turn, event: RequestEvent) -> None:
    match event:
        case PrefillProgress(_, done, total):
            turn.prefill = done, total
        case Delta(_, Channel.REASONING, text):
            turn.reasoning += text
            turn.state = TurnState.STREAMING
        case Delta(_, Channel.CONTENT, text):
            turn.content += text
            turn.state = TurnState.STREAMING
        case ToolCall(_, call):
            turn.tool_calls.append(call)
        case Finished(_, reason, usage, timings):
            turn.reason, turn.usage, turn.timings = reason, usage, timings
            turn.state = TurnState.DONE
        case Aborted(_, usage, timings):
            turn.usage, turn.timings = usage, timings
            turn.state = TurnState.STOPPED
        case Failed(_, message):
            turn.error = message
            turn.state = TurnState.FAILED
