"""The base of every kind of request that the scheduler runs."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar

from engine.errors import reason
from engine.messages import (
    Aborted,
    Converted,
    Counted,
    Diverged,
    Failed,
    Finished,
    Measured,
    Phase,
    ProfileTried,
    RecipesOffered,
    RequestEvent,
    Work,
)
from engine.rendering.prompt_writer import Readable
from engine.requests.row import Row
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps
from engine.sentences import say

if TYPE_CHECKING:
    from engine.requests.generation import Generation

TERMINAL = frozenset(
    (
        Finished,
        Failed,
        Aborted,
        Measured,
        Counted,
        ProfileTried,
        RecipesOffered,
        Converted,
        Diverged,
    )
)


class Job(ABC):
    """One request that has not ended.

    `steps` does the work of the request, up to the point where its row can decode. `work` are the
    steps that are left. `generation` is the reply, None for requests without one.
    """

    # True if a person waits for the result; False for what the window requests by itself.
    from_user: ClassVar[bool] = True
    # True if another process does the work, and this thread is free for others.
    is_elsewhere: ClassVar[bool] = False
    # True if the result is a reply, whose numbers are shown after it has ended.
    is_reply: ClassVar[bool] = False

    def __init__(self, command: Work, meter: Meter) -> None:
        self.command = command
        self.meter = meter
        self.generation: Generation | None = None
        self.work: WorkSteps = _no_steps()

    @property
    def request_id(self) -> int:
        return self.command.request_id

    @property
    def model_id(self) -> str:
        return self.meter.model_id

    @property
    def waits_for(self) -> Readable | None:
        """The worker process whose result the next step needs, if there is one."""
        return None

    @property
    def ready_row(self) -> Row | None:
        """The row, once it can decode."""
        generation = self.generation
        return generation.row if generation is not None and generation.ready else None

    @property
    def held_bytes(self) -> int:
        """Bytes held for a stopped reply that is to be continued."""
        return self.generation.held_bytes if self.generation else 0

    @abstractmethod
    def steps(self) -> WorkSteps:
        """Do the work, yielding the events of each bounded step. Raises Refused for bad input."""

    def begin(self) -> None:
        """Prepare the work, after the job was queued: a fault here ends the request."""
        self.work = self.steps()

    def restart(self) -> None:
        """Start over, without the model and everything computed with it."""
        self.work.close()
        if self.generation is not None:
            self.generation.release_model()
        self.meter.enter(Phase.QUEUED)
        self.work = self.steps()

    def discard(self) -> None:
        """Drop what the job holds, in any state, without an event."""
        if self.generation is not None:
            self.generation.release_model()
        self.work.close()

    def is_ended_by(self, event: RequestEvent) -> bool:
        """Return True if `event` is the terminal event of this job."""
        return type(event) in TERMINAL

    def continuable_after(self, event: RequestEvent) -> bool:
        """Return True if the reply can be continued after its terminal event."""
        return False

    def abort(self) -> list[RequestEvent]:
        """Return the last events of an aborted request."""
        return [Aborted(self.request_id, self.meter.usage, self.meter.timings)]

    def describe_fault(self, error: BaseException) -> str:
        """Return a sentence for the user about a fault in this job."""
        if self.meter.phase is Phase.LOADING:
            return say(
                "The model could not be loaded: {reason}. Try again, or choose another model.",
                reason=reason(error),
            )
        return say(
            "The model could not answer this: {reason}. Try again, or with another model.",
            reason=reason(error),
        )


def _no_steps() -> WorkSteps:
    yield from ()
