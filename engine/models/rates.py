"""How fast this machine reads prompts and looks at pictures with one model, as measured."""

from collections import deque
from dataclasses import dataclass, field
from math import log
from statistics import median

# Measurements that are kept, and how many of the nearest size an estimate is made of.
KEPT, NEAREST = 32, 5
# Tokens or placeholders, and the seconds that they took.
Measured = tuple[int, float]


@dataclass
class Rates:
    """A short piece takes more time for each token than a long one: pieces are compared with those
    of about their size."""

    _pieces: deque[Measured] = field(default_factory=lambda: deque(maxlen=KEPT))
    _looks: deque[Measured] = field(default_factory=lambda: deque(maxlen=KEPT))

    def read(self, tokens: int, seconds: float) -> None:
        """So many tokens of a prompt were read in one piece of work."""
        _keep(self._pieces, tokens, seconds)

    def looked(self, places: int, seconds: float) -> None:
        """The vision tower looked at a picture with so many placeholders."""
        _keep(self._looks, places, seconds)

    def reading(self, tokens: int, chunk: int) -> float | None:
        """Seconds for reading so many tokens in chunks; None before anything was measured."""
        if not self._pieces or tokens < 1:
            return None
        whole, rest = divmod(tokens, chunk)
        return whole * _expected(self._pieces, chunk) + _expected(self._pieces, rest)

    def looking(self, pictures: list[int]) -> float | None:
        """Seconds for looking at pictures with so many placeholders each; None as above."""
        if pictures and not self._looks:
            return None
        return sum(_expected(self._looks, places) for places in pictures)


def _keep(measured: deque[Measured], size: int, seconds: float) -> None:
    if size > 0:
        # the newest first: of those of one size they count
        measured.appendleft((size, seconds))


def _expected(measured: deque[Measured], size: int) -> float:
    if size < 1:
        return 0.0
    near = sorted(measured, key=lambda each: abs(log(each[0] / size)))[:NEAREST]
    return size * median(seconds / count for count, seconds in near)
