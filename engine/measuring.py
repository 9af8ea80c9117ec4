"""What a picture or clip would be to a model, before it is sent."""

from engine.errors import Refused
from engine.loader import LoadedModel
from engine.media_reader import MediaReader
from engine.messages import Measure, Measured, Phase
from engine.preparation import Pieces
from engine.reading import Reading
from engine.stats import Meter


class Measuring:
    """Reads it as for a reply; what comes of it is kept for that."""

    def __init__(self, command: Measure, meter: Meter) -> None:
        self._command = command
        self._meter = meter
        self._reader = MediaReader()

    @property
    def away(self) -> Reading | None:
        """What a worker process reads for it just now."""
        return self._reader.away

    def work(self, model: LoadedModel) -> Pieces:
        """Yield Measured at the end; raises Refused."""
        if not model.vision:
            raise Refused(f"{model.info.name} reads text only.")
        self._meter.enter(Phase.PREPARING)
        read = self._reader.item if model.adapter.items is not None else self._reader.processed
        item = yield from read(self._command.media, model)
        assert item.cost is not None
        yield [Measured(self._command.request_id, item.cost)]
