"""Writes replies as OpenAI's chat completions."""

import time
from collections.abc import Sequence
from typing import Any

from app.server.chat_input import reply_count
from app.server.fields import whole_number
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
from engine.messages import (
    NO_SKIM,
    Channel,
    Delta,
    Finished,
    Logprobs,
    PrefillProgress,
    RequestEvent,
    SkimReport,
    TokenLogprob,
    ToolCall,
    ToolDelta,
    ToolInvocation,
    Usage,
)


class ChatForm:
    media_type = EVENT_STREAM

    def __init__(
        self,
        body: dict[str, Any],
        model: str,
        prefix: str = "chatcmpl-",
        top: str = "top_logprobs",
    ) -> None:
        """`prefix` is that of the id, and `top` the field with the number of logprobs."""
        options = body.get("stream_options")
        self._with_usage = isinstance(options, dict) and options.get("include_usage") is True
        self._top = whole_number(body.get(top) or 0, top)
        self._base = {"id": new_id(prefix), "created": int(time.time()), "model": model}
        self._count = reply_count(body.get("n"))
        self._calls = [CallParts("call_") for _ in range(self._count)]
        self._logprobs: list[list[Logprobs]] = [[] for _ in range(self._count)]
        self._usages: list[Usage] = []
        self._skim = NO_SKIM

    def begin(self, progress: PrefillProgress | None) -> str:
        first = {"role": "assistant", "content": ""}
        return "".join(self._chunk(index, first) for index in range(self._count))

    def add(self, index: int, event: RequestEvent) -> str:
        match event:
            case Logprobs():
                self._logprobs[index].append(event)
            case Delta(_, Channel.CONTENT, text):
                return self._chunk(index, {"content": text})
            case Delta(_, Channel.REASONING, text):
                # Clients know one name or the other.
                return self._chunk(index, {"reasoning_content": text, "reasoning": text})
            case ToolDelta() | ToolCall():
                part = self._calls[index].add(event)
                # Nothing is left of a call of which every part was sent.
                if part is not None and (part.first or part.arguments):
                    return self._chunk(index, {"tool_calls": [_part(part)]})
            case Finished(_, reason, usage):
                self._usages.append(usage)
                self._skim = event.skim
                return self._chunk(index, {}, reason.value)
        return ""

    def end(self) -> str:
        usage = ""
        if self._with_usage:
            counts = _usage(self._usages, self._skim)
            usage = sse(self._object([], chunk=True) | {"usage": counts})
        return usage + "data: [DONE]\n\n"

    def quiet(self) -> str:
        return ": working\n\n"

    def problem(self, problem: Problem) -> str:
        return sse(problem_body(OPENAI, problem))

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]:
        choices = [self._choice(index, reply) for index, reply in enumerate(replies)]
        usage = _usage([it.usage for it in replies], replies[0].skim)
        return self._object(choices, chunk=False) | {"usage": usage}

    def _choice(self, index: int, reply: Reply) -> dict[str, Any]:
        message: dict[str, Any] = {
            "role": "assistant",
            "content": reply.text if reply.text or not reply.calls else None,
            "refusal": None,
        }
        if reply.reasoning:
            message |= {"reasoning_content": reply.reasoning, "reasoning": reply.reasoning}
        if reply.calls:
            message["tool_calls"] = [_call(call) for call in reply.calls]
        return {
            "index": index,
            "message": message,
            "finish_reason": reply.reason.value,
            "logprobs": self._probabilities(index, reply.logprobs),
        }

    def _chunk(self, index: int, delta: dict[str, Any], reason: str | None = None) -> str:
        logprobs, self._logprobs[index] = self._logprobs[index], []
        choice = {
            "index": index,
            "finish_reason": reason,
            "logprobs": self._probabilities(index, logprobs),
        }
        return sse(self._object([choice | self._said(delta)], chunk=True))

    def _said(self, delta: dict[str, Any]) -> dict[str, Any]:
        return {"delta": delta}

    def _object(self, choices: list[dict[str, Any]], *, chunk: bool) -> dict[str, Any]:
        kind = "chat.completion.chunk" if chunk else "chat.completion"
        return self._base | {"object": kind, "choices": choices}

    def _probabilities(self, index: int, found: Sequence[Logprobs]) -> dict[str, Any] | None:
        tokens = [
            _token(it.chosen) | {"top_logprobs": [_token(other) for other in it.top[: self._top]]}
            for it in found
        ]
        return {"content": tokens, "refusal": None} if tokens else None


def _call(call: ToolInvocation) -> dict[str, Any]:
    made = call_with_id(call, "call_")
    function = {"name": made.name, "arguments": made.arguments}
    return {"id": made.call_id, "type": "function", "function": function}


def _part(part: CallPart) -> dict[str, Any]:
    """Return a part of a call; only the first has its id and name."""
    head = {"index": part.number}
    if not part.first:
        return head | {"function": {"arguments": part.arguments}}
    function = {"name": part.name, "arguments": part.arguments}
    return head | {"id": part.call_id, "type": "function", "function": function}


def _usage(usages: Sequence[Usage], skim: SkimReport) -> dict[str, Any]:
    """Return the counts of all replies to one prompt."""
    prompt = usages[0].prompt if usages else 0
    generated = sum(it.generated for it in usages)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": generated,
        "total_tokens": prompt + generated,
        "prompt_tokens_details": {"cached_tokens": usages[0].cached if usages else 0},
        "completion_tokens_details": {"reasoning_tokens": sum(it.reasoning for it in usages)},
        **skim_fields(skim),
    }


def _token(found: TokenLogprob) -> dict[str, Any]:
    raw = found.text.encode("utf-8", "surrogatepass") if found.raw is None else found.raw
    return {
        "token": found.text,
        "logprob": found.logprob,
        "bytes": list(raw),
    }
