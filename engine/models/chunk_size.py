"""Finds by measurement how many prompt tokens a model prefills best in one step on this machine."""

from dataclasses import field
from math import inf
from typing import Protocol

from engine.frozen import mutable

# No chunk is larger.
LARGEST = 4096
# Prompts with fewer chunks of the least size are prefilled with that size: there is nothing to win.
FEW = 4
# Chunks grow while one takes less than half of SECONDS, and shrink again where one takes more than
# SLOW: Stop, and the answers to others, wait for the end of a chunk.
SECONDS, SLOW = 0.25, 1.0
# Chunks of each size that are timed before the next size is tried: the first compiles kernels.
TIMED = 2
# Below this, the time of a token in chunks of one size is taken for that in chunks of another.
SLOWER = 1.05


class Known(Protocol):
    """The size that earlier runs on this machine have found."""

    def known(self) -> int:
        """Return the size, 0 if none was found."""
        ...

    def learn(self, size: int) -> None: ...


@mutable
class ChunkSize:
    """The tokens of a chunk: `now`, and never fewer than `least`. The size doubles with the chunks
    of real prompts until it is `settled`, where that gains nothing or a chunk takes too long."""

    least: int
    now: int = 0
    settled: bool = False
    earlier: Known | None = field(default=None, repr=False)
    # Seconds for each chunk of this size, and for a token in the chunks of half this size.
    _timings: list[float] = field(default_factory=list)
    _smaller: float = inf
    # Seconds for a token in the chunks of twice this size, while this size is timed again.
    _larger: float = 0.0

    def __post_init__(self) -> None:
        self.now = max(self.least, self.now)

    def sizes(self, tokens: int) -> list[int]:
        """Return the sizes that the chunks of a prompt may reach, the largest first. The memory for
        one of them is to be reserved before the prompt is prefilled."""
        if tokens < FEW * self.least:
            return [self.least]
        if not self.settled and self.earlier is not None and (size := self.earlier.known()):
            self.now, self.settled = max(self.least, min(size, LARGEST)), True
        found = [self.now if self.settled else max(self.now, LARGEST)]
        while found[-1] > self.least:
            found.append(max(self.least, found[-1] // 2))
        return found

    def add(self, tokens: int, seconds: float) -> None:
        """Note the time of a chunk, and choose the size of the next one."""
        if tokens != self.now:
            return
        if self.settled:
            if seconds > SLOW and self.now > self.least:
                self._settle(max(self.least, self.now // 2))
            return
        self._timings.append(seconds)
        if len(self._timings) < TIMED:
            return
        best = min(self._timings)
        self._timings = []
        if self._larger:
            self._compare(best / tokens)
        elif best / tokens > SLOWER * self._smaller:
            # Later chunks attend to more tokens, so the smaller size is timed again after this one.
            self._larger = best / tokens
            self.now //= 2
        else:
            self._grow(best)

    def _compare(self, smaller: float) -> None:
        """Settle for this size if a token took less time than in chunks of twice the size."""
        larger, self._larger = self._larger, 0.0
        if larger > SLOWER * smaller:
            self._settle(self.now)
        else:
            self.now *= 2
            self._grow(larger * self.now)

    def _grow(self, seconds: float) -> None:
        """Try twice the size if a chunk of this one takes a short time."""
        if 2 * seconds > SECONDS or self.now >= LARGEST:
            self._settle(self.now)
        else:
            self._smaller = seconds / self.now
            self.now *= 2

    def _settle(self, size: int) -> None:
        self.now, self.settled = size, True
        if self.earlier is not None:
            self.earlier.learn(size)
