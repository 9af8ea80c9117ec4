"""Writes replies as OpenAI's responses."""

import time
from collections.abc import Sequence
from typing import Any

from app.server.problems import OPENAI, Problem, problem_body
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
from app.server.responses_input import tool_names
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    PrefillProgress,
    RequestEvent,
    ToolCall,
    ToolDelta,
    ToolInvocation,
    Usage,
)

_ECHOED = (
    "instructions",
    "temperature",
    "top_p",
    "max_output_tokens",
    "metadata",
    "reasoning",
    "text",
    "truncation",
    "prompt_cache_key",
    "safety_identifier",
    "user",
)


class ResponseForm:
    media_type = EVENT_STREAM

    def __init__(self, body: dict[str, Any], model: str) -> None:
        self._names = tool_names(body)
        self._base: dict[str, Any] = {
            "id": new_id("resp_"),
            "object": "response",
            "created_at": int(time.time()),
            "model": model,
            "parallel_tool_calls": body.get("parallel_tool_calls") is not False,
            "tool_choice": body.get("tool_choice") or "auto",
            "tools": body.get("tools") or [],
            "error": None,
            "incomplete_details": None,
            "previous_response_id": None,
            "store": False,
        } | {name: body.get(name) for name in _ECHOED}
        self._sent = 0
        # The items that are complete, and the one that grows, with its text.
        self._output: list[dict[str, Any]] = []
        self._item: dict[str, Any] | None = None
        self._text = ""
        self._calls = CallParts("call_")
        self._reply = Reply()

    def begin(self, progress: PrefillProgress | None) -> str:
        response = self._response("in_progress")
        return self._event("response.created", response=response) + self._event(
            "response.in_progress", response=response
        )

    def add(self, index: int, event: RequestEvent) -> str:
        self._reply.add(event)
        match event:
            case Delta(_, Channel.CONTENT, text):
                opened = self._opened("message")
                self._text += text
                return opened + self._part("response.output_text.delta", delta=text, logprobs=[])
            case Delta(_, Channel.REASONING, text):
                opened = self._opened("reasoning")
                self._text += text
                return opened + self._part("response.reasoning_text.delta", delta=text)
            case ToolDelta() | ToolCall():
                part = self._calls.add(event)
                return self._call(part) if part is not None else ""
            case Finished():
                return self._closed()
        return ""

    def end(self) -> str:
        status = _status(self._reply.reason)
        return self._event(f"response.{status}", response=self._response(status, self._reply))

    def quiet(self) -> str:
        return ": working\n\n"

    def problem(self, problem: Problem) -> str:
        error = problem_body(OPENAI, problem)["error"]
        code = "server_error" if problem.status >= 500 else "invalid_prompt"
        failed = self._response("failed") | {"error": {"code": code, "message": error["message"]}}
        return self._event("response.failed", response=failed)

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]:
        [reply] = replies
        output: list[dict[str, Any]] = []
        if reply.reasoning:
            output.append(_filled(_new_item("reasoning"), reply.reasoning))
        if reply.text:
            output.append(_filled(_new_item("message"), reply.text))
        output += [self._call_item(call_with_id(call, "call_")) for call in reply.calls]
        self._output = output
        return self._response(_status(reply.reason), reply)

    def _response(self, status: str, reply: Reply | None = None) -> dict[str, Any]:
        made = self._base | {"status": status, "output": list(self._output), "usage": None}
        if reply is not None:
            made["usage"] = _usage(reply.usage) | skim_fields(reply.skim)
            if status == "incomplete":
                made["incomplete_details"] = {"reason": "max_output_tokens"}
            else:
                made["completed_at"] = int(time.time())
        return made

    def _event(self, kind: str, **fields: Any) -> str:
        number = self._sent
        self._sent += 1
        return sse({"type": kind, "sequence_number": number} | fields, kind)

    def _part(self, kind: str, **fields: Any) -> str:
        """Return an event of the only part of the item that grows."""
        return self._event(kind, **self._place(), content_index=0, **fields)

    def _place(self) -> dict[str, Any]:
        assert self._item is not None
        return {"item_id": self._item["id"], "output_index": len(self._output)}

    def _opened(self, kind: str) -> str:
        """Return the begin of an item, unless one of its type is open."""
        if self._item is not None and self._item["type"] == kind:
            return ""
        closed = self._closed()
        self._item = _new_item(kind)
        place = {"output_index": len(self._output), "item": self._item}
        added = self._event("response.output_item.added", **place)
        return closed + added + self._part("response.content_part.added", part=_new_part(kind, ""))

    def _closed(self, *, whole: bool = False) -> str:
        """Return the end of the item that grows, if there is one. `whole`: a call is complete."""
        if self._item is None:
            return ""
        if self._item["type"] == "function_call":
            status = "completed" if whole else "incomplete"
            item = self._item | {"arguments": self._text, "status": status}
            done = self._event(
                "response.function_call_arguments.done",
                **self._place(),
                arguments=item["arguments"],
                name=item["name"],
            )
        else:
            item = _filled(self._item, self._text)
            done = self._said(self._item["type"])
        last = self._event("response.output_item.done", output_index=len(self._output), item=item)
        self._output.append(item)
        self._item, self._text = None, ""
        return done + last

    def _said(self, kind: str) -> str:
        """Return the end of the text that grows."""
        text = self._text
        if kind == "message":
            done = self._part("response.output_text.done", text=text, logprobs=[])
        else:
            done = self._part("response.reasoning_text.done", text=text)
        return done + self._part("response.content_part.done", part=_new_part(kind, text))

    def _call(self, part: CallPart) -> str:
        sent = ""
        if part.first:
            # A call ends before the next one begins.
            sent = self._closed(whole=True)
            made = ToolInvocation(part.name, "", part.call_id)
            self._item = self._call_item(made) | {"status": "in_progress"}
            place = {"output_index": len(self._output), "item": self._item}
            sent += self._event("response.output_item.added", **place)
        if part.arguments:
            self._text += part.arguments
            kind = "response.function_call_arguments.delta"
            sent += self._event(kind, **self._place(), delta=part.arguments)
        ends = part.last and self._item is not None and self._item.get("call_id") == part.call_id
        return sent + (self._closed(whole=True) if ends else "")

    def _call_item(self, call: ToolInvocation) -> dict[str, Any]:
        space, name = self._names.get(call.name, ("", call.name))
        item = {
            "type": "function_call",
            "id": new_id("fc_"),
            "call_id": call.call_id,
            "name": name,
            "arguments": call.arguments,
            "status": "completed",
        }
        return item | ({"namespace": space} if space else {})


def _new_item(kind: str) -> dict[str, Any]:
    if kind == "reasoning":
        return {
            "type": kind,
            "id": new_id("rs_"),
            "summary": [],
            "content": [],
            "encrypted_content": None,
            "status": "in_progress",
        }
    return {
        "type": kind,
        "id": new_id("msg_"),
        "role": "assistant",
        "content": [],
        "status": "in_progress",
    }


def _new_part(kind: str, text: str) -> dict[str, Any]:
    if kind == "reasoning":
        return {"type": "reasoning_text", "text": text}
    return {"type": "output_text", "text": text, "annotations": [], "logprobs": []}


def _filled(item: dict[str, Any], text: str) -> dict[str, Any]:
    return item | {"content": [_new_part(item["type"], text)], "status": "completed"}


def _status(reason: FinishReason) -> str:
    return "incomplete" if reason is FinishReason.LENGTH else "completed"


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.prompt,
        "input_tokens_details": {"cached_tokens": usage.cached, "cache_write_tokens": 0},
        "output_tokens": usage.generated,
        "output_tokens_details": {"reasoning_tokens": usage.reasoning},
        "total_tokens": usage.prompt + usage.generated,
    }
