"""Ollama's chat and single answers."""

import json
import time
from collections.abc import Sequence
from typing import Any

from app.server.asked import Asked, Content, in_place, thinking_for
from app.server.catalog import time_text
from app.server.chat_input import chat_tools, schema_option
from app.server.fields import (
    LONGEST_ANSWER,
    arguments_text,
    as_flag,
    as_list,
    as_object,
    as_text,
    as_texts,
    sampling_numbers,
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
_UNLOADS = (0, "0", "0s", "0m")


def only_loads(body: dict[str, Any], field: str) -> bool:
    """Return True if a body has nothing in the field with the question: its model shall be loaded.
    Raises Problem if it shall be unloaded. Beside a question, keep_alive is ignored: the answer is
    the same."""
    if body.get(field) not in (None, "", []):
        return False
    kept = body.get("keep_alive")
    if kept in _UNLOADS and not isinstance(kept, bool):
        raise invalid(
            "keep_alive cannot unload a model here, as others may be using it. Models stay "
            "loaded until memory is needed.",
            "keep_alive",
        )
    return True


def read_ollama(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body of a chat asks for. Raises Problem."""
    items = as_list(body.get("messages"), "messages")
    messages = [_message(it, f"messages[{n}]", files) for n, it in enumerate(items)]
    return _asked(body, messages, chat_tools(body))


def read_generate(body: dict[str, Any], files: RequestFiles) -> Asked:
    """Return what the body for a single answer asks for. Raises Problem."""
    if as_flag(body.get("raw"), "raw"):
        raise invalid("raw cannot be used here. Send the prompt to /v1/completions.", "raw")
    for name, instead in (
        ("suffix", "Write the model's own tokens into a prompt for /v1/completions."),
        ("template", "The model's own template is used."),
        ("context", "Send the whole conversation to /api/chat."),
    ):
        if body.get(name):
            raise invalid(f"{name} cannot be used. {instead}", name)
    content = Content()
    _add_images(content, body, "images", files)
    content.add_text(as_text(body.get("prompt"), "prompt"))
    system = as_text(body.get("system"), "system")
    said = [ChatMessage("system", system)] if system else []
    return _asked(body, [*said, content.message("user")])


def _asked(
    body: dict[str, Any], messages: Sequence[ChatMessage], tools: tuple[str, ...] = ()
) -> Asked:
    return Asked(
        model=as_text(body.get("model"), "model"),
        messages=in_place(messages),
        options=_options(body),
        tools=tools,
        # Ollama streams unless it is told not to.
        stream=body.get("stream") is not False,
        names=_NAMES,
    )


def _add_images(content: Content, value: dict[str, Any], place: str, files: RequestFiles) -> None:
    for image in as_list(value.get("images"), place):
        content.add_media(files.from_base64(image, place))


def _message(item: Any, place: str, files: RequestFiles) -> ChatMessage:
    message = as_object(item, place)
    role = as_text(message.get("role"), f"{place}.role")
    if role not in ("system", "user", "assistant", "tool"):
        raise invalid(f"{place}.role must be system, user, assistant or tool.", place)
    content = Content()
    _add_images(content, message, f"{place}.images", files)
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
    options = sampling_numbers(inner, _NUMBERS, "options.")
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
    elif form == "json":
        options |= schema_option({"type": "json_object"}, "format")
    elif form:
        raise invalid('format must be "json" or a JSON schema.', "format")
    return options | _thinking(body.get("think"))


def _thinking(value: Any) -> dict[str, Any]:
    """Return the options of `think`, which is true, false or an effort. Raises Problem."""
    if isinstance(value, bool):
        return {"thinking": value, "thinking_budget": None}
    return thinking_for(value, "think")


class OllamaForm:
    """Writes the replies of a chat."""

    media_type = JSON_LINES

    def __init__(self, body: dict[str, Any], model: str) -> None:
        self._model = model
        self._last: Finished | None = None

    def begin(self, progress: PrefillProgress | None) -> str:
        return ""

    def add(self, index: int, event: RequestEvent) -> str:
        match event:
            case Delta(_, Channel.CONTENT, text):
                return self._line(text)
            case Delta(_, Channel.REASONING, text):
                return self._line("", {"thinking": text})
            case ToolCall(_, call, ""):
                return self._line("", {"tool_calls": [_call(call)]})
            case Finished():
                self._last = event
        return ""

    def end(self) -> str:
        assert self._last is not None
        return compact(self._object("", {}, _numbers(self._last))) + "\n"

    def quiet(self) -> str:
        # Its stream has no comments.
        return self._line("")

    def loaded(self) -> dict[str, Any]:
        """Return the answer to a request that only loads the model."""
        return self._object("", {}, {"done": True, "done_reason": "load"})

    def problem(self, problem: Problem) -> str:
        return compact(problem_body(OLLAMA, problem)) + "\n"

    def whole(self, replies: Sequence[Reply]) -> dict[str, Any]:
        [reply] = replies
        more: dict[str, Any] = {"thinking": reply.reasoning} if reply.reasoning else {}
        if reply.calls:
            more["tool_calls"] = [_call(it) for it in reply.calls]
        last = Finished(0, reply.reason, reply.usage, reply.timings, skim=reply.skim)
        return self._object(reply.text, more, _numbers(last))

    def _line(self, text: str, more: dict[str, Any] | None = None) -> str:
        return compact(self._object(text, more or {}, {"done": False})) + "\n"

    def _object(self, text: str, more: dict[str, Any], end: dict[str, Any]) -> dict[str, Any]:
        now = time_text(time.time())
        return {"model": self._model, "created_at": now} | self._said(text, more) | end

    def _said(self, text: str, more: dict[str, Any]) -> dict[str, Any]:
        return {"message": {"role": "assistant", "content": text} | more}


class GenerateForm(OllamaForm):
    """Writes a single answer."""

    def _said(self, text: str, more: dict[str, Any]) -> dict[str, Any]:
        return {"response": text} | more


def _call(call: ToolInvocation) -> dict[str, Any]:
    return {"function": {"name": call.name, "arguments": json.loads(call.arguments)}}


def _numbers(last: Finished) -> dict[str, Any]:
    """Return the end of a reply; durations in nanoseconds."""
    timings, usage = last.timings, last.usage
    # Clients divide by them. An answer of one pass took no time after its first token.
    generating = timings.decode - timings.interrupted
    prompt, decode = (max(1, round(it * 1e9)) for it in (timings.prefill, generating))
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
