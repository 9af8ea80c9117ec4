"""All requests in the order of their turns, and the models that answer them."""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from multiprocessing import connection

from engine.checkpoints import guard
from engine.errors import GONE, PASSES, Refused, TooLong, faults_logged, trace
from engine.messages import (
    Aborted,
    Continue,
    Count,
    EngineStats,
    Failed,
    Finished,
    Generate,
    LoadModel,
    Measure,
    ModelReady,
    ModelUnloaded,
    Phase,
    RequestEvent,
    RequestStats,
    UnloadModel,
    Work,
)
from engine.models import loader
from engine.models.memory import Need
from engine.prompts import text_files
from engine.prompts.remote_writer import RemoteWriter
from engine.rendering.writer import Readable
from engine.requests.counting import Counting
from engine.requests.endings import fault, is_terminal, kept_as
from engine.requests.generation import Generation
from engine.requests.jobs import Job, Jobs
from engine.requests.measuring import Measuring
from engine.requests.preparation import Pieces, wait
from engine.requests.residents import Lane, Resident
from engine.requests.room import Room
from engine.requests.stats import Meter, Totals
from engine.sentences import say

log = logging.getLogger(__name__)

# Seconds for which a step waits for a worker process where there is nothing else to do.
WORKER_WAIT = 0.02


