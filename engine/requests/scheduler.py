"""The scheduler: one step of work at a time for all requests, and the end of each."""

import logging
import time
from collections.abc import Callable, Mapping
from multiprocessing import connection

from engine.models import library_setup as library_setup

# isort: split

from engine.disk_cache.disk_cache import DiskCache
from engine.errors import FaultsHandled, Refused, faults_logged, trace
from engine.machines import group
from engine.messages import (
    NOBODY,
    Aborted,
    Continue,
    Convert,
    Count,
    Diverge,
    EngineStats,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Measure,
    ModelProfile,
    ModelUnloaded,
    OfferRecipes,
    Phase,
    RequestEvent,
    RequestStats,
    TryProfile,
    UnloadModel,
    Work,
)
from engine.rendering.prompt_writer import Readable
from engine.requests.convert_job import ConvertJob, OfferJob
from engine.requests.count_job import CountJob
from engine.requests.diverge_job import DivergeJob
from engine.requests.failures import failed
from engine.requests.job import Job
from engine.requests.job_queue import JobQueue
from engine.requests.load_job import Loading, LoadJob
from engine.requests.measure_job import MeasureJob
from engine.requests.memory_manager import MemoryManager
from engine.requests.reply_job import ReplyJob
from engine.requests.residents import Lane
from engine.requests.row import Row
from engine.requests.stats import Meter, Totals
from engine.requests.trial_job import TrialJob

log = logging.getLogger(__name__)

Conversion = OfferRecipes | Convert | Diverge
# The commands that become jobs.
Queued = LoadModel | Generate | Measure | Count | Continue | TryProfile | Conversion
# Seconds that an otherwise idle step waits for a worker process.
WORKER_WAIT = 0.02


