"""The reason, in words, for processing a prompt that could have been in the cache."""

from dataclasses import dataclass, field

import numpy as np

from engine.sentences import Sentence, say

# The template may write so many tokens between the end of an answer and the next question.
BETWEEN = 4
# Fewer tokens are read again sooner than kept.
LEAST = 16
# The last prompts of so many conversations are remembered.
MOST = 32
OTHER_BITS = say("It is cached with the other setting of 8 bit.")


@dataclass(frozen=True)
class Origin:
    """The request that a prompt is made of, as far as its beginning depends on that; `conversation`
    is 0 for a request that belongs to none."""

    conversation: int = 0
    system: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


@dataclass(frozen=True)
class Parts:
    """Places that tell a prompt apart: tokens before the first question, before the last answer,
    before the last question, and before what invites the next answer; 0 where that is not known.
    Whether the oldest messages are `left_out` of it, or stand `summarised` by the system prompt."""

    first: int = 0
    answer: int = 0
    last: int = 0
    tail: int = 0
    left_out: bool = False
    summarised: bool = False
    origin: Origin = Origin()

    @property
    def ends(self) -> list[int]:
        """Return where other prompts may go on differently."""
        return sorted({self.first, self.last, self.tail} - set(range(LEAST)))


@dataclass
class LastPrompts:
    """The newest prompt of each conversation: a reason compares with that and no other."""

    _prompts: dict[int, tuple[np.ndarray, Origin]] = field(default_factory=dict)

    def clear(self) -> None:
        self._prompts.clear()

    def reason(
        self, wanted: np.ndarray, parts: Parts, start: int, kept: int, other_bits: int
    ) -> str:
        """Return why only `start` tokens of a prompt were of use, or "" if no more could be
        expected. `kept` of its tokens are in the cache, and `other_bits` in that with the other
        number of bits. The prompt is its conversation's last one from now on."""
        before = self._prompts.pop(parts.origin.conversation, None)
        if parts.origin.conversation:
            self._prompts[parts.origin.conversation] = wanted, parts.origin
            while len(self._prompts) > MOST:
                del self._prompts[next(iter(self._prompts))]
        if start + BETWEEN >= parts.last > 0 or start >= len(wanted) - 1:
            return ""
        if other_bits > start + BETWEEN:
            return OTHER_BITS
        if before is None:
            return "" if start else say("New prompt, nothing cached.")
        return _reason(wanted, parts, start, kept, *before)


def _reason(
    wanted: np.ndarray, parts: Parts, start: int, kept: int, before: np.ndarray, origin: Origin
) -> str:
    same = common(before, wanted)
    if same > kept + BETWEEN:
        return say("It was cached, but others needed the memory.")
    if start + BETWEEN >= parts.answer > 0:
        return say("Re-read: the chat template formats earlier answers differently.")
    if same >= parts.last > 0:
        return say("The cache of this model cannot be cut back to the last question.")
    changed = _changed(wanted, parts, before, origin)
    if kept > start + BETWEEN:
        return say(
            "{changed}, and the cache of this model cannot be cut back to there.", changed=changed
        )
    return say("{changed}.", changed=changed)


def _changed(wanted: np.ndarray, parts: Parts, before: np.ndarray, origin: Origin) -> Sentence:
    same = common(before, wanted)
    if origin.system != parts.origin.system:
        return say("The system prompt changed")
    if origin.tools != parts.origin.tools:
        return say("The list of tools changed")
    if same < parts.first:
        if parts.summarised:
            return say("The summary of the earlier messages changed")
        return say("The beginning of the prompt changed")
    if any(key[same] < 0 for key in (wanted, before) if len(key) > same):
        return say("An image or video changed")
    if parts.left_out and not parts.summarised:
        return say("An earlier message changed, or more of the oldest are left out")
    return say("An earlier message changed")


def common(one: np.ndarray, other: np.ndarray) -> int:
    """Return how many numbers both begin with."""
    length = min(len(one), len(other))
    differs = np.flatnonzero(one[:length] != other[:length])
    return int(differs[0]) if len(differs) else length
