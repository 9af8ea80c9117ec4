"""What the end of a request means: for whom it is one, what is kept, what is said of a fault."""

from engine.errors import reason
from engine.messages import (
    Aborted,
    Continue,
    Counted,
    Failed,
    Finished,
    FinishReason,
    LoadModel,
    Measured,
    ModelReady,
    Phase,
    RequestEvent,
    Work,
)
from engine.requests.job_queue import Job
from engine.sentences import say


def is_terminal(event: RequestEvent, command: Work) -> bool:
    """Whether `event` answers `command`; a Generate may load its model on the way."""
    ready = isinstance(event, ModelReady) and isinstance(command, LoadModel)
    return ready or isinstance(event, Measured | Counted | Finished | Failed | Aborted)


def kept_as(job: Job, event: RequestEvent) -> int | None:
    """The id under which the reply can be continued after its terminal event."""
    cut = isinstance(event, Finished) and event.reason is FinishReason.LENGTH
    if cut or isinstance(event, Aborted):
        return job.request_id
    refused = isinstance(event, Failed) and not event.fault
    return job.command.reply_id if refused and isinstance(job.command, Continue) else None


def fault(job: Job, error: BaseException) -> str:
    """Say what went wrong with the job, for a person."""
    why = reason(error)
    if job.meter.phase is Phase.LOADING:
        return say("The model could not be loaded: {reason}.", reason=why)
    if job.measuring is not None:
        return say("What this is to the model could not be found out: {reason}.", reason=why)
    return say(
        "The model could not answer this: {reason}. Try again, or with another model.",
        reason=why,
    )
