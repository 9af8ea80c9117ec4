"""One reply, from its request to the end: preparation, prefill in chunks, then decoding."""

import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import mlx.core as mx

from engine.channels.token_router import start_channel
from engine.drafting import rollback
from engine.machines import group
from engine.messages import (
    Aborted,
    Channel,
    DraftCounts,
    Drafting,
    Finished,
    FinishReason,
    Generate,
    Phase,
    PrefillProgress,
    RequestEvent,
    SkimReport,
    Timings,
    ToolUse,
    Trimmed,
    Usage,
)
from engine.model_cost import TAIL_TOKENS, chunk_end, prefill_chunk
from engine.models.cache_misses import Boundaries
from engine.models.loader import LoadedModel
from engine.models.measured_cost import nbytes
from engine.models.prefix_cache import CachedPrefix, PrefixCache, is_trimmable
from engine.prompts import fitting
from engine.prompts.fitting import Fitted
from engine.rendering.control_tokens import unguarded
from engine.rendering.prompt_writer import Readable
from engine.requests.drafting import NO_MEMORY, row_drafts, why_not_drafted
from engine.requests.preparation import Admission, Preparation, Prepared, need_of
from engine.requests.reply import Reply, logprobs_event
from engine.requests.row import Row, Sampled
from engine.requests.saved_prompt import save_prompt
from engine.requests.stats import Meter
from engine.requests.tool_use import demand_of, without_calls
from engine.requests.work_steps import WorkSteps, wait_while
from engine.sampling.demand import Demand
from engine.sampling.sampler import Sampler
from engine.skimming.left_out import left_out_ranges

# Tokens of a continued answer that are routed to their channels in one step.
ROUTED_AT_ONCE = 512


