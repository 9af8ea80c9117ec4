"""The way from a request to its prompt in embeddings, and to the cached prefix of that prompt."""

import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any, Protocol

import numpy as np

from engine.errors import FailureKind, Refused, refused_as
from engine.frozen import frozen
from engine.machines import group
from engine.messages import Drafting, Generate, LookProgress, Media, Phase, RequestEvent
from engine.model_cost import prefill_chunk
from engine.models.cache_misses import Boundaries, common_prefix
from engine.models.loader import LoadedModel
from engine.models.prefix_cache import CachedPrefix, PrefixCache, is_reusable
from engine.models.prompt import Prompt
from engine.prompts import fitting
from engine.prompts.fitting import Fitted
from engine.prompts.media_reader import MediaReader
from engine.rendering.prompt_writer import Readable
from engine.requests.drafting import why_not_drafted
from engine.requests.ledger import RowNeed
from engine.requests.skimming import Skimming
from engine.requests.stats import Meter
from engine.requests.work_steps import quiet, wait_while
from engine.sentences import say
from engine.vision.item_cache import Item, without_pixels
from engine.vision.towers import VisionPiece, content_key
from engine.vision.vision_cache import Features

NEVER_CACHED = say("Prompts for models of this family are not cached.")
SAME_PREFIX = say(
    "Waiting for another question that begins the same way, so that their common part is "
    "processed only once."
)


class Admission(Protocol):
    """The memory that a request may reserve."""

    @property
    def free_bytes(self) -> int:
        """Bytes that are neither reserved nor cached."""
        ...

    def spare_beside(self, need: RowNeed) -> int:
        """Return the bytes that may be reserved beside a need, only to be faster."""
        ...

    def affordable(self, need: RowNeed) -> RowNeed:
        """Return the need, without drafting and skimming if the memory for that is not there."""
        ...

    def reserve(self, need: RowNeed) -> str:
        """Return "" once the memory is reserved, else a sentence why the request waits. Raises
        Refused."""
        ...


def need_of(
    request: Generate,
    model: LoadedModel,
    tokens: int,
    *,
    cached: int = 0,
    encoding: int = 0,
    has_media: bool = False,
    step: int = 0,
) -> RowNeed:
    """Return the memory for a prompt of `tokens`, of which `cached` need no prefill, its answer,
    and `encoding` bytes for the vision tower. Chunks have up to `step` tokens, without it as few as
    those of short prompts."""
    answer = min(request.sampling.max_tokens, model.info.context - tokens)
    one_chunk = has_media and model.adapter.may_need_one_chunk
    whole = tokens if one_chunk else prefill_chunk(tokens, step or model.prefill_step)
    chunk = min(tokens - cached, whole)
    cost = model.cost.of(request.kv_bits)
    # The tower has ended before the prefill begins; the embeddings are there for both.
    extra = max(cost.prefill(chunk, tokens), encoding + cost.embeds * tokens) if chunk else 0
    end = tokens + answer
    drafting = 0
    if request.drafting is not Drafting.OFF and not why_not_drafted(request, model):
        drafter = model.draft or model.assistant or model.dflash
        drafting = cost.drafting(end) + (drafter.row(end) if drafter else 0)
    return RowNeed(model.info.model_id, end, chunk, extra, request.kv_bits, drafting)


def content_key_of(fitted: Fitted, model: LoadedModel, kv_bits: int) -> list[int] | None:
    """Return the key of a prompt in the prefix cache; None if the prompt cannot be cached."""
    unknown_pixels = model.vision and model.adapter.vision is None
    if unknown_pixels or not is_reusable(model.new_cache(kv_bits)):
        return None
    return content_key(fitted.tokens, fitted.pieces)


@frozen
class Prepared:
    """A prompt whose first `cached` tokens are in `cache`. `key` is its key in the prefix cache,
    None if it cannot be cached; `fitted` is the conversation without the generated tokens, and
    `tokens` are all with them, also those that are left out. `kept` are the places of those that
    are read, None for all. `drafting`: the memory for drafts is reserved as well. `draft_cache` is
    that of the draft model with all `tokens`, None if it has not read them. Chunks have up to
    `chunk` tokens."""

    fitted: Fitted
    tokens: list[int]
    kept: np.ndarray | None
    prompt: Prompt
    cache: list[Any]
    cached: int
    key: list[int] | None
    boundaries: Boundaries
    drafting: bool
    draft_cache: list[Any] | None
    chunk: int