class Scheduler:
    """Advances all requests together; every method is called on one thread.

    A step does one bounded piece of work for one request that does not decode yet, then one decode
    step of every model. Each request ends with one terminal event, posted with True after its
    reservation was released. `report` is called before the thread is busy for long. `totals` are
    the sums so far, by model; `profiles` are those that a person has chosen, by model, and may
    change between two steps; `disk` keeps prompts between two runs. A fault that no request can be
    blamed for leaves `step`: then call `discard`, and nothing after it.
    """

    def __init__(
        self,
        post: Callable[[RequestEvent, bool], None],
        report: Callable[[], None],
        memory_limit: int | None,
        totals: dict[str, Totals] | None = None,
        profiles: Mapping[str, ModelProfile] | None = None,
        disk: DiskCache | None = None,
    ) -> None:
        self._post = post
        self._report = report
        self._jobs = JobQueue()
        self._memory = MemoryManager(self._jobs, memory_limit, profiles, disk)
        self._models = self._memory.models
        self._last: RequestStats | None = None
        # Unloaded models are included, so that no sum ever decreases.
        self._totals = {} if totals is None else totals
        self._started = time.perf_counter()

    @property
    def busy(self) -> bool:
        return bool(self._jobs) or bool(self._orphaned_workers())

    @property
    def decodes(self) -> bool:
        """True if any row decodes."""
        return any(lane.decoder.rows for lane in self._lanes())

    def accept(self, commands: list[tuple[float, Work]]) -> None:
        """Accept commands with the times at which they were submitted."""
        from_user = any(
            not isinstance(command, Measure | Count | TryProfile) for _, command in commands
        )
        if from_user and not self._jobs.has_user_job:
            with faults_logged("the peak of memory was not reset"):
                self._models.reset_peak()
        for submitted, command in commands:
            if isinstance(command, UnloadModel):
                self._unload(command)
            else:
                self._accept(command, submitted)

    def abort(self, request_id: int) -> None:
        """End the request with Aborted, if there is one."""
        if job := self._jobs.get(request_id):
            self._abort(job)

    def abort_all(self) -> None:
        for job in self._jobs:
            self._abort(job)

    def step(self) -> None:
        worked = self._advance()
        for lane in self._lanes():
            if lane.decoder.rows:
                self._decode(lane)
                worked = True
        if not worked:
            self._wait_for_workers()

    def discard(self) -> list[str]:
        """End everything without an event, in any state. Return the models that were in
        memory."""
        models = [resident.model.info.model_id for resident in self._models]
        for job in self._jobs:
            with faults_logged(f"request {job.request_id} was not closed in order"):
                job.discard()
            # No collector runs on this thread: the queue and its jobs refer to each other.
            self._jobs.remove(job)
        self._memory.stopped.clear()
        self._models.clear()
        return models

    def stats(self) -> EngineStats:
        requests = tuple(job.meter.stats() for job in self._jobs if job.from_user)
        rows = {resident.model.info.model_id: resident.rows for resident in self._models}
        models = tuple(it.stats(rows.get(name, 0)) for name, it in self._totals.items())
        return self._memory.add_to(EngineStats(requests, self._last, models=models))

    # --- from a command to a job --------------------------------------------------------------

    def _accept(self, command: Queued, submitted: float) -> None:
        job = self._job(command, submitted)
        self._jobs.add(job)
        with self._faults_end(job):
            self._memory.ledger.enqueue(job.request_id)
            job.begin()

    def _job(self, command: Queued, submitted: float) -> Job:
        if isinstance(command, Conversion):
            return self._conversion_job(command, submitted)
        stopped = None
        if isinstance(command, Continue):
            stopped = self._memory.stopped.take(command.reply_id)
            model_id = stopped.request.model_id if stopped else ""
        else:
            model_id = command.model_id
        # The id may have been used before.
        self._memory.stopped.take(command.request_id)
        meter = self._meter(command.request_id, model_id, submitted)
        if isinstance(command, Measure):
            return MeasureJob(command, meter, self._memory)
        if isinstance(command, Count):
            return CountJob(command, meter, self._memory, self._jobs)
        if isinstance(command, TryProfile):
            return TrialJob(command, meter)
        evicts = not isinstance(command, LoadModel) or command.evicts
        loading = Loading(meter, self._memory, self._report, evicts=evicts)
        if isinstance(command, LoadModel):
            return LoadJob(command, meter, loading)
        if model_id:
            meter.totals = self._totals.setdefault(model_id, Totals(model_id))
        return ReplyJob(command, meter, self._memory, loading, stopped)

    def _conversion_job(self, command: Conversion, submitted: float) -> Job:
        meter = self._meter(command.request_id, "", submitted)
        if isinstance(command, OfferRecipes):
            return OfferJob(command, meter)
        if isinstance(command, Convert):
            return ConvertJob(command, meter, self._memory)
        meter = self._meter(command.request_id, command.model_id, submitted)
        return DivergeJob(command, meter, self._memory, self._report)

    def _meter(self, request_id: int, model_id: str, submitted: float) -> Meter:
        meter = Meter(request_id, model_id, submitted)
        if submitted < self._started:
            # Waiting for the model libraries counts as loading.
            meter.phase = Phase.LOADING
            meter.enter(Phase.QUEUED)
        return meter

    def _unload(self, command: UnloadModel) -> None:
        """Abort the model's requests, wait for the device, and free the model's memory. All at
        once: no new work starts meanwhile."""
        for job in self._jobs:
            if job.model_id == command.model_id:
                self._abort(job)
        with faults_logged(f"{command.model_id} was not unloaded in order"):
            self._memory.unload(command.model_id)
        self._post(ModelUnloaded(command.request_id, command.model_id), True)

    # --- the work of a step -------------------------------------------------------------------

    def _advance(self) -> bool:
        """Run one piece of work for the next job that can progress; jobs waiting for memory or a
        worker yield. Return True if any progressed."""
        for _ in range(self._jobs.turns):
            if not self._jobs.turns:
                return True
            job = self._jobs.next_turn()
            began = time.perf_counter()
            with self._faults_end(job):
                self._take_turn(job)
            self._interrupt_others(job, time.perf_counter() - began)
            if job.meter.phase is not Phase.QUEUED and job.waits_for is None:
                return True
        return False

    def _take_turn(self, job: Job) -> None:
        job.meter.resume()
        try:
            events = next(job.work)
        finally:
            self._announce_evicted()
        self._deliver(job, events)
        if group.joined():
            self._await_worker(job)
        if job in self._jobs:
            self._requeue(job)
        job.meter.pause()
        job.meter.has_worker = job.waits_for is not None
        job.meter.lacks_memory = self._memory.ledger.is_waiting(job.request_id)
        self._memory.free_up()

    def _interrupt_others(self, job: Job, seconds: float) -> None:
        """Tell the answers that grow how long the turn of a job has kept them from growing."""
        for lane in self._lanes():
            for other in self._decoding(lane):
                if other is not job:
                    other.meter.interrupt(seconds)

    def _await_worker(self, job: Job) -> None:
        """Wait for the job's worker process: the ranks of a group may not take turns by what is
        ready first on each of them."""
        while job in self._jobs and (worker := job.waits_for) is not None:
            connection.wait([worker.fileno()], WORKER_WAIT)
            self._deliver(job, next(job.work))

    def _announce_evicted(self) -> None:
        while self._memory.evicted:
            self._post(ModelUnloaded(NOBODY, self._memory.evicted.popleft()), False)

    def _requeue(self, job: Job) -> None:
        """Let a ready row join its decoder; any other job waits for its next turn."""
        row = job.ready_row
        if row is None:
            self._jobs.requeue(job)
            return
        job.work.close()
        self._join(job, row)

    def _wait_for_workers(self) -> None:
        """Wait until a worker has a result, but so briefly that Stop is not delayed."""
        with faults_logged("workers cannot be waited for"):
            awaited = [job.waits_for for job in self._jobs.not_decoding]
            workers = [it for it in (*awaited, *self._orphaned_workers()) if it is not None]
            # requests to one model wait for one worker
            files = {worker.fileno() for worker in workers}
            # without a worker, a request waits for memory that a person has to free
            connection.wait(list(files), WORKER_WAIT)

    def _orphaned_workers(self) -> list[Readable]:
        """Look after the workers whose request has ended, which nobody else ends in time. Return
        those that are still busy."""
        writers = (resident.model.writer for resident in self._models)
        return [it for writer in writers if (it := writer.left_over()) is not None]

    def _join(self, job: Job, row: Row) -> None:
        lane = self._lane(job)
        assert lane is not None
        self._memory.ledger.finish_prefill(job.request_id)
        others = self._decoding(lane)
        with self._faults_end(job):
            lane.decoder.join(row)
        if others and not lane.decoder.rows:
            with self._faults_end(*others):
                raise RuntimeError("another request could not be added")

    def _decode(self, lane: Lane) -> None:
        with self._faults_end(*self._decoding(lane)):
            for sampled in lane.decoder.step():
                job = self._jobs.get(sampled.row.request_id)
                if job is None or job.generation is None:
                    # A fault ended the request and left the row here.
                    lane.decoder.leave(sampled.row)
                    continue
                with self._faults_end(job):
                    self._deliver(job, job.generation.take(sampled))
                    if sampled.error is not None and job in self._jobs:
                        raise sampled.error

    def _decoding(self, lane: Lane) -> list[Job]:
        found = (self._jobs.get(row.request_id) for row in lane.decoder.rows)
        return [job for job in found if job is not None]

    def _lanes(self) -> list[Lane]:
        return [lane for resident in self._models for lane in resident.lanes.values()]

    def _lane(self, job: Job) -> Lane | None:
        """Return the lane in which the job's row decodes; None if its model is not in memory."""
        resident = self._models.get(job.model_id)
        if resident is None or job.generation is None:
            return None
        return resident.lanes.get(job.generation.request.kv_bits)

    def _faults_end(self, *jobs: Job) -> FaultsHandled:
        """End these requests, and nothing else, if anything is raised: the only place for that."""
        return FaultsHandled(self._end_failed, jobs)

    def _end_failed(self, error: BaseException, jobs: tuple[Job, ...]) -> None:
        if isinstance(error, Refused):
            for job in jobs:
                group.fail(job.request_id, str(error))
                self._end(job, failed(job.request_id, error))
            return
        # Log text: a record would keep the traceback, and with it the failed step's arrays.
        ids = [job.request_id for job in jobs]
        log.error("requests %s failed\n%s", ids, trace(error))
        for job in jobs:
            message = job.describe_fault(error)
            group.fail(job.request_id, message)
            self._end(job, Failed(job.request_id, message, fault=True))

    # --- the end of a request -----------------------------------------------------------------

    def _abort(self, job: Job) -> None:
        with self._faults_end(job):
            self._deliver(job, job.abort())

    def _deliver(self, job: Job, events: list[RequestEvent]) -> None:
        for event in events:
            if job.is_ended_by(event):
                self._end(job, event)
            else:
                self._post(event, False)

    def _end(self, job: Job, event: RequestEvent) -> None:
        """Post the job's terminal event, whatever fails on the way; from here on, the job can have
        no other."""
        if not self._jobs.remove(job):
            return
        with faults_logged(f"request {job.request_id} was not closed in order"):
            job.work.close()
        with faults_logged(f"request {job.request_id} was not taken out in order"):
            self._remove_row(job, event)
        with faults_logged(f"the memory of request {job.request_id} was not freed in order"):
            self._memory.ledger.release(job.request_id)
            self._models.free_buffers()
        if job.is_reply:
            with faults_logged(f"request {job.request_id} left no numbers"):
                self._last = job.meter.stats()
        self._post(event, True)

    def _remove_row(self, job: Job, event: RequestEvent) -> None:
        """Remove the job's row from its decoder, and keep a reply that can be continued."""
        generation = job.generation
        if generation is None:
            return
        continuable = job.continuable_after(event)
        lane, row = self._lane(job), generation.row
        if lane is not None and row is not None:
            answered = isinstance(event, Finished | Aborted)
            with self._faults_end(*self._decoding(lane)):
                lane.decoder.leave(row, keep=answered or continuable)
            if answered:
                with faults_logged(f"the prompt of request {job.request_id} is not cached"):
                    generation.cache_prompt(shared=continuable)
            if not continuable:
                row.cache = None
        if row is not None and row.cache is None:
            generation.row = None
            # Lost with the decoder, or no longer needed.
            continuable = False
        if continuable:
            self._memory.stopped.add(job.request_id, generation)
