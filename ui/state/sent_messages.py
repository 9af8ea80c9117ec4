"""Chooses the turns of a conversation that a model gets, and makes messages of them."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import pairwise
from weakref import WeakKeyDictionary

from engine.messages import ChatMessage
from ui.state.turn import Turn


class Omission(Enum):
    """A way to omit the oldest messages of a conversation that exceeds the context.

    OMITTED: the messages are not sent. SUMMARIZED: a summary is sent instead. TO_SUMMARIZE: they
    will be summarized before the next question is answered."""

    OMITTED = auto()
    SUMMARIZED = auto()
    TO_SUMMARIZE = auto()


class SentMessages:
    """Makes the messages of turns. The messages of each turn are cached until `forget`, since every
    pause in typing needs them."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Turn, tuple[ChatMessage, ...]] = WeakKeyDictionary()

    def forget(self, turn: Turn) -> None:
        self._kept.pop(turn, None)

    def by_turn(
        self, turns: Sequence[Turn], start: int = 0
    ) -> list[tuple[int, tuple[ChatMessage, ...]]]:
        """Return the indexes of the turns from `start` on that are sent to the model, with their
        messages: without growing replies, unanswered questions but the last, and calls without a
        result."""
        return [
            (index, messages)
            for exchange in exchanges(turns, start)
            if not turns[exchange[-1]].unanswered
            for index in exchange
            if (messages := self._messages(turns[index]))
        ]

    def history(self, turns: Sequence[Turn], start: int = 0) -> tuple[ChatMessage, ...]:
        """Return all messages in order, each summary after the turn that has it."""
        found: list[ChatMessage] = []
        for index, messages in self.by_turn(turns, start):
            found += messages
            if summary := turns[index].summary:
                found.append(ChatMessage("summary", summary))
        return tuple(found)

    def _messages(self, turn: Turn) -> tuple[ChatMessage, ...]:
        if turn.growing:
            return ()
        if turn not in self._kept:
            self._kept[turn] = tuple(_messages_of(turn))
        return self._kept[turn]


def exchanges(turns: Sequence[Turn], start: int = 0) -> list[range]:
    """Return the range of each question with its answers."""
    count = len(turns)
    firsts = [at for at in range(start, count) if turns[at].role == "user" or at == start]
    return [range(*it) for it in pairwise([*firsts, count])]


def text_to_continue(turn: Turn) -> ChatMessage | None:
    """Return the text of a reply for a model to continue, or None if there is none."""
    if not (turn.content or turn.reasoning):
        return None
    return ChatMessage("assistant", turn.content, reasoning=turn.reasoning)


def _messages_of(turn: Turn) -> Iterator[ChatMessage]:
    """Yield the message of a turn, and those of the results of its calls."""
    answered = turn.answered_calls
    message = ChatMessage(
        turn.role,
        turn.sent_text,
        tuple(attachment.media for attachment in turn.attachments),
        tuple(called.call for called in answered),
        reasoning=turn.reasoning,
        places=turn.places,
        pinned=turn.pinned,
    )
    for it in (message, *(called.message() for called in answered)):
        if it.content or it.media or it.tool_calls or it.role == "user":
            yield it
