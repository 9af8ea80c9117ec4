"""The bar of long work: how far it is, and how long it still takes."""

import time
from collections.abc import Callable

from PySide6.QtWidgets import QProgressBar

from ui.look.numbers import time_left_text
from ui.state.work_speed import WorkDone

# A progress bar counts in 32 bits, which are too few for bytes.
STEPS = 1000


class WorkBar(QProgressBar):
    """One look for all long work. `name` tells a screen reader what is done."""

    def __init__(self, name: str, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._work = WorkDone(clock)
        self.setObjectName("work_bar")
        self.setTextVisible(False)
        self.setRange(0, STEPS)
        self.setAccessibleName(name)

    def show_work(self, done: int, total: int) -> None:
        """Show how far the work is; without a total, that is not known."""
        self.setValue(STEPS * min(done, total) // total if total else 0)
        self._work.add(done, total)

    def restart(self) -> None:
        """Forget the speed: the time of a pause, or of other work, says nothing about the rest."""
        self._work.restart()

    def time_left(self) -> str:
        """Return the time that is left in words; "" while it cannot be told honestly."""
        return time_left_text(self._work.seconds_left)
