"""Requests and replies in the form of Anthropic's messages."""

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from app.remote.answer import Answer, count, inner, parsed_object
from app.remote.pictures import MEDIA_TYPE, Picture, Pictures, parts_of
from app.remote.problems import stream_failure
from engine.errors import Refused
from engine.messages import (
    Channel,
    ChatMessage,
    FinishReason,
    Generate,
    RequestEvent,
    SamplingParams,
    Usage,
)
from ui.state.remote_servers import NEUTRAL, RemoteModel

CHAT, MODELS = "/v1/messages", "/v1/models"
VERSION = "2023-06-01"
# The least that the API takes as a budget of reasoning.
MIN_BUDGET = 1024
_MISSING = (
    *("min_p", "repetition_penalty", "presence_penalty", "frequency_penalty"),
    *("seed", "logit_bias", "top_logprobs"),
)
_SAME = ("temperature", "top_p", "top_k")
_REASONS = {
    "max_tokens": FinishReason.LENGTH,
    "model_context_window_exceeded": FinishReason.LENGTH,
    "tool_use": FinishReason.TOOL_CALLS,
}


def headers(key: str) -> dict[str, str]:
    made = {"anthropic-version": VERSION}
    return made | {"x-api-key": key} if key else made


def unsupported(sampling: SamplingParams) -> list[str]:
    """Return the names of fields that a person has set and this API does not have."""
    return [it for it in _MISSING if getattr(sampling, it) != getattr(NEUTRAL, it)]


def body(request: Generate, model: RemoteModel, pictures: Pictures) -> dict[str, Any]:
    sampling = request.sampling
    system = "\n\n".join(it.content for it in request.messages if it.role == "system")
    made: dict[str, Any] = {
        "model": model.name,
        "messages": _messages(request.messages, pictures),
        "max_tokens": sampling.max_tokens,
        "stream": True,
    }
    if system:
        made["system"] = system
    for name in _SAME:
        if (value := getattr(sampling, name)) != getattr(NEUTRAL, name):
            made[name] = value
    if sampling.stop:
        made["stop_sequences"] = list(sampling.stop)
    if sampling.json_schema:
        schema = {"type": "json_schema", "schema": json.loads(sampling.json_schema)}
        made["output_config"] = {"format": schema}
    if request.tools:
        made["tools"] = [_tool(json.loads(it)["function"]) for it in request.tools]
    # Between tool calls the API wants the signed reasoning back, which is not kept.
    budget = sampling.max_tokens if sampling.thinking_budget is None else sampling.thinking_budget
    wanted = model.thinking and sampling.thinking and budget > 0
    if wanted and request.messages[-1].role == "user":
        budget = max(MIN_BUDGET, budget)
        made["thinking"] = {"type": "enabled", "budget_tokens": budget}
        made["max_tokens"] += budget
    return made


def simpler(sent: dict[str, Any], refusal: str) -> dict[str, Any] | None:
    """Return the body in another form if the server refused a field that has one, else None."""
    thinking = sent.get("thinking")
    if thinking and "adaptive" in refusal and thinking.get("type") == "enabled":
        return sent | {"thinking": {"type": "adaptive"}}
    return None


