"""Requests and replies in the form of OpenAI's chat completions, which most servers take."""

import json
from collections.abc import Iterator
from typing import Any

from app.remote.answer import Answer, amount, count, inner, parsed_object
from app.remote.pictures import MEDIA_TYPE, Picture, Pictures, parts_of
from app.remote.problems import stream_failure
from engine.errors import Refused
from engine.messages import (
    Channel,
    ChatMessage,
    FinishReason,
    Generate,
    Logprobs,
    RequestEvent,
    SamplingParams,
    TokenLogprob,
    ToolInvocation,
    Usage,
)
from ui.state.remote_servers import NEUTRAL, RemoteModel

CHAT, MODELS = "/chat/completions", "/models"
# Servers tell no ids of tokens.
_NO_TOKEN = -1
_DONE = "[DONE]"
_REASONS = {
    "stop": FinishReason.STOP,
    "length": FinishReason.LENGTH,
    "tool_calls": FinishReason.TOOL_CALLS,
    "function_call": FinishReason.TOOL_CALLS,
}
# Fields with the same name and meaning in SamplingParams; sent if a person changed them.
_SAME = (
    *("temperature", "top_p", "top_k", "min_p", "repetition_penalty"),
    *("presence_penalty", "frequency_penalty", "seed"),
)


def headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def unsupported(sampling: SamplingParams) -> list[str]:
    """Return the names of fields that a person has set and this API does not have."""
    return ["thinking_budget"] if sampling.thinking_budget is not None else []


def body(request: Generate, model: RemoteModel, pictures: Pictures) -> dict[str, Any]:
    sampling = request.sampling
    made: dict[str, Any] = {
        "model": model.name,
        "messages": [_message(it, pictures) for it in request.messages],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": sampling.max_tokens,
    }
    for name in _SAME:
        if (value := getattr(sampling, name)) != getattr(NEUTRAL, name):
            made[name] = value
    if sampling.stop:
        made["stop"] = list(sampling.stop)
    if sampling.logit_bias:
        made["logit_bias"] = {str(token): bias for token, bias in sampling.logit_bias}
    if sampling.top_logprobs:
        made |= {"logprobs": True, "top_logprobs": sampling.top_logprobs}
    if sampling.json_schema:
        schema = {"name": "answer", "schema": json.loads(sampling.json_schema), "strict": True}
        made["response_format"] = {"type": "json_schema", "json_schema": schema}
    if model.thinking:
        # The field of Duologue, vLLM, SGLang and llama.cpp; some models reason only if it is set.
        made["chat_template_kwargs"] = {"enable_thinking": sampling.thinking}
        if not sampling.thinking:
            # OpenAI's field; all its other values say how much the model shall reason.
            made["reasoning_effort"] = "none"
    if request.tools:
        made["tools"] = [json.loads(it) for it in request.tools]
    return made


def simpler(sent: dict[str, Any], refusal: str) -> dict[str, Any] | None:
    """Return the body in another form if the server refused a field that has one, else None.
    `refusal` is what the server says."""
    if "max_completion_tokens" in refusal and "max_tokens" in sent:
        rest = {name: value for name, value in sent.items() if name != "max_tokens"}
        return rest | {"max_completion_tokens": sent["max_tokens"]}
    for name in ("stream_options", "chat_template_kwargs", "reasoning_effort"):
        if name in refusal and name in sent:
            return {it: value for it, value in sent.items() if it != name}
    return None


