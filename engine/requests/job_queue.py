"""The order in which requests take turns until their rows decode."""

from collections import deque
from collections.abc import Iterator

from engine.messages import Phase
from engine.requests.job import Job


class JobQueue:
    """All jobs by id, in order of arrival, and in order of their turns."""

    def __init__(self) -> None:
        self._by_id: dict[int, Job] = {}
        # A newcomer's first turn comes before all others: a short question does not wait for long
        # ones.
        self._newcomers: deque[Job] = deque()
        self._turns: deque[Job] = deque()
        # Jobs that the window requests by itself. Only one of them takes turns at a time, so that
        # fifty images that are added neither hold up a question nor start fifty workers.
        self._background: deque[Job] = deque()

    def __iter__(self) -> Iterator[Job]:
        return iter(tuple(self._by_id.values()))

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, job: Job) -> bool:
        return job.request_id in self._by_id

    def get(self, request_id: int) -> Job | None:
        return self._by_id.get(request_id)

    @property
    def has_user_job(self) -> bool:
        """True if a person waits for one of the jobs, and this thread works on it."""
        return any(job.from_user and not job.is_elsewhere for job in self)

    @property
    def not_decoding(self) -> list[Job]:
        """The jobs whose rows do not decode yet."""
        return [*self._newcomers, *self._turns, *self._background]

    def add(self, job: Job) -> None:
        if job.from_user:
            self._newcomers.append(job)
        else:
            alone = all(other.from_user for other in self)
            (self._turns if alone else self._background).append(job)
        self._by_id[job.request_id] = job

    def remove(self, job: Job) -> bool:
        """Return True if the job was there."""
        if self._by_id.pop(job.request_id, None) is None:
            return False
        if job in self._background:
            self._background.remove(job)
            return True
        for queue in (self._newcomers, self._turns):
            if job in queue:
                queue.remove(job)
        if not job.from_user and self._background:
            self._turns.append(self._background.popleft())
        return True

    # --- turns --------------------------------------------------------------------------------

    @property
    def turns(self) -> int:
        """The number of jobs that take turns."""
        return len(self._newcomers) + len(self._turns)

    def next_turn(self) -> Job:
        """Remove and return the job whose turn it is. Raises IndexError if there is none."""
        return (self._newcomers or self._turns).popleft()

    def requeue(self, job: Job) -> None:
        """Queue a job for its next turn. A newcomer stays in front until its first prefill chunk,
        unless it waits for a worker or loads its model."""
        early = job.meter.phase in (Phase.PREPARING, Phase.LOOKING)
        if early and job.from_user and job.waits_for is None:
            self._newcomers.appendleft(job)
        else:
            self._turns.append(job)

    def promote(self, model_id: str) -> None:
        """Let the jobs that waited for a model go first, in order of arrival: newer requests must
        not overtake them."""
        waited = [job for job in self if job.model_id == model_id and job in self._turns]
        for job in reversed(waited):
            self._turns.remove(job)
            self._newcomers.appendleft(job)
