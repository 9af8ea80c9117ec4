"""The event loop, run by a script until a condition holds."""

import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer


def run_until(condition: Callable[[], bool], limit: float = 60.0, every: int = 20) -> None:
    """Run the event loop until the condition holds, which is looked at `every` so many
    milliseconds; 0: whenever the loop is idle. Raises TimeoutError after `limit` seconds."""
    loop, timer, end = QEventLoop(), QTimer(), time.monotonic() + limit
    timer.timeout.connect(lambda: loop.quit() if condition() or time.monotonic() > end else None)
    timer.start(every)
    loop.exec()
    if not condition():
        raise TimeoutError(f"not within {limit:g} s")


def run_for(seconds: float) -> None:
    end = time.monotonic() + seconds
    run_until(lambda: time.monotonic() > end, limit=seconds + 60)