class Preparation:
    """The preparation of one request. Each step of `steps` is bounded: one image to decode, one
    poll of a worker that decodes a video, one piece to encode."""

    def __init__(
        self, request: Generate, meter: Meter, model: LoadedModel, prompts: PrefixCache
    ) -> None:
        self._reader = MediaReader()
        self._request = request
        self._meter = meter
        self._model = model
        self._prompts = prompts
        self._skimming = Skimming(request, meter, model, prompts)
        self._key: list[int] | None = None
        self._boundaries = Boundaries()
        self._drafting = True
        self._chunk = 0
        # Taken from the prefix cache, and not yet the row's.
        self._taken: CachedPrefix | None = None
        # The media of each piece, and the pieces whose pixels are in memory: those of one image or
        # video, which is decoded once for all its frames.
        self._sources: dict[bytes, Media] = {}
        self._decoded: dict[bytes, VisionPiece] = {}

    @property
    def waits_for(self) -> Readable | None:
        """The worker process whose result the next step needs, if there is one."""
        return self._reader.worker or self._model.writer.away(self._request.request_id)

    def stop_drafting(self) -> None:
        """Prepare nothing for drafts any more: their memory is needed by others."""
        self._drafting = self._skimming.drafts = False
        self._skimming.draft_cache = None

    def steps(
        self, admission: Admission, generated: list[int]
    ) -> Generator[list[RequestEvent], None, Prepared]:
        """Prepare the prompt and the tokens of its answer that were `generated` before. Raises
        Refused."""
        try:
            return (yield from self._steps(admission, generated))
        finally:
            self._put_back()
            self._skimming.end()

    def _steps(
        self, admission: Admission, generated: list[int]
    ) -> Generator[list[RequestEvent], None, Prepared]:
        fitted, whole = yield from self._admit(admission, generated)
        if (yield from self._skimming.wait_for_others(self._key)):
            self._put_back()
            self._key = self._skimming.key_of(self._key)
        cache, cached, consumed = yield from self._look_up()
        skimming = self._skimming
        try:
            if not generated:
                # The rest of an answer is read after the same parts as its beginning.
                choosing = skimming.steps(whole, self._key, cached, self._boundaries)
                self._key = yield from choosing
            skimming.end()
            prompt = yield from self._embed(whole, cached)
        except BaseException:
            # A question that is asked again after Stop starts with the same prefix.
            if consumed and self._key is not None:
                self._prompts.store(self._key[:cached], cache)
            raise
        boundaries = skimming.boundaries(self._boundaries)
        return Prepared(
            fitted,
            whole.tokens,
            skimming.kept,
            prompt,
            cache,
            cached,
            self._key,
            boundaries,
            self._drafting,
            skimming.draft_cache,
            self._chunk,
        )

    def _embed(self, whole: Fitted, cached: int) -> Generator[list[RequestEvent], None, Prompt]:
        """Return the prompt with the features of the images that are not in the cached prefix."""
        kept = self._skimming.kept
        known = cached if kept is None else int(kept[cached])
        pieces = [piece for piece in whole.pieces if piece.places[-1] >= known]
        features = yield from self._encode(pieces)
        prompt = self._model.adapter.prompt(whole.tokens, whole.arrays, whole.pieces, features)
        if vision := self._model.adapter.vision:
            for media in self._media():
                vision.items.drop_pixels(media)
            if self._request.cache_name:
                keys = tuple(dict.fromkeys(piece.key for piece in whole.pieces))
                vision.features.save_to_disk(self._request.cache_name, keys)
        if whole.arrays:
            yield []
        return prompt if kept is None else prompt.only(kept)

    def _admit(
        self, admission: Admission, generated: list[int]
    ) -> Generator[list[RequestEvent], None, tuple[Fitted, Fitted]]:
        """Return the prompt without and with the generated tokens, once its memory is reserved. A
        waiting request releases its decoded images and may have to decode them again."""
        model = self._model
        while True:
            self._meter.enter(Phase.PREPARING)
            fitting.check_request(self._request, model)
            items = yield from self._items()
            fitted = whole = yield from fitting.fit(self._request, items, model)
            self._boundaries = yield from fitting.part_starts(self._request, fitted, model)
            if generated:
                whole = fitting.extended(fitted, generated[fitted.answer_tokens :])
                fitting.check_length(len(whole.tokens), model)
            key = content_key_of(whole, model, self._request.kv_bits)
            self._key = self._skimming.key_of(key)
            wanted = self._wanted(admission, whole, items)
            need = admission.affordable(wanted)
            self._chunk = need.chunk
            self._drafting = need.drafting == wanted.drafting
            self._skimming.fits = need.skimming == wanted.skimming
            self._skimming.drafts = need.drafting > 0
            if not self._reserve(admission, need):
                return fitted, whole
            del items, fitted, whole
            self._decoded = {}
            yield from wait_while(self._meter, lambda need=need: self._reserve(admission, need))

    def _wanted(self, admission: Admission, whole: Fitted, items: list[Item]) -> RowNeed:
        """Return the memory for a prompt, with the largest chunks for which there is enough."""
        model, tokens = self._model, len(whole.tokens)
        encoding = fitting.encoding_bytes(whole, items, model)
        *larger, least = (
            need_of(
                self._request,
                model,
                tokens,
                encoding=encoding,
                has_media=bool(items),
                step=step,
            )
            # The machines of a group choose alike, but do not measure alike.
            for step in ([0] if group.joined() else model.chunks.sizes(tokens))
        )
        spare = admission.spare_beside(least)
        need = next((it for it in larger if it.extra - least.extra <= spare), least)
        spare -= need.extra - least.extra
        return replace(need, skimming=self._skimming.bytes_for(tokens, need.extra, spare))

    def _items(self) -> Generator[list[RequestEvent], None, list[Item]]:
        """Return the items of all media. Only the last one's pixels are held here: the item cache
        bounds and counts the others."""
        items = []
        for media in self._media():
            with refused_as(FailureKind.MEDIA):
                item = yield from self._reader.item(media, self._model)
            items.append(without_pixels(item))
            self._sources.update((piece.key, media) for piece in item.pieces)
            self._hold_pixels(item)
        return items

    def _hold_pixels(self, item: Item) -> None:
        if item.nbytes:
            self._decoded = {piece.key: piece for piece in item.pieces if piece.pixels is not None}

    def _media(self) -> list[Media]:
        return [media for message in self._request.messages for media in message.media]

    def _reserve(self, admission: Admission, need: RowNeed) -> str:
        """Reserve memory with the best entry taken out of the prefix cache: it must not be evicted
        on behalf of its own user."""
        if self._taken is None and self._key is not None:
            self._taken = self._prompts.take_best(self._key)
        reason = admission.reserve(need)
        taken, key = self._taken, self._key or []
        if taken is not None and (
            reason or not self._prompts.may_consume(key, taken, admission.free_bytes)
        ):
            self._put_back()
        return reason

    def _put_back(self) -> None:
        if self._taken is not None:
            self._prompts.put_back(self._taken)
            self._taken = None

    def _look_up(self) -> Generator[list[RequestEvent], None, tuple[list[Any], int, bool]]:
        """Return a cache, the number of prompt tokens that it holds, and True if the prefix cache
        has no copy of it. Waits for another request that is prefilling the same prefix."""
        key, request_id, prompts = self._key, self._request.request_id, self._prompts
        if key is None:
            self._meter.miss_reason = NEVER_CACHED
            return self._model.new_cache(self._request.kv_bits), 0, False
        if self._taken is None:
            worth = prompts.is_worth_waiting
            yield from wait_while(
                self._meter, lambda: SAME_PREFIX if worth(request_id, key) else ""
            )
            self._meter.enter(Phase.PREPARING)
        prompts.begin_prefill(request_id, key)
        taken = yield from self._restored(key)
        hit = prompts.lookup(key, self._skimming.boundaries(self._boundaries), taken)
        self._meter.miss_reason = hit.reason
        cache = hit.cache or self._model.new_cache(self._request.kv_bits)
        return cache, hit.length, taken is not None

    def _restored(self, key: list[int]) -> Generator[list[RequestEvent], None, CachedPrefix | None]:
        """Return the taken entry, or a longer one from the disk."""
        prompts = self._prompts
        if prompts.disk is not None:
            known = common_prefix(self._taken.key, np.asarray(key)) if self._taken else 0
            known = max(known, prompts.reusable_tokens(key))
            steps = prompts.disk.restore(key, self._model.new_cache(self._request.kv_bits), known)
            restored = yield from quiet(steps)
            if restored is not None:
                self._put_back()
                self._meter.restored(len(restored.key))
                return restored
        taken, self._taken = self._taken, None
        return taken

    def _encode(
        self, pieces: list[VisionPiece]
    ) -> Generator[list[RequestEvent], None, dict[bytes, Features]]:
        """Return the features of pieces by key; equal pieces are encoded once."""
        vision = self._model.adapter.vision
        if vision is None:
            return {}
        unique = {piece.key: piece for piece in pieces}
        features: dict[bytes, Features] = {}
        for key, piece in unique.items():
            if not vision.is_encoded(piece) and vision.features.restore(key):
                yield []
            if vision.is_encoded(piece):
                features[key] = vision.encode(piece)
        self._meter.media_cached(len(features))
        new = [key for key in unique if key not in features]
        new.sort(key=lambda key: key not in self._decoded)
        for done, key in enumerate(new):
            yield [LookProgress(self._request.request_id, done, len(new))]
            if key not in self._decoded:
                self._decoded = {}
                # the pixels may have been evicted
                item = yield from self._reader.item(self._sources[key], self._model, pixels=True)
                self._hold_pixels(item)
            if key not in self._decoded:
                raise Refused("An image or video changed while it was read. Ask again.")
            self._meter.enter(Phase.LOOKING)
            began = time.perf_counter()
            features[key] = vision.encode(self._decoded[key])
            self._meter.media_encoded()
            self._model.rates.add_encode(len(unique[key].places), time.perf_counter() - began)
            yield []
            self._meter.enter(Phase.PREPARING)
        self._decoded = {}
        return features
