"""What is said: the messages of a conversation, before they are written as text."""

from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True)
class Message:
    """One message. `role` is user, assistant or tool.

    `media` counts the pictures and clips that stand before the text (of the user, in the order of
    the conversation's media). `reasoning` is what the assistant thinks before `text` where it is
    asked to think. `call` is the name and the arguments of the tool that it calls. `word` is the
    answer in one word, "" where there is none. `skill` names what an answer shows.
    """

    role: str
    text: str = ""
    media: int = 0
    reasoning: str = ""
    call: tuple[str, dict[str, Any]] | None = None
    word: str = ""
    skill: str = ""


# A question and what follows it: the answer, or a call, its result and the answer.
Exchange = tuple[Message, ...]


@dataclass(frozen=True)
class Chat:
    """`tools` are definitions as the chat template takes them."""

    messages: tuple[Message, ...]
    system: str = ""
    tools: tuple[dict[str, Any], ...] = ()


def question(text: str, answer: str, reasoning: str, *, skill: str, word: str = "") -> Exchange:
    """One question and its answer."""
    said = Message("assistant", answer, reasoning=reasoning, word=word, skill=skill)
    return (Message("user", text), said)


def with_media(exchange: Exchange, count: int) -> Exchange:
    """The exchange with that many pictures or clips before its question."""
    return (replace(exchange[0], media=count), *exchange[1:])