class Generation:
    """One reply, with everything needed to continue it after it was stopped.

    `steps` is the work until `row` can decode, which `ready` tells. Each step is bounded: one image
    to decode, one poll of a worker that decodes a video, one piece to encode, one chunk to prefill.
    From then on, `take` turns each sampled token into events.
    """

    def __init__(self, request: Generate, meter: Meter) -> None:
        self.request = request
        self.meter = meter
        self.row: Row | None = None
        self.ready = False
        self._preparation: Preparation | None = None
        self._model: LoadedModel | None = None
        self._prompts: PrefixCache | None = None
        # The content of the row's cache as a key: the prompt, then the tokens decoded since.
        self._key: list[int] | None = None
        self._decoded: list[int] = []
        self._boundaries = Boundaries()
        # The entry of the prefix cache that shares memory with the row's cache.
        self._shared: CachedPrefix | None = None
        self._sampler: Sampler | None = None
        self._reply: Reply | None = None
        self._generated: list[int] = []
        self._prompt = ""
        # All tokens of the prompt, and the ranges of its text that are not read.
        self._tokens: list[int] = []
        self._left_out: tuple[tuple[int, int], ...] = ()
        # The token to decode next and its logprobs, while there is no row.
        self._pending: tuple[Any, Any] | None = None
        self._limit = 0
        self._drafts_fit = True
        # The most tokens of a chunk for which memory is reserved.
        self._chunk = 0

    @property
    def waits_for(self) -> Readable | None:
        """The worker process whose result the next step needs, if there is one."""
        return self._preparation.waits_for if self._preparation else None

    @property
    def model(self) -> LoadedModel:
        assert self._model is not None
        return self._model

    def resume(self, request_id: int, meter: Meter) -> None:
        """Continue under another request id; follow with `take_model` and `steps`."""
        self.request = replace(self.request, request_id=request_id)
        meter.skim = replace(self.meter.skim, seconds=0.0)
        self.meter = meter
        self.ready = False
        self._shared = None
        if self.row is not None:
            self.row.request_id = request_id

    def take_model(self, model: LoadedModel, prompts: PrefixCache) -> None:
        self._model, self._prompts = model, prompts

    @property
    def prompts(self) -> PrefixCache:
        assert self._prompts is not None
        return self._prompts

    def steps(self, admission: Admission) -> WorkSteps:
        """Do the work, yielding the events of each bounded step. Raises Refused for bad input."""
        prompts, request_id = self.prompts, self.request.request_id
        try:
            yield from self._steps(admission)
        finally:
            prompts.end_prefill(request_id)

    def _steps(self, admission: Admission) -> WorkSteps:
        row = self.row
        if row is None:
            row = yield from self._begin(admission)
            total = len(row.prompt.tokens)
            skipped = row.prompt.skipped
        else:
            skipped = row.prompt.skipped
            total = max(row.position, len(row.prompt.tokens))
            if skipped:
                self.meter.skim = replace(self.meter.skim, whole=total + skipped, read=total)
            fitting.check_length(total + skipped, self.model)
            cached = row.position + skipped
            wanted = need_of(self.request, self.model, total + skipped, cached=cached)
            need = admission.affordable(wanted)
            self._drafts_fit = need == wanted
            self._chunk = need.chunk
            yield from wait_while(self.meter, lambda: admission.reserve(need))
        room = self.model.info.context - total - skipped
        self._limit = min(self.request.sampling.max_tokens, room)
        row.end = total + self._limit
        self._start_drafting(row)
        self.meter.enter(Phase.PREFILL)
        self.meter.prompt_counted(total + skipped, cached=row.position)
        yield from self._prefill(row, total)

    def take(self, sampled: Sampled) -> list[RequestEvent]:
        """Return the events of one decoded token; the last is Finished if the reply has ended."""
        assert self._reply is not None
        self._decoded.append(sampled.token)
        if self.meter.phase is not Phase.DECODE:
            self.meter.enter(Phase.DECODE)
            self.meter.first_token()
        if sampled.token in self.model.stop_ids:
            return self._finish(FinishReason.STOP)
        self._generated.append(sampled.token)
        events = self._reply.feed(self.request.request_id, sampled.token, drafted=sampled.drafted)
        self.meter.generated(self._reply.last_channel, drafted=sampled.drafted)
        if self.request.sampling.top_logprobs:
            # First: clients of the server get them with the token's text.
            events.insert(0, logprobs_event(self.request.request_id, sampled, self.model.tokenizer))
        if self._reply.stopped:
            return events + self._finish(FinishReason.STOP)
        if self.meter.tokens >= self._limit:
            return events + self._finish(FinishReason.LENGTH)
        return events

    def abort(self) -> list[RequestEvent]:
        """Return the text that was held back, then Aborted with the counts so far."""
        request_id = self.request.request_id
        self._release_drafters()
        rest = self._reply.cut(request_id) if self._reply else []
        if self._reply and self._reply.has_trace:
            rest.append(self._reply.traced(request_id, self._prompt, self._left_out))
        return [*rest, Aborted(request_id, *self._numbers)]

    @property
    def held_bytes(self) -> int:
        """Bytes of the cache and the embeddings, beside those that the prefix cache counts."""
        row = self.row
        if row is None:
            return 0
        counted = self._prompts is not None and self._shared in self._prompts
        own = [] if counted else row.cache
        return nbytes([own, row.prompt.embeds, row.prompt.arrays])

    def release_cache(self) -> None:
        """Drop the row. A reply that continues prefills its prompt again."""
        self._release_drafters()
        row, self.row, self.ready, self._shared = self.row, None, False, None
        if row is not None and row.token is not None:
            self._pending = row.token, row.logprobs

    def release_model(self) -> None:
        """Drop the row and every reference to the model."""
        self.release_cache()
        self._model = self._prompts = None

    def cache_prompt(self, *, shared: bool) -> None:
        """Store the row's cache for prompts that start with the same tokens; `shared` if the row
        may continue."""
        row = self.row
        if row is not None and row.cache is not None and self._key is not None:
            key = [*self._key, *self._decoded]
            beyond = row.position - len(key)
            if beyond > 0 and rollback.can_cut(row.cache, beyond):
                # The reply ended at a stop string, inside of a block of drafts.
                rollback.trim(row.cache, beyond)
                row.position = len(key)
            key = key[: row.position]
            if len(key) == row.position:
                entry = self.prompts.store(key, row.cache, shared=shared)
                self._shared = entry if shared else None
                # After a restart, nobody knows what was left out.
                if not row.prompt.skipped:
                    save_prompt(self.request, self.prompts, key, self._boundaries)

    def _begin(self, admission: Admission) -> Generator[list[RequestEvent], None, Row]:
        request = self.request
        demand = None
        if self._sampler is None:
            demand = yield from demand_of(request, self.model)
        made = yield from self._prepare(admission)
        self._tokens = made.tokens
        # Others may take the memory for drafts at each `yield` from here on.
        self._drafts_fit, self._chunk = made.drafting, made.chunk
        if self._sampler is None:
            self._prompt = unguarded(made.fitted.text)
            if made.kept is not None:
                self._left_out = left_out_ranges(
                    self._prompt,
                    made.tokens,
                    made.kept,
                    [place for piece in made.fitted.pieces for place in piece.places],
                    self.model.tokenizer.decode,
                )
            yield from self._start_reply(made.fitted, demand)
        assert self._sampler is not None
        self._key, self._boundaries, self._decoded = made.key, made.boundaries, []
        self.row = Row(
            request.request_id, made.prompt, self._sampler, made.cached, made.cache, None
        )
        self.row.draft_cache = made.draft_cache if self._drafts_fit else None
        if self._pending is not None:
            self.row.token, self.row.logprobs = self._pending
            self._pending = None
        # From here on, a stopped reply keeps the row's cache.
        if made.fitted.left_out > made.fitted.summarized:
            yield [Trimmed(request.request_id, made.fitted.left_out)]
        return self.row

    def _prepare(self, admission: Admission) -> Generator[list[RequestEvent], None, Prepared]:
        self._preparation = Preparation(self.request, self.meter, self.model, self.prompts)
        try:
            return (yield from self._preparation.steps(admission, self._generated))
        finally:
            self._preparation = None

    def _start_reply(self, fitted: Fitted, demand: Demand | None) -> WorkSteps:
        model, request = self.model, self.request
        fmt, found = model.marked(request.channel_format)
        sampling = replace(request.sampling, thinking=fitted.prompt_input.thinking)
        tools = request.tools
        if request.tool_choice.use is ToolUse.NONE:
            sampling, tools = without_calls(sampling, found, model.cost.vocabulary), ()
        end = len(fitted.tokens) - fitted.answer_tokens
        tokens, self._generated = fitted.tokens[:end], fitted.tokens[end:]
        start = start_channel(model.tokenizer, tokens, fmt)
        self._sampler = Sampler(
            sampling,
            model.tokenizer,
            tokens,
            model.stop_ids,
            found,
            reasoning=start is Channel.REASONING,
            demand=demand,
        )
        self._reply = Reply(
            model.tokenizer,
            fmt,
            start,
            sampling.stop,
            tools,
            one_call=request.tool_choice.single,
            after=tokens[-1:] if request.raw else (),
        )
        if self._generated:
            self._sampler.begin(self._generated)
            for at in range(0, len(self._generated), ROUTED_AT_ONCE):
                self._reply.begin(self._generated[at : at + ROUTED_AT_ONCE])
                yield []
            self._reply.go_on()

    def _start_drafting(self, row: Row) -> None:
        # A reply that continues may have had drafts that do not fit any more.
        row.drafts = None
        if self.request.drafting is not Drafting.OFF:
            fits = "" if self._drafts_fit else NO_MEMORY
            self.meter.no_drafts = why_not_drafted(self.request, self.model) or fits
            if not self.meter.no_drafts:
                tokens = [*self._tokens, *self._decoded]
                row.drafts = row_drafts(self.request, self.model, row, tokens)
        row.draft_cache = None
        self.meter.drafts = row.drafts

    def stop_drafting(self) -> None:
        """Draft no more: the memory is needed by others."""
        self._drafts_fit = False
        if self._preparation is not None:
            self._preparation.stop_drafting()
        if self.row is not None and self.row.drafts is not None:
            self.row.drafts.stop(NO_MEMORY)

    def _release_drafters(self) -> None:
        if self.row is not None and self.row.drafts is not None:
            self.row.drafts.release()

    def _prefill(self, row: Row, total: int) -> WorkSteps:
        """Prefill the prompt from the row's position. Only the last token's logits are needed: that
        token is computed alone or with few others, in the same step as the chunk before it."""
        adapter, cache = self.model.adapter, row.cache
        assert cache is not None
        snapshots = self._snapshot_points(row.position, cache)
        if row.position == total:
            self._finish_prefill(row)
            yield self._progress(total, total)
        if total - row.position > self._chunk_size(total):
            # The first of several chunks may take seconds.
            yield self._progress(row.position, total)
        start, began = row.position, time.perf_counter()
        while row.position < total:
            size = self._chunk_size(total) if row.prompt.chunkable else 0
            stop = chunk_end(row.position, total, size, snapshots)
            logits = adapter.prefill(row.prompt, row.position, stop, cache)
            if row.drafts:
                row.drafts.hear(row.position, adapter.hidden)
            row.position = stop
            if stop < total:
                mx.eval([entry.state for entry in cache])
                if stop in snapshots and self._key is not None:
                    self.prompts.store_snapshot(self._key[:stop], cache)
                if total - stop <= TAIL_TOKENS:
                    continue
            else:
                self._sample(row, logits)
                self._finish_prefill(row)
            seconds = time.perf_counter() - began
            self.model.rates.add_prefill(row.position - start, seconds)
            self.model.chunks.add(row.position - start, seconds)
            yield self._progress(row.position, total)
            start, began = row.position, time.perf_counter()

    def _chunk_size(self, total: int) -> int:
        """Return the size of the next chunk, up to that whose memory is reserved."""
        return min(prefill_chunk(total, self.model.chunks.now), self._chunk)

    def _snapshot_points(self, start: int, cache: list[Any]) -> list[int]:
        """Return the offsets after `start` at which a snapshot is stored: all of them if the final
        cache cannot be trimmed, else the last one, for requests that wait for this prefill."""
        points = [at for at in self._boundaries.snapshot_points if at > start + TAIL_TOKENS]
        return points[-1:] if is_trimmable(cache) else points

    def _finish_prefill(self, row: Row) -> None:
        row.prompt.release()
        self.ready = True

    def _progress(self, done: int, total: int) -> list[RequestEvent]:
        self.meter.prefilled(done)
        cached = self.meter.usage.cached
        return [PrefillProgress(self.request.request_id, done, total, cached)]

    def _sample(self, row: Row, logits: mx.array) -> None:
        """Sample the first token, unless it was sampled before the reply was stopped."""
        if row.token is None:
            choice = row.sampler(logits)
            row.token, row.logprobs = group.agreed(choice.token), choice.logprobs
        mx.eval(row.token, [entry.state for entry in row.cache or ()])

    def _finish(self, reason: FinishReason) -> list[RequestEvent]:
        assert self._reply is not None
        self._release_drafters()
        request_id = self.request.request_id
        cut = reason is FinishReason.LENGTH
        events = self._reply.cut(request_id) if cut else self._reply.flush(request_id)
        reason = self._reply.reason or reason
        traced = self._reply.traced(request_id, self._prompt, self._left_out)
        finished = Finished(request_id, reason, *self._numbers, self._reply.stop_string)
        return [*events, traced, finished]

    @property
    def _numbers(self) -> tuple[Usage, Timings, str, DraftCounts, SkimReport]:
        """The numbers of the reply in the order in which its last event has them."""
        meter = self.meter
        return meter.usage, meter.timings, meter.miss_reason, meter.draft_counts, meter.skim
