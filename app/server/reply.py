"""A reply as it grows, and the form in which an API sends it."""

import json
import uuid
from collections.abc import Sequence
from typing import Any, Protocol

from app.server.problems import Problem
from engine.frozen import frozen
from engine.messages import (
    NO_SKIM,
    Channel,
    Delta,
    Finished,
    FinishReason,
    Logprobs,
    PrefillProgress,
    RequestEvent,
    SkimReport,
    Timings,
    ToolCall,
    ToolDelta,
    ToolInvocation,
    Usage,
)

EVENT_STREAM, JSON_LINES = "text/event-stream", "application/x-ndjson"


class Reply:
    """The parts of one reply so far."""

    def __init__(self) -> None:
        self.text = ""
        self.reasoning = ""
        self.calls: list[ToolInvocation] = []
        self.logprobs: list[Logprobs] = []
        self.reason = FinishReason.STOP
        self.usage, self.timings = Usage(), Timings()
        self.skim = NO_SKIM
        # The stop string that ended it.
        self.stop = ""

    def add(self, event: RequestEvent) -> None:
        match event:
            case Delta(_, Channel.CONTENT, text):
                self.text += text
            case Delta(_, Channel.REASONING, text):
                self.reasoning += text
            case ToolCall(_, call, ""):
                self.calls.append(call)
            case Logprobs():
                self.logprobs.append(event)
            case Finished(_, reason, usage, timings):
                self.reason, self.usage, self.timings = reason, usage, timings
                self.stop, self.skim = event.stop, event.skim


@frozen
class CallPart:
    """More `arguments` of a call under the `call_id` of the API. `number` counts the calls of the
    reply; `first` is True for the first part, and `last` if the call is complete."""

    call_id: str
    number: int
    name: str
    arguments: str
    first: bool
    last: bool


class CallParts:
    """The calls of one reply in parts, with ids that are unique in the client's conversation."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        # By the engine's id: the API's id, the number, and the length that was sent.
        self._sent: dict[str, tuple[str, int, int]] = {}

    def add(self, event: RequestEvent) -> CallPart | None:
        """Return what an event adds to a call, None if nothing. A call that was written as text
        adds nothing."""
        match event:
            case ToolDelta(_, call_id, name, more):
                return self._part(call_id, name, more, last=False)
            case ToolCall(_, call, ""):
                sent = self._sent.get(call.call_id, ("", 0, 0))[2]
                return self._part(call.call_id, call.name, call.arguments[sent:], last=True)
        return None

    def _part(self, call_id: str, name: str, more: str, *, last: bool) -> CallPart:
        first = call_id not in self._sent
        new = new_id(self._prefix), len(self._sent), 0
        made, number, sent = self._sent.get(call_id, new)
        self._sent[call_id] = made, number, sent + len(more)
        return CallPart(made, number, name, more, first, last)


class Form(Protocol):
    """Writes replies for clients. All methods but `whole` return the text to send now, "" for
    nothing; `index` is that of the reply, if several were asked for."""

    media_type: str

    def begin(self, progress: PrefillProgress | None) -> str: ...

    def add(self, index: int, event: RequestEvent) -> str: ...

    def end(self) -> str: ...

    def quiet(self) -> str: ...

    def problem(self, problem: Problem) -> str: ...

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]: ...


def skim_fields(report: SkimReport) -> dict[str, Any]:
    """Return what the counts of a reply say of skimming: nothing if that was not asked for, or not
    of use with a short prompt."""
    if report == NO_SKIM:
        return {}
    told = {"read_tokens": report.read, "chosen_by": report.chooser or None, "note": report.note}
    return {"skim": told}


def new_id(prefix: str) -> str:
    return f"{prefix}{uuid.uuid4().hex}"


def call_with_id(call: ToolInvocation, prefix: str) -> ToolInvocation:
    """Return the call with an id that is unique in its conversation."""
    return ToolInvocation(call.name, call.arguments, new_id(prefix))


def sse(value: Any, event: str = "") -> str:
    """Return a server-sent event with JSON data."""
    head = f"event: {event}\n" if event else ""
    return f"{head}data: {compact(value)}\n\n"


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
