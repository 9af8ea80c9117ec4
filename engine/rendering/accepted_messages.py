"""Gives a chat template only such orders of messages as it takes: others are refused or dropped by
many templates, although clients send them."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.frozen import frozen
from engine.messages import ChatMessage

_FIRST, _SECOND, _THIRD, _LAST = "quokka", "wombat", "numbat", "bilby"
_MERGED = ("user", "assistant")


@frozen
class Accepted:
    """Orders that a template takes: system messages after the beginning (`later_system`), and two
    messages of the same role in a row (`neighbors`)."""

    later_system: bool = True
    neighbors: bool = True


def accepted(takes: Callable[[Sequence[ChatMessage], Sequence[str]], bool]) -> Accepted:
    """Try a template; `takes` renders messages and tells if these texts come in that order."""
    user, answer = ChatMessage("user", _FIRST), ChatMessage("assistant", _SECOND)
    system = [user, answer, ChatMessage("system", _THIRD), ChatMessage("user", _LAST)]
    users = [user, ChatMessage("user", _SECOND)]
    answers = [user, answer, ChatMessage("assistant", _THIRD), ChatMessage("user", _LAST)]
    order = (_FIRST, _SECOND, _THIRD, _LAST)
    return Accepted(takes(system, order), takes(users, order[:2]) and takes(answers, order))


def as_accepted(messages: Sequence[ChatMessage], form: Accepted) -> tuple[ChatMessage, ...]:
    """Return the messages in an order that the template takes. A later system message becomes a
    marked text of the user at its place: moved to the beginning, one that changes would make the
    cached prompt useless. Neighbors of the same role become one message."""
    said = list(messages)
    if not form.later_system:
        start = next((at for at, it in enumerate(said) if it.role != "system"), len(said))
        said[start:] = [_marked(it) if it.role == "system" else it for it in said[start:]]
    if form.neighbors:
        return tuple(said)
    merged: list[ChatMessage] = []
    for message in said:
        if merged and message.role in _MERGED and merged[-1].role == message.role:
            merged[-1] = _merged(merged[-1], message)
        else:
            merged.append(message)
    return tuple(merged)


def _marked(message: ChatMessage) -> ChatMessage:
    text = f"<system-reminder>\n{message.content}\n</system-reminder>"
    return ChatMessage("user", text)


def _merged(first: ChatMessage, second: ChatMessage) -> ChatMessage:
    between = "\n\n" if first.content and second.content else ""
    added = len(first.content) + len(between)
    places: tuple[int, ...] = ()
    if second.media:
        places = (*_places(first), *(added + place for place in _places(second)))
    elif first.places:
        places = first.places
    return replace(
        first,
        content=f"{first.content}{between}{second.content}",
        media=first.media + second.media,
        places=places,
        tool_calls=first.tool_calls + second.tool_calls,
        reasoning=first.reasoning + second.reasoning,
    )


def _places(message: ChatMessage) -> tuple[int, ...]:
    return message.places or (0,) * len(message.media)
