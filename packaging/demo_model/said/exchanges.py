"""The messages of a conversation, before they are written as text."""

from dataclasses import dataclass, replace
from typing import Any

Call = tuple[str, dict[str, Any]]


@dataclass(frozen=True)
class Message:
    """One message. `role` is user, assistant, tool or, in the middle of a conversation, system.

    `media` counts the images and videos that stand before the user's text, in the order of the
    conversation's media. `reasoning` precedes the assistant's `text` if thinking is on. `call` is
    the name and the arguments of the tool that the assistant calls, and `also` a second one at the
    same time. `word` is the answer in one word, "" if there is none. `skill` names the ability that
    an answer shows.
    """

    role: str
    text: str = ""
    media: int = 0
    reasoning: str = ""
    call: Call | None = None
    word: str = ""
    skill: str = ""
    also: Call | None = None

    @property
    def calls(self) -> tuple[Call, ...]:
        return tuple(call for call in (self.call, self.also) if call)


# A question and what follows it: the answer, or a call, its result and the answer.
Exchange = tuple[Message, ...]


@dataclass(frozen=True)
class Chat:
    """`tools` are definitions as the chat template takes them."""

    messages: tuple[Message, ...]
    system: str = ""
    tools: tuple[dict[str, Any], ...] = ()


def question(text: str, answer: str, reasoning: str, *, skill: str, word: str = "") -> Exchange:
    """Return one question and its answer."""
    said = Message("assistant", answer, reasoning=reasoning, word=word, skill=skill)
    return (Message("user", text), said)


def with_media(exchange: Exchange, count: int) -> Exchange:
    """Return the exchange with that many images or videos before its question."""
    return (replace(exchange[0], media=count), *exchange[1:])
