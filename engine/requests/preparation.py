"""From a request to its prompt in embeddings, and the cache of what was read of it before."""

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

from engine.errors import Refused
from engine.messages import Generate, LookProgress, Media, Phase, RequestEvent, Waiting
from engine.models.adapter import Prompt
from engine.models.cache_misses import Parts
from engine.models.loader import LoadedModel
from engine.models.memory import Need
from engine.models.prompt_cache import Entry, PromptCache, reusable
from engine.prompts import fitting
from engine.prompts.fitting import Fitted
from engine.prompts.media_reader import MediaReader
from engine.rendering.writer import Readable
from engine.requests.stats import Meter
from engine.sentences import say
from engine.vision.item_cache import Item, without_pixels
from engine.vision.towers import Piece, content_key
from engine.vision.vision_cache import Features

# A sentence why the request must wait, or "" once the bytes are promised.
Admit = Callable[[Need], str]
Pieces = Generator[list[RequestEvent], None, None]
READS_ANEW = say("Prompts of this family are read anew each time.")
OTHER_READS = say(
    "Waiting for another question that begins the same way: it is read once for both."
)


def wait(meter: Meter, why: Callable[[], str]) -> Pieces:
    """Yield until `why` is empty; a reason is told once."""
    told = ""
    while reason := why():
        meter.wait(reason)
        yield [Waiting(meter.request_id, reason)] if reason != told else []
        told = reason


def need_of(
    request: Generate,
    model: LoadedModel,
    tokens: int,
    *,
    read: int = 0,
    looking: int = 0,
    at_once: bool = False,
) -> Need:
    """For a prompt of so many tokens, of which some are read, its answer, and bytes that the vision
    tower takes."""
    answer = min(request.sampling.max_tokens, model.info.context - tokens)
    at_once = at_once and model.adapter.reads_at_once
    chunk = min(tokens - read, tokens if at_once else model.prefill_step)
    cost = model.cost.of(request.kv_bits)
    extra = cost.reading(chunk, tokens) + looking if chunk else 0
    return Need(model.info.model_id, tokens + answer, chunk, extra, kv_bits=request.kv_bits)


def content_of(fitted: Fitted, model: LoadedModel, kv_bits: int) -> list[int] | None:
    """By which a prompt is found again; None where it must not be."""
    adapter = model.adapter
    if not reusable(model.new_cache(kv_bits)):
        return None
    if adapter.items is None:
        return adapter.content(fitted.tokens, fitted.arrays)[0]
    return content_key(fitted.tokens, fitted.pieces)


@dataclass(frozen=True)
class Prepared:
    """`cache` holds the first `start` tokens of `prompt`. `key` names what the prompt's tokens and
    pictures are, None where it must not be found again; `fitted` is the conversation without what
    was said of its answer."""

    fitted: Fitted
    prompt: Prompt
    cache: list[Any]
    start: int
    key: list[int] | None
    parts: Parts


