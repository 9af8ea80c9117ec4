"""The measured speed at which this machine prefills prompts and encodes images with one model."""

import statistics
from collections import deque
from dataclasses import field
from math import log

from engine.frozen import mutable

# Timings that are kept, and how many of the nearest size make an estimate.
MAX_TIMINGS, NEAREST = 32, 5
# Tokens or placeholders, and the seconds that they took.
Timing = tuple[int, float]


@mutable
class Rates:
    """Estimates from timings of a similar size: small chunks and images take more time for each
    token than large ones."""

    _prefills: deque[Timing] = field(default_factory=lambda: deque(maxlen=MAX_TIMINGS))
    _encodes: deque[Timing] = field(default_factory=lambda: deque(maxlen=MAX_TIMINGS))

    def add_prefill(self, tokens: int, seconds: float) -> None:
        """Add the timing of one prefill chunk."""
        _add(self._prefills, tokens, seconds)

    def add_encode(self, placeholders: int, seconds: float) -> None:
        """Add the timing of one image or frame group in the vision tower."""
        _add(self._encodes, placeholders, seconds)

    def prefill_seconds(self, tokens: int, chunk: int) -> float | None:
        """Estimate the prefill of `tokens` in chunks; None if nothing was measured yet."""
        if not self._prefills or tokens < 1:
            return None
        whole, rest = divmod(tokens, chunk)
        return whole * _estimate(self._prefills, chunk) + _estimate(self._prefills, rest)

    def encode_seconds(self, images: list[int]) -> float | None:
        """Estimate the encoding of images with these numbers of placeholders; None if nothing was
        measured yet."""
        if images and not self._encodes:
            return None
        return sum(_estimate(self._encodes, placeholders) for placeholders in images)


def _add(timings: deque[Timing], size: int, seconds: float) -> None:
    if size > 0:
        # newest first, so that the newest of one size count
        timings.appendleft((size, seconds))


def _estimate(timings: deque[Timing], size: int) -> float:
    if size < 1:
        return 0.0
    near = sorted(timings, key=lambda timing: abs(log(timing[0] / size)))[:NEAREST]
    return size * statistics.median(seconds / count for count, seconds in near)
