"""The request to load a model, and the loading that a reply begins with."""

from collections.abc import Callable, Generator
from contextlib import ExitStack, closing

from engine.messages import LoadModel, ModelReady, Phase, RequestEvent
from engine.models import loader
from engine.prompts.remote_writer import RemoteWriter
from engine.rendering.prompt_writer import Readable
from engine.requests.job import Job
from engine.requests.memory_manager import MemoryManager
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps, wait_while


class Loading:
    """Brings the model of one request into memory. `report` is called before the thread is busy
    for long. `waits_for` is the worker process that loads the tokenizer at this moment."""

    def __init__(self, meter: Meter, memory: MemoryManager, report: Callable[[], None]) -> None:
        self.waits_for: Readable | None = None
        self._meter = meter
        self._memory = memory
        self._report = report

    @property
    def resident(self) -> Resident:
        """The model, which must be in memory."""
        found = self._memory.models.get(self._meter.model_id)
        assert found is not None, "a request restarts when its model is unloaded"
        return found

    @property
    def ready(self) -> ModelReady:
        return ModelReady(self._meter.request_id, self.resident.model.info)

    def steps(self) -> Generator[list[RequestEvent], None, bool]:
        """Return True if the model was loaded, False if it was in memory. Raises Refused."""
        if self._memory.models.get(self._meter.model_id) is not None:
            return False
        model_id = self._meter.model_id
        source = loader.examine_model(model_id, self._memory.profiles.get(model_id))
        loaded = yield from self._load(source)
        self._memory.ledger.cancel(self._meter.request_id)
        return loaded

    def _load(self, source: loader.ModelSource) -> Generator[list[RequestEvent], None, bool]:
        request_id, memory = self._meter.request_id, self._memory
        with ExitStack() as unused:
            writer = None
            if loader.needs_worker(source):
                writer = unused.enter_context(closing(RemoteWriter(source)))
                yield from self._start(writer)
            yield from wait_while(self._meter, lambda: memory.reserve_weights(request_id, source))
            self._meter.enter(Phase.LOADING)
            self._report()
            yield []
            # another request may have loaded the model while this one waited
            if memory.models.get(source.model_id) is not None:
                return False
            memory.models.load(source, writer)
            unused.pop_all()
            return True

    def _start(self, writer: RemoteWriter) -> WorkSteps:
        self._meter.enter(Phase.LOADING)
        self.waits_for = writer
        try:
            yield from writer.start()
        finally:
            self.waits_for = None


class LoadJob(Job):
    """Loads a model; answered with ModelReady, also if the model was in memory."""

    def __init__(self, command: LoadModel, meter: Meter, loading: Loading) -> None:
        super().__init__(command, meter)
        self._loading = loading

    @property
    def waits_for(self) -> Readable | None:
        return self._loading.waits_for

    def begin(self) -> None:
        self.meter.enter(Phase.LOADING)
        super().begin()

    def steps(self) -> WorkSteps:
        yield from self._loading.steps()
        yield [self._loading.ready]

    def is_ended_by(self, event: RequestEvent) -> bool:
        return isinstance(event, ModelReady) or super().is_ended_by(event)
