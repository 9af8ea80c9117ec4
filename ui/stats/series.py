"""One number over the last minute."""

import time
from collections import deque
from collections.abc import Callable

SPAN = 60.0


class Series:
    """A value holds until the next is added, so a quiet source draws a level line."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._samples: deque[tuple[float, float]] = deque()

    @property
    def level(self) -> bool:
        """True if the image would not change as time passes."""
        self._forget()
        return len(self._samples) < 2 and all(at <= self._clock() - SPAN for at, _ in self._samples)

    @property
    def quiet(self) -> bool:
        """True if all values are zero."""
        self._forget()
        return not any(value for _, value in self._samples)

    def add(self, value: float) -> None:
        if not self._samples or self._samples[-1][1] != value:
            self._samples.append((self._clock(), value))
        self._forget()

    def points(self, count: int) -> list[float]:
        """The value at each of `count` moments, the last one now; none before the first sample."""
        now, samples = self._clock(), list(self._samples)
        values: list[float] = []
        index = -1
        for step in range(count):
            moment = now - SPAN * (1 - (step + 1) / count)
            while index + 1 < len(samples) and samples[index + 1][0] <= moment:
                index += 1
            if index >= 0:
                values.append(samples[index][1])
        return values

    def _forget(self) -> None:
        oldest = self._clock() - SPAN
        while len(self._samples) > 1 and self._samples[1][0] <= oldest:
            self._samples.popleft()
