"""What a picture, clip or text would be to a model, before it is sent."""

from engine.errors import Refused
from engine.messages import Measure, Measured, MediaCost, MediaKind, Phase
from engine.models.loader import LoadedModel
from engine.prompts import fitting, text_files
from engine.prompts.media_reader import MediaReader
from engine.rendering.segments import AT_ONCE
from engine.rendering.writer import Readable, Writer
from engine.requests.preparation import Pieces
from engine.requests.stats import Meter


class Measuring:
    """Reads it as for a reply; what comes of it is kept for that."""

    def __init__(self, command: Measure, meter: Meter) -> None:
        self._command = command
        self._meter = meter
        self._reader = MediaReader()
        self._writer: Writer | None = None

    @property
    def away(self) -> Readable | None:
        """The worker process that it waits for just now."""
        written = self._writer.away(self._command.request_id) if self._writer else None
        return self._reader.worker or written

    def work(self, model: LoadedModel) -> Pieces:
        """Yield Measured at the end; raises Refused."""
        self._writer = model.writer
        if self._command.media.kind is MediaKind.TEXT:
            yield from self._text(model)
            return
        if not model.vision:
            raise Refused("{model} reads text only.", model=model.info.name)
        self._meter.enter(Phase.PREPARING)
        read = self._reader.item if model.adapter.items is not None else self._reader.processed
        item = yield from read(self._command.media, model)
        assert item.cost is not None
        yield [Measured(self._command.request_id, item.cost)]

    def _text(self, model: LoadedModel) -> Pieces:
        """Some lines at a time: tokens seldom go over the end of a line."""
        self._meter.enter(Phase.PREPARING)
        block = text_files.fenced(self._command.media)
        fitting.check_characters(len(block), model)
        lines = block.splitlines(keepends=True)
        tokens = 0
        while lines:
            part, lines = _begin(lines)
            tokens += yield from model.writer.count(self._command.request_id, part)
        memory = (model.cost.cache.full + model.cost.embeds) * tokens
        yield [Measured(self._command.request_id, MediaCost(0, 0, 0, tokens, memory))]


def _begin(lines: list[str]) -> tuple[str, list[str]]:
    """About so many characters as are tokenized at once, and the other lines."""
    size = 0
    for index, line in enumerate(lines):
        size += len(line)
        if size >= AT_ONCE:
            return "".join(lines[: index + 1]), lines[index + 1 :]
    return "".join(lines), []
