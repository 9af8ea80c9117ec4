"""The request for the cost of an image, a video or a text to a model, before it is sent."""

from engine.errors import Refused
from engine.messages import Measure, Measured, MediaCost, MediaKind, Phase
from engine.models.loader import LoadedModel
from engine.prompts import fitting, text_files
from engine.rendering.segments import AT_ONCE
from engine.requests.inspection_job import InspectionJob
from engine.requests.memory_manager import MemoryManager
from engine.requests.residents import Resident
from engine.requests.stats import Meter
from engine.requests.work_steps import WorkSteps


class MeasureJob(InspectionJob):
    """Reads the media as for a reply, and caches the result for that reply."""

    def __init__(self, command: Measure, meter: Meter, memory: MemoryManager) -> None:
        super().__init__(command, meter, memory)
        self._media = command.media

    def inspect(self, resident: Resident) -> WorkSteps:
        model = resident.model
        if self._media.kind is MediaKind.TEXT:
            yield from self._measure_text(model)
            return
        if not model.vision:
            raise Refused("{model} reads text only.", model=model.info.name)
        self.meter.enter(Phase.PREPARING)
        read = self._reader.item if model.adapter.vision else self._reader.processed
        item = yield from read(self._media, model)
        assert item.cost is not None
        yield [Measured(self.request_id, item.cost)]

    def _measure_text(self, model: LoadedModel) -> WorkSteps:
        """Tokenize some lines at a time: tokens rarely span the end of a line."""
        self.meter.enter(Phase.PREPARING)
        block = text_files.fenced_file(self._media)
        fitting.check_characters(len(block), model)
        lines = block.splitlines(keepends=True)
        tokens = 0
        while lines:
            part, lines = _split(lines)
            tokens += yield from model.writer.count(self.request_id, part)
        memory = (model.cost.cache.full + model.cost.embeds) * tokens
        yield [Measured(self.request_id, MediaCost(0, 0, 0, tokens, memory))]


def _split(lines: list[str]) -> tuple[str, list[str]]:
    """Return about as many characters as are tokenized at once, and the remaining lines."""
    size = 0
    for index, line in enumerate(lines):
        size += len(line)
        if size >= AT_ONCE:
            return "".join(lines[: index + 1]), lines[index + 1 :]
    return "".join(lines), []
