"""A call of a tool in a reply, and what a person decides about it."""

from dataclasses import dataclass, field
from enum import Enum, auto

from engine.messages import ChatMessage, ToolInvocation
from ui.state.tool_terms import ToolChange, ToolTerms


class CallState(Enum):
    """PROPOSED waits for a decision; DROPPED can have none any more, because the reply was cut
    short or another question was asked."""

    PROPOSED = auto()
    RUNNING = auto()
    DONE = auto()
    FAILED = auto()
    DECLINED = auto()
    DROPPED = auto()


class Decision(Enum):
    """ALWAYS and NEVER hold for the tool from then on."""

    ONCE = auto()
    ALWAYS = auto()
    DECLINE = auto()
    NEVER = auto()


@dataclass
class CalledTool:
    """`written` where the call is a suggestion: its text in the answer. `result` is what the model
    is told, `seconds` how long the tool took. `title` is the tool's for people; `tool_id` is of the
    tool that the person was asked about, whatever goes by its name later, and `terms` are those of
    the tool when the person was asked. `changes` tell why the person is asked again."""

    call: ToolInvocation
    written: str = ""
    state: CallState = CallState.PROPOSED
    result: str = ""
    seconds: float = 0.0
    title: str = ""
    tool_id: str = ""
    # Not saved with the chat: the command line of a server may hold a secret.
    terms: ToolTerms | None = field(default=None, init=False)
    changes: tuple[ToolChange, ...] = ()

    @property
    def answered(self) -> bool:
        return self.state in (CallState.DONE, CallState.FAILED, CallState.DECLINED)

    @property
    def open(self) -> bool:
        return self.state in (CallState.PROPOSED, CallState.RUNNING)

    def message(self) -> ChatMessage:
        """The result as the model is told it."""
        return ChatMessage("tool", self.result, name=self.call.name, call_id=self.call.call_id)
