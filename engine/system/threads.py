"""Handle the first Ctrl-C and the end of a thread that steps an engine."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from engine.errors import faults_logged


@contextmanager
def first_interrupt(then: Callable[[], None]) -> Iterator[None]:
    """Call `then` on the first Ctrl-C, if on the main thread. An exception in the middle of a step
    would end the requests of others, too."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)

    def interrupted(*_: object) -> None:
        signal.signal(signal.SIGINT, before)
        then()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def end_thread() -> None:
    """Release MLX's state; otherwise the end of this thread aborts the process (mlx#4373)."""
    mx = sys.modules.get("mlx.core")
    if mx is None:
        return
    with faults_logged("the device could not be released"):
        mx.synchronize()
        mx.clear_cache()
    mx.clear_streams()
