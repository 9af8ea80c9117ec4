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
        self._places: dict[int, dict[int, int]] = {size: {} for size in SIZES}
        self._indexed = 0
        self._place: int | None = None

    def is_promising(self) -> bool:
        """Return True if the last tokens came before. The pending token need not be known."""
        self._index()
        self._place = self._found()
        return self._place is not None

    def draft(self, pending: int, count: int) -> list[int]:
        """Return up to `count` tokens after `pending` if it is what followed before."""
        place = self._place
        if place is None or self._tokens[place] != pending:
            return []
        return list(self._tokens[place + 1 : place + 1 + count])

    def _index(self) -> None:
        """Enter the runs that end before each new token, under the place of that token."""
        stop = min(len(self._tokens), self._indexed + INDEXED_AT_ONCE)
        for size, places in self._places.items():
            for end in range(max(self._indexed, size), stop):
                places[hash(tuple(self._tokens[end - size : end]))] = end
        self._indexed = stop

    def _found(self) -> int | None:
        if self._indexed < len(self._tokens):
            return None
        for size, places in self._places.items():
            if len(self._tokens) > size:
                place = places.get(hash(tuple(self._tokens[-size:])))
                if place is not None:
                    return place
        return None
