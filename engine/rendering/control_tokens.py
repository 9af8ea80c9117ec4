"""Guards that keep text of people, files and tools from becoming control tokens.

A control token that is spelled in such a text gets a break after its first character. Templates
copy the break, and the tokenizer gets the parts before and after the break separately, so that
neither part is the token. Text without control tokens is unchanged. transformers marks tokens in
the same way for `sanitize_control_tokens`, but on the whole conversation at once.
"""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from engine.channels.detection import template_of
from engine.channels.format import RECIPIENT
from engine.channels.known_formats import FORMATS
from engine.messages import ChatMessage, ToolInvocation
from engine.rendering.half_characters import whole_characters
from engine.rendering.prompt_input import PromptInput

# A noncharacter: Unicode keeps it out of exchanged text. Doubled, it stands for itself.
BREAK = "\ufdd0"
_BREAKS = re.compile(f"(?<!{BREAK})(?:{BREAK}{BREAK})*{BREAK}(?!{BREAK})")
# Matches a marker, but no word or run of spaces that a vocabulary happens to have as one token.
_MARKER = re.compile(r"[<\[{(◁＜【|].*\w.*[>\]})▷＞】|]", re.DOTALL)
_FAMILIES = frozenset(name for row in FORMATS.values() for name in row.markers | row.hidden)


class ControlTokens:
    """The texts that count as control tokens of one model."""

    def __init__(self, names: Iterable[str]) -> None:
        # One character cannot be broken.
        self.names = frozenset(name for name in names if len(name) > 1)
        self._lengths = sorted({len(name) for name in self.names})
        self._starts = _starts(self.names)

    def guarded(self, text: str) -> str:
        """Return the text with a break in every control token that it spells."""
        text = text.replace(BREAK, BREAK * 2)
        found, done = [], 0
        for start in self._starts.finditer(text):
            at = start.start()
            if any(text[at : at + length] in self.names for length in self._lengths):
                found.append(text[done : at + 1])
                done = at + 1
        return BREAK.join([*found, text[done:]]) if found else text


def _starts(names: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern of one character that finds every place where a name can begin."""
    seconds: dict[str, set[str]] = {}
    for name in names:
        seconds.setdefault(name[0], set()).add(name[1])
    every = (
        f"{re.escape(first)}(?=[{re.escape(''.join(sorted(after)))}])"
        for first, after in sorted(seconds.items())
    )
    return re.compile("|".join(every) or r"(?!)")


def control_tokens(tokenizer: Any) -> ControlTokens:
    """Return the special tokens of a tokenizer, and the markers that it has as one token.

    Added tokens that are not special, such as `<think>`, count if the chat template writes them or
    a known format of reasoning or tool calls uses them.
    """
    added = getattr(tokenizer, "added_tokens_decoder", {}).values()
    special = {str(token) for token in added if token.special}
    special.update(getattr(tokenizer, "all_special_tokens", ()))
    template, vocabulary = template_of(tokenizer), tokenizer.get_vocab()
    others = {str(token) for token in added} - special
    written = {name for name in others if name in template and _MARKER.fullmatch(name)}
    known = {name for name in _FAMILIES if name in vocabulary and _MARKER.fullmatch(name)}
    return ControlTokens(special | written | known | (others & {RECIPIENT}))


Guard = Callable[[str], str]


def guarded_input(prompt_input: PromptInput, guard: Guard) -> PromptInput:
    """Return the input with `guard` applied to reasoning, names, calls and tools. The contents of
    messages are guarded in `rendered_conversation`, which knows their media."""
    return replace(
        prompt_input,
        messages=tuple(_message(message, guard) for message in prompt_input.messages),
        tools=tuple(_json(tool, guard) for tool in prompt_input.tools),
    )


def _message(message: ChatMessage, guard: Guard) -> ChatMessage:
    return replace(
        message,
        reasoning=guard(message.reasoning),
        name=guard(message.name),
        call_id=guard(message.call_id),
        tool_calls=tuple(_call(call, guard) for call in message.tool_calls),
    )


def _call(call: ToolInvocation, guard: Guard) -> ToolInvocation:
    return ToolInvocation(guard(call.name), _json(call.arguments, guard), guard(call.call_id))


def _json(text: str, guard: Guard) -> str:
    """Guard the strings of a JSON text; a text without control tokens is returned unchanged."""
    try:
        value = json.loads(text)
    except ValueError:
        return guard(text)
    safe = _every(value, guard)
    return text if safe == value else json.dumps(safe, ensure_ascii=False)


def _every(value: Any, guard: Guard) -> Any:
    if isinstance(value, str):
        return guard(value)
    if isinstance(value, list):
        return [_every(item, guard) for item in value]
    if isinstance(value, dict):
        return {guard(key): _every(item, guard) for key, item in value.items()}
    return value


def between_breaks(text: str) -> list[str]:
    """Return the parts of a guarded text between its breaks, as they were before."""
    found, done = [], 0
    for match in _BREAKS.finditer(text):
        found.append(text[done : match.end() - 1])
        done = match.end()
    return [piece.replace(BREAK * 2, BREAK) for piece in (*found, text[done:])]


def unguarded(text: str) -> str:
    """Return a guarded text as it was before."""
    return "".join(between_breaks(text)) if BREAK in text else text


def spaced(text: str) -> str:
    """Return a guarded text for a tokenizer that takes no separate parts: spaces replace breaks."""
    text = whole_characters(text)
    return " ".join(between_breaks(text)) if BREAK in text else text