class Reader:
    """Makes events of what a server sends; they raise Refused. `done` once the server has said
    that nothing more comes."""

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self.done = False

    def event(self, _: str, data: str) -> Iterator[RequestEvent]:
        """Take an event of the stream."""
        if data.strip() == _DONE:
            self.done = True
            return
        yield from self._take(parsed_object(data, self._answer.host), "delta")

    def whole(self, data: bytes) -> Iterator[RequestEvent]:
        """Take an answer that came as one object."""
        yield from self._take(parsed_object(data, self._answer.host), "message")
        self.done = True

    @property
    def complete(self) -> bool:
        return self.done or self._answer.reason is not None

    def _take(self, made: dict[str, Any], part: str) -> Iterator[RequestEvent]:
        answer = self._answer
        if made.get("error"):
            raise stream_failure(answer.host, made["error"], answer.secret)
        if usage := inner(made, "usage"):
            answer.usage = _usage(usage)
        if timings := inner(made, "timings"):
            answer.prefill = _seconds(timings.get("prompt_ms"))
        choices = made.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            return
        said = inner(choice, part)
        reasoning = said.get("reasoning_content") or said.get("reasoning")
        yield from answer.text(Channel.REASONING, reasoning)
        yield from _logprobs(answer.request_id, inner(choice, "logprobs"))
        yield from answer.text(Channel.CONTENT, said.get("content"))
        yield from answer.text(Channel.CONTENT, said.get("refusal"))
        self._take_calls(said.get("tool_calls"))
        if isinstance(reason := choice.get("finish_reason"), str):
            if reason == "content_filter":
                raise Refused("{host} stopped the answer by its filter.", host=answer.host)
            answer.reason = _REASONS.get(reason, FinishReason.STOP)

    def _take_calls(self, calls: object) -> None:
        for number, call in enumerate(calls if isinstance(calls, list) else ()):
            function = inner(call, "function")
            if function:
                index = call.get("index")
                index = index if isinstance(index, int) else number
                name, arguments = function.get("name"), function.get("arguments")
                self._answer.call(index, call.get("id"), name, arguments)


def _message(message: ChatMessage, pictures: Pictures) -> dict[str, Any]:
    made: dict[str, Any] = {"role": message.role, "content": _content(message, pictures)}
    if message.role == "tool":
        made["tool_call_id"] = message.call_id
    if message.tool_calls:
        made["tool_calls"] = [_call(it) for it in message.tool_calls]
        made["content"] = made["content"] or None
    return made


def _content(message: ChatMessage, pictures: Pictures) -> str | list[dict[str, Any]]:
    parts = parts_of(message, pictures)
    if all(isinstance(it, str) for it in parts):
        return message.content
    return [_part(it) for it in parts]


def _part(part: str | Picture) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image_url", "image_url": {"url": f"data:{MEDIA_TYPE};base64,{part.data}"}}


def _call(call: ToolInvocation) -> dict[str, Any]:
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.call_id, "type": "function", "function": function}


def _usage(usage: dict[str, Any]) -> Usage:
    generated = count(usage.get("completion_tokens"))
    details = inner(usage, "completion_tokens_details")
    reasoning = min(generated, count(details.get("reasoning_tokens")))
    return Usage(
        prompt=count(usage.get("prompt_tokens")),
        cached=count(inner(usage, "prompt_tokens_details").get("cached_tokens")),
        generated=generated,
        reasoning=reasoning,
        content=generated - reasoning,
        # OpenRouter's; its credits are dollars
        cost=amount(usage.get("cost")),
    )


def _seconds(milliseconds: object) -> float:
    if not isinstance(milliseconds, int | float) or not 0 <= milliseconds < 1e9:
        return 0.0
    return milliseconds / 1000


def _logprobs(request_id: int, found: dict[str, Any]) -> Iterator[Logprobs]:
    tokens = found.get("content")
    for token in tokens if isinstance(tokens, list) else ():
        chosen = _logprob(token)
        top = token.get("top_logprobs") if isinstance(token, dict) else None
        others = [_logprob(it) for it in top] if isinstance(top, list) else []
        if chosen:
            yield Logprobs(request_id, chosen, tuple(it for it in others if it))


def _logprob(token: object) -> TokenLogprob | None:
    if not isinstance(token, dict):
        return None
    text, value = token.get("token"), token.get("logprob")
    if not isinstance(text, str) or not isinstance(value, int | float) or not -1e6 < value <= 0:
        return None
    return TokenLogprob(text.encode("utf-8", "replace").decode(), _NO_TOKEN, float(value))
