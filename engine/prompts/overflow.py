"""What a model is told of a conversation that is longer than its context. No model libraries."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from math import log2

from engine.messages import ChatMessage, Media

# Exchanges are left out in steps of this part of a context: the prompts between two steps begin
# alike, and are not read anew at each question.
STEPS = 4
# A rough measure that stays the same however long the conversation becomes.
_BYTES_PER_TOKEN = 4
MOST_SUMMARY = 768
_AROUND = 16
SUMMARY = "Summary of the conversation so far:\n{text}"


def summary_tokens(context: int) -> int:
    """The most that a summary may have of a context."""
    return min(MOST_SUMMARY, context // 8)


def summary_room(context: int) -> int:
    """What it takes there, with the words around it."""
    return summary_tokens(context) + _AROUND


@dataclass(frozen=True)
class Told:
    """`media` are the places, among all media of the conversation, of those that are told."""

    messages: tuple[ChatMessage, ...]
    media: tuple[int, ...]


class LongConversation:
    """`said` are its messages without those of the system and without summaries; `starts` are the
    places in it at which the model may be told on: questions, but for the first. An exchange, a
    question with all that came of it, is told as a whole or not at all."""

    def __init__(self, messages: Sequence[ChatMessage]) -> None:
        self._system = [message for message in messages if message.role == "system"]
        self.said = [it for it in messages if it.role not in ("system", "summary")]
        users = [at for at, message in enumerate(self.said) if message.role == "user"]
        self.starts = users[1:]
        self.summaries = list(_summaries(messages, set(self.starts)))
        # of the media, where those of each message begin
        self._first = list(accumulate((len(it.media) for it in self.said), initial=0))

    def told(self, start: int = 0, summary: str = "") -> Told:
        """From the question at `start` on, with the media before it that are pinned in front of
        it."""
        kept = self.said[start:]
        pinned = [
            (media, self._first[at] + index)
            for at, message in enumerate(self.said[:start])
            for index, media in enumerate(message.media)
            if index in message.pinned
        ]
        if pinned:
            kept[0] = _with_media(kept[0], [media for media, _ in pinned])
        places = (*(place for _, place in pinned), *range(self._first[start], self._first[-1]))
        return Told((*self._told_first(summary), *kept), places)

    def steps(self, tokens: Sequence[int], context: int, whole: int) -> list[int]:
        """Where to begin, the longest first; `tokens` are those of each of all media, and `whole`
        of the conversation. The same steps for one that has become longer."""
        sizes = [self._size(at, tokens) for at in range(len(self.said))]
        before = list(accumulate(sizes, initial=0))
        # in powers of two, which stay while a conversation grows
        scale = 2.0 ** round(log2(max(1, whole) / max(1, before[-1])))
        size = max(1, int(context / STEPS / scale))
        found = [
            start
            for former, start in pairwise([0, *self.starts])
            if before[former] // size < before[start] // size
        ]
        # where even what came since the last step is too much
        fine = bisect_left(self.starts, found[-1] + 1) if found else 0
        return [*found, *self.starts[fine:]]

    def share(self, start: int, tokens: Sequence[int]) -> float:
        """About how much of the conversation is told from there on."""
        sizes = [self._size(at, tokens) for at in range(len(self.said))]
        return sum(sizes[start:]) / max(1, sum(sizes))

    def _size(self, at: int, tokens: Sequence[int]) -> int:
        message = self.said[at]
        calls = sum(len(call.arguments) for call in message.tool_calls)
        media = sum(tokens[self._first[at] : self._first[at + 1]])
        return (len(message.content.encode("utf-8", "replace")) + calls) // _BYTES_PER_TOKEN + media

    def _told_first(self, summary: str) -> list[ChatMessage]:
        if not summary:
            return self._system
        text = SUMMARY.format(text=summary)
        if not self._system:
            return [ChatMessage("system", text)]
        *others, last = self._system
        return [*others, replace(last, content=f"{last.content}\n\n{text}")]


def _summaries(messages: Sequence[ChatMessage], starts: set[int]) -> Iterator[tuple[int, str]]:
    """How many of those that are said each is a summary of, and its text."""
    count = 0
    for message in messages:
        if message.role == "summary" and count in starts:
            yield count, message.content
        count += message.role not in ("system", "summary")


def _with_media(message: ChatMessage, media: Sequence[Media]) -> ChatMessage:
    """In front of what it has."""
    return replace(
        message,
        media=(*media, *message.media),
        places=(*(0 for _ in media), *message.places) if message.places else (),
        pinned=(*range(len(media)), *(index + len(media) for index in message.pinned)),
    )
