"""Drafts copied from the row's own tokens: what followed when its last tokens came before."""

from collections.abc import Sequence

# The last tokens are looked for by these lengths, the longest first: it is right most often.
SIZES = (6, 3)
# Tokens that are indexed in one step, so that a long prompt delays no step.
INDEXED_AT_ONCE = 2048


class Lookup:
    """An index over `tokens`, a list that grows, by the hash of each run of `SIZES` tokens. A wrong
    hit only costs a rejected draft, so the runs themselves are not stored."""

    name = "lookup"

    def __init__(self, tokens: Sequence[int]) -> None:
        self._tokens = tokens
        self._places: list[tuple[int, dict[int, int]]] = [(size, {}) for size in SIZES]
        self._indexed = 0
        self._place: int | None = None

    def is_promising(self) -> bool:
        """Return True if the last tokens came before. The pending token need not be known."""
        # The place after the last token is entered as well, before its token is known.
        known = len(self._tokens)
        stop = min(known + 1, self._indexed + INDEXED_AT_ONCE)
        for end in range(self._indexed, stop):
            self._place = self._entered(end)
        self._indexed = stop
        return stop > known and self._place is not None

    def draft(self, pending: int, count: int) -> list[int]:
        """Return up to `count` tokens after `pending` if it is what followed before."""
        place = self._place
        if place is None or self._tokens[place] != pending:
            return []
        return list(self._tokens[place + 1 : place + 1 + count])

    def _entered(self, end: int) -> int | None:
        """Enter the runs before the place `end`. Return the place after the same run before, of the
        longest that came before."""
        found: int | None = None
        for size, places in self._places:
            if end >= size:
                run = hash(tuple(self._tokens[end - size : end]))
                found = places.get(run) if found is None else found
                places[run] = end
        return found
