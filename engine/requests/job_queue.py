"""Requests that have not ended, and replies that were stopped and can go on."""

from collections import OrderedDict, deque
from collections.abc import Iterator
from dataclasses import dataclass

from engine.messages import Count, Measure, Phase, Work
from engine.rendering.writer import Readable
from engine.requests.counting import Counting
from engine.requests.generation import Generation
from engine.requests.measuring import Measuring
from engine.requests.preparation import Pieces
from engine.requests.stats import Meter

# Stopped replies that can be continued.
MOST_KEPT = 8


@dataclass(eq=False)
class Job:
    """A command on its way. `work` is what is left to do before it decodes."""

    command: Work
    meter: Meter
    work: Pieces
    generation: Generation | None = None
    measuring: Measuring | Counting | None = None
    # The worker that loads the tokenizer of its model just now.
    starting: Readable | None = None

    @property
    def request_id(self) -> int:
        return self.command.request_id

    @property
    def away(self) -> Readable | None:
        """The worker process that it waits for just now."""
        if self.starting is not None:
            return self.starting
        reader = self.generation or self.measuring
        return reader.away if reader else None

    @property
    def asked(self) -> bool:
        """Whether a person waits for it; not what the window asks by itself."""
        return not isinstance(self.command, Measure | Count)


class Jobs:
    """By id, in the order in which they came, and in the order of their turns."""

    def __init__(self) -> None:
        self._by_id: dict[int, Job] = {}
        # Who has not had a turn goes first, once: a short question does not wait for long ones.
        self._fresh: deque[Job] = deque()
        self._turns: deque[Job] = deque()
        # What the window asks by itself: one of it at a time is among the turns, so that fifty
        # pictures that are added neither hold up a question nor start fifty workers.
        self._asides: deque[Job] = deque()
        self._kept: OrderedDict[int, Generation] = OrderedDict()

    def __iter__(self) -> Iterator[Job]:
        return iter(tuple(self._by_id.values()))

    def __len__(self) -> int:
        return len(self._by_id)

    def __contains__(self, job: Job) -> bool:
        return job.request_id in self._by_id

    def get(self, request_id: int) -> Job | None:
        return self._by_id.get(request_id)

    def add(self, job: Job) -> None:
        if job.asked:
            self._fresh.append(job)
        else:
            alone = all(other.asked for other in self)
            (self._turns if alone else self._asides).append(job)
        self._by_id[job.request_id] = job

    def remove(self, job: Job) -> bool:
        """Whether it was there."""
        if self._by_id.pop(job.request_id, None) is None:
            return False
        if job in self._asides:
            self._asides.remove(job)
            return True
        for waiting in (self._fresh, self._turns):
            if job in waiting:
                waiting.remove(job)
        if not job.asked and self._asides:
            self._turns.append(self._asides.popleft())
        return True

    # --- turns --------------------------------------------------------------------------------

    def undecoded(self) -> list[Job]:
        return [*self._fresh, *self._turns, *self._asides]

    @property
    def turns(self) -> int:
        """How many jobs have one."""
        return len(self._fresh) + len(self._turns)

    def next_turn(self) -> Job:
        """Take out the job whose turn it is; raises IndexError where there is none."""
        return (self._fresh or self._turns).popleft()

    def pass_on(self, job: Job) -> None:
        """To where the next piece of work is taken from. A newcomer stays in front until its first
        chunk, unless it waits for a worker."""
        new = job.meter.phase in (Phase.LOADING, Phase.PREPARING, Phase.LOOKING) and job.asked
        if new and job.away is None:
            self._fresh.appendleft(job)
        else:
            self._turns.append(job)

    # --- stopped replies ----------------------------------------------------------------------

    @property
    def kept(self) -> list[Generation]:
        """The one stopped first is the first."""
        return list(self._kept.values())

    def keep(self, reply_id: int, generation: Generation) -> None:
        self._kept[reply_id] = generation
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)

    def take_kept(self, reply_id: int) -> Generation | None:
        return self._kept.pop(reply_id, None)

    def forget_kept(self) -> None:
        self._kept.clear()
