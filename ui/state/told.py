"""What a model is told of the turns of a conversation."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from weakref import WeakKeyDictionary

from engine.messages import ChatMessage
from ui.state.turn import Turn


class Told:
    """Asked for at every pause in typing, so that the messages of a turn are kept until `forget`
    says that it has changed."""

    def __init__(self) -> None:
        self._kept: WeakKeyDictionary[Turn, tuple[ChatMessage, ...]] = WeakKeyDictionary()

    def forget(self, turn: Turn) -> None:
        self._kept.pop(turn, None)

    def told(
        self, turns: Sequence[Turn], start: int = 0
    ) -> list[tuple[int, tuple[ChatMessage, ...]]]:
        """Of the turns from `start` on, the indexes of those that are told, with their messages: no
        growing reply, no question without an answer but the last, no call without a result."""
        return [
            (index, messages)
            for exchange in exchanges(turns, start)
            if not turns[exchange[-1]].unanswered
            for index in exchange
            if (messages := self._messages(turns[index]))
        ]

    def history(self, turns: Sequence[Turn], start: int = 0) -> tuple[ChatMessage, ...]:
        """The same in one, with the summaries where they stand."""
        found: list[ChatMessage] = []
        for index, messages in self.told(turns, start):
            found += messages
            if summary := turns[index].summary:
                found.append(ChatMessage("summary", summary))
        return tuple(found)

    def _messages(self, turn: Turn) -> tuple[ChatMessage, ...]:
        if turn.growing:
            return ()
        if turn not in self._kept:
            self._kept[turn] = tuple(_told(turn))
        return self._kept[turn]


def exchanges(turns: Sequence[Turn], start: int = 0) -> list[range]:
    """Where each question stands with what came of it."""
    count = len(turns)
    firsts = [at for at in range(start, count) if turns[at].role == "user" or at == start]
    return [range(*it) for it in pairwise([*firsts, count])]


def begun(turn: Turn) -> ChatMessage | None:
    """A reply as far as it came, for a model to go on with; None where it said nothing."""
    if not (turn.content or turn.reasoning):
        return None
    return ChatMessage("assistant", turn.content, reasoning=turn.reasoning)


def _told(turn: Turn) -> Iterator[ChatMessage]:
    """What it says, and the results of its calls."""
    answered = turn.answered_calls
    message = ChatMessage(
        turn.role,
        turn.told,
        tuple(attachment.media for attachment in turn.attachments),
        tuple(called.call for called in answered),
        reasoning=turn.reasoning,
        places=turn.places,
        pinned=turn.pinned,
    )
    for it in (message, *(called.message() for called in answered)):
        if it.content or it.media or it.tool_calls or it.role == "user":
            yield it
