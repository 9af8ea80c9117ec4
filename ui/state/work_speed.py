"""The steady speed of long work, such as a download or a run, and the time that is left."""

import math
import time
from collections import deque
from collections.abc import Callable

WINDOW = 10.0
FIRST_RATE, FIRST_ESTIMATE = 2.0, 5.0
# The halves of the window may differ by this factor.
STEADY = 2.0


class Speed:
    """Averages bytes, or other pieces of work, over the last `window` seconds. Pieces that take
    long need a wide window."""

    def __init__(self, window: float = WINDOW) -> None:
        self._window = window
        self._samples: deque[tuple[float, int]] = deque()

    def add(self, now: float, done: int) -> None:
        """Take a sample; `now` is in seconds, `done` grows from the start."""
        self._samples.append((now, done))
        while now - self._samples[0][0] > self._window:
            self._samples.popleft()

    @property
    def rate(self) -> float | None:
        """Pieces per second; None in the first seconds."""
        span = self._span()
        return self._rate_of(0, -1) if span >= FIRST_RATE else None

    def seconds_left(self, missing: int) -> float | None:
        """Return the time for the missing pieces; None while the speed is not steady."""
        if self._span() < FIRST_ESTIMATE:
            return None
        middle = len(self._samples) // 2
        rates = sorted((self._rate_of(0, middle), self._rate_of(middle, -1)))
        steady = rates[0] > 0 and rates[1] <= rates[0] * STEADY
        return missing / self._rate_of(0, -1) if steady else None

    def _span(self) -> float:
        return self._samples[-1][0] - self._samples[0][0] if self._samples else 0.0

    def _rate_of(self, first: int, last: int) -> float:
        (start, before), (end, after) = self._samples[first], self._samples[last]
        return (after - before) / (end - start) if end > start else 0.0


class WorkDone:
    """How far one piece of work has come, and how long it still takes."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._done = self._total = 0
        self._speed = Speed(math.inf)

    def add(self, done: int, total: int) -> None:
        if done < self._done or total != self._total:
            self.restart()
        if total and (done != self._done or not done):
            self._speed.add(self._clock(), done)
        self._done, self._total = done, total

    def restart(self) -> None:
        """Forget the speed: the time of a pause, or of other work, says nothing about the rest."""
        self._speed = Speed(math.inf)
        self._done = 0

    @property
    def seconds_left(self) -> float | None:
        """The time that is left; None while it cannot be told honestly."""
        seconds = self._speed.seconds_left(self._total - self._done) if self._done else None
        return None if seconds is None or seconds < 1 else seconds
