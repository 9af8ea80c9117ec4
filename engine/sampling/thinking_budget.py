"""The thinking budget: a limit to the reasoning tokens of a reply, and its state in or out of
reasoning."""

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.markers import Ids, Markers
from engine.errors import Refused


class Reasoning:
    """Follows one reply by token ids; a marker counts only if all its ids come in order.

    `open`: the next token is reasoning, at first because the prompt ends inside a block. `count` is
    the number of tokens generated inside blocks, without markers; `blocks` the number of closed
    blocks. A tool call interrupts a block, which goes on after the call.
    """

    def __init__(self, markers: Markers, *, opened: bool) -> None:
        self.markers = markers
        self.open = opened
        self.count = 0
        self.blocks = 0
        # Ends the tool call that interrupts a block.
        self._call_closer: Ids = ()
        self._tail: Ids = ()
        calls = [marker for pair in markers.calls for marker in pair]
        self._longest = max(map(len, (markers.start, markers.end, *calls)))

    def observe(self, token: int) -> bool:
        """Take the next token; return True if it belongs to reasoning or completes one of its
        markers."""
        inside = self.open
        self._tail = (*self._tail, token)[-self._longest :]
        if not inside:
            if self._ends_with(self._call_closer) or self._ends_with(self.markers.start):
                self.open, self._tail, self._call_closer = True, (), ()
            return self.open
        self.count += 1
        if self._ends_with(self.markers.end):
            self._leave(self.markers.end)
            self.blocks += 1
            return True
        for opener, closer in self.markers.calls:
            if self._ends_with(opener):
                self._leave(opener)
                self._call_closer = closer
                break
        return True

    def matched(self, marker: Ids) -> int:
        """Return how many of the marker's first ids, but not all, are the last tokens."""
        sizes = range(1, len(marker))
        return max((size for size in sizes if self._tail[-size:] == marker[:size]), default=0)

    def completing(self, marker: Ids) -> int | None:
        """Return the id that would complete the marker if it came next, or None."""
        return marker[-1] if marker and self.matched(marker) == len(marker) - 1 else None

    def _leave(self, marker: Ids) -> None:
        self.open, self._tail = False, ()
        self.count -= len(marker)

    def _ends_with(self, marker: Ids) -> bool:
        return bool(marker) and self._tail[-len(marker) :] == marker


class ThinkingBudget:
    """Allows `budget` tokens of reasoning in a reply; then the closing marker is forced.

    If the model's chat template writes a line break before that marker, the last token of the
    budget is one. Once the budget is used up, no new block can be opened, so nothing is forced
    twice. Raises Refused for a model that does not reason.
    """

    def __init__(
        self, budget: int, tokenizer: TokenizerWrapper, reasoning: Reasoning, last: int | None
    ) -> None:
        """`last`: the last token of the prompt."""
        if not reasoning.markers.start:
            raise Refused("A thinking budget needs a model that reasons. Remove the budget.")
        self._budget = budget
        self._tokenizer = tokenizer
        self._reasoning = reasoning
        self._last = last
        # Ids that are still to be forced.
        self._due: Ids = ()
        self._close_in_time()

    def observe(self, token: int) -> None:
        """Take the next token, after `reasoning` did."""
        self._last = token
        self._due = self._due[1:]
        if not self._due:
            self._close_in_time()

    @property
    def forced(self) -> int | None:
        """The id that must come next, or None."""
        if self._due:
            return self._due[0]
        reasoning = self._reasoning
        at_last = reasoning.open and self._left == 1 and not self._at_break()
        if at_last and not reasoning.matched(reasoning.markers.end):
            return reasoning.markers.line_break
        return None

    @property
    def barred(self) -> int | None:
        """The id that must not come next, because it would open another block, or None."""
        reasoning = self._reasoning
        if reasoning.open or self._due or not reasoning.blocks or self._left > 0:
            return None
        return reasoning.completing(reasoning.markers.opening)

    @property
    def _left(self) -> int:
        return self._budget - self._reasoning.count

    def _close_in_time(self) -> None:
        if self._reasoning.open and self._left <= 0:
            written = self._reasoning.matched(self._reasoning.markers.end)
            self._due = self._reasoning.markers.close[written:]

    def _at_break(self) -> bool:
        return self._last is not None and self._tokenizer.decode([self._last]).endswith("\n")