class Scheduler:
    """Advances all requests together; every method is called on one thread.

    A step does one bounded piece of work for one request that does not decode yet, then one decode
    step of every model. Each request ends with one terminal event, posted with True; what was
    reserved for it is released before. `report` is called before something that takes long.
    `totals` are the sums so far, by model. A fault that has no request to end leaves `step`: then
    call `discard`, and nothing after it.
    """

    def __init__(
        self,
        post: Callable[[RequestEvent, bool], None],
        report: Callable[[], None],
        memory_limit: int | None,
        totals: dict[str, Totals] | None = None,
    ) -> None:
        self._post = post
        self._report = report
        self._jobs = Jobs()
        self._room = Room(self._jobs, memory_limit, self._work, post)
        self._models = self._room.models
        self._last: RequestStats | None = None
        # Those of models that have gone as well, so that no sum ever goes down.
        self._totals = {} if totals is None else totals
        self._began = time.perf_counter()

    @property
    def busy(self) -> bool:
        return bool(self._jobs) or bool(self._left_over())

    def accept(self, commands: list[tuple[float, Work]]) -> None:
        """Take commands with the times at which they were submitted."""
        asked = any(not isinstance(command, Measure | Count) for _, command in commands)
        if asked and not self._somebody_waits():
            with faults_logged("the peak of memory was not reset"):
                self._models.begin()
        for at, command in commands:
            if isinstance(command, UnloadModel):
                self._unload(command)
            else:
                self._accept(command, at)

    def abort(self, request_id: int) -> None:
        """Ends the request with Aborted; nothing happens where there is none."""
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

    def close(self) -> None:
        """Drop the models, once all requests have ended."""
        self._jobs.forget_kept()
        self._models.clear()

    def discard(self) -> list[str]:
        """End everything without an event, whatever state it is in; return the models that were in
        memory."""
        models = [resident.model.info.model_id for resident in self._models]
        for job in self._jobs:
            with faults_logged(f"request {job.request_id} was not closed in order"):
                if job.generation is not None:
                    job.generation.let_go()
                job.work.close()
        self.close()
        return models

    def stats(self) -> EngineStats:
        requests = tuple(job.meter.stats() for job in self._jobs if job.asked)
        saved = self._room.saved_bytes()
        rows = {resident.model.info.model_id: resident.rows for resident in self._models}
        models = tuple(it.stats(rows.get(name, 0)) for name, it in self._totals.items())
        return self._models.measured(
            EngineStats(requests, self._last, kv_saved=saved, models=models)
        )

    # --- from a command to a row ------------------------------------------------------------

    def _accept(
        self, command: LoadModel | Generate | Measure | Count | Continue, at: float
    ) -> None:
        kept = None
        if isinstance(command, Continue):
            kept = self._jobs.take_kept(command.reply_id)
            model_id = kept.request.model_id if kept else ""
        else:
            model_id = command.model_id
        # The id may have been used before.
        self._jobs.take_kept(command.request_id)
        job = Job(command, self._meter(command, model_id, at), _nothing(), kept)
        self._jobs.add(job)
        with self._faults_end(job):
            self._models.ledger.arrive(job.request_id)
            self._make_ready(job)
            job.work = self._work(job)

    def _make_ready(self, job: Job) -> None:
        """Give the job what does its work."""
        command, meter = job.command, job.meter
        if isinstance(command, Generate):
            job.generation = Generation(command, meter)
        elif isinstance(command, Measure):
            job.measuring = Measuring(command, meter)
        elif isinstance(command, Count):
            job.measuring = Counting(command, meter)
        elif job.generation is not None:
            job.generation.resume(command.request_id, meter)
        else:
            meter.enter(Phase.LOADING)

    def _meter(
        self, command: LoadModel | Generate | Measure | Count | Continue, model_id: str, at: float
    ) -> Meter:
        meter = Meter(command.request_id, model_id, at)
        if isinstance(command, Generate | Continue) and model_id:
            meter.totals = self._totals.setdefault(model_id, Totals(model_id))
        if at < self._began:
            # It waited for the model libraries, as for a model.
            meter.phase = Phase.LOADING
            meter.enter(Phase.QUEUED)
        return meter

    def _work(self, job: Job) -> Pieces:
        if job.measuring is not None:
            yield from self._measure(job, job.measuring)
            return
        if isinstance(job.command, Continue) and job.generation is None:
            raise Refused(GONE)
        yield from self._load(job, job.meter.model_id)
        if job.generation is not None:
            resident = self._models.get(job.meter.model_id)
            assert resident is not None, "a request whose model goes begins anew"
            job.meter.totals.context = resident.model.info.context
            job.generation.request = text_files.inlined(job.generation.request)
            lane = resident.use(job.generation.request.kv_bits)
            job.generation.take_model(resident.model, lane.prompts)
            yield from job.generation.work(lambda need: self._admit(job, resident, need))

    def _measure(self, job: Job, measuring: Measuring | Counting) -> Pieces:
        """Of a model that is in memory: none is loaded for this."""
        resident = self._models.get(job.meter.model_id)
        if resident is None:
            yield [Aborted(job.request_id, job.meter.usage, job.meter.timings)]
        elif isinstance(measuring, Counting):
            lane = resident.lanes.get(measuring.kv_bits)
            yield from measuring.work(
                resident.model, lane.prompts if lane else None, self._somebody_waits
            )
        else:
            yield from measuring.work(resident.model)

    def _somebody_waits(self) -> bool:
        return any(job.asked for job in self._jobs)

    def _load(self, job: Job, model_id: str) -> Pieces:
        """ModelReady, after loading the model where it is not in memory."""
        ready = isinstance(job.command, LoadModel)
        if self._models.get(model_id) is None:
            source = loader.examine(model_id)
            with ExitStack() as unused:
                writer = None
                if not guard.is_ours(source.folder):
                    writer = unused.enter_context(closing(RemoteWriter(source)))
                    yield from self._started(job, writer)
                yield from wait(job.meter, lambda: self._models.reserve(job.request_id, source))
                job.meter.enter(Phase.LOADING)
                self._report()
                yield []
                if self._models.get(model_id) is None:
                    self._models.load(source, writer)
                    unused.pop_all()
                    ready = True
            self._models.ledger.unpromise(job.request_id)
        resident = self._models.get(model_id)
        if ready and resident is not None:
            yield [ModelReady(job.request_id, resident.model.info)]

    def _started(self, job: Job, writer: RemoteWriter) -> Pieces:
        job.meter.enter(Phase.LOADING)
        job.starting = writer
        try:
            yield from writer.start()
        finally:
            job.starting = None

    def _admit(self, job: Job, resident: Resident, need: Need) -> str:
        ledger = self._models.ledger
        alone = not resident.model.info.batched
        if alone and not ledger.holds(job.request_id) and not self._is_next(job):
            return say("{model} answers one request at a time.", model=resident.model.info.name)
        return ledger.reserve(job.request_id, need)

    def _is_next(self, job: Job) -> bool:
        """Whether no other request runs on the job's model, and none came before."""
        model_id = job.meter.model_id
        asked = (other for other in self._jobs if other.generation is not None)
        first = next(other for other in asked if other.meter.model_id == model_id)
        return first is job and not self._models.ledger.busy(model_id)

    def _unload(self, command: UnloadModel) -> None:
        """Cancel, wait for the device, drop the model, give its memory back. All at once: nothing
        new starts meanwhile."""
        for job in self._jobs:
            if job.meter.model_id == command.model_id:
                self._abort(job)
        with faults_logged(f"{command.model_id} was not dropped in order"):
            self._room.drop(command.model_id)
        self._post(ModelUnloaded(command.request_id, command.model_id), True)

    # --- the work of a step -----------------------------------------------------------------

    def _advance(self) -> bool:
        """Do one piece of work for the next request that can go on; one that waits, for memory or
        for a worker, passes its turn on. Return True if any could."""
        for _ in range(self._jobs.turns):
            if not self._jobs.turns:
                return True
            job = self._jobs.next_turn()
            with self._faults_end(job):
                self._take_turn(job)
            if job.meter.phase is not Phase.QUEUED and job.away is None:
                return True
        return False

    def _take_turn(self, job: Job) -> None:
        job.meter.resume()
        self._deliver(job, next(job.work))
        if job in self._jobs:
            self._pass_on(job)
        job.meter.pause()
        job.meter.away = job.away is not None
        job.meter.short = self._models.ledger.waits(job.request_id)
        self._room.make_room()

    def _pass_on(self, job: Job) -> None:
        """Into the decoder, or on to the next turn."""
        if job.generation is not None and job.generation.ready:
            job.work.close()
            self._join(job)
        else:
            self._jobs.pass_on(job)

    def _wait_for_workers(self) -> None:
        """Until one has something to tell, or for so short a time that Stop stops at once."""
        with faults_logged("workers cannot be waited for"):
            waiting = [job.away for job in self._jobs.undecoded() if job.away is not None]
            # requests to one model wait for one worker
            away = {it.fileno() for it in (*waiting, *self._left_over())}
            if away:
                connection.wait(list(away), WORKER_WAIT)

    def _left_over(self) -> list[Readable]:
        """The workers whose request has gone, looked after: nobody else ends them in time."""
        writers = (resident.model.writer for resident in self._models)
        return [it for writer in writers if (it := writer.left_over()) is not None]

    def _join(self, job: Job) -> None:
        lane = self._lane(job)
        assert lane is not None and job.generation is not None
        assert job.generation.row is not None
        self._models.ledger.prompt_read(job.request_id)
        others = self._decoding(lane)
        with self._faults_end(job):
            lane.decoder.join(job.generation.row)
        if others and not lane.decoder.rows:
            with self._faults_end(*others):
                raise RuntimeError("another request could not be added")

    def _decode(self, lane: Lane) -> None:
        with self._faults_end(*self._decoding(lane)):
            for sampled in lane.decoder.step():
                job = self._jobs.get(sampled.row.request_id)
                if job is None or job.generation is None:
                    # Its request ended with a fault that left it here.
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
        """Where the job's row decodes; None where its model is not in memory."""
        resident = self._models.get(job.meter.model_id)
        if resident is None or job.generation is None:
            return None
        return resident.lanes.get(job.generation.request.kv_bits)

    @contextmanager
    def _faults_end(self, *jobs: Job) -> Iterator[None]:
        """End these requests, and nothing else, where anything is raised: the one place for it."""
        try:
            yield
        except PASSES:
            raise
        except Refused as error:
            left_out = error.left_out if isinstance(error, TooLong) else 0
            for job in jobs:
                self._end(job, Failed(job.request_id, str(error), left_out=left_out))
        except BaseException as error:  # noqa: BLE001
            # As text: a log record would keep the traceback, and with it the failed step's arrays.
            ids = [job.request_id for job in jobs]
            log.error("requests %s failed\n%s", ids, trace(error))
            for job in jobs:
                self._end(job, Failed(job.request_id, fault(job, error), fault=True))

    # --- endings ----------------------------------------------------------------------------

    def _abort(self, job: Job) -> None:
        if job.generation is None:
            meter = job.meter
            self._end(job, Aborted(job.request_id, meter.usage, meter.timings))
            return
        with self._faults_end(job):
            self._deliver(job, job.generation.abort())

    def _deliver(self, job: Job, events: list[RequestEvent]) -> None:
        for event in events:
            if is_terminal(event, job.command):
                self._end(job, event)
            else:
                self._post(event, False)

    def _end(self, job: Job, event: RequestEvent) -> None:
        """Emit the job's terminal event, whatever fails on the way; from here on it can have no
        other."""
        if not self._jobs.remove(job):
            return
        with faults_logged(f"request {job.request_id} was not closed in order"):
            job.work.close()
        with faults_logged(f"request {job.request_id} was not taken out in order"):
            self._take_out(job, event)
        with faults_logged(f"the memory of request {job.request_id} was not freed in order"):
            self._models.ledger.release(job.request_id)
            self._models.free_buffers()
        if isinstance(job.command, Generate | Continue):
            with faults_logged(f"request {job.request_id} left no numbers"):
                self._last = job.meter.stats()
        self._post(event, True)

    def _take_out(self, job: Job, event: RequestEvent) -> None:
        """Out of the decoder; what can be continued is kept."""
        generation = job.generation
        if generation is None:
            return
        reply_id = kept_as(job, event)
        lane, row = self._lane(job), generation.row
        if lane is not None and row is not None:
            answered = isinstance(event, Finished | Aborted)
            with self._faults_end(*self._decoding(lane)):
                lane.decoder.leave(row, keep=answered or reply_id is not None)
            if answered:
                with faults_logged(f"the prompt of request {job.request_id} is not kept"):
                    generation.remember(shared=reply_id is not None)
            if reply_id is None:
                row.cache = None
        if row is not None and row.cache is None:
            generation.row = None
            # Lost with the decoder, or not wanted any more.
            reply_id = None
        if reply_id is not None:
            self._jobs.keep(reply_id, generation)


def _nothing() -> Pieces:
    yield from ()
