"""Applies a model's chat template to a conversation, and probes the template's abilities."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from jinja2 import TemplateError, TemplateSyntaxError
from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.detection import template_of
from engine.channels.format import Format
from engine.frozen import frozen
from engine.messages import ChatMessage, ToolInvocation

# Names of reasoning in the templates that accept it.
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


# Gemma 4's first template has no role tool: it takes results in the message that called.
_RESPONSES = "tool_responses"
_TOOL_ROLE = re.compile(r"""[!=]=\s*['"]tool['"]""")
Pair = tuple[ChatMessage, Any]


@frozen
class CallForm:
    """One way to give a template past calls. Arguments are JSON text (`text_arguments`) or a
    mapping. Some templates refuse `reasoning` beside calls, and some more than a `single` call per
    message."""

    text_arguments: bool = False
    reasoning: bool = True
    single: bool = False


FORMS = tuple(
    CallForm(text, reasoning, single)
    for single in (False, True)
    for reasoning in (True, False)
    for text in (False, True)
)


def apply_template(
    tokenizer: TokenizerWrapper,
    messages: tuple[ChatMessage, ...],
    contents: list[Any],
    tools: tuple[str, ...],
    *,
    thinking: bool,
) -> str:
    """Return the prompt. `contents` replace those of the messages, with their media.

    Raises whatever the template raises.
    """
    offered = [json.loads(tool) for tool in tools] or None
    called = any(message.tool_calls for message in messages)
    pairs = list(zip(messages, contents, strict=True))
    faults: list[Exception] = []
    for form in FORMS if called else FORMS[:1]:
        dicts = [_message(*pair, form) for pair in (_singly(pairs) if form.single else pairs)]
        try:
            return _render(tokenizer, dicts, offered, thinking)
        except Exception as error:  # noqa: BLE001  templates raise anything; another form may do
            faults.append(error)
    # The template's own error is clearer than a Python error inside of it.
    fault = next((each for each in faults if type(each) is TemplateError), faults[0])
    try:
        raise fault
    finally:
        # This frame is in the traceback: the fault would keep itself alive.
        del fault
        faults.clear()


def _singly(pairs: list[Pair]) -> list[Pair]:
    """Put each call into a message of its own, before its result."""
    called = {call.call_id for message, _ in pairs for call in message.tool_calls} - {""}
    results = {pair[0].call_id: pair for pair in pairs if pair[0].call_id in called}
    found: list[Pair] = []
    for message, content in pairs:
        if message.call_id in results:
            continue
        found.append((replace(message, tool_calls=message.tool_calls[:1]), content))
        for at, call in enumerate(message.tool_calls):
            if at:
                found.append((ChatMessage(message.role, "", tool_calls=(call,)), ""))
            found += [results[call.call_id]] if call.call_id in results else []
    return found


def can_be_compiled(tokenizer: TokenizerWrapper) -> bool:
    """Return False if Jinja cannot compile the template, for example for a filter that it does not
    know. `checkpoints.template_syntax` finds that without compiling, since it reads templates of
    any model outside the worker."""
    try:
        _render(tokenizer, [{"role": "user", "content": "Hello"}], None, False)
    except TemplateSyntaxError:
        return False
    except Exception:  # noqa: BLE001  templates raise anything
        return True
    return True


def has_switch(tokenizer: TokenizerWrapper) -> bool:
    """Return True if the template can switch reasoning on and off."""

    def prompts() -> Iterator[str]:
        for thinking in (True, False):
            yield _render(tokenizer, [{"role": "user", "content": "Hello"}], None, thinking)

    return _tried(lambda: len(set(prompts())) == 2)


def takes_tools(tokenizer: TokenizerWrapper, fmt: Format) -> bool:
    """Return True if the template offers tools to the model, and the model's calls can be read."""
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
    template = template_of(tokenizer)
    # DeepSeek and Granite call the switch so.
    if "thinking" in template:
        options["thinking"] = thinking
    if _RESPONSES in template and not _TOOL_ROLE.search(template):
        messages = _with_responses(messages)
    return tokenizer.apply_chat_template(
        messages, tools=tools, tokenize=False, add_generation_prompt=True, **options
    )


def _with_responses(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "tool" and found:
            response = {"name": message.get("name", ""), "response": message["content"]}
            found[-1].setdefault(_RESPONSES, []).append(response)
        else:
            found.append(dict(message))
    return found


def _message(message: ChatMessage, content: Any, form: CallForm) -> dict[str, Any]:
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


def _call(call: ToolInvocation, form: CallForm) -> dict[str, Any]:
    arguments = call.arguments if form.text_arguments else json.loads(call.arguments)
    result: dict[str, Any] = {
        "type": "function",
        "function": {"name": call.name, "arguments": arguments},
    }
    return result | {"id": call.call_id} if call.call_id else result
