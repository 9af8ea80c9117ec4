"""The request to load a model, and the loading that a reply begins with."""

import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from pathlib import Path

from engine.machines import group
from engine.messages import LoadModel, LoadProgress, ModelReady, Phase, RequestEvent
from engine.models import loader
from engine.models.weights import Progress
from engine.plain_names import folder_name
from engine.prompts.remote_writer import RemoteWriter
from engine.rendering.prompt_writer import Readable
from engine.requests.job import Job
from engine.requests.memory_manager import MemoryManager
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps, wait_while
from engine.sentences import say

# Seconds between two reports of a load's progress.
PROGRESS_INTERVAL = 0.1


class Loading:
    """Brings the model of one request into memory, or waits while another request does. `report`
    is called before the thread is busy for long. `waits_for` is the worker process that loads the
    tokenizer at this moment. Unless it `evicts`, it raises Refused rather than take memory of other
    models."""

    def __init__(
        self,
        meter: Meter,
        memory: MemoryManager,
        report: Callable[[], None],
        *,
        evicts: bool = True,
    ) -> None:
        self.waits_for: Readable | None = None
        self._evicts = evicts
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
        memory, model_id = self._memory, self._meter.model_id
        yield from wait_while(self._meter, self._other_load)
        if memory.models.get(model_id) is not None:
            return False
        with memory.loading(model_id):
            self._meter.enter(Phase.LOADING)
            profile = memory.profiles.get(model_id)
            source = group.together(lambda: loader.examine_model(model_id, profile))
            yield from self._load(source)
        memory.end_load(self._meter.request_id, model_id)
        return True

    def _other_load(self) -> str:
        """Return a sentence while another request loads the model, else ""."""
        model_id = self._meter.model_id
        if not self._memory.is_loading(model_id):
            return ""
        name = folder_name(Path(model_id))
        return say("Waiting for {name} to load.", name=name)

    def _load(self, source: loader.ModelSource) -> WorkSteps:
        with ExitStack() as unused:
            writer = None
            if loader.needs_worker(source):
                writer = unused.enter_context(closing(RemoteWriter(source)))
                yield from self._start(writer)
            yield from wait_while(self._meter, lambda: self._reserve(source))
            self._meter.enter(Phase.LOADING)
            self._report()
            yield []
            yield from self._read(self._memory.models.load_steps(source, writer))
            unused.pop_all()

    def _reserve(self, source: loader.ModelSource) -> str:
        """Reserve the memory of the model, as MemoryManager.reserve_weights."""
        if not self._evicts:
            self._memory.check_room(source)
        return self._memory.reserve_weights(self._meter.request_id, source)

    def _read(self, steps: Generator[Progress, None, Resident]) -> WorkSteps:
        """Run the steps of a load, and report its progress now and then, the first and the last
        always."""
        told_at, told = float("-inf"), (-1, -1)
        with closing(steps):
            for done, total in steps:
                now = time.perf_counter()
                due = now - told_at >= PROGRESS_INTERVAL or done == total
                # The measurements come after the last byte.
                due = due and (done, total) != told
                if due:
                    told_at, told = now, (done, total)
                yield [self._progress(done, total)] if due else []

    def _progress(self, done: int, total: int) -> LoadProgress:
        return LoadProgress(self._meter.request_id, done, total, self._meter.model_id)

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
