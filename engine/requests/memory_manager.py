"""Who gives up what, where a request needs memory."""

from collections.abc import Callable

from engine.messages import NOBODY, ModelUnloaded, Phase, RequestEvent
from engine.models import kv_cache
from engine.requests.job_queue import Job, Jobs
from engine.requests.preparation import Pieces
from engine.requests.residents import Residents


class Room:
    """The models in memory, and what is held beside them for later: prompts and pictures that were
    read, replies that were stopped, models that nobody uses.

    `begin` makes the work of a job that starts anew. A limit of None is what the device can give.
    """

    def __init__(
        self,
        jobs: Jobs,
        limit: int | None,
        begin: Callable[[Job], Pieces],
        post: Callable[[RequestEvent, bool], None],
    ) -> None:
        self.models = Residents(limit, self.spare, self.kept_bytes)
        self._jobs = jobs
        self._begin = begin
        self._post = post

    def make_room(self) -> None:
        """What is kept for later gives way where less is free than was promised."""
        while self.models.ledger.free < 0 and self.models.spare():
            pass

    def drop(self, model_id: str) -> None:
        """Requests that have not been admitted begin anew when it is their turn again."""
        try:
            for job in self._jobs.undecoded():
                if job.meter.model_id == model_id:
                    self._restart(job)
            for generation in self._jobs.kept:
                if generation.request.model_id == model_id:
                    generation.let_go()
        finally:
            self.models.drop(model_id)

    def spare(self, request_id: int) -> bool:
        """Give up for a request what nobody uses now; whether there was anything."""
        return self.models.spare() or self._spare_reply(request_id) or self._spare_model(request_id)

    def kept_bytes(self) -> int:
        """Of replies that were stopped, also where they wait to go on, and of what models keep."""
        waiting = [job.generation for job in self._waiting() if job.generation]
        held = sum(generation.held() for generation in (*self._jobs.kept, *waiting))
        return held + self.models.kept()

    def saved_bytes(self) -> int:
        """What quantised caches of rows that do not decode would take more."""
        stopped = [generation for generation in self._jobs.kept if generation.held()]
        reading = [job.generation for job in self._jobs if job.generation]
        rows = (generation.row for generation in (*stopped, *reading))
        return sum(kv_cache.saved(row.cache) for row in rows if row is not None)

    def _restart(self, job: Job) -> None:
        job.work.close()
        self.models.ledger.unpromise(job.request_id)
        if job.generation is not None:
            job.generation.let_go()
        job.meter.enter(Phase.QUEUED)
        job.work = self._begin(job)

    def _spare_reply(self, request_id: int) -> bool:
        """A stopped reply's cache, also where it waits to go on."""
        for generation in self._jobs.kept:
            if generation.held():
                generation.forget()
                self.models.free_buffers()
                return True
        for job in self._waiting():
            if job.request_id != request_id and job.generation and job.generation.held():
                self._restart(job)
                self.models.free_buffers()
                return True
        return False

    def _spare_model(self, request_id: int) -> bool:
        """An idle model. It stays for a request that came before: else two that wait would take it
        from each other for ever."""
        before = set()
        for job in self._jobs:
            before.add(job.meter.model_id)
            if job.request_id == request_id:
                break
        idle = [model_id for model_id in self.models.idle() if model_id not in before]
        if idle:
            self.drop(idle[0])
            self._post(ModelUnloaded(NOBODY, idle[0]), False)
        return bool(idle)

    def _waiting(self) -> list[Job]:
        """Requests to which nothing was promised yet."""
        holds = self.models.ledger.holds
        return [job for job in self._jobs.undecoded() if not holds(job.request_id)]
