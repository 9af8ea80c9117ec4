"""Writes replies as Anthropic's messages."""

import json
from collections.abc import Sequence
from typing import Any

from app.server.problems import ANTHROPIC, Problem, problem_body
from app.server.reply import (
    EVENT_STREAM,
    CallPart,
    CallParts,
    Reply,
    call_with_id,
    new_id,
    skim_fields,
    sse,
)
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    PrefillProgress,
    RequestEvent,
    ToolCall,
    ToolDelta,
    Usage,
)

# Clients send it back and require one; nothing here depends on it.
SIGNATURE = "ZHVvbG9ndWU="
_REASONS = {
    FinishReason.STOP: "end_turn",
    FinishReason.LENGTH: "max_tokens",
    FinishReason.TOOL_CALLS: "tool_use",
}
_OPEN = {"stop_reason": None, "stop_sequence": None}


class MessageForm:
    media_type = EVENT_STREAM

    def __init__(self, body: dict[str, Any], model: str) -> None:
        self._base = {"id": new_id("msg_"), "type": "message", "role": "assistant", "model": model}
        self._index = -1
        # The type of the block that is open, "" for none.
        self._open = ""
        self._calls = CallParts("toolu_")
        # The call whose block is open.
        self._called = ""

    def begin(self, progress: PrefillProgress | None) -> str:
        usage = Usage(progress.total, progress.cached) if progress else Usage()
        message = self._message([], _OPEN, usage)
        return sse({"type": "message_start", "message": message}, "message_start")

    def add(self, index: int, event: RequestEvent) -> str:
        match event:
            case Delta(_, Channel.REASONING, text):
                opened = self._opened("thinking", {"thinking": "", "signature": ""})
                return opened + self._delta({"type": "thinking_delta", "thinking": text})
            case Delta(_, Channel.CONTENT, text):
                opened = self._opened("text", {"text": ""})
                return opened + self._delta({"type": "text_delta", "text": text})
            case ToolDelta() | ToolCall():
                part = self._calls.add(event)
                return self._call(part) if part is not None else ""
            case Finished(_, reason, usage):
                last = {
                    "type": "message_delta",
                    "delta": _ending(reason, event.stop),
                    "usage": usage_object(usage) | skim_fields(event.skim),
                }
                return self._closed() + sse(last, "message_delta")
        return ""

    def end(self) -> str:
        return sse({"type": "message_stop"}, "message_stop")

    def quiet(self) -> str:
        return sse({"type": "ping"}, "ping")

    def problem(self, problem: Problem) -> str:
        return sse(problem_body(ANTHROPIC, problem), "error")

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]:
        [reply] = replies
        blocks: list[dict[str, Any]] = []
        if reply.reasoning:
            blocks.append({"type": "thinking", "thinking": reply.reasoning, "signature": SIGNATURE})
        if reply.text:
            blocks.append({"type": "text", "text": reply.text})
        for each in reply.calls:
            call = call_with_id(each, "toolu_")
            fields = {"id": call.call_id, "name": call.name, "input": json.loads(call.arguments)}
            blocks.append({"type": "tool_use"} | fields)
        made = self._message(blocks, _ending(reply.reason, reply.stop), reply.usage)
        made["usage"] |= skim_fields(reply.skim)
        return made

    def _message(
        self, blocks: list[dict[str, Any]], ends: dict[str, Any], usage: Usage
    ) -> dict[str, Any]:
        return self._base | {"content": blocks, "usage": usage_object(usage)} | ends

    def _opened(self, kind: str, fields: dict[str, Any]) -> str:
        """Return the begin of a block, unless one of its type is open."""
        if self._open == kind:
            return ""
        closed = self._closed()
        self._index += 1
        self._open = kind
        block = {"type": kind} | fields
        start = {"type": "content_block_start", "index": self._index, "content_block": block}
        return closed + sse(start, "content_block_start")

    def _call(self, part: CallPart) -> str:
        opened = delta = ""
        if part.first:
            self._called = part.call_id
            fields = {"id": part.call_id, "name": part.name, "input": {}}
            opened = self._closed() + self._opened("tool_use", fields)
        if part.arguments:
            delta = self._delta({"type": "input_json_delta", "partial_json": part.arguments})
        # Another call may have begun before this one was reported as a whole.
        ends = part.last and self._open == "tool_use" and part.call_id == self._called
        return opened + delta + (self._closed() if ends else "")

    def _closed(self) -> str:
        """Return the end of the open block, if there is one."""
        if not self._open:
            return ""
        signed = ""
        if self._open == "thinking":
            signed = self._delta({"type": "signature_delta", "signature": SIGNATURE})
        self._open = ""
        stop = {"type": "content_block_stop", "index": self._index}
        return signed + sse(stop, "content_block_stop")

    def _delta(self, delta: dict[str, Any]) -> str:
        event = {"type": "content_block_delta", "index": self._index, "delta": delta}
        return sse(event, "content_block_delta")


def _ending(reason: FinishReason, stop: str) -> dict[str, Any]:
    if stop and reason is FinishReason.STOP:
        return {"stop_reason": "stop_sequence", "stop_sequence": stop}
    return {"stop_reason": _REASONS[reason], "stop_sequence": None}


def usage_object(usage: Usage) -> dict[str, Any]:
    """Return the counts; those of the prompt are without its cached tokens."""
    return {
        "input_tokens": usage.prompt - usage.cached,
        "cache_read_input_tokens": usage.cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": usage.generated,
    }
