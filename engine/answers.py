"""A complete answer, collected from the events of its request."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from engine.engine import Engine
from engine.messages import (
    Aborted,
    Channel,
    Continue,
    Delta,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Logprobs,
    RequestEvent,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)


@dataclass
class Answer:
    """The result of a request. `reason` is None if it was aborted or failed; `error` says why it
    failed."""

    content: str = ""
    reasoning: str = ""
    tool_calls: list[ToolInvocation] = field(default_factory=list)
    logprobs: list[Logprobs] = field(default_factory=list)
    reason: FinishReason | None = None
    usage: Usage = field(default_factory=Usage)
    timings: Timings = field(default_factory=Timings)
    error: str = ""

    def add(self, event: RequestEvent) -> None:
        match event:
            case Delta(_, Channel.REASONING, text):
                self.reasoning += text
            case Delta(_, _, text):
                self.content += text
            case ToolCall(_, call):
                self.tool_calls.append(call)
            case Logprobs():
                self.logprobs.append(event)
            case Finished(_, reason, usage, timings):
                self.reason, self.usage, self.timings = reason, usage, timings
            case Aborted(_, usage, timings):
                self.usage, self.timings = usage, timings
            case Failed(_, message):
                self.error = message


def add_up(events: Iterable[RequestEvent]) -> Answer:
    """Collect the answer from its events."""
    answer = Answer()
    for event in events:
        answer.add(event)
    return answer


def generate(engine: Engine, command: Generate | Continue) -> Answer:
    """Return the answer to a command, on this thread, with an engine that was not started."""
    return add_up(engine.stream(command))
