"""The reply of a server as it arrives: events like those of the engine."""

import json
import time
from collections.abc import Iterator
from dataclasses import field
from typing import Any

from app.remote.problems import bad_call, too_much_text
from app.remote.think_marks import ThinkMarks
from engine.errors import Refused
from engine.frozen import mutable
from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    RequestEvent,
    Timings,
    ToolCall,
    ToolInvocation,
    Usage,
)
from engine.system import bounded_json

# Characters of a reply, and tool calls in it: a server must not fill the memory.
MAX_CHARACTERS = 32 << 20
MAX_CALLS = 128


@mutable
class _Call:
    """A tool call, of which parts may still arrive."""

    call_id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)


class Answer:
    """Collects what a server sends for one request. `reason` is None until the server has said why
    the reply ended; `prefill` is in seconds, 0 if the server does not tell. `secret` is
    the key, which no error quotes. `marked`: reasoning may stand at the beginning of the text,
    between marks."""

    def __init__(
        self, request_id: int, host: str, *, secret: str = "", marked: bool = True
    ) -> None:
        self.request_id = request_id
        self.host = host
        self.secret = secret
        self.reason: FinishReason | None = None
        self.usage = Usage()
        self.prefill = 0.0
        self._marks: ThinkMarks | None = ThinkMarks() if marked else None
        self._calls: list[_Call] = []
        # the call that grows now, by the index that the server gave it
        self._growing: dict[int, _Call] = {}
        self._size = 0
        self._asked = time.monotonic()
        self._first = self._last = 0.0

    @property
    def begun(self) -> bool:
        """True once any part of the reply has arrived."""
        return self._first > 0

    def text(self, channel: Channel, text: object) -> Iterator[Delta]:
        """Yield the text if it is one; other values are those of servers that mean nothing by
        them, such as null. Raises Refused."""
        if isinstance(text, str) and text:
            self._grow(text)
            # Half a character cannot be written to the disk.
            whole = text.encode("utf-8", "replace").decode()
            if channel is Channel.CONTENT and self._marks:
                for part, piece in self._marks.split(whole):
                    yield Delta(self.request_id, part, piece)
            else:
                # A server that sends reasoning by itself leaves no marks in the text.
                yield from self._unmarked()
                yield Delta(self.request_id, channel, whole)

    def call(self, index: int, call_id: object, name: object, arguments: object) -> None:
        """Add to the tool call with this index; another id with a name begins another call, since
        some servers give all calls the same index. Raises Refused."""
        given = call_id if isinstance(call_id, str) else ""
        call = self._growing.get(index)
        another = call is not None and bool(name and given and call.call_id not in ("", given))
        if call is None or another:
            if len(self._calls) >= MAX_CALLS:
                raise too_much_text(self.host)
            call = self._growing[index] = _Call()
            self._calls.append(call)
        call.call_id = given or call.call_id
        if isinstance(name, str) and name:
            call.name = name
        if isinstance(arguments, dict):
            arguments = json.dumps(arguments)
        if isinstance(arguments, str):
            self._grow(arguments)
            call.arguments.append(arguments)

    def end(self) -> Iterator[RequestEvent]:
        """Yield the tool calls and the end. Raises Refused for a call that cannot be run."""
        yield from self._unmarked()
        reason = self.reason or FinishReason.STOP
        if self._calls and reason is not FinishReason.LENGTH:
            # A call that the length cut is none.
            yield from [self._finished(number, it) for number, it in enumerate(self._calls)]
            reason = FinishReason.TOOL_CALLS
        elif reason is FinishReason.TOOL_CALLS:
            reason = FinishReason.STOP
        yield Finished(self.request_id, reason, self.usage, self.timings())

    def aborted(self) -> Aborted:
        return Aborted(self.request_id, self.usage, self.timings())

    def timings(self) -> Timings:
        if not self.begun:
            return Timings()
        # Time without a count of its tokens would make the speed of a continued answer wrong.
        decode = self._last - self._first if self.usage.generated else 0.0
        return Timings(ttft=self._first - self._asked, prefill=self.prefill, decode=decode)

    def _grow(self, text: str) -> None:
        self._size += len(text)
        if self._size > MAX_CHARACTERS:
            raise too_much_text(self.host)
        self._last = time.monotonic()
        self._first = self._first or self._last

    def _unmarked(self) -> Iterator[Delta]:
        """Yield what was held back as the beginning of a mark, and look for no more of them."""
        for channel, text in self._marks.rest() if self._marks else ():
            yield Delta(self.request_id, channel, text)
        self._marks = None

    def _finished(self, number: int, call: _Call) -> ToolCall:
        text = "".join(call.arguments).strip() or "{}"
        try:
            arguments = bounded_json.parsed(text.encode("utf-8", "replace"))
        except ValueError as error:
            raise bad_call(self.host, call.name) from error
        if not isinstance(arguments, dict) or not call.name:
            raise bad_call(self.host, call.name)
        call_id = call.call_id or f"call_{self.request_id}_{number}"
        return ToolCall(
            self.request_id,
            ToolInvocation(call.name, json.dumps(arguments, ensure_ascii=False), call_id),
        )


def parsed_object(data: str | bytes, host: str) -> dict[str, Any]:
    """Return a JSON object that a server sent. Raises Refused."""
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    try:
        value = bounded_json.parsed(raw)
    except ValueError as error:
        raise broken(host) from error
    if not isinstance(value, dict):
        raise broken(host)
    return value


def broken(host: str) -> Refused:
    return Refused(
        "{host} sent something that is not an answer of this API. Check the address and the API "
        "of the server in Models › Servers.",
        host=host,
    )


def count(value: object) -> int:
    """Return a count of tokens; 0 for anything that is none."""
    good = isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 40
    return value if good else 0  # pyright: ignore[reportReturnType]


def amount(value: object) -> float:
    """Return a sum of money; 0 for anything that is none."""
    good = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e6
    return float(value) if good else 0.0  # pyright: ignore[reportArgumentType]


def inner(value: object, name: str) -> dict[str, Any]:
    """Return the object in a field; {} if there is none."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, dict) else {}
