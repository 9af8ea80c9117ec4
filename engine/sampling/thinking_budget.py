"""Where a reply stands, reasoning or answer, and a limit to the tokens of reasoning."""

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.markers import Ids, Markers
from engine.errors import Refused


class Reasoning:
    """Follows one reply by token ids: a marker counts only as the whole of its ids, in order.

    `open`: the next token is reasoning, at first where the prompt ends inside a block. `count`
    tokens were generated inside blocks so far, without the markers; `blocks` were closed. A tool
    call inside a block is none of it, and the block goes on after it.
    """

    def __init__(self, markers: Markers, *, opened: bool) -> None:
        self.markers = markers
        self.open = opened
        self.count = 0
        self.blocks = 0
        # What ends the tool call that a block is interrupted by.
        self._until: Ids = ()
        self._tail: Ids = ()
        calls = [marker for pair in markers.calls for marker in pair]
        self._longest = max(map(len, (markers.start, markers.end, *calls)))

    def observe(self, token: int) -> bool:
        """Take the next token; whether it belongs to reasoning or completes one of its markers."""
        inside = self.open
        self._tail = (*self._tail, token)[-self._longest :]
        if not inside:
            if self._ends_with(self._until) or self._ends_with(self.markers.start):
                self.open, self._tail, self._until = True, (), ()
            return self.open
        self.count += 1
        if self._ends_with(self.markers.end):
            self._leave(self.markers.end)
            self.blocks += 1
            return True
        for opener, closer in self.markers.calls:
            if self._ends_with(opener):
                self._leave(opener)
                self._until = closer
                break
        return True

    def matched(self, marker: Ids) -> int:
        """How many of the marker's first ids, not all, are the last tokens."""
        sizes = range(1, len(marker))
        return max((size for size in sizes if self._tail[-size:] == marker[:size]), default=0)

    def completing(self, marker: Ids) -> int | None:
        """The id that would complete the marker if it came next."""
        return marker[-1] if marker and self.matched(marker) == len(marker) - 1 else None

    def _leave(self, marker: Ids) -> None:
        self.open, self._tail = False, ()
        self.count -= len(marker)

    def _ends_with(self, marker: Ids) -> bool:
        return bool(marker) and self._tail[-len(marker) :] == marker


class ThinkingBudget:
    """At most `budget` tokens of reasoning in a reply; then what closes it is forced.

    Where the model's chat template writes a line break before that marker, the last token of the
    budget is one. Once the budget is used up, no new block can be opened, so nothing is forced
    twice. Raises Refused for a model that does not reason.
    """

    def __init__(
        self, budget: int, tokenizer: TokenizerWrapper, reasoning: Reasoning, last: int | None
    ) -> None:
        """`last` is the last token of the prompt."""
        if not reasoning.markers.start:
            raise Refused("thinking_budget needs a model that reasons. Ask without it.")
        self._budget = budget
        self._tokenizer = tokenizer
        self._reasoning = reasoning
        self._last = last
        # What is left to be forced.
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
        """The id that must come next."""
        if self._due:
            return self._due[0]
        reasoning = self._reasoning
        at_last = reasoning.open and self._left == 1 and not self._at_break()
        if at_last and not reasoning.matched(reasoning.markers.end):
            return reasoning.markers.line_break
        return None

    @property
    def barred(self) -> int | None:
        """The id that must not come next: it would open another block."""
        reasoning = self._reasoning
        if reasoning.open or self._due or not reasoning.blocks or self._left > 0:
            return None
        return reasoning.completing(reasoning.markers.opening)

    @property
    def _left(self) -> int:
        return self._budget - self._reasoning.count

    def _close_in_time(self) -> None:
        if self._reasoning.open and self._left <= 0:
            begun = self._reasoning.matched(self._reasoning.markers.end)
            self._due = self._reasoning.markers.close[begun:]

    def _at_break(self) -> bool:
        return self._last is not None and self._tokenizer.decode([self._last]).endswith("\n")
