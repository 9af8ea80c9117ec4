"""A held-out question, as the engine takes it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from demo_model.said.exchanges import Message
from engine.messages import ChatMessage, Media, ToolInvocation


@dataclass(frozen=True)
class Case:
    """A conversation up to a question, and the expected next message. `tools` are JSON objects as
    the engine takes them."""

    skill: str
    messages: tuple[ChatMessage, ...]
    tools: tuple[str, ...]
    expected: Message
    thinking: bool = False

    @property
    def question(self) -> str:
        return self.messages[-1].content

    @property
    def media(self) -> list[Media]:
        return [media for message in self.messages for media in message.media]


def as_engine(messages: Sequence[Message], media: Sequence[Media]) -> tuple[ChatMessage, ...]:
    """Return the messages as the engine takes them, with their images and videos."""
    waiting = iter(media)
    return tuple(
        ChatMessage(
            message.role,
            message.text,
            tuple(next(waiting) for _ in range(message.media)),
            _calls(message),
        )
        for message in messages
    )


def _calls(message: Message) -> tuple[ToolInvocation, ...]:
    return tuple(
        ToolInvocation(name, json.dumps(arguments, ensure_ascii=False))
        for name, arguments in message.calls
    )
