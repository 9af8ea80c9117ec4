"""How many tokens a question would have as it stands, and when its answer would begin."""

import time
from collections.abc import Callable

from engine.messages import Aborted, Count, Counted, Generate, Phase
from engine.models.loader import LoadedModel
from engine.models.prompt_cache import PromptCache
from engine.prompts import fitting, text_files
from engine.prompts.fitting import Fitted
from engine.prompts.media_reader import MediaReader
from engine.rendering.writer import Readable, Writer
from engine.requests.preparation import Pieces, content_of
from engine.requests.stats import Meter
from engine.vision.item_cache import Item, without_pixels

# A template writes a conversation, and a tokenizer reads a message, all at once: where one has more
# messages or characters, that would hold up the words of others.
MOST_MESSAGES, MOST_CHARACTERS = 200, 60_000


class Counting:
    """Renders and tokenizes as for a reply, and looks at what is kept of prompts without using it.

    Pictures that were not measured before are read for it, and kept for the question."""

    def __init__(self, command: Count, meter: Meter) -> None:
        self._command = command
        self._meter = meter
        self._reader = MediaReader()
        self._writer: Writer | None = None

    @property
    def away(self) -> Readable | None:
        """The worker process that it waits for just now."""
        written = self._writer.away(self._command.request_id) if self._writer else None
        return self._reader.worker or written

    @property
    def kv_bits(self) -> int:
        return self._command.request.kv_bits

    def work(
        self, model: LoadedModel, prompts: PromptCache | None, others: Callable[[], bool]
    ) -> Pieces:
        """`prompts` are those that the request would begin with, `others` whether somebody waits
        for words. Yield the answer at the end, or Aborted where it cannot be found out, or not now;
        raises Refused."""
        self._meter.enter(Phase.PREPARING)
        self._writer = model.writer
        model.quantization.check(self._command.request.kv_bits)
        request = text_files.inlined(self._command.request)
        fitting.check(request, model)
        yield []
        media = [media for message in request.messages for media in message.media]
        if (media and model.adapter.items is None) or (_long(request) and others()):
            yield [Aborted(self._command.request_id, self._meter.usage, self._meter.timings)]
            return
        items: list[Item] = []
        for each in media:
            item = yield from self._reader.item(each, model)
            items.append(without_pixels(item))
        began = time.perf_counter()
        fitted, left_out = yield from fitting.fit_or_whole(request, items, model)
        key = content_of(fitted, model, request.kv_bits)
        known = prompts.known(key) if prompts is not None and key is not None else 0
        seconds = _seconds(fitted, known, model)
        if seconds is not None:
            seconds += time.perf_counter() - began
        info, tokens = model.info, len(fitted.tokens)
        request_id = self._command.request_id
        yield [
            Counted(
                request_id,
                info.model_id,
                tokens,
                known,
                info.context,
                seconds,
                max(left_out, fitted.left_out),
                fitted.summarised,
            )
        ]


def _long(request: Generate) -> bool:
    longest = max(len(message.content) for message in request.messages)
    return len(request.messages) > MOST_MESSAGES or longest > MOST_CHARACTERS


def _seconds(fitted: Fitted, known: int, model: LoadedModel) -> float | None:
    """Until the first token; None where nothing like it was measured."""
    unseen = {
        piece.key: len(piece.places)
        for piece in fitted.pieces
        if piece.places[-1] >= known and not model.adapter.knows(piece)
    }
    reading = model.rates.reading(len(fitted.tokens) - known, model.prefill_step)
    looking = model.rates.looking(list(unseen.values()))
    return None if reading is None or looking is None else reading + looking