class Reader:
    """Makes events of what a server sends; they raise Refused."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._usage: dict[str, Any] = {}
        self.done = False

    @property
    def complete(self) -> bool:
        return self.done or self._answer.reason is not None

    def event(self, _: str, data: str) -> Iterator[RequestEvent]:
        """Take an event of the stream."""
        answer = self._answer
        made = parsed_object(data, answer.host)
        match made.get("type"):
            case "error":
                raise stream_failure(answer.host, made.get("error"), answer.secret)
            case "message_start":
                self._count(inner(inner(made, "message"), "usage"))
            case "content_block_start":
                yield from self._block(made.get("index"), inner(made, "content_block"))
            case "content_block_delta":
                yield from self._delta(made.get("index"), inner(made, "delta"))
            case "message_delta":
                self._count(inner(made, "usage"))
                self._end(inner(made, "delta").get("stop_reason"))
            case "message_stop":
                self.done = True

    def whole(self, data: bytes) -> Iterator[RequestEvent]:
        """Take an answer that came as one object."""
        made = parsed_object(data, self._answer.host)
        if made.get("error"):
            answer = self._answer
            raise stream_failure(answer.host, made["error"], answer.secret)
        content = made.get("content")
        for number, block in enumerate(content if isinstance(content, list) else ()):
            yield from self._block(number, block)
        self._count(inner(made, "usage"))
        self._end(made.get("stop_reason"))
        self.done = True

    def _block(self, index: object, block: object) -> Iterator[RequestEvent]:
        if not isinstance(block, dict):
            return
        yield from self._answer.text(Channel.CONTENT, block.get("text"))
        yield from self._answer.text(Channel.REASONING, block.get("thinking"))
        if block.get("type") == "tool_use" and isinstance(index, int):
            # While a reply streams, the input comes later and is empty here.
            given = block.get("input") or ""
            self._answer.call(index, block.get("id"), block.get("name"), given)

    def _delta(self, index: object, delta: dict[str, Any]) -> Iterator[RequestEvent]:
        yield from self._answer.text(Channel.CONTENT, delta.get("text"))
        yield from self._answer.text(Channel.REASONING, delta.get("thinking"))
        if delta.get("type") == "input_json_delta" and isinstance(index, int):
            self._answer.call(index, None, None, delta.get("partial_json"))

    def _count(self, usage: dict[str, Any]) -> None:
        self._usage |= {name: value for name, value in usage.items() if value is not None}
        cached = count(self._usage.get("cache_read_input_tokens"))
        written = count(self._usage.get("cache_creation_input_tokens"))
        generated = count(self._usage.get("output_tokens"))
        prompt = count(self._usage.get("input_tokens")) + cached + written
        self._answer.usage = Usage(
            prompt=prompt, cached=cached, generated=generated, content=generated
        )

    def _end(self, reason: object) -> None:
        if reason == "refusal":
            raise Refused("{host} stopped the answer by its filter.", host=self._answer.host)
        if isinstance(reason, str):
            self._answer.reason = _REASONS.get(reason, FinishReason.STOP)


def _messages(messages: tuple[ChatMessage, ...], pictures: Pictures) -> list[dict[str, Any]]:
    """Return the messages, with those of one role in a row joined: the results of all calls
    belong into one message."""
    made: list[dict[str, Any]] = []
    for message in messages:
        blocks = _blocks(message, pictures)
        if message.role == "system" or not blocks:
            continue
        role = "assistant" if message.role == "assistant" else "user"
        if made and made[-1]["role"] == role:
            made[-1]["content"] += blocks
        else:
            made.append({"role": role, "content": blocks})
    return made


def _blocks(message: ChatMessage, pictures: Pictures) -> list[dict[str, Any]]:
    if message.role == "tool":
        used = message.call_id
        return [{"type": "tool_result", "tool_use_id": used, "content": message.content}]
    # The API refuses texts without a character, and a last one that ends with a space.
    parts = [it for it in parts_of(message, pictures) if not isinstance(it, str) or it.strip()]
    blocks = [_part(it) for it in parts]
    if message.role == "assistant" and blocks and not message.tool_calls:
        blocks[-1]["text"] = blocks[-1]["text"].rstrip()
    for call in message.tool_calls:
        made = {"id": call.call_id, "name": call.name, "input": _arguments(call.arguments)}
        blocks.append({"type": "tool_use"} | made)
    return blocks


def _arguments(text: str) -> dict[str, Any]:
    """Return the arguments of a past call; an import may have brought what is no object."""
    with suppress(ValueError, RecursionError):
        if isinstance(found := json.loads(text), dict):
            return found
    return {}


def _part(part: str | Picture) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    source = {"type": "base64", "media_type": MEDIA_TYPE, "data": part.data}
    return {"type": "image", "source": source}


def _tool(function: dict[str, Any]) -> dict[str, Any]:
    schema = function.get("parameters") or {"type": "object"}
    made = {"name": function["name"], "input_schema": schema}
    if about := function.get("description"):
        made["description"] = about
    return made
