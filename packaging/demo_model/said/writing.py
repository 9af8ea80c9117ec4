"""Conversations as text: what resources/dot/chat_template.jinja makes of them, with the answers."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from demo_model.said.exchanges import Chat, Message

PLACEHOLDERS = {
    "image": "<|vision_start|><|image_pad|><|vision_end|>",
    "video": "<|vision_start|><|video_pad|><|vision_end|>",
}
NO_THOUGHTS = "<think>\n\n</think>\n\n"
HOW_TO_CALL = (
    "\n</tools>\nCall a tool like this: <tool_call>\n"
    '{"name": "...", "arguments": {...}}\n</tool_call><|im_end|>\n'
)


@dataclass(frozen=True)
class Piece:
    """A part of the text. `learn`: the assistant writes it."""

    text: str
    learn: bool


def write(chat: Chat, thinking: bool, kinds: Sequence[str] = ()) -> list[Piece]:
    """Return the conversation, which ends in a message of the assistant, in pieces.

    With `thinking` the last message begins with its reasoning. `kinds` has "image" or "video" for
    each of the conversation's media. Within a message images stand before videos, as the engine
    puts them.
    """
    parts = [(_head(chat), False)]
    media = iter(kinds)
    last = len(chat.messages) - 1
    for index, message in enumerate(chat.messages):
        if message.role == "user":
            parts += _user(message, media)
        elif message.role == "tool":
            parts.append((_result(chat.messages, index), False))
        elif message.role == "system":
            parts.append((f"<|im_start|>system\n{message.text}<|im_end|>\n", False))
        else:
            parts += _answer(message, thinking and index == last)
    # The template writes a line break after an answer only if another message follows.
    return _joined(parts[:-1])


def tool_json(tool: dict[str, Any]) -> str:
    """Return a tool's definition or arguments as transformers' `tojson` writes them."""
    return json.dumps(tool, ensure_ascii=False)


def _head(chat: Chat) -> str:
    if not chat.tools:
        return f"<|im_start|>system\n{chat.system}<|im_end|>\n" if chat.system else ""
    system = f"{chat.system}\n\n" if chat.system else ""
    tools = "".join("\n" + tool_json(tool) for tool in chat.tools)
    return f"<|im_start|>system\n{system}# Tools\n<tools>{tools}{HOW_TO_CALL}"


def _user(message: Message, media: Iterator[str]) -> Iterator[tuple[str, bool]]:
    yield "<|im_start|>user\n", False
    for kind in sorted(next(media) for _ in range(message.media)):
        yield PLACEHOLDERS[kind], False
    yield f"{message.text}<|im_end|>\n", False


def _result(messages: Sequence[Message], index: int) -> str:
    """Return a tool's result; several in a row share one message."""
    first = messages[index - 1].role != "tool"
    last = messages[index + 1].role != "tool"
    start = "<|im_start|>user" if first else ""
    end = "<|im_end|>\n" if last else ""
    return f"{start}\n<tool_response>\n{messages[index].text}\n</tool_response>{end}"


def _answer(message: Message, thinking: bool) -> Iterator[tuple[str, bool]]:
    written = message.text
    for name, arguments in message.calls:
        written += "\n" if written else ""
        written += f'<tool_call>\n{{"name": "{name}", "arguments": {tool_json(arguments)}}}'
        written += "\n</tool_call>"
    if thinking:
        yield "<|im_start|>assistant\n", False
        written = f"<think>\n{message.reasoning}\n</think>\n\n{written}"
    else:
        yield f"<|im_start|>assistant\n{NO_THOUGHTS}", False
    yield f"{written}<|im_end|>", True
    yield "\n", False


def _joined(parts: list[tuple[str, bool]]) -> list[Piece]:
    """Join neighboring pieces of the same kind."""
    pieces: list[Piece] = []
    for learn, alike in groupby(parts, key=itemgetter(1)):
        pieces.append(Piece("".join(text for text, _ in alike), learn))
    return pieces
