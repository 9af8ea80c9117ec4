"""The engine thread: takes commands from its inbox and emits events."""

import logging
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from threading import RLock, Thread
from typing import TYPE_CHECKING

from engine.errors import PASSES, Lost, faults_logged, reason, trace
from engine.messages import (
    NOBODY,
    Abort,
    Aborted,
    Command,
    Configure,
    EngineStats,
    Event,
    Failed,
    ModelProfile,
    ModelUnloaded,
    Phase,
    RequestEvent,
    RequestStats,
    Setting,
    Shutdown,
    UseDiskCache,
    Work,
)
from engine.request_ids import check_id
from engine.requests.failures import Failures
from engine.sentences import say
from engine.system import gpu
from engine.system.garbage import Garbage
from engine.system.threads import end_thread, first_interrupt

if TYPE_CHECKING:
    from engine.disk_cache.disk_cache import DiskCache
    from engine.machines.group import Group
    from engine.requests.scheduler import Scheduler
    from engine.requests.stats import Totals

log = logging.getLogger(__name__)

STATS_INTERVAL = 0.25
# Seconds between two looks at a disk that is slower than the prompts to write, and seconds for what
# is left to write when the engine ends.
DISK_WAIT = 0.02
DISK_SECONDS = 2.0


class Engine:
    """Owns every model and every MLX array, on one thread.

    `submit` may be called from any thread; `emit` is called on the engine's. Tests and scripts do
    not `start` the thread, but call `step` or `stream` themselves. The first step imports the model
    libraries. `memory_limit` in bytes is for all models together; None asks the device.

    In a `group`, every rank runs an engine with the same `memory_limit`, and all of them carry out
    the commands of rank 0, whose engine alone is submitted to.

    A fault that no request can be blamed for ends all requests and unloads the models; the next
    command starts the engine again. After two such faults within a minute, every command fails.
    In a group, `step` then raises Refused: this rank has to end. Lost leaves the requests to those
    who started the group.
    """

    def __init__(
        self,
        emit: Callable[[Event], None],
        memory_limit: int | None = None,
        group: "Group | None" = None,
    ) -> None:
        self._emit = emit
        self._group = group
        self._memory_limit = memory_limit
        self._inbox: SimpleQueue[tuple[float, Command]] = SimpleQueue()
        self._ids: set[int] = set()
        # The subset of `_ids` that was taken from the inbox.
        self._taken: set[int] = set()
        # Reentrant: Ctrl-C submits from any point of the main thread.
        self._ids_lock = RLock()
        self._closed = False
        self._taps: dict[int, deque[RequestEvent]] = {}
        self._scheduler: Scheduler | None = None
        self._totals: dict[str, Totals] = {}
        # Shared with the scheduler, and kept when the engine starts again.
        self._profiles: dict[str, ModelProfile] = {}
        self._failures = Failures()
        self._stats_at = 0.0
        self._garbage = Garbage()
        # Where prompts are saved, and the names to remove once the libraries are there.
        self._disk_place: UseDiskCache | None = None
        self._forgotten: set[str] = set()
        self._disk: DiskCache | None = None
        # Polled only while requests run, and only on the engine's own thread.
        self._gpu: gpu.Gpu | None = None
        self._thread = Thread(target=self._run, name="engine", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def submit(self, command: Command) -> None:
        """Queue a command. Raises Refused for an id in use or below 1, and after a Shutdown."""
        with self._ids_lock:
            if isinstance(command, Work):
                check_id(command.request_id, self._ids, closed=self._closed)
                self._ids.add(command.request_id)
            self._closed = self._closed or isinstance(command, Shutdown)
            self._inbox.put((time.perf_counter(), command))

    def stop(self, timeout: float) -> bool:
        """End all requests and the thread. Return False if the thread is still busy after `timeout`
        seconds, inside a call of a model library, which nothing can interrupt."""
        self.submit(Shutdown())
        if self._thread.ident is not None:
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def stream(self, command: Work) -> Iterator[RequestEvent]:
        """Submit a command, step on this thread, and yield its events, the terminal one last.

        Ctrl-C aborts the command; a second Ctrl-C raises KeyboardInterrupt as usual. Closing the
        iterator aborts the command as well.
        """
        request_id = command.request_id
        self.submit(command)
        tap = self._taps[request_id] = deque()
        try:
            with first_interrupt(lambda: self.submit(Abort(request_id))):
                while request_id in self._ids or tap:
                    while tap:
                        yield tap.popleft()
                    self.step()
        finally:
            del self._taps[request_id]
            if request_id in self._ids:
                self.submit(Abort(request_id))
                self.step()

    @property
    def idle(self) -> bool:
        """True if a step would find nothing to do."""
        return not self._busy and self._inbox.empty()

    def step(self, *, wait: bool = False) -> bool:
        """Take the commands of the inbox, then advance every request. Return False after a
        Shutdown."""
        taken = self._take_commands(wait)
        ends = False
        try:
            if self._group is not None:
                taken = self._planned(self._group, taken)
            ends = any(isinstance(command, Shutdown) for _, command in taken)
            if ends:
                self._stop(taken)
            else:
                self._advance(taken)
        except (*PASSES, Lost):
            raise
        except BaseException as error:  # noqa: BLE001  the last guard: nothing ends this thread
            self._restart(error)
        if self._scheduler is not None and self._scheduler.decodes:
            self._garbage.pause()
        else:
            self._garbage.resume()
        return not ends

    def _planned(
        self, group: "Group", taken: list[tuple[float, Command]]
    ) -> list[tuple[float, Command]]:
        """Return the commands of this step, which rank 0 sends to the others."""
        plan, refused = group.split(it for _, it in taken)
        for failed in refused:
            self._post(failed, True)
        found = [(time.perf_counter(), it) for it in group.plan(plan)]
        for _, command in found:
            if isinstance(command, Work):
                self._ids.add(command.request_id)
                self._taken.add(command.request_id)
        return found

    def _advance(self, taken: list[tuple[float, Command]]) -> None:
        work: list[tuple[float, Work]] = []
        for at, command in taken:
            if isinstance(command, Work):
                work.append((at, command))
            elif isinstance(command, Abort):
                self._accept(work)
                work = []
                if self._scheduler is not None:
                    self._scheduler.abort(command.request_id)
            elif isinstance(command, Setting):
                self._accept(work)
                work = []
                self._set(command)
        self._accept(work)
        if self._scheduler is not None:
            self._scheduler.step()
            self._report()

    def _set(self, command: Setting) -> None:
        if isinstance(command, Configure):
            self._profiles.clear()
            self._profiles.update((it.model_id, it) for it in command.profiles)
        elif isinstance(command, UseDiskCache):
            self._disk_place = command
            if self._disk is not None:
                self._seed_digests(command)
                self._disk.set_limit(command.limit)
                if command.names is not None:
                    self._disk.forget_others(command.names)
        elif self._disk is not None:
            self._disk.forget(command.names)
        else:
            self._forgotten.update(command.names)

    def _open_disk(self) -> None:
        from engine.disk_cache.disk_cache import DiskCache  # noqa: PLC0415

        if self._disk_place is not None:
            self._seed_digests(self._disk_place)
            self._disk = DiskCache(self._disk_place.folder, self._disk_place.limit)
            if self._disk_place.names is not None:
                self._disk.forget_others(self._disk_place.names)
            self._disk.forget(self._forgotten)

    def _seed_digests(self, place: UseDiskCache) -> None:
        from engine.disk_cache.digest_seed import read_seed  # noqa: PLC0415
        from engine.vision.vision_cache import seed_digests  # noqa: PLC0415

        if place.limit:
            with faults_logged("images on the disk will not be found again"):
                seed_digests(read_seed(place.folder))

    def _close_disk(self, timeout: float) -> None:
        disk, self._disk = self._disk, None
        if disk is not None:
            with faults_logged("the prompts on the disk were not closed in order"):
                disk.close(timeout)

    def close(self) -> None:
        """End what is left of all requests, without events, and unload the models; call this on the
        thread that stepped."""
        self._close_disk(DISK_SECONDS)
        self._garbage.resume()
        if self._scheduler is not None:
            self._scheduler.discard()

    def _run(self) -> None:
        with faults_logged("the GPU cannot be polled"):
            self._gpu = gpu.Gpu()
        try:
            while self.step(wait=not self._busy):
                pass
        finally:
            with faults_logged("the engine was not closed in order"):
                if self._gpu is not None:
                    self._gpu.close()
                self.close()
            end_thread()

    def _restart(self, error: BaseException) -> None:
        """End every request and unload every model, after a fault that no request can be blamed
        for. Raises what ends a rank of a group, which no longer does what the others do."""
        broken = self._group.broken_by(error) if self._group else None
        scheduler, self._scheduler = self._scheduler, None
        log.error("the engine failed\n%s", trace(error))
        failed = str(broken) if broken else self._failures.add(error)
        self._close_disk(0)
        unloaded: list[str] = []
        with faults_logged("the engine was not closed in order"):
            unloaded = scheduler.discard() if scheduler is not None else []
        for request_id in sorted(self._taken):
            self._post(Failed(request_id, failed, fault=True), True)
        for model_id in unloaded:
            self._emit_safely(ModelUnloaded(NOBODY, model_id))
        self._emit_safely(EngineStats())
        if broken:
            raise broken

    @property
    def _busy(self) -> bool:
        return self._scheduler is not None and self._scheduler.busy

    def _take_commands(self, wait: bool) -> list[tuple[float, Command]]:
        taken = [self._wait()] if wait and not (self._group and self._group.rank) else []
        while not self._inbox.empty():  # nobody else takes anything
            taken.append(self._inbox.get_nowait())
        self._taken |= {it.request_id for _, it in taken if isinstance(it, Work)}
        return taken

    def _wait(self) -> tuple[float, Command]:
        """Return the next command. Meanwhile, prompts are written to the disk."""
        while self._disk is not None and self._disk.busy:
            with suppress(Empty):
                return self._inbox.get(timeout=0 if self._disk.step() else DISK_WAIT)
        return self._inbox.get()

    def _accept(self, work: list[tuple[float, Work]]) -> None:
        if not work:
            return
        if self._failures.given_up:
            self._refuse(work, self._failures.given_up)
            return
        if self._scheduler is None:
            self._scheduler = self._open(work)
        if self._scheduler is not None:
            self._scheduler.accept(work)

    def _open(self, work: list[tuple[float, Work]]) -> "Scheduler | None":
        """Import the model libraries. If that fails, the commands fail with the reason."""
        # This takes two seconds, so the window shows that the models are loading.
        loading = [
            RequestStats(c.request_id, getattr(c, "model_id", ""), Phase.LOADING) for _, c in work
        ]
        self._emit(EngineStats(tuple(loading)))
        # The other ranks of a group would wait for one that only refuses.
        passes = (*PASSES, BaseException) if self._group else PASSES
        try:
            from engine.requests.scheduler import Scheduler  # noqa: PLC0415

            self._open_disk()
            return Scheduler(
                self._post,
                self._report_now,
                self._memory_limit,
                self._totals,
                self._profiles,
                self._disk,
            )
        except passes:
            raise
        except (ImportError, OSError) as error:
            log.error("the model libraries\n%s", trace(error))
            message = say(
                "The engine could not start: {reason}. Install Duologue again.", reason=str(error)
            )
        except BaseException as error:  # noqa: BLE001  libraries raise anything at their import
            log.error("the model libraries\n%s", trace(error))
            message = say(
                "The engine could not start: {reason}. Quit Duologue and open it again.",
                reason=reason(error),
            )
        self._refuse(work, message)
        return None

    def _refuse(self, work: list[tuple[float, Work]], message: str) -> None:
        for _, command in work:
            self._post(Failed(command.request_id, message, fault=True), True)

    def _stop(self, taken: list[tuple[float, Command]]) -> None:
        """Abort everything, with the commands that were taken together with the Shutdown."""
        if self._scheduler is not None:
            self._scheduler.abort_all()
        for _, command in taken:
            if isinstance(command, Work):
                self._post(Aborted(command.request_id), True)

    def _post(self, event: RequestEvent, ends: bool) -> None:
        request_id = event.request_id
        if ends:
            # Before the event: its receiver may use the id again.
            self._free(request_id)
            self._emit_safely(event)
        else:
            self._emit(event)
        tap = self._taps.get(request_id)
        if tap is not None:
            tap.append(event)

    def _free(self, request_id: int) -> None:
        with self._ids_lock:
            self._ids.discard(request_id)
        self._taken.discard(request_id)
        self._stats_at = 0.0

    def _emit_safely(self, event: Event) -> None:
        """Emit an event that must not be lost: try again if that fails."""
        for _ in range(2):
            with faults_logged(f"{type(event).__name__} could not be emitted"):
                self._emit(event)
                return

    def _report(self) -> None:
        """Emit the stats four times a second while there is work, and once when a request ends."""
        if time.perf_counter() - self._stats_at >= STATS_INTERVAL:
            self._report_now()

    def _report_now(self) -> None:
        self._stats_at = time.perf_counter()
        with faults_logged("the stats could not be emitted"):
            if self._scheduler is not None:
                stats = self._scheduler.stats()
                busy = self._gpu.poll() if self._gpu and self._scheduler.busy else None
                self._emit(replace(stats, gpu_busy=busy))
