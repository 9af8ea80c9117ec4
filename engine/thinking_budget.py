"""Where a reply stands, reasoning or answer, and a limit to the tokens of reasoning."""

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.errors import Refused


class Reasoning:
    """Follows one reply by token ids: a marker counts only as the whole of its ids, in order.

    `opened`: the prompt ends inside a block. `count` tokens were generated inside blocks so far,
    without the markers; `blocks` were closed. A tool call ends a block as the closing marker does.
    """

    def __init__(self, tokenizer: TokenizerWrapper, *, opened: bool) -> None:
        self.start: tuple[int, ...] = tokenizer.think_start_tokens or ()
        self.end: tuple[int, ...] = tokenizer.think_end_tokens or ()
        self.call: tuple[int, ...] = tokenizer.tool_call_start_tokens or ()
        self.open = opened
        self.count = 0
        self.blocks = 0
        self._tail: tuple[int, ...] = ()
        self._longest = max(len(self.start), len(self.end), len(self.call))

    def observe(self, token: int) -> bool:
        """Take the next token; whether it belongs to reasoning or completes one of its markers."""
        inside = self.open
        self._tail = (*self._tail, token)[-self._longest :]
        if not inside:
            if self._ends_with(self.start):
                self.open, self._tail = True, ()
            return self.open
        self.count += 1
        for marker in (self.end, self.call):
            if self._ends_with(marker):
                self.open, self._tail = False, ()
                self.count -= len(marker)
                self.blocks += 1
                break
        return True

    def matched(self, marker: tuple[int, ...]) -> int:
        """How many of the marker's first ids, not all, are the last tokens."""
        sizes = range(1, len(marker))
        return max((size for size in sizes if self._tail[-size:] == marker[:size]), default=0)

    def completing(self, marker: tuple[int, ...]) -> int | None:
        """The id that would complete the marker if it came next."""
        return marker[-1] if marker and self.matched(marker) == len(marker) - 1 else None

    def _ends_with(self, marker: tuple[int, ...]) -> bool:
        return bool(marker) and self._tail[-len(marker) :] == marker


class ThinkingBudget:
    """At most `budget` tokens of reasoning in a reply; then its closing marker is forced.

    Where the model's chat template writes a line break before that marker, the last token of the
    budget is one. Once the budget is used up, no new block can be opened, so nothing is forced
    twice. Raises Refused for a model that does not reason.
    """

    def __init__(
        self, budget: int, tokenizer: TokenizerWrapper, reasoning: Reasoning, last: int | None
    ) -> None:
        """`last` is the last token of the prompt."""
        if not tokenizer.has_thinking:
            raise Refused("thinking_budget needs a model that reasons. Ask without it.")
        self._budget = budget
        self._tokenizer = tokenizer
        self._reasoning = reasoning
        self._last = last
        self._break = _line_break(tokenizer)

    def observe(self, token: int) -> None:
        """Take the next token, after `reasoning` did."""
        self._last = token

    @property
    def forced(self) -> int | None:
        """The id that must come next."""
        reasoning = self._reasoning
        if not reasoning.open:
            return None
        done = reasoning.matched(reasoning.end)
        if self._left <= 0:
            return reasoning.end[done]
        return self._break if self._left == 1 and not done and not self._at_break() else None

    @property
    def barred(self) -> int | None:
        """The id that must not come next: it would open another block."""
        reasoning = self._reasoning
        if reasoning.open or not reasoning.blocks or self._left > 0:
            return None
        return reasoning.completing(reasoning.start)

    @property
    def _left(self) -> int:
        return self._budget - self._reasoning.count

    def _at_break(self) -> bool:
        return self._last is not None and self._tokenizer.decode([self._last]).endswith("\n")


def _line_break(tokenizer: TokenizerWrapper) -> int | None:
    """The id of a line break where the template writes one before the closing marker."""
    template = str(getattr(tokenizer, "chat_template", None) or "")
    # In a Jinja literal it is spelled with a backslash.
    natural = any(f"{spelled}{tokenizer.think_end}" in template for spelled in ("\n", "\\n"))
    ids = tokenizer.encode("\n", add_special_tokens=False)
    return ids[0] if natural and len(ids) == 1 else None
