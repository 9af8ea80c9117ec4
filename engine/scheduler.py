"""All requests in the order of their turns, and the models that answer them."""

import logging
import traceback
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import connection

from engine import loader
from engine.errors import Refused
from engine.generation import Generation, Pieces, wait
from engine.memory import Need
from engine.messages import (
    Aborted,
    Continue,
    EngineStats,
    Failed,
    Finished,
    FinishReason,
    Generate,
    LoadModel,
    ModelReady,
    ModelUnloaded,
    Phase,
    RequestEvent,
    RequestStats,
    UnloadModel,
    Work,
)
from engine.reading import Reading
from engine.residents import Resident, Residents
from engine.stats import Meter

log = logging.getLogger(__name__)

# Stopped replies that can be continued.
MOST_KEPT = 8
# Seconds for which a step waits for a worker process where there is nothing else to do.
WORKER_WAIT = 0.02
# The request id of what happens without a request.
NOBODY = 0


@dataclass(eq=False)
class Job:
    """A command on its way. `work` is what is left to do before it decodes."""

    command: Work
    meter: Meter
    work: Pieces
    generation: Generation | None = None

    @property
    def request_id(self) -> int:
        return self.command.request_id

    @property
    def away(self) -> Reading | None:
        """What a worker process reads for it just now."""
        return self.generation.away if self.generation else None