class Preparation:
    """Of one request. `work` does one bounded piece with each `next`: a picture, a look at a worker
    that reads a clip, the vision tower."""

    def __init__(
        self, request: Generate, meter: Meter, model: LoadedModel, prompts: PromptCache
    ) -> None:
        self.reader = MediaReader()
        self._request = request
        self._meter = meter
        self._model = model
        self._prompts = prompts
        self._key: list[int] | None = None
        self._parts = Parts()
        # Taken from the prompts that are kept, and not yet the row's.
        self._taken: Entry | None = None
        # Where the pixels of a piece are from, and the pieces whose pixels are in hand: those of
        # one picture or clip, which is read once for all its frames.
        self._sources: dict[bytes, Media] = {}
        self._in_hand: dict[bytes, Piece] = {}

    @property
    def away(self) -> Readable | None:
        """The worker process that it waits for just now."""
        return self.reader.worker or self._model.writer.away(self._request.request_id)

    def work(self, admit: Admit, said: list[int]) -> Generator[list[RequestEvent], None, Prepared]:
        """`said` are tokens of the answer that are read with the prompt, from its beginning. Raises
        Refused."""
        try:
            return (yield from self._work(admit, said))
        finally:
            self._return_taken()

    def _work(self, admit: Admit, said: list[int]) -> Generator[list[RequestEvent], None, Prepared]:
        fitted, whole = yield from self._admitted_inputs(admit, said)
        cache, start, mine = yield from self._known()
        try:
            prompt = yield from self._embedded(whole, start)
        except BaseException:
            # Whoever asks again after Stop goes on from there.
            if mine and self._key is not None:
                self._prompts.put(self._key[:start], cache)
            raise
        return Prepared(fitted, prompt, cache, start, self._key, self._parts)

    def _embedded(self, whole: Fitted, start: int) -> Generator[list[RequestEvent], None, Prompt]:
        """The prompt, which is read from `start`."""
        pieces = [piece for piece in whole.pieces if piece.places[-1] >= start]
        found = yield from self._looked_at(pieces)
        prompt = self._model.adapter.prompt(whole.tokens, whole.arrays, whole.pieces, found)
        if items := self._model.adapter.items:
            for media in self._media():
                items.forget_pixels(media)
        if whole.arrays:
            yield []
        return prompt

    def _admitted_inputs(
        self, admit: Admit, said: list[int]
    ) -> Generator[list[RequestEvent], None, tuple[Fitted, Fitted]]:
        """The prompt without and with what was said, once memory is promised. Who must wait for
        that holds no pictures meanwhile, and may have to read them again."""
        model = self._model
        while True:
            self._meter.enter(Phase.PREPARING)
            fitting.check(self._request, model)
            items = yield from self._items()
            fitted = whole = yield from fitting.fit(self._request, items, model)
            self._parts = yield from fitting.parts(self._request, fitted, model)
            if said:
                whole = fitting.extended(fitted, said[fitted.answer_tokens :])
                fitting.check_length(len(whole.tokens), model)
            need = need_of(
                self._request,
                model,
                len(whole.tokens),
                looking=fitting.looking(whole, items, model),
                at_once=bool(items),
            )
            self._key = content_of(whole, model, self._request.kv_bits)
            if not self._admitted(admit, need):
                return fitted, whole
            del items, fitted, whole
            self._in_hand = {}
            yield from wait(self._meter, lambda need=need: self._admitted(admit, need))

    def _items(self) -> Generator[list[RequestEvent], None, list[Item]]:
        """Without pixels, but for the last: they are bounded, and counted, where they are kept."""
        found = []
        for media in self._media():
            item = yield from self.reader.item(media, self._model)
            found.append(without_pixels(item))
            self._sources.update((piece.key, media) for piece in item.pieces)
            self._hold(item)
        return found

    def _hold(self, item: Item) -> None:
        if item.nbytes:
            self._in_hand = {piece.key: piece for piece in item.pieces if piece.pixels is not None}

    def _media(self) -> list[Media]:
        return [media for message in self._request.messages for media in message.media]

    def _admitted(self, admit: Admit, need: Need) -> str:
        """With what was read before taken out of what is kept: it must not make room for itself."""
        if self._taken is None and self._key is not None:
            self._taken = self._prompts.take(self._key)
        reason = admit(need)
        taken, key = self._taken, self._key or []
        if taken is not None and (reason or not self._prompts.spares(key, taken)):
            self._return_taken()
        return reason

    def _return_taken(self) -> None:
        if self._taken is not None:
            self._prompts.give_back(self._taken)
            self._taken = None

    def _known(self) -> Generator[list[RequestEvent], None, tuple[list[Any], int, bool]]:
        """A cache, how many tokens of the prompt it holds, and whether it was taken out of what is
        kept. What another request reads just now is waited for."""
        key, request_id, prompts = self._key, self._request.request_id, self._prompts
        if key is None:
            self._meter.read_again = READS_ANEW
            return self._model.new_cache(self._request.kv_bits), 0, False
        if self._taken is None:
            wants = prompts.awaited
            yield from wait(self._meter, lambda: OTHER_READS if wants(request_id, key) else "")
            self._meter.enter(Phase.PREPARING)
        prompts.begin(request_id, key)
        taken, self._taken = self._taken, None
        found = prompts.find(key, self._parts, taken)
        self._meter.read_again = found.why
        cache = found.cache or self._model.new_cache(self._request.kv_bits)
        return cache, found.start, taken is not None

    def _looked_at(
        self, pieces: list[Piece]
    ) -> Generator[list[RequestEvent], None, dict[bytes, Features]]:
        """Features of pieces by their keys; equal ones are encoded once."""
        adapter = self._model.adapter
        different = {piece.key: piece for piece in pieces}
        found = {key: adapter.look(it) for key, it in different.items() if adapter.knows(it)}
        self._meter.media_known(len(found))
        new = [key for key in different if key not in found]
        new.sort(key=lambda key: key not in self._in_hand)
        for done, key in enumerate(new):
            yield [LookProgress(self._request.request_id, done, len(new))]
            if key not in self._in_hand:
                self._in_hand = {}
                # Read again, where they had to go.
                item = yield from self.reader.item(self._sources[key], self._model, pixels=True)
                self._hold(item)
            if key not in self._in_hand:
                raise Refused("A picture was changed while it was read. Ask again.")
            self._meter.enter(Phase.LOOKING)
            began = time.perf_counter()
            found[key] = adapter.look(self._in_hand[key])
            self._meter.media_looked_at()
            self._model.rates.looked(len(different[key].places), time.perf_counter() - began)
            yield []
            self._meter.enter(Phase.PREPARING)
        self._in_hand = {}
        return found
