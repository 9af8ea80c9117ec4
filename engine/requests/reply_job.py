"""The requests for a reply: a new one, or a stopped one that continues."""

from engine.errors import GONE, Refused
from engine.messages import (
    Aborted,
    Continue,
    Failed,
    Finished,
    FinishReason,
    Generate,
    Phase,
    RequestEvent,
)
from engine.prompts import text_files
from engine.rendering.prompt_writer import Readable
from engine.requests.generation import Generation
from engine.requests.job import Job
from engine.requests.ledger import RowNeed
from engine.requests.load_job import Loading
from engine.requests.memory_manager import MemoryManager
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps


class RowAdmission:
    """The reservation of a job's row. Asking again is no use of the model, so that a request that
    waits does not keep the caches of its model from eviction."""

    def __init__(self, job: Job, memory: MemoryManager, resident: Resident) -> None:
        self._job = job
        self._memory = memory
        self._resident = resident

    @property
    def free_bytes(self) -> int:
        return self._memory.free_bytes

    def spare_beside(self, need: RowNeed) -> int:
        """Return the bytes that may be reserved beside a need, only to be faster."""
        return self._memory.spare_beside(need)

    def affordable(self, need: RowNeed) -> RowNeed:
        """Return the need, without drafting and skimming if the memory for that is not there."""
        return self._memory.affordable(self._job.request_id, need)

    def reserve(self, need: RowNeed) -> str:
        """Return "" once the memory is reserved, else a sentence why the request waits."""
        return self._memory.reserve_row(self._job, self._resident, need)


class ReplyJob(Job):
    """Loads the model if needed, then works on a Generation until its row can decode. `stopped` is
    the reply to continue; None for a new one, and for one that is no longer there."""

    is_reply = True

    def __init__(
        self,
        command: Generate | Continue,
        meter: Meter,
        memory: MemoryManager,
        loading: Loading,
        stopped: Generation | None = None,
    ) -> None:
        super().__init__(command, meter)
        self.generation = stopped
        self._memory = memory
        self._loading = loading

    @property
    def waits_for(self) -> Readable | None:
        return self._loading.waits_for or (self.generation and self.generation.waits_for)

    def begin(self) -> None:
        if isinstance(self.command, Generate):
            self.generation = Generation(self.command, self.meter)
        elif self.generation is not None:
            self.generation.resume(self.request_id, self.meter)
        super().begin()

    def steps(self) -> WorkSteps:
        generation = self.generation
        if generation is None:
            raise Refused(GONE)
        loaded = yield from self._loading.steps()
        self.meter.enter(Phase.PREPARING)
        if loaded:
            yield [self._loading.ready]
        resident = self._loading.resident
        self.meter.totals.context = resident.model.info.context
        generation.request = text_files.inlined(generation.request)
        lane = resident.use(generation.request.kv_bits)
        generation.take_model(resident.model, lane.prompts)
        yield from generation.steps(RowAdmission(self, self._memory, resident))

    # --- its end ------------------------------------------------------------------------------

    def abort(self) -> list[RequestEvent]:
        return self.generation.abort() if self.generation else super().abort()

    def continuable_after(self, event: RequestEvent) -> bool:
        if isinstance(event, Failed):
            return isinstance(self.command, Continue) and not event.fault
        cut = isinstance(event, Finished) and event.reason is FinishReason.LENGTH
        return cut or isinstance(event, Aborted)
