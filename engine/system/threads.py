"""Help threads that step an engine: the first Ctrl-C, and an end that MLX survives."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from engine.errors import faults_logged


@contextmanager
def first_interrupt(then: Callable[[], None]) -> Iterator[None]:
    """On the main thread, the first Ctrl-C calls `then`: an exception in the middle of a step would
    take others' requests with it."""
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
    """Without this, a thread that used MLX aborts the process at its exit (mlx#4373)."""
    mx = sys.modules.get("mlx.core")
    if mx is None:
        return
    with faults_logged("the device did not come to its end"):
        mx.synchronize()
        mx.clear_cache()
    mx.clear_streams()
