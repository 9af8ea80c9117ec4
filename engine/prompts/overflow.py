"""The part of a conversation that is sent if it is longer than the context; no model libraries."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import log2

from engine.frozen import frozen
from engine.messages import ChatMessage, Media

# Exchanges are omitted in steps of a quarter of the context: prompts between two steps share their
# beginning, so it stays cached from question to question.
STEPS = 4
# A rough estimate that stays the same however long the conversation becomes.
_BYTES_PER_TOKEN = 4
MAX_SUMMARY = 768
# Tokens of the words around a summary.
_AROUND_SUMMARY = 16
SUMMARY = "Summary of the conversation so far:\n{text}"


def summary_tokens(context: int) -> int:
    """Return the most tokens that a summary may have."""
    return min(MAX_SUMMARY, context // 8)


def summary_room(context: int) -> int:
    """Return the most tokens that a summary takes in a prompt, with the words around it."""
    return summary_tokens(context) + _AROUND_SUMMARY


@frozen
class ContextPlan:
    """The messages to send. `media` are the indexes, among all media of the conversation, of those
    in `messages`."""

    messages: tuple[ChatMessage, ...]
    media: tuple[int, ...]


class LongConversation:
    """A conversation and the ways to shorten it.

    `exchanged` are its messages without system messages and summaries. `starts` are the indexes in
    it at which a shortened conversation can begin: every question but the first. An exchange, a
    question with all that followed from it, is sent as a whole or omitted.
    """

    def __init__(self, messages: Sequence[ChatMessage]) -> None:
        # System messages, after the number of exchanged messages before each.
        self._system: list[tuple[int, ChatMessage]] = []
        self.exchanged = [it for it in messages if it.role not in ("system", "summary")]
        count = 0
        for message in messages:
            if message.role == "system":
                self._system.append((count, message))
            count += message.role not in ("system", "summary")
        users = [at for at, message in enumerate(self.exchanged) if message.role == "user"]
        self.starts = users[1:]
        self.summaries = list(_summaries(messages, set(self.starts)))
        # By message, the index of its first medium.
        self._first = list(accumulate((len(it.media) for it in self.exchanged), initial=0))

    def context_plan(self, start: int = 0, summary: str = "") -> ContextPlan:
        """Return the conversation from the question at `start` on. Earlier media that are pinned
        are put in front of that question. All system messages are sent: those of the omitted
        messages at the beginning, the others at their place."""
        kept = self.exchanged[start:]
        pinned = [
            (media, self._first[at] + index)
            for at, message in enumerate(self.exchanged[:start])
            for index, media in enumerate(message.media)
            if index in message.pinned
        ]
        if pinned:
            kept[0] = _with_media(kept[0], [media for media, _ in pinned])
        places = (*(place for _, place in pinned), *range(self._first[start], self._first[-1]))
        said = self._beginning(start, summary)
        for at, message in enumerate(kept, start + 1):
            said += [message, *(system for place, system in self._system if place == at)]
        return ContextPlan(tuple(said), places)

    def steps(self, tokens: Sequence[int], context: int, whole: int) -> list[int]:
        """Return the starts to try, those that keep most first.

        `tokens` has the tokens of each medium; `whole` is the number of tokens of the conversation.
        The steps stay the same while the conversation grows.
        """
        sizes = [self._size(at, tokens) for at in range(len(self.exchanged))]
        before = list(accumulate(sizes, initial=0))
        # A power of two stays the same while a conversation grows.
        scale = 2.0 ** round(log2(max(1, whole) / max(1, before[-1])))
        size = max(1, int(context / STEPS / scale))
        found = [
            start
            for former, start in pairwise([0, *self.starts])
            if before[former] // size < before[start] // size
        ]
        # Single questions, in case even the part since the last step is too long.
        fine = bisect_left(self.starts, found[-1] + 1) if found else 0
        return [*found, *self.starts[fine:]]

    def share(self, start: int, tokens: Sequence[int]) -> float:
        """Return the estimated share of the conversation from `start` on."""
        sizes = [self._size(at, tokens) for at in range(len(self.exchanged))]
        return sum(sizes[start:]) / max(1, sum(sizes))

    def _size(self, at: int, tokens: Sequence[int]) -> int:
        message = self.exchanged[at]
        calls = sum(len(call.arguments) for call in message.tool_calls)
        media = sum(tokens[self._first[at] : self._first[at + 1]])
        return (len(message.content.encode("utf-8", "replace")) + calls) // _BYTES_PER_TOKEN + media

    def _beginning(self, start: int, summary: str) -> list[ChatMessage]:
        """Return the system messages before the question at `start`, with the summary, as one:
        templates read only the first."""
        texts = [message.content for place, message in self._system if place <= start]
        texts += [SUMMARY.format(text=summary)] if summary else []
        return [ChatMessage("system", "\n\n".join(texts))] if texts else []


def _summaries(messages: Sequence[ChatMessage], starts: set[int]) -> Iterator[tuple[int, str]]:
    """Yield each summary's text, after the number of exchanged messages that it covers."""
    count = 0
    for message in messages:
        if message.role == "summary" and count in starts:
            yield count, message.content
        count += message.role not in ("system", "summary")


def _with_media(message: ChatMessage, media: Sequence[Media]) -> ChatMessage:
    """Return the message with `media` in front of its own."""
    return replace(
        message,
        media=(*media, *message.media),
        places=(*(0 for _ in media), *message.places) if message.places else (),
        pinned=(*range(len(media)), *(index + len(media) for index in message.pinned)),
    )
