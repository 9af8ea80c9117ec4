"""The engine thread: the inbox, the models, and the one loop in which all work is done."""

import gc
import logging
import time
from collections import deque
from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from engine.errors import Refused
from engine.messages import (
    Abort,
    Aborted,
    Command,
    EngineStats,
    Event,
    Failed,
    Finished,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    Phase,
    RequestEvent,
    Shutdown,
    Timings,
    UnloadModel,
    Usage,
)

if TYPE_CHECKING:
    from engine.generation import Generation
    from engine.loader import LoadedModel

log = logging.getLogger(__name__)

STATS_INTERVAL = 0.1
Work = LoadModel | UnloadModel | Generate
PieceWork = Generator[list[RequestEvent], None, None]


@dataclass
class Running:
    """The request that is being worked on. `generation` is there once its model is loaded."""

    command: Work
    work: PieceWork
    generation: "Generation | None" = None


class Engine:
    """Owns every model and every MLX array; works on one request at a time.

    `submit` may be called from any thread, `emit` is called on the engine's. Tests may leave out
    `start` and call `step` themselves. The model libraries are imported by the first step.
    """

    def __init__(self, emit: Callable[[Event], None]) -> None:
        self._emit = emit
        self._inbox: SimpleQueue[tuple[float, Command]] = SimpleQueue()
        self._waiting: deque[tuple[float, Work]] = deque()
        self._running: Running | None = None
        self._models: dict[str, LoadedModel] = {}
        self._stats = EngineStats()
        self._stats_at = 0.0
        self._thread = Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def submit(self, command: Command) -> None:
        self._inbox.put((time.perf_counter(), command))

    def stop(self, timeout: float) -> bool:
        """End what runs and the thread with it. False means that it is still busy after `timeout`
        seconds (inside a call of a model library, which nothing can interrupt)."""
        self.submit(Shutdown())
        self._thread.join(timeout)
        return not self._thread.is_alive()

    @property
    def idle(self) -> bool:
        """Whether a step would find nothing to do."""
        return self._running is None and not self._waiting and self._inbox.empty()

    def step(self, *, wait: bool = False) -> bool:
        """Take what came in, then do one piece of work. False once a Shutdown was taken."""
        stopping = False
        for at, command in self._take(wait):
            if isinstance(command, Shutdown):
                stopping = True
            elif isinstance(command, Abort):
                self._abort(command.request_id)
            else:
                self._waiting.append((at, command))
        if stopping:
            self._abandon_all()
            return False
        self._advance()
        self._report()
        return True

    def close(self) -> None:
        """Drop the models; on the thread that stepped."""
        self._running = None
        self._drop_models()

    def _run(self) -> None:
        try:
            while self.step(wait=self._running is None and not self._waiting):
                pass
        finally:
            self.close()
            _end_thread()

    def _take(self, wait: bool) -> list[tuple[float, Command]]:
        taken = [self._inbox.get()] if wait else []
        while True:
            try:
                taken.append(self._inbox.get_nowait())
            except Empty:
                return taken

    def _advance(self) -> None:
        if self._running is None and self._waiting:
            at, command = self._waiting.popleft()
            self._running = running = Running(command, (piece for piece in ()))
            running.work = self._work(running, at)
        if self._running is None:
            return
        command = self._running.command
        try:
            events = next(self._running.work)
        except Refused as error:
            self._end(Failed(command.request_id, str(error)))
        except Exception as error:  # a fault ends its request, never the thread
            log.exception("request %d failed", command.request_id)
            self._end(Failed(command.request_id, _fault(command, error), fault=True))
        else:
            for event in events:
                if _is_terminal(event, command):
                    self._end(event)
                else:
                    self._emit(event)

    def _work(self, running: Running, at: float) -> PieceWork:
        command = running.command
        if isinstance(command, UnloadModel):
            if command.model_id in self._models:
                self._drop_models()
            yield [ModelUnloaded(command.request_id, command.model_id)]
            return
        fresh = command.model_id not in self._models
        if fresh:
            self._show(replace(self._stats, phase=Phase.LOADING))
            yield []
            self._load(command.model_id)
        model = self._models[command.model_id]
        if isinstance(command, LoadModel) or fresh:
            yield [ModelReady(command.request_id, model.info)]
        if isinstance(command, Generate):
            from engine.generation import Generation  # noqa: PLC0415
            from engine.stats import Meter  # noqa: PLC0415

            running.generation = Generation(command, model, Meter(at))
            yield from running.generation.run()

    def _load(self, model_id: str) -> None:
        """One model is resident: what can be refused is refused before the old one goes."""
        from engine import loader  # noqa: PLC0415

        source = loader.examine(model_id)
        self._drop_models()
        self._models[model_id] = loader.load(source)
        # The libraries leave about a million objects, and a collection that visits them holds up
        # the window for 90 ms. They stay until the model goes.
        gc.freeze()

    def _drop_models(self) -> None:
        import mlx.core as mx  # noqa: PLC0415

        self._models.clear()
        gc.unfreeze()
        gc.collect()
        mx.clear_cache()

    def _abort(self, request_id: int) -> None:
        running = self._running
        if running is not None and running.command.request_id == request_id:
            generation = running.generation
            self._end(
                generation.aborted() if generation else Aborted(request_id, Usage(), Timings())
            )
        for item in [w for w in self._waiting if w[1].request_id == request_id]:
            self._waiting.remove(item)
            self._emit(Aborted(request_id, Usage(), Timings()))

    def _abandon_all(self) -> None:
        if self._running is not None:
            self._abort(self._running.command.request_id)
        for _, command in tuple(self._waiting):
            self._abort(command.request_id)

    def _end(self, event: Event) -> None:
        """Emit the running command's terminal event; from here on it can have no other."""
        running, self._running = self._running, None
        if running is not None:
            running.work.close()
            if running.generation is not None:
                self._stats = running.generation.meter.stats()
                running.generation.release()
        self._stats_at = 0.0
        self._emit(event)

    def _report(self) -> None:
        """Emit the numbers ten times a second while there is work, and once when it ends."""
        now = time.perf_counter()
        if now - self._stats_at < STATS_INTERVAL:
            return
        self._stats_at = now
        running = self._running
        if running is None:
            self._show(replace(self._stats, phase=Phase.IDLE))
        elif running.generation is not None:
            self._show(running.generation.meter.stats())

    def _show(self, stats: EngineStats) -> None:
        from engine.stats import with_memory  # noqa: PLC0415

        self._stats = with_memory(replace(stats, waiting=len(self._waiting)))
        self._emit(self._stats)


def _end_thread() -> None:
    """Without this, a thread that used MLX aborts the process at its exit (mlx#4373)."""
    import mlx.core as mx  # noqa: PLC0415

    mx.synchronize()
    mx.clear_streams()


def _is_terminal(event: Event, command: Work) -> bool:
    """Whether `event` answers `command`; a Generate may load its model on the way."""
    ready = isinstance(event, ModelReady) and isinstance(command, LoadModel)
    return ready or isinstance(event, Finished | ModelUnloaded)


def _fault(command: Work, error: Exception) -> str:
    detail = str(error).strip().splitlines()
    reason = detail[0][:300].rstrip(".") if detail else type(error).__name__
    if isinstance(command, Generate):
        return f"The model could not answer this: {reason}. Try again, or with another model."
    return f"The model could not be loaded: {reason}."
