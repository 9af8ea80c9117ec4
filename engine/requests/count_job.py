"""The request for the number of tokens of a question while it is typed, and for the time until its
answer begins."""

import time
from contextlib import ExitStack, closing

from engine.messages import Count, Counted, Generate, Phase
from engine.models import loader
from engine.models.loader import LoadedModel
from engine.prompts import fitting, text_files
from engine.prompts.fitting import Fitted
from engine.prompts.remote_writer import RemoteWriter
from engine.rendering.prompt_writer import Readable
from engine.requests.inspection_job import InspectionJob
from engine.requests.job_queue import JobQueue
from engine.requests.memory_manager import MemoryManager
from engine.requests.preparation import content_key_of
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.tool_use import demand_of
from engine.requests.work_steps import WorkSteps
from engine.vision.item_cache import Item, without_pixels

# A template renders all messages of a conversation at once, and a tokenizer all characters of a
# message. Larger conversations would hold up other replies, and are counted only when idle.
MAX_MESSAGES, MAX_CHARACTERS = 200, 60_000


class CountJob(InspectionJob):
    """Renders and tokenizes as for a reply, and looks at the cached prompts without using them.

    Images that were not processed yet are processed for the count, and cached for the question."""

    def __init__(self, command: Count, meter: Meter, memory: MemoryManager, jobs: JobQueue) -> None:
        super().__init__(command, meter, memory)
        self._request = command.request
        self._always = command.always
        self._jobs = jobs
        # The worker of a model that is not in memory, while it starts.
        self._starting: RemoteWriter | None = None

    @property
    def waits_for(self) -> Readable | None:
        return self._starting or super().waits_for

    def steps(self) -> WorkSteps:
        resident = self._memory.models.get(self.model_id)
        if resident is None and self._always:
            yield from self._unloaded()
        else:
            yield from super().steps()

    def inspect(self, resident: Resident) -> WorkSteps:
        yield from self._count(resident.model, resident)

    def _unloaded(self) -> WorkSteps:
        """Count for a model that is not in memory. Raises Refused."""
        self.meter.enter(Phase.LOADING)
        source = loader.examine_model(self.model_id, self._memory.profiles.get(self.model_id))
        yield []
        with ExitStack() as opened:
            writer = None
            if loader.needs_worker(source):
                writer = opened.enter_context(closing(RemoteWriter(source)))
                self._starting = writer
                yield from writer.start()
                self._starting = None
            model = loader.without_weights(source, writer)
            yield []
            self._writer = model.writer
            try:
                yield from self._count(model, None)
            finally:
                self._writer = None

    def _count(self, model: LoadedModel, resident: Resident | None) -> WorkSteps:
        """Yield Counted, or Aborted if the count cannot be had, or not now. Raises Refused."""
        self.meter.enter(Phase.PREPARING)
        model.quantization.check(self._request.kv_bits)
        request = text_files.inlined(self._request)
        fitting.check_request(request, model)
        yield from demand_of(request, model)
        yield []
        media = [media for message in request.messages for media in message.media]
        whole = media and model.adapter.vision is None
        stalls = _is_long(request) and self._jobs.has_user_job
        if (whole or stalls) and not self._always:
            yield self.abort()
            return
        items: list[Item] = []
        for each in media:
            item = yield from self._reader.item(each, model)
            items.append(without_pixels(item))
        began = time.perf_counter()
        fitted, omitted = yield from fitting.fit_or_whole(request, items, model)
        cached = self._cached_tokens(fitted, resident) if resident else 0
        seconds = _seconds(fitted, cached, model)
        if seconds is not None:
            seconds += time.perf_counter() - began
        yield [self._counted(fitted, omitted, cached, model, seconds)]

    def _cached_tokens(self, fitted: Fitted, resident: Resident) -> int:
        kv_bits = self._request.kv_bits
        lane = resident.lanes.get(kv_bits)
        key = content_key_of(fitted, resident.model, kv_bits)
        return lane.prompts.reusable_tokens(key) if lane and key is not None else 0

    def _counted(
        self,
        fitted: Fitted,
        omitted: int,
        cached: int,
        model: LoadedModel,
        seconds: float | None,
    ) -> Counted:
        return Counted(
            self.request_id,
            len(fitted.tokens),
            cached,
            model.info.context,
            seconds,
            max(omitted, fitted.left_out),
            fitted.summarized,
        )


def _is_long(request: Generate) -> bool:
    longest = max(len(message.content) for message in request.messages)
    return len(request.messages) > MAX_MESSAGES or longest > MAX_CHARACTERS


def _seconds(fitted: Fitted, cached: int, model: LoadedModel) -> float | None:
    """Return the seconds until the first token; None if nothing similar was measured yet."""
    vision = model.adapter.vision
    new = {
        piece.key: len(piece.places)
        for piece in fitted.pieces
        if piece.places[-1] >= cached and not (vision and vision.is_encoded(piece))
    }
    prefill = model.rates.prefill_seconds(len(fitted.tokens) - cached, model.chunks.now)
    encode = model.rates.encode_seconds(list(new.values()))
    return None if prefill is None or encode is None else prefill + encode
