"""The bar of long work: how far it is, and how long it still takes."""

import math
import time
from collections.abc import Callable

from PySide6.QtWidgets import QProgressBar

from ui.look.numbers import time_left_text
from ui.state.work_speed import Speed

# A progress bar counts in 32 bits, which are too few for bytes.
STEPS = 1000


class WorkBar(QProgressBar):
    """One look for all long work. `name` tells a screen reader what is done."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._done = self._total = 0
        self._speed = Speed(math.inf)
        self.setObjectName("work_bar")
        self.setTextVisible(False)
        self.setRange(0, STEPS)
        self.setAccessibleName(name)

    def show_work(self, done: int, total: int) -> None:
        """Show how far the work is; without a total, that is not known."""
        self.setValue(STEPS * min(done, total) // total if total else 0)
        if done < self._done or total != self._total:
            self.restart()
        if total and (done != self._done or not done):
            self._speed.add(self._clock(), done)
        self._done, self._total = done, total

    def restart(self) -> None:
        """Forget the speed: the time of a pause, or of other work, says nothing about the rest."""
        self._speed = Speed(math.inf)
        self._done = 0

    def time_left(self) -> str:
        """Return the time that is left in words; "" while it cannot be told honestly."""
        seconds = self._speed.seconds_left(self._total - self._done) if self._done else None
        return "" if seconds is None or seconds < 1 else time_left_text(seconds)
