"""Ollama's chat and list of models."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from app.server.asked import Asked, Content, in_place, thinking_for
from app.server.catalog import Served
from app.server.chat_input import chat_tools, schema_option
from app.server.fields import (
    LONGEST_ANSWER,
    arguments_text,
    as_list,
    as_object,
    as_text,
    as_texts,
    given,
    whole_number,
)
from app.server.media import RequestFiles
from app.server.problems import OLLAMA, Problem, invalid, problem_body
from app.server.reply import JSON_LINES, Reply, compact, skim_fields
from engine.messages import (
    Channel,
    ChatMessage,
    Delta,
    Finished,
    FinishReason,
    PrefillProgress,
    RequestEvent,
    ToolCall,
    ToolInvocation,
)

# The version of Ollama whose chat this is like: the first with efforts for `think`.
VERSION = "0.11.0"
_NUMBERS = ("temperature", "top_p", "top_k", "min_p", "presence_penalty", "frequency_penalty")
_NAMES = {name: f"options.{name}" for name in (*_NUMBERS, "stop")}
_NAMES |= {"repetition_penalty": "options.repeat_penalty"}


def read_ollama(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body of a chat asks for. Raises Problem."""
    items = as_list(body.get("messages"), "messages")
    stream = body.get("stream")
    return Asked(
        model=as_text(body.get("model"), "model"),
        messages=in_place([_message(it, f"messages[{n}]", files) for n, it in enumerate(items)]),
        options=_options(body),
        tools=chat_tools(body),
        # Ollama streams unless it is told not to.
        stream=stream is not False,
        names=_NAMES,
    )


def _message(item: Any, place: str, files: RequestFiles) -> ChatMessage:
    message = as_object(item, place)
    role = as_text(message.get("role"), f"{place}.role")
    if role not in ("system", "user", "assistant", "tool"):
        raise invalid(f"{place}.role must be system, user, assistant or tool.", place)
    content = Content()
    for image in as_list(message.get("images"), f"{place}.images"):
        content.add_media(files.from_base64(image, f"{place}.images"))
    content.add_text(as_text(message.get("content"), f"{place}.content"))
    calls = [
        as_object(as_object(it, place).get("function"), place)
        for it in as_list(message.get("tool_calls"), f"{place}.tool_calls")
    ]
    made = tuple(
        ToolInvocation(as_text(it.get("name"), place), arguments_text(it.get("arguments"), place))
        for it in calls
    )
    name = as_text(message.get("tool_name"), f"{place}.tool_name") if role == "tool" else ""
    thinking = as_text(message.get("thinking"), f"{place}.thinking")
    return content.message(role, tool_calls=made, reasoning=thinking, name=name)


def _options(body: dict[str, Any]) -> dict[str, Any]:
    inner = as_object(body.get("options"), "options")
    options = given(inner, _NUMBERS)
    if inner.get("repeat_penalty") is not None:
        options["repetition_penalty"] = inner["repeat_penalty"]
    if inner.get("seed") is not None:
        options["seed"] = whole_number(inner["seed"], "options.seed") % 2**64
    if stop := as_texts(inner.get("stop"), "options.stop"):
        options["stop"] = stop
    limit = inner.get("num_predict")
    limit = 0 if limit is None else whole_number(limit, "options.num_predict")
    # -1 and -2 are "until the end of the context".
    if limit > 0:
        options["max_tokens"] = min(limit, LONGEST_ANSWER)
    form = body.get("format")
    if isinstance(form, dict):
        options["json_schema"] = json.dumps(form)
    elif form:
        options |= schema_option({"type": "json_object"}, "format")
    return options | _thinking(body.get("think"))


def _thinking(value: Any) -> dict[str, Any]:
    """Return the options of `think`, which is true, false or an effort. Raises Problem."""
    if isinstance(value, bool):
        return {"thinking": value, "thinking_budget": None}
    return thinking_for(value, "think")


class OllamaForm:
    media_type = JSON_LINES

    def __init__(self, body: dict[str, Any], model: str) -> None:
        self._model = model
        self._last: Finished | None = None

    def begin(self, progress: PrefillProgress | None) -> str:
        return ""

    def add(self, index: int, event: RequestEvent) -> str:
        match event:
            case Delta(_, Channel.CONTENT, text):
                return self._line({"content": text})
            case Delta(_, Channel.REASONING, text):
                return self._line({"content": "", "thinking": text})
            case ToolCall(_, call, ""):
                return self._line({"content": "", "tool_calls": [_call(call)]})
            case Finished():
                self._last = event
        return ""

    def end(self) -> str:
        assert self._last is not None
        return self._line({"content": ""}, _numbers(self._last))

    def quiet(self) -> str:
        # Its stream has no comments.
        return self._line({"content": ""})

    def problem(self, problem: Problem) -> str:
        return compact(problem_body(OLLAMA, problem)) + "\n"

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]:
        [reply] = replies
        message: dict[str, Any] = {"role": "assistant", "content": reply.text}
        if reply.reasoning:
            message["thinking"] = reply.reasoning
        if reply.calls:
            message["tool_calls"] = [_call(it) for it in reply.calls]
        last = Finished(0, reply.reason, reply.usage, reply.timings, skim=reply.skim)
        return self._object(message, _numbers(last))

    def _line(self, message: dict[str, Any], more: dict[str, Any] | None = None) -> str:
        made = self._object({"role": "assistant"} | message, more or {"done": False})
        return compact(made) + "\n"

    def _object(self, message: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
        now = datetime.now(UTC).isoformat().replace("+00:00", "Z")
        return {"model": self._model, "created_at": now, "message": message} | more


def _call(call: ToolInvocation) -> dict[str, Any]:
    return {"function": {"name": call.name, "arguments": json.loads(call.arguments)}}


def _numbers(last: Finished) -> dict[str, Any]:
    """Return the end of a reply; durations in nanoseconds."""
    timings, usage = last.timings, last.usage
    prompt, decode = round(timings.prefill * 1e9), round(timings.decode * 1e9)
    return {
        "done": True,
        "done_reason": "length" if last.reason is FinishReason.LENGTH else "stop",
        "total_duration": round((timings.ttft + timings.decode) * 1e9),
        "load_duration": round(timings.loading * 1e9),
        "prompt_eval_count": usage.prompt,
        "prompt_eval_duration": prompt,
        "eval_count": usage.generated,
        "eval_duration": decode,
        **skim_fields(last.skim),
    }


def tags(models: Sequence[Served]) -> dict[str, Any]:
    """Return the list of models."""
    return {"models": [_tag(it) for it in models]}


def _tag(model: Served) -> dict[str, Any]:
    return {
        "name": model.name,
        "model": model.name,
        "modified_at": "1970-01-01T00:00:00Z",
        "size": model.size,
        "digest": "",
        "details": _details(model),
    }


def _details(model: Served) -> dict[str, Any]:
    return {
        "parent_model": "",
        "format": "safetensors",
        "family": model.family,
        "families": [model.family],
        "parameter_size": "",
        "quantization_level": "",
    }


def shown(model: Served) -> dict[str, Any]:
    """Return the facts about one model."""
    abilities = ["completion"]
    abilities += ["vision"] if model.vision else []
    abilities += ["tools"] if model.tools else []
    abilities += ["thinking"] if model.thinking else []
    return {
        "modelfile": "",
        "template": "",
        "details": _details(model),
        "model_info": {
            "general.architecture": model.family,
            f"{model.family}.context_length": model.context,
        },
        "capabilities": abilities,
        "modified_at": "1970-01-01T00:00:00Z",
    }
