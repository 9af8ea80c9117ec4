"""Chooses the parts of one prompt to read, with the draft model, or all of it."""

import logging
import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import numpy as np

from engine.drafting import rollback
from engine.errors import PASSES, Refused, reason, trace
from engine.messages import NO_SKIM, Generate, Phase, RequestEvent, SkimProgress, SkimReport
from engine.models.cache_misses import Boundaries, common_prefix
from engine.models.loader import LoadedModel
from engine.models.prefix_cache import PrefixCache
from engine.models.skims import Skimmed, compact_key
from engine.prompts.fitting import Fitted
from engine.requests.stats import Meter
from engine.requests.work_steps import wait_while
from engine.sentences import say
from engine.skimming.scoring import LOOK_AHEAD, LOOKS, scoring
from engine.skimming.selection import always_read, chosen

log = logging.getLogger(__name__)

SAME_TEXT = say(
    "Waiting for another question about the same text, so that the parts are chosen only once."
)
NO_MEMORY = say("This conversation leaves no memory for the draft model.")


class Skimming:
    """The choice for one prompt, once its memory is reserved. `kept` are the places of the tokens
    to read, None if all of them are; `fits` tells that the memory for choosing is reserved.
    With `drafts`, the memory for drafting is reserved, and `draft_cache` is that of the draft model
    with the whole prompt, once it has read it."""

    def __init__(
        self, request: Generate, meter: Meter, model: LoadedModel, prompts: PrefixCache
    ) -> None:
        self.kept: np.ndarray | None = None
        self.fits = True
        self.drafts = False
        self.draft_cache: list[Any] | None = None
        # The most tokens that the draft model reads in one step.
        self._chunk = 0
        self._request = request
        self._meter = meter
        self._model = model
        self._prompts = prompts
        self._skim = request.skim if request.skim and request.skim.keep < 1 else None

    def key_of(self, key: list[int] | None) -> list[int] | None:
        """Return the key of what will be read of a prompt, as far as it is known now: that of an
        earlier question of the conversation that was skimmed."""
        self.kept = None
        self._meter.skim = NO_SKIM
        if self._skim is None or key is None or self._is_short(key):
            return key
        whole = np.asarray(key)
        found = self._prompts.skims.find(whole, self._skim.keep)
        if found is None or len(key) - common_prefix(found.key, whole) > self._skim.least:
            return key
        self.kept = kept = found.followed(whole)
        self._meter.skim = SkimReport(len(key), len(kept), found.chooser)
        return compact_key(whole, kept)

    def wait_for_others(self, key: list[int] | None) -> Generator[list[RequestEvent], None, bool]:
        """Wait while another request chooses for the same prompt. Return True if it did."""
        if self._skim is None or key is None or self.kept is not None or self._is_short(key):
            return False
        whole, keep, skims = np.asarray(key), self._skim.keep, self._prompts.skims
        waited = skims.is_being_chosen(whole, keep)
        yield from wait_while(
            self._meter, lambda: SAME_TEXT if skims.is_being_chosen(whole, keep) else ""
        )
        if self._prompts.skims.find(whole, keep) is None:
            skims.begin_choosing(self._request.request_id, whole, keep)
        self._meter.enter(Phase.PREPARING)
        return waited

    def end(self) -> None:
        """Let others choose, whatever became of this."""
        self._prompts.skims.end_choosing(self._request.request_id)

    def bytes_for(self, tokens: int, prefill: int, spare: int) -> int:
        """Return the memory to choose from a prompt of `tokens`, beside the bytes of its `prefill`,
        which begins later; with the largest chunks for which `spare` bytes are enough."""
        draft = self._model.draft
        if self._skim is None or draft is None or self.kept is not None:
            return 0
        if tokens <= self._skim.least:
            return 0
        end = tokens + LOOK_AHEAD
        scores = draft.scores(end, LOOKS)
        sizes = {
            chunk: max(0, max(draft.row(end, chunk), scores) - prefill)
            for chunk in draft.chunks.sizes(tokens)
        }
        self._chunk = next((it for it in sizes if sizes[it] <= spare), draft.chunks.least)
        return sizes[self._chunk]

    def _is_short(self, key: list[int]) -> bool:
        """Return True if few tokens of the prompt are not cached."""
        assert self._skim is not None
        known = self._prompts.reusable_tokens(key) if len(key) > self._skim.least else 0
        return len(key) - known <= self._skim.least

    def steps(
        self, whole: Fitted, key: list[int] | None, cached: int, boundaries: Boundaries
    ) -> Generator[list[RequestEvent], None, list[int] | None]:
        """Choose what to read of a prompt whose first `cached` tokens are in the cache, and return
        the key of that. Whatever goes wrong, all of the prompt is read, and the report says why."""
        unread = len(whole.tokens) - cached
        if self._skim is None or self.kept is not None or unread <= self._skim.least:
            return key
        began = time.perf_counter()
        try:
            if note := self._why_not(unread):
                raise Refused(note)
            assert key is not None
            self._announce_beginning(key, cached, boundaries)
            kept = yield from self._chosen(whole, cached, boundaries)
        except PASSES:
            raise
        except Refused as error:
            return self._read_in_full(key, whole, error.args[0])
        except BaseException as error:  # noqa: BLE001  a draft model may be of any family
            log.error("choosing what to read failed\n%s", trace(error))
            why = say("Choosing what to read failed: {reason}.", reason=reason(error))
            return self._read_in_full(key, whole, why)
        seconds = time.perf_counter() - began
        return self._skimmed(key, kept, seconds, boundaries)

    def _why_not(self, unread: int) -> str:
        """Return the reason why this prompt cannot be skimmed, or ""."""
        assert self._skim is not None
        if note := self._model.info.skim_note:
            return note
        if unread > self._skim.most:
            return say(
                "{unread:,} tokens are more than can be skimmed ({most:,}).",
                unread=unread,
                most=self._skim.most,
            )
        return "" if self.fits else NO_MEMORY

    def _announce_beginning(self, key: list[int], cached: int, boundaries: Boundaries) -> None:
        """Let others wait for the part alone that is certainly read."""
        certain = key[: max(cached, boundaries.first_question)]
        self._prompts.begin_prefill(self._request.request_id, certain)

    def _chosen(
        self, whole: Fitted, cached: int, boundaries: Boundaries
    ) -> Generator[list[RequestEvent], None, np.ndarray]:
        assert self._skim is not None
        draft = self._model.draft
        assert draft is not None
        count, progress, cache = len(whole.tokens), 0, draft.adapter.new_cache()

        def read(tokens: int) -> None:
            nonlocal progress
            progress = tokens

        self._meter.enter(Phase.SKIMMING)
        steps = scoring(draft, whole.tokens, cache, self._chunk, read)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                scores = end.value
                break
            yield [SkimProgress(self._request.request_id, progress, count)]
        media = [place for piece in whole.pieces for place in piece.places]
        first, last = boundaries.first_question, boundaries.last_question
        markers = np.flatnonzero(np.isin(whole.tokens, self._special_ids())).tolist()
        always = always_read(count, first, last, media, markers, self._window())
        rollback.trim(cache, rollback.length(cache) - count)
        self.draft_cache = cache if self.drafts else None
        self._meter.enter(Phase.PREPARING)
        return chosen(scores, always, self._skim.keep, cached)

    def _special_ids(self) -> list[int]:
        """Return the tokens that are not text, such as those between messages."""
        added = getattr(self._model.tokenizer, "added_tokens_decoder", {})
        return [number for number, token in added.items() if token.special]

    def _window(self) -> int:
        """Return the tokens of the longest sliding window."""
        blank = self._model.new_cache(self._request.kv_bits)
        return max((getattr(entry, "max_size", 0) for entry in blank), default=0)

    def _skimmed(
        self, key: list[int] | None, kept: np.ndarray, seconds: float, boundaries: Boundaries
    ) -> list[int] | None:
        assert key is not None
        assert self._skim is not None
        assert self._model.draft is not None
        name = self._model.draft.name
        self._meter.skim = SkimReport(len(key), len(kept), name, seconds)
        if len(kept) == len(key):
            self._prompts.begin_prefill(self._request.request_id, key)
            return key
        whole, asked = np.asarray(key), boundaries.generation_prompt or len(key)
        self._prompts.skims.add(Skimmed(whole, kept, name, self._skim.keep, asked))
        self.kept = kept
        compact = compact_key(whole, kept)
        self._prompts.begin_prefill(self._request.request_id, compact)
        self._prompts.note_prompt(compact, boundaries.origin)
        return compact

    def _read_in_full(self, key: list[int] | None, whole: Fitted, note: str) -> list[int] | None:
        count = len(whole.tokens)
        self._meter.skim = SkimReport(count, count, note=note)
        if key is not None:
            self._prompts.begin_prefill(self._request.request_id, key)
        return key

    def boundaries(self, boundaries: Boundaries) -> Boundaries:
        """Return where the parts of a conversation begin in what is read of it."""
        kept = self.kept
        if kept is None:
            return boundaries

        def at(offset: int) -> int:
            return int(np.searchsorted(kept, offset))

        return replace(
            boundaries,
            first_question=at(boundaries.first_question),
            last_answer=at(boundaries.last_answer),
            last_question=at(boundaries.last_question),
            generation_prompt=at(boundaries.generation_prompt),
        )
