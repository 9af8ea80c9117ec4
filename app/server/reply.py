"""A reply as it grows, and the form in which an API sends it."""

import json
import uuid
from collections.abc import Sequence
from typing import Any, Protocol

from app.server.problems import Problem
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    Logprobs,
    PrefillProgress,
    RequestEvent,
    Timings,
    ToolCall,
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
                self.stop = event.stop


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