class Scheduler:
    """Advances all requests together; every method is called on one thread.

    A step does one bounded piece of work for one request that does not decode yet, then one decode
    step of every model. Each request ends with one terminal event, posted with True; what was
    reserved for it is released before. `report` is called before something that takes long.
    """

    def __init__(
        self,
        post: Callable[[RequestEvent, bool], None],
        report: Callable[[], None],
        memory_limit: int | None,
    ) -> None:
        self._post = post
        self._report = report
        self._jobs: dict[int, Job] = {}
        # Who has not had a turn goes first, once: a short question does not wait for long ones.
        self._fresh: deque[Job] = deque()
        self._turns: deque[Job] = deque()
        self._kept: OrderedDict[int, Generation] = OrderedDict()
        self._models = Residents(memory_limit, self._spare, self._kept_bytes)
        self._last: RequestStats | None = None

    @property
    def busy(self) -> bool:
        return bool(self._jobs)

    def accept(self, commands: list[tuple[float, Work]]) -> None:
        """Take commands with the times at which they were submitted."""
        if not self._jobs:
            self._models.begin()
        for at, command in commands:
            if isinstance(command, UnloadModel):
                self._unload(command)
            else:
                self._fresh.append(self._job(command, at))

    def abort(self, request_id: int) -> None:
        """Ends the request with Aborted; nothing happens where there is none."""
        if job := self._jobs.get(request_id):
            self._abort(job)

    def abort_all(self) -> None:
        for job in tuple(self._jobs.values()):
            self._abort(job)

    def step(self) -> None:
        worked = self._advance()
        for resident in self._models:
            if resident.decoder.rows:
                self._decode(resident)
                worked = True
        if not worked:
            self._wait_for_workers()

    def close(self) -> None:
        """Drop the models, once all requests have ended."""
        self._kept.clear()
        self._models.clear()

    def stats(self) -> EngineStats:
        requests = tuple(job.meter.stats() for job in self._jobs.values())
        return self._models.measured(EngineStats(requests, self._last))

    # --- from a command to a row ------------------------------------------------------------

    def _job(self, command: LoadModel | Generate | Continue, at: float) -> Job:
        generation = None
        if isinstance(command, Continue):
            generation = self._kept.pop(command.reply_id, None)
            model_id = generation.request.model_id if generation else ""
        else:
            model_id = command.model_id
        # The id may have been used before.
        self._kept.pop(command.request_id, None)
        meter = Meter(command.request_id, model_id, at)
        if isinstance(command, Generate):
            generation = Generation(command, meter)
        elif generation is not None:
            generation.resume(command.request_id, meter)
        else:
            meter.enter(Phase.LOADING)
        job = Job(command, meter, _nothing(), generation)
        job.work = self._work(job)
        self._jobs[job.request_id] = job
        self._models.ledger.arrive(job.request_id)
        return job

    def _work(self, job: Job) -> Pieces:
        if isinstance(job.command, Continue) and job.generation is None:
            raise Refused("That answer can no longer be continued. Ask the question again.")
        yield from self._load(job, job.meter.model_id)
        if job.generation is not None:
            resident = self._models.get(job.meter.model_id)
            assert resident is not None, "a request whose model goes begins anew"
            job.generation.take_model(resident.model, resident.prompts)
            yield from job.generation.work(lambda need: self._admit(job, resident, need))

    def _load(self, job: Job, model_id: str) -> Pieces:
        """ModelReady, after loading the model where it is not in memory."""
        ready = isinstance(job.command, LoadModel)
        if self._models.get(model_id) is None:
            source = loader.examine(model_id)
            yield from wait(job.meter, lambda: self._models.reserve(job.request_id, source))
            job.meter.enter(Phase.LOADING)
            self._report()
            yield []
            if self._models.get(model_id) is None:
                self._models.load(source)
                ready = True
            self._models.ledger.unpromise(job.request_id)
        resident = self._models.get(model_id)
        if ready and resident is not None:
            yield [ModelReady(job.request_id, resident.model.info)]

    def _admit(self, job: Job, resident: Resident, need: Need) -> str:
        ledger = self._models.ledger
        alone = not resident.model.info.batched
        if alone and not ledger.holds(job.request_id) and not self._is_next(job):
            return f"{resident.model.info.name} answers one request at a time."
        return ledger.reserve(job.request_id, need)

    def _is_next(self, job: Job) -> bool:
        """Whether no other request runs on the job's model, and none came before."""
        model_id = job.meter.model_id
        asked = (other for other in self._jobs.values() if other.generation is not None)
        first = next(other for other in asked if other.meter.model_id == model_id)
        return first is job and not self._models.ledger.busy(model_id)

    # --- memory -----------------------------------------------------------------------------

    def _unload(self, command: UnloadModel) -> None:
        """Cancel, wait for the device, drop the model, give its memory back. All at once: nothing
        new starts meanwhile."""
        for job in tuple(self._jobs.values()):
            if job.meter.model_id == command.model_id:
                self._abort(job)
        with self._faults_end():
            self._drop(command.model_id)
        self._post(ModelUnloaded(command.request_id, command.model_id), True)

    def _drop(self, model_id: str) -> None:
        """Requests that have not been admitted begin anew when it is their turn again."""
        for job in self._undecoded():
            if job.meter.model_id == model_id:
                self._restart(job)
        for generation in self._kept.values():
            if generation.request.model_id == model_id:
                generation.let_go()
        self._models.drop(model_id)

    def _undecoded(self) -> list[Job]:
        return [*self._fresh, *self._turns]

    def _restart(self, job: Job) -> None:
        job.work.close()
        self._models.ledger.unpromise(job.request_id)
        if job.generation is not None:
            job.generation.let_go()
        job.meter.enter(Phase.QUEUED)
        job.work = self._work(job)

    def _spare(self, request_id: int) -> bool:
        """Give up for a request what nobody uses now; whether there was anything."""
        return (
            self._models.spare() or self._spare_reply(request_id) or self._spare_model(request_id)
        )

    def _spare_reply(self, request_id: int) -> bool:
        """A stopped reply's cache, also where it waits to go on."""
        for generation in self._kept.values():
            if generation.held():
                generation.forget()
                self._models.free_memory()
                return True
        for job in self._waiting():
            if job.request_id != request_id and job.generation and job.generation.held():
                self._restart(job)
                self._models.free_memory()
                return True
        return False

    def _spare_model(self, request_id: int) -> bool:
        """An idle model. It stays for a request that came before: else two that wait would take it
        from each other for ever."""
        before = set()
        for job in self._jobs.values():
            before.add(job.meter.model_id)
            if job.request_id == request_id:
                break
        idle = [model_id for model_id in self._models.idle() if model_id not in before]
        if idle:
            self._drop(idle[0])
            self._post(ModelUnloaded(NOBODY, idle[0]), False)
        return bool(idle)

    def _waiting(self) -> list[Job]:
        """Requests to which nothing was promised yet."""
        holds = self._models.ledger.holds
        return [job for job in self._undecoded() if not holds(job.request_id)]

    def _kept_bytes(self) -> int:
        """Of replies that were stopped, also where they wait to go on, and of what models keep."""
        waiting = [job.generation for job in self._waiting() if job.generation]
        held = sum(generation.held() for generation in (*self._kept.values(), *waiting))
        return held + self._models.kept()

    # --- the work of a step -----------------------------------------------------------------

    def _advance(self) -> bool:
        """One piece of work for the request whose turn it is; who only waits, for memory or for a
        worker, passes it on. Whether anybody did not."""
        for _ in range(len(self._undecoded())):
            if not self._undecoded():
                return True
            job = (self._fresh or self._turns).popleft()
            job.meter.resume()
            with self._faults_end(job):
                self._deliver(job, next(job.work))
                if job.request_id in self._jobs:
                    self._pass_on(job)
            job.meter.pause()
            self._make_room()
            if job.meter.phase is not Phase.QUEUED and job.away is None:
                return True
        return False

    def _make_room(self) -> None:
        """What is kept for later gives way where less is free than was promised."""
        while self._models.ledger.free < 0 and self._models.spare():
            pass

    def _pass_on(self, job: Job) -> None:
        """Into the decoder, or to where the next piece of work is taken from. A newcomer stays in
        front until its first chunk, unless it waits for a worker."""
        if job.generation is not None and job.generation.ready:
            job.work.close()
            self._join(job)
        elif job.meter.phase in (Phase.LOADING, Phase.PREPARING) and job.away is None:
            self._fresh.appendleft(job)
        else:
            self._turns.append(job)

    def _wait_for_workers(self) -> None:
        """Until one has something to tell, or for so short a time that Stop stops at once."""
        away = [job.away.fileno() for job in self._undecoded() if job.away is not None]
        if away:
            connection.wait(away, WORKER_WAIT)

    def _join(self, job: Job) -> None:
        resident = self._models.get(job.meter.model_id)
        assert resident is not None and job.generation is not None
        assert job.generation.row is not None
        self._models.ledger.prompt_read(job.request_id)
        others = self._decoding(resident)
        with self._faults_end(job):
            resident.decoder.join(job.generation.row)
        if others and not resident.decoder.rows:
            with self._faults_end(*others):
                raise RuntimeError("another request could not be added")

    def _decode(self, resident: Resident) -> None:
        with self._faults_end(*self._decoding(resident)):
            for sampled in resident.decoder.step():
                job = self._jobs.get(sampled.row.request_id)
                if job is None or job.generation is None:
                    continue
                with self._faults_end(job):
                    self._deliver(job, job.generation.take(sampled))
                    if sampled.error is not None and job.request_id in self._jobs:
                        raise sampled.error

    def _decoding(self, resident: Resident) -> list[Job]:
        rows = resident.decoder.rows
        return [self._jobs[row.request_id] for row in rows if row.request_id in self._jobs]

    @contextmanager
    def _faults_end(self, *jobs: Job) -> Iterator[None]:
        """The one place where errors end requests: these, never the thread."""
        try:
            yield
        except Refused as error:
            for job in jobs:
                self._end(job, Failed(job.request_id, str(error)))
        except (Exception, SystemExit) as error:  # noqa: BLE001
            # As text: a log record would keep the traceback, and with it the failed step's arrays.
            ids = [job.request_id for job in jobs]
            log.error("requests %s failed\n%s", ids, traceback.format_exc())
            for job in jobs:
                self._end(job, Failed(job.request_id, _fault(job, error), fault=True))

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
            if _is_terminal(event, job.command):
                self._end(job, event)
            else:
                self._post(event, False)

    def _end(self, job: Job, event: RequestEvent) -> None:
        """Emit the job's terminal event; from here on it can have no other."""
        if self._jobs.pop(job.request_id, None) is None:
            return
        for waiting in (self._fresh, self._turns):
            if job in waiting:
                waiting.remove(job)
        job.work.close()
        self._take_out(job, event)
        self._models.ledger.release(job.request_id)
        self._models.free_buffers()
        if isinstance(job.command, Generate | Continue):
            self._last = job.meter.stats()
        self._post(event, True)

    def _take_out(self, job: Job, event: RequestEvent) -> None:
        """Out of the decoder; what can be continued is kept."""
        generation = job.generation
        if generation is None:
            return
        reply_id = _kept_as(job, event)
        resident = self._models.get(job.meter.model_id)
        row = generation.row
        if resident is not None and row is not None:
            answered = isinstance(event, Finished | Aborted)
            with self._faults_end(*self._decoding(resident)):
                resident.decoder.leave(row, keep=answered or reply_id is not None)
            if answered:
                with self._faults_end():
                    generation.remember(shared=reply_id is not None)
            if reply_id is None:
                row.cache = None
        if row is not None and row.cache is None:
            generation.row = None
            # Lost with the decoder, or not wanted any more.
            reply_id = None
        if reply_id is not None:
            self._kept[reply_id] = generation
            if len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)


def _nothing() -> Pieces:
    yield from ()


def _is_terminal(event: RequestEvent, command: Work) -> bool:
    """Whether `event` answers `command`; a Generate may load its model on the way."""
    ready = isinstance(event, ModelReady) and isinstance(command, LoadModel)
    return ready or isinstance(event, Finished | Failed | Aborted)


def _kept_as(job: Job, event: RequestEvent) -> int | None:
    """The id under which the reply can be continued after its terminal event."""
    cut = isinstance(event, Finished) and event.reason is FinishReason.LENGTH
    if cut or isinstance(event, Aborted):
        return job.request_id
    refused = isinstance(event, Failed) and not event.fault
    return job.command.reply_id if refused and isinstance(job.command, Continue) else None


def _fault(job: Job, error: BaseException) -> str:
    detail = str(error).strip().splitlines()
    reason = detail[0][:300].rstrip(".") if detail else type(error).__name__
    if job.meter.phase is Phase.LOADING:
        return f"The model could not be loaded: {reason}."
    return f"The model could not answer this: {reason}. Try again, or with another model."
