"""Writes replies as OpenAI's responses."""

import time
from collections.abc import Sequence
from typing import Any

from app.server.problems import OPENAI, Problem, problem_body
from app.server.reply import EVENT_STREAM, Reply, call_with_id, new_id, sse
from app.server.responses_input import tool_names
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    PrefillProgress,
    RequestEvent,
    ToolCall,
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
            case ToolCall(_, call, ""):
                return self._closed() + self._call(call)
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
        output += [self._call_item(call) for call in reply.calls]
        self._output = output
        return self._response(_status(reply.reason), reply)

    def _response(self, status: str, reply: Reply | None = None) -> dict[str, Any]:
        made = self._base | {"status": status, "output": list(self._output), "usage": None}
        if reply is not None:
            made["usage"] = _usage(reply.usage)
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
        assert self._item is not None
        place = {
            "item_id": self._item["id"],
            "output_index": len(self._output),
            "content_index": 0,
        }
        return self._event(kind, **place, **fields)

    def _opened(self, kind: str) -> str:
        """Return the begin of an item, unless one of its type is open."""
        if self._item is not None and self._item["type"] == kind:
            return ""
        closed = self._closed()
        self._item = _new_item(kind)
        place = {"output_index": len(self._output), "item": self._item}
        added = self._event("response.output_item.added", **place)
        return closed + added + self._part("response.content_part.added", part=_new_part(kind, ""))

    def _closed(self) -> str:
        """Return the end of the item that grows, if there is one."""
        if self._item is None:
            return ""
        kind, text = self._item["type"], self._text
        if kind == "message":
            done = self._part("response.output_text.done", text=text, logprobs=[])
        else:
            done = self._part("response.reasoning_text.done", text=text)
        part = self._part("response.content_part.done", part=_new_part(kind, text))
        item = _filled(self._item, text)
        last = self._event("response.output_item.done", output_index=len(self._output), item=item)
        self._output.append(item)
        self._item, self._text = None, ""
        return done + part + last

    def _call(self, call: ToolInvocation) -> str:
        item = self._call_item(call)
        place = {"output_index": len(self._output), "item_id": item["id"]}
        empty = item | {"arguments": "", "status": "in_progress"}
        sent = [
            self._event("response.output_item.added", output_index=len(self._output), item=empty),
            self._event("response.function_call_arguments.delta", **place, delta=item["arguments"]),
            self._event(
                "response.function_call_arguments.done",
                **place,
                arguments=item["arguments"],
                name=item["name"],
            ),
            self._event("response.output_item.done", output_index=len(self._output), item=item),
        ]
        self._output.append(item)
        return "".join(sent)

    def _call_item(self, call: ToolInvocation) -> dict[str, Any]:
        call = call_with_id(call, "call_")
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
