"""Learns from a chat template how a model writes tool calls: by rendering a past call."""

import json
import re

from engine.channels.format import Format
from engine.channels.router import ChannelRouter
from engine.channels.tool_calls.call_syntax import CallSyntax, Part
from engine.errors import Refused
from engine.messages import ChatMessage, FinishReason, ToolInvocation
from engine.rendering.model_language import Language
from engine.rendering.placeholders import common_length
from engine.rendering.prompt_input import PromptInput
from engine.rendering.rendered_conversation import render_conversation

_NAME, _QUESTION, _KEY, _VALUE = "quokka", "wombat", "numbat", "bilby"
_ARGUMENTS = re.compile(rf'\{{\s*"{_KEY}"\s*:\s*"{_VALUE}"\s*\}}')
# Kimi's template writes the id instead of the name; Mistral's takes nine letters and digits only.
_CALL_IDS = ("000000000", f"functions.{_NAME}:0")
_TOOL = json.dumps(
    {
        "type": "function",
        "function": {
            "name": _NAME,
            "description": "A probe",
            "parameters": {"type": "object", "properties": {_KEY: {"type": "string"}}},
        },
    }
)


def learned_calls(channel_format: str, language: Language) -> CallSyntax | None:
    """Return how the model writes a call, None if its template does not show that. The syntax is
    tried: the router must read the call back."""
    fmt, _ = language.marked(channel_format)
    if fmt.headers == "harmony":
        # The header of a message stands between its reasoning and its call.
        return None
    for call_id in _CALL_IDS:
        found = _syntax(call_id, fmt, language)
        if found is not None:
            return found
    return None


def _syntax(call_id: str, fmt: Format, language: Language) -> CallSyntax | None:
    prompt = _rendered(None, call_id, language)
    full = _rendered({_KEY: _VALUE}, call_id, language)
    asked = full.rfind(_QUESTION)
    name = full.find(_NAME, asked)
    if asked < 0 or name < 0:
        return None
    start = _start(fmt, prompt, full, asked, name)
    before, rest = full[start:name], full[name + len(_NAME) :]
    arguments = _ARGUMENTS.search(rest)
    parts = _Parts(fmt, language)
    if arguments is None:
        without = _rendered({}, call_id, language)[name + len(_NAME) :]
        # A tag that begins alike is that of an argument, or the end.
        shared = rest[: common_length(rest, without)].rstrip("<")
        written = full[start:]
        found = CallSyntax(parts(before), parts(shared), json=False)
    else:
        after = _closing(fmt, rest[arguments.end() :])
        between = rest[: arguments.start()]
        written = f"{before}{_NAME}{between}{arguments[0]}{after}"
        found = CallSyntax(parts(before), parts(between), parts(after))
    return found if _is_read(written, fmt) else None


def _rendered(arguments: dict[str, str] | None, call_id: str, language: Language) -> str:
    """Return a prompt with a past call, or the prompt to which that call would be the answer; ""
    if the template refuses it."""
    messages = [ChatMessage("user", _QUESTION)]
    if arguments is not None:
        call = ToolInvocation(_NAME, json.dumps(arguments), call_id)
        messages.append(ChatMessage("assistant", "", tool_calls=(call,)))
    try:
        return render_conversation(PromptInput(tuple(messages), (_TOOL,)), (), language)
    except Refused:
        return ""


def _start(fmt: Format, prompt: str, full: str, asked: int, name: int) -> int:
    """Return where the call begins: at the marker of a block, or where the answer begins."""
    openers = (full.find(block.open, asked, name) for block in fmt.tools)
    found = [at for at in openers if at >= 0]
    return min(found) if found else min(name, common_length(prompt, full))


def _closing(fmt: Format, rest: str) -> str:
    """Return what ends a call, from the text after its arguments: up to a block's closing marker,
    or to the end of the turn."""
    closers = {close for block in fmt.tools for close in block.close}
    ends = [at + len(close) for close in closers if (at := rest.find(close)) >= 0]
    if ends:
        # Kimi closes the call, and then the section of calls.
        return rest[: max(ends)]
    turn = [at for special in fmt.specials.values() if (at := rest.find(special)) >= 0]
    return rest[: min(turn, default=len(rest))].rstrip()


def _is_read(written: str, fmt: Format) -> bool:
    router = ChannelRouter(fmt.as_text, tools=(_TOOL,))
    router.feed(written)
    router.finish(FinishReason.STOP)
    return [call.name for call in router.tool_calls] == [_NAME]


class _Parts:
    """Splits a text at the names of tokens that are markers."""

    def __init__(self, fmt: Format, language: Language) -> None:
        added = getattr(language.tokenizer, "added_tokens_decoder", {})
        self._ids = {str(token): i for i, token in added.items()}
        self._ids |= {name: i for i, name in fmt.specials.items() if name}
        names = sorted(self._ids, key=len, reverse=True)
        self._names = re.compile("|".join(map(re.escape, names)) or r"(?!)")

    def __call__(self, text: str) -> tuple[Part, ...]:
        found: list[Part] = []
        at = 0
        for match in self._names.finditer(text):
            found += [text[at : match.start()], self._ids[match[0]]]
            at = match.end()
        return tuple(part for part in (*found, text[at:]) if part != "")
