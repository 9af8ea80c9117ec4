"""The base of requests that ask a model about input, without a reply."""

from abc import abstractmethod

from engine.errors import reason
from engine.messages import Phase, Work
from engine.prompts.media_reader import MediaReader
from engine.rendering.prompt_writer import PromptWriter, Readable
from engine.requests.job import Job
from engine.requests.memory_manager import MemoryManager
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps
from engine.sentences import say


class InspectionJob(Job):
    """Asks a model that is in memory; otherwise the request is aborted, and none is loaded."""

    from_user = False

    def __init__(self, command: Work, meter: Meter, memory: MemoryManager) -> None:
        super().__init__(command, meter)
        self._memory = memory
        self._reader = MediaReader()
        self._writer: PromptWriter | None = None

    @property
    def waits_for(self) -> Readable | None:
        written = self._writer.away(self.request_id) if self._writer else None
        return self._reader.worker or written

    def steps(self) -> WorkSteps:
        resident = self._memory.models.get(self.model_id)
        if resident is None:
            yield self.abort()
            return
        self._writer = resident.model.writer
        yield from self.inspect(resident)

    @abstractmethod
    def inspect(self, resident: Resident) -> WorkSteps:
        """Do the work, with the result as the last event. Raises Refused."""

    def describe_fault(self, error: BaseException) -> str:
        if self.meter.phase is Phase.LOADING:
            return super().describe_fault(error)
        return say("Could not work out how many tokens this uses: {reason}.", reason=reason(error))
