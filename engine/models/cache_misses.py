"""The reason, for the user, why a prompt was processed again that could have been cached."""

from dataclasses import field

import numpy as np

from engine.frozen import frozen, mutable
from engine.sentences import Sentence, say

# Tokens a chat template may insert between an answer and the next question.
TEMPLATE_GAP = 4
# Shorter prefixes are cheaper to recompute than to keep.
MIN_TOKENS = 16
# Conversations whose last prompt is remembered.
MAX_CONVERSATIONS = 32
# Numbers below this one in keys stand for text that was left out, other negative ones for media.
GAP_KEYS = -(2**56)
OTHER_BITS = say("The prompt is cached, but with the other setting of the 8-bit cache.")


@frozen
class Origin:
    """The inputs that the beginning of a prompt depends on. `conversation` is 0 for a request that
    belongs to none."""

    conversation: int = 0
    system: tuple[str, ...] = ()
    tools: tuple[str, ...] = ()


@frozen
class Boundaries:
    """Token offsets at which prompts of one conversation may diverge: the first question, the last
    answer, the last question and the generation prompt. 0 means unknown. `omitted`: the oldest
    messages were dropped. `summarized`: a summary replaces them."""

    first_question: int = 0
    last_answer: int = 0
    last_question: int = 0
    generation_prompt: int = 0
    omitted: bool = False
    summarized: bool = False
    origin: Origin = Origin()

    @property
    def snapshot_points(self) -> list[int]:
        """Offsets worth a snapshot, because a later prompt may diverge there."""
        points = {self.first_question, self.last_question, self.generation_prompt}
        return sorted(points - set(range(MIN_TOKENS)))


@mutable
class LastPrompts:
    """The last prompt of each conversation, which the next one is compared with."""

    _prompts: dict[int, tuple[np.ndarray, Origin]] = field(default_factory=dict)

    def clear(self) -> None:
        self._prompts.clear()

    def note(self, prompt: np.ndarray, origin: Origin) -> None:
        """Make a prompt the last one of its conversation, if it has one."""
        if origin.conversation:
            self._prompts.pop(origin.conversation, None)
            self._prompts[origin.conversation] = prompt, origin
            while len(self._prompts) > MAX_CONVERSATIONS:
                del self._prompts[next(iter(self._prompts))]

    def miss_reason(
        self, wanted: np.ndarray, boundaries: Boundaries, length: int, cached: int, other_bits: int
    ) -> str:
        """Return why only `length` tokens of a prompt can be reused, or "" if no more were
        expected. `cached` of its tokens are in the cache, and `other_bits` in the cache of the
        other precision. The prompt becomes the last one of its conversation."""
        before = self._prompts.get(boundaries.origin.conversation)
        self.note(wanted, boundaries.origin)
        if length + TEMPLATE_GAP >= boundaries.last_question > 0 or length >= len(wanted) - 1:
            return ""
        if other_bits > length + TEMPLATE_GAP:
            return OTHER_BITS
        if before is None:
            known = length >= MIN_TOKENS or not boundaries.last_answer
            return "" if known else say("This chat was not in the cache.")
        return _reason(wanted, boundaries, length, cached, *before)


def _reason(
    wanted: np.ndarray,
    boundaries: Boundaries,
    length: int,
    cached: int,
    before: np.ndarray,
    origin: Origin,
) -> str:
    same = common_prefix(before, wanted)
    if same > cached + TEMPLATE_GAP:
        return say("The prompt was cached, but its memory was needed for something else.")
    if length + TEMPLATE_GAP >= boundaries.last_answer > 0:
        return say("The chat template formats earlier answers differently.")
    if same >= boundaries.last_question > 0:
        return say("The cache of this model cannot be rewound to the last question.")
    changed = _changed(wanted, boundaries, before, origin)
    if cached > length + TEMPLATE_GAP:
        return say(
            "{changed}, and the cache of this model cannot be rewound to there.", changed=changed
        )
    return say("{changed}.", changed=changed)


def _changed(
    wanted: np.ndarray, boundaries: Boundaries, before: np.ndarray, origin: Origin
) -> Sentence:
    same = common_prefix(before, wanted)
    if origin.system != boundaries.origin.system:
        return say("The system prompt changed")
    if origin.tools != boundaries.origin.tools:
        return say("The list of tools changed")
    if same < boundaries.first_question:
        if boundaries.summarized:
            return say("The summary of the earlier messages changed")
        return say("The beginning of the prompt changed")
    numbers = [key[same] for key in (wanted, before) if len(key) > same]
    if any(number < GAP_KEYS for number in numbers):
        return say("Other parts of the prompt are cached")
    if any(number < 0 for number in numbers):
        return say("An image or video changed")
    if boundaries.omitted and not boundaries.summarized:
        return say("An earlier message changed, or more of the oldest are omitted")
    return say("An earlier message changed")


def common_prefix(one: np.ndarray, other: np.ndarray) -> int:
    """Return the length of the longest common prefix."""
    length = min(len(one), len(other))
    differs = np.flatnonzero(one[:length] != other[:length])
    return int(differs[0]) if len(differs) else length
