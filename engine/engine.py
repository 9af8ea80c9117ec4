"""The engine thread: the inbox in, the events out."""

import time
from collections import deque
from collections.abc import Callable, Iterator
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING

from engine.errors import Refused
from engine.messages import (
    Abort,
    Aborted,
    Command,
    EngineStats,
    Event,
    Phase,
    RequestEvent,
    RequestStats,
    Shutdown,
    Timings,
    Usage,
    Work,
)

if TYPE_CHECKING:
    from engine.scheduler import Scheduler

STATS_INTERVAL = 0.25


class Engine:
    """Owns every model and every MLX array, on one thread.

    `submit` may be called from any thread, `emit` is called on the engine's. Tests and scripts
    leave out `start`, and call `step` or `stream` themselves. The model libraries are imported by
    the first step. `memory_limit` in bytes is for all models together; None asks the device.
    """

    def __init__(self, emit: Callable[[Event], None], memory_limit: int | None = None) -> None:
        self._emit = emit
        self._memory_limit = memory_limit
        self._inbox: SimpleQueue[tuple[float, Command]] = SimpleQueue()
        self._ids: set[int] = set()
        self._ids_lock = Lock()
        self._taps: dict[int, deque[RequestEvent]] = {}
        self._scheduler: Scheduler | None = None
        self._stats_at = 0.0
        self._thread = Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def submit(self, command: Command) -> None:
        """Raises Refused for a request id that is in use."""
        if isinstance(command, Work):
            with self._ids_lock:
                if command.request_id in self._ids:
                    raise Refused(f"request_id {command.request_id} is in use. Choose another.")
                self._ids.add(command.request_id)
        self._inbox.put((time.perf_counter(), command))

    def stop(self, timeout: float) -> bool:
        """End what runs and the thread with it. False means that it is still busy after `timeout`
        seconds (inside a call of a model library, which nothing can interrupt)."""
        self.submit(Shutdown())
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def stream(self, command: Work) -> Iterator[RequestEvent]:
        """Submit, step on this thread, and yield the command's events, its terminal one last.

        Ctrl-C aborts the command; so does closing the iterator.
        """
        request_id = command.request_id
        self.submit(command)
        tap = self._taps[request_id] = deque()
        try:
            while request_id in self._ids or tap:
                while tap:
                    yield tap.popleft()
                try:
                    self.step()
                except KeyboardInterrupt:
                    self.submit(Abort(request_id))
        finally:
            del self._taps[request_id]
            if request_id in self._ids:
                self.submit(Abort(request_id))
                self.step()

    @property
    def idle(self) -> bool:
        """Whether a step would find nothing to do."""
        return not self._busy and self._inbox.empty()

    def step(self, *, wait: bool = False) -> bool:
        """Take what came in, then advance every request. False once a Shutdown was taken."""
        taken = self._take(wait)
        if any(isinstance(command, Shutdown) for _, command in taken):
            self._stop(taken)
            return False
        work: list[tuple[float, Work]] = []
        for at, command in taken:
            if isinstance(command, Work):
                work.append((at, command))
            elif isinstance(command, Abort) and (work or self._scheduler is not None):
                self._accept(work).abort(command.request_id)
                work = []
        if work:
            self._accept(work)
        if self._scheduler is not None:
            self._scheduler.step()
            self._report()
        return True

    def close(self) -> None:
        """Drop the models; on the thread that stepped."""
        if self._scheduler is not None:
            self._scheduler.close()

    def _run(self) -> None:
        try:
            while self.step(wait=not self._busy):
                pass
        finally:
            self.close()
            _end_thread()

    @property
    def _busy(self) -> bool:
        return self._scheduler is not None and self._scheduler.busy

    def _take(self, wait: bool) -> list[tuple[float, Command]]:
        taken = [self._inbox.get()] if wait else []
        while True:
            try:
                taken.append(self._inbox.get_nowait())
            except Empty:
                return taken

    def _accept(self, work: list[tuple[float, Work]]) -> "Scheduler":
        if self._scheduler is None:
            # Importing takes two seconds, in which the window shows what the engine is at.
            loading = [
                RequestStats(c.request_id, getattr(c, "model_id", ""), Phase.LOADING)
                for _, c in work
            ]
            self._emit(EngineStats(tuple(loading)))
            from engine.scheduler import Scheduler  # noqa: PLC0415

            self._scheduler = Scheduler(self._post, self._report_now, self._memory_limit)
        if work:
            self._scheduler.accept(work)
        return self._scheduler

    def _stop(self, taken: list[tuple[float, Command]]) -> None:
        """Commands that came together with a Shutdown end without having begun."""
        if self._scheduler is not None:
            self._scheduler.abort_all()
        for _, command in taken:
            if isinstance(command, Work):
                self._post(Aborted(command.request_id, Usage(), Timings()), True)

    def _post(self, event: RequestEvent, ends: bool) -> None:
        if ends:
            with self._ids_lock:
                self._ids.discard(event.request_id)
            self._stats_at = 0.0
        tap = self._taps.get(event.request_id)
        if tap is not None:
            tap.append(event)
        self._emit(event)

    def _report(self) -> None:
        """Emit the numbers four times a second while there is work, and once when one ends."""
        if time.perf_counter() - self._stats_at >= STATS_INTERVAL:
            self._report_now()

    def _report_now(self) -> None:
        self._stats_at = time.perf_counter()
        if self._scheduler is not None:
            self._emit(self._scheduler.stats())


def _end_thread() -> None:
    """Without this, a thread that used MLX aborts the process at its exit (mlx#4373)."""
    import mlx.core as mx  # noqa: PLC0415

    mx.synchronize()
    mx.clear_streams()
