"""Tool calls in replies, and the decisions of a person about them."""

from dataclasses import dataclass, field
from enum import Enum, auto

from engine.messages import ChatMessage, ToolInvocation
from ui.state.tool_terms import ToolChange, ToolTerms


class CallState(Enum):
    """PROPOSED waits for a decision. DROPPED gets neither that nor a result: the reply was cut
    short, another question was asked, or the chat was closed while the tool ran."""

    PROPOSED = auto()
    RUNNING = auto()
    DONE = auto()
    FAILED = auto()
    DECLINED = auto()
    DROPPED = auto()


class Decision(Enum):
    """ALWAYS and NEVER also hold for later calls of the tool."""

    ONCE = auto()
    ALWAYS = auto()
    DECLINE = auto()
    NEVER = auto()


@dataclass
class CalledTool:
    """`written` is the text of a call that the model only suggested in its answer. `result` is sent
    to the model, `seconds` is how long the tool ran. `title` is the tool's name for people.
    `tool_id` and `terms` are those of the tool when the person was asked, whatever has its name
    later. `changes` are the reasons why the person is asked again. `started` is True for a dropped
    call whose tool was running: it may have acted. `edited` is True if the person changed the
    arguments. `awaits` is the name of the server that has to start before a call can really run."""

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
    started: bool = False
    edited: bool = False
    awaits: str = field(default="", init=False)

    @property
    def answered(self) -> bool:
        return self.state in (CallState.DONE, CallState.FAILED, CallState.DECLINED)

    @property
    def open(self) -> bool:
        return self.state in (CallState.PROPOSED, CallState.RUNNING)

    @property
    def acts(self) -> bool:
        """Return True while the tool itself runs."""
        return self.state is CallState.RUNNING and not self.awaits

    def drop(self) -> None:
        """End an open call without a result."""
        self.started = self.acts
        self.state, self.awaits = CallState.DROPPED, ""

    def message(self) -> ChatMessage:
        """Return the result as a message for the model."""
        return ChatMessage("tool", self.result, name=self.call.name, call_id=self.call.call_id)
