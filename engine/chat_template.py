"""A conversation in the words of a model's chat template, and what the template can do."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channel_formats import Format
from engine.messages import ChatMessage, ToolInvocation

# How reasoning is called by the templates that take it.
REASONING_KEYS = ("reasoning_content", "reasoning", "thinking")
_PROBE = "look_up_a_probe"
_PROBE_TOOL = {
    "type": "function",
    "function": {
        "name": _PROBE,
        "description": "Look something up.",
        "parameters": {"type": "object", "properties": {"what": {"type": "string"}}},
    },
}


@dataclass(frozen=True)
class Form:
    """Templates differ in how they want calls: with `text_arguments` as JSON text, else as a
    mapping; some refuse `reasoning` beside them."""

    text_arguments: bool = False
    reasoning: bool = True


FORMS = tuple(Form(text, reasoning) for reasoning in (True, False) for text in (False, True))


def apply(
    tokenizer: TokenizerWrapper,
    messages: tuple[ChatMessage, ...],
    contents: list[Any],
    tools: tuple[str, ...],
    *,
    thinking: bool,
) -> str:
    """The prompt; `contents` stand for those of the messages, with their media.

    Raises what the template raises.
    """
    offered = [json.loads(tool) for tool in tools] or None
    called = any(message.tool_calls for message in messages)
    first_error: Exception | None = None
    for form in FORMS if called else FORMS[:1]:
        dicts = [_message(*pair, form) for pair in zip(messages, contents, strict=True)]
        try:
            return _render(tokenizer, dicts, offered, thinking)
        except Exception as error:  # noqa: BLE001  templates raise anything; another form may do
            first_error = first_error or error
    assert first_error is not None
    raise first_error


def has_switch(tokenizer: TokenizerWrapper) -> bool:
    """Whether reasoning can be switched on and off by the template."""

    def prompts() -> Iterator[str]:
        for thinking in (True, False):
            yield _render(tokenizer, [{"role": "user", "content": "Hello"}], None, thinking)

    return _tried(lambda: len(set(prompts())) == 2)


def takes_tools(tokenizer: TokenizerWrapper, fmt: Format) -> bool:
    """Whether the model is told of tools, and calls of it can be read."""
    question = [{"role": "user", "content": "Hello"}]
    readable = bool(fmt.tools or fmt.headers)
    return readable and _tried(lambda: _PROBE in _render(tokenizer, question, [_PROBE_TOOL], False))


def _tried(ask: Callable[[], bool]) -> bool:
    try:
        return ask()
    except Exception:  # noqa: BLE001  templates raise anything
        return False


def _render(
    tokenizer: TokenizerWrapper,
    messages: list[dict[str, Any]],
    tools: list[dict[str, Any]] | None,
    thinking: bool,
) -> str:
    options = {"enable_thinking": thinking}
    # The switch of DeepSeek and Granite.
    if "thinking" in str(getattr(tokenizer, "chat_template", None) or ""):
        options["thinking"] = thinking
    return tokenizer.apply_chat_template(
        messages, tools=tools, tokenize=False, add_generation_prompt=True, **options
    )


def _message(message: ChatMessage, content: Any, form: Form) -> dict[str, Any]:
    result: dict[str, Any] = {"role": message.role, "content": content}
    if message.tool_calls:
        result["tool_calls"] = [_call(call, form) for call in message.tool_calls]
    if message.reasoning and (form.reasoning or not message.tool_calls):
        result.update(dict.fromkeys(REASONING_KEYS, message.reasoning))
    if message.name:
        result["name"] = message.name
    if message.call_id:
        result["tool_call_id"] = message.call_id
    return result


def _call(call: ToolInvocation, form: Form) -> dict[str, Any]:
    arguments = call.arguments if form.text_arguments else json.loads(call.arguments)
    result: dict[str, Any] = {
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }
    return result | {"id": call.call_id} if call.call_id else result
