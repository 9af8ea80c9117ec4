"""The life of one reply: media, prompt, admission, prefill in chunks, then a row that decodes."""

import time
from collections.abc import Generator
from dataclasses import replace
from typing import Any

import mlx.core as mx

from engine.channels.token_router import start_channel
from engine.messages import (
    Aborted,
    Channel,
    Finished,
    FinishReason,
    Generate,
    Logprobs,
    Phase,
    PrefillProgress,
    RequestEvent,
    TokenLogprob,
    Trimmed,
)
from engine.models.cache_misses import Parts
from engine.models.loader import LoadedModel
from engine.models.memory import nbytes
from engine.models.prompt_cache import Entry, PromptCache, cuttable
from engine.prompts import fitting
from engine.prompts.fitting import Fitted
from engine.rendering.control_tokens import unguarded
from engine.rendering.writer import Readable
from engine.requests.decoder import Row, Sampled
from engine.requests.preparation import Admit, Pieces, Preparation, Prepared, need_of, wait
from engine.requests.reply import Reply
from engine.requests.stats import Meter
from engine.sampling.sampler import Sampler

# So few tokens at the end of a prompt are read together.
AT_ONCE = 16
# Tokens of an answer that was begun, which are read into their channels together.
BEGUN_AT_ONCE = 512


class Generation:
    """One reply, and all that is needed to go on with it after it was stopped.

    `work` is the part until `row` can decode; each `next` does one bounded piece: a picture, a look
    at a worker that reads a clip, the vision tower, a chunk. From then on `take` makes events of
    what is sampled.
    """

    def __init__(self, request: Generate, meter: Meter) -> None:
        self.request = request
        self.meter = meter
        self.row: Row | None = None
        # Whether the row can decode.
        self.ready = False
        self._preparation: Preparation | None = None
        self._model: LoadedModel | None = None
        self._prompts: PromptCache | None = None
        # What the row's cache holds, as a key: the prompt, then what was fed since.
        self._key: list[int] | None = None
        self._fed: list[int] = []
        self._parts = Parts()
        # What of the row's cache is kept for other prompts as well, in the same memory.
        self._shared: Entry | None = None
        self._sampler: Sampler | None = None
        self._reply: Reply | None = None
        self._said: list[int] = []
        self._prompt = ""
        self._next: tuple[Any, Any] | None = None
        self._limit = 0

    @property
    def away(self) -> Readable | None:
        """The worker process that it waits for just now."""
        return self._preparation.away if self._preparation else None

    @property
    def model(self) -> LoadedModel:
        assert self._model is not None
        return self._model

    def resume(self, request_id: int, meter: Meter) -> None:
        """Go on under another request id; follow with `take_model` and `work`."""
        self.request = replace(self.request, request_id=request_id)
        self.meter = meter
        self.ready = False
        self._shared = None
        if self.row is not None:
            self.row.request_id = request_id

    def take_model(self, model: LoadedModel, prompts: PromptCache) -> None:
        self._model, self._prompts = model, prompts

    @property
    def prompts(self) -> PromptCache:
        assert self._prompts is not None
        return self._prompts

    def work(self, admit: Admit) -> Pieces:
        """Yield events as they come; raises Refused for bad input."""
        prompts, request_id = self.prompts, self.request.request_id
        try:
            yield from self._work(admit)
        finally:
            prompts.end(request_id)

    def _work(self, admit: Admit) -> Pieces:
        row = self.row
        if row is None:
            row = yield from self._begin(admit)
            total = len(row.prompt.tokens)
        else:
            total = max(row.position, len(row.prompt.tokens))
            fitting.check_length(total, self.model)
            need = need_of(self.request, self.model, total, read=row.position)
            yield from wait(self.meter, lambda: admit(need))
        self._limit = min(self.request.sampling.max_tokens, self.model.info.context - total)
        self.meter.enter(Phase.PREFILL)
        self.meter.prompt_known(total, cached=row.position)
        yield from self._read(row, total)

    def take(self, sampled: Sampled) -> list[RequestEvent]:
        """The events of one decoded token; the reply has ended where Finished is the last."""
        assert self._reply is not None
        self._fed.append(sampled.token)
        if self.meter.phase is not Phase.DECODE:
            self.meter.enter(Phase.DECODE)
            self.meter.first_token()
        if sampled.token in self.model.stop_ids:
            return self._finish(FinishReason.STOP)
        self._said.append(sampled.token)
        events = self._reply.feed(self.request.request_id, sampled.token)
        self.meter.generated(self._reply.spoken)
        if self.request.sampling.top_logprobs:
            events.append(self._logprobs(sampled))
        if self._reply.stopped:
            return events + self._finish(FinishReason.STOP)
        if self.meter.tokens >= self._limit:
            return events + self._finish(FinishReason.LENGTH)
        return events

    def abort(self) -> list[RequestEvent]:
        """What was held back, then Aborted with the counts so far."""
        request_id = self.request.request_id
        rest = self._reply.cut(request_id) if self._reply else []
        if self._reply and self._reply.said:
            rest.append(self._reply.traced(request_id, self._prompt))
        meter = self.meter
        return [*rest, Aborted(request_id, meter.usage, meter.timings, meter.read_again)]

    def held(self) -> int:
        """Bytes that a stopped reply keeps so that nothing has to be read again."""
        row = self.row
        if row is None:
            return 0
        counted = self._prompts is not None and self._shared in self._prompts
        own = [] if counted else row.cache
        return nbytes([own, row.prompt.embeds, row.prompt.arrays])

    def forget(self) -> None:
        """Give those up: whoever goes on with the reply reads its prompt again."""
        row, self.row, self.ready, self._shared = self.row, None, False, None
        if row is not None and row.token is not None:
            self._next = row.token, row.logprobs

    def let_go(self) -> None:
        """Give up the model as well."""
        self.forget()
        self._model = self._prompts = None

    def remember(self, *, shared: bool) -> None:
        """Keep what the row has read for prompts that begin with it; `shared` where the row may go
        on."""
        row = self.row
        if row is not None and row.cache is not None and self._key is not None:
            known = [*self._key, *self._fed][: row.position]
            if len(known) == row.position:
                made = self.prompts.put(known, row.cache, shared=shared)
                self._shared = made if shared else None

    def _begin(self, admit: Admit) -> Generator[list[RequestEvent], None, Row]:
        request = self.request
        made = yield from self._prepare(admit)
        if self._sampler is None:
            self._prompt = unguarded(made.fitted.text)
            yield from self._start_reply(made.fitted)
        assert self._sampler is not None
        self._key, self._parts, self._fed = made.key, made.parts, []
        self.row = Row(request.request_id, made.prompt, self._sampler, made.start, made.cache, None)
        if self._next is not None:
            self.row.token, self.row.logprobs = self._next
            self._next = None
        # Stopped here, the row's cache is kept as later.
        if made.fitted.left_out > made.fitted.summarised:
            yield [Trimmed(request.request_id, made.fitted.left_out)]
        return self.row

    def _prepare(self, admit: Admit) -> Generator[list[RequestEvent], None, Prepared]:
        self._preparation = Preparation(self.request, self.meter, self.model, self.prompts)
        try:
            return (yield from self._preparation.work(admit, self._said))
        finally:
            self._preparation = None

    def _start_reply(self, fitted: Fitted) -> Pieces:
        model, sampling = self.model, self.request.sampling
        fmt, found = model.marked(self.request.channel_format)
        sampling = replace(sampling, thinking=fitted.prompt_input.thinking)
        end = len(fitted.tokens) - fitted.answer_tokens
        tokens, self._said = fitted.tokens[:end], fitted.tokens[end:]
        start = start_channel(model.tokenizer, tokens, fmt)
        self._sampler = Sampler(
            sampling,
            model.tokenizer,
            tokens,
            model.stop_ids,
            found,
            reasoning=start is Channel.REASONING,
        )
        self._reply = Reply(model.tokenizer, fmt, start, sampling.stop, self.request.tools)
        if self._said:
            self._sampler.begin(self._said)
            for at in range(0, len(self._said), BEGUN_AT_ONCE):
                self._reply.begin(self._said[at : at + BEGUN_AT_ONCE])
                yield []
            self._reply.go_on()

    def _read(self, row: Row, total: int) -> Pieces:
        """Read the prompt from where the row is. Only the last token's logits are needed: it is
        read alone or with few others, in the same piece as the chunk before it."""
        adapter, cache = self.model.adapter, row.cache
        assert cache is not None
        ends = self._ends(row.position, cache)
        chunked = adapter.chunkable(row.prompt)
        if row.position == total:
            self._finish_reading(row)
            yield self._progress(total, total)
        start, began = row.position, time.perf_counter()
        while row.position < total:
            stop = self._stop(row.position, total, ends, chunked=chunked)
            logits = adapter.prefill(row.prompt, row.position, stop, cache)
            row.position = stop
            if stop < total:
                mx.eval([entry.state for entry in cache])
                if stop in ends and self._key is not None:
                    self.prompts.put_while_read(self._key[:stop], cache)
                if total - stop <= AT_ONCE:
                    continue
            else:
                self._choose(row, logits)
                self._finish_reading(row)
            self.model.rates.read(row.position - start, time.perf_counter() - began)
            yield self._progress(row.position, total)
            start, began = row.position, time.perf_counter()

    def _ends(self, start: int, cache: list[Any]) -> list[int]:
        """Where a copy of the cache is kept while the prompt is read from `start`: for others that
        read the same just now, and where the cache of the whole cannot be cut back to it."""
        ends = [end for end in self._parts.ends if end > start + AT_ONCE]
        return ends[-1:] if cuttable(cache) else ends

    def _stop(self, position: int, total: int, ends: list[int], *, chunked: bool) -> int:
        if total - position <= AT_ONCE:
            return total
        end = next((each for each in ends if each > position), total - chunked)
        return min(end, position + self.model.prefill_step) if chunked else end

    def _finish_reading(self, row: Row) -> None:
        row.prompt.release()
        self.ready = True

    def _progress(self, done: int, total: int) -> list[RequestEvent]:
        self.meter.prompt_read(done)
        cached = self.meter.usage.cached
        return [PrefillProgress(self.request.request_id, done, total, cached)]

    def _choose(self, row: Row, logits: mx.array) -> None:
        """Sample the first token, unless it was before the reply was stopped."""
        if row.token is None:
            choice = row.sampler(logits)
            row.token, row.logprobs = choice.token, choice.logprobs
        mx.eval(row.token, [entry.state for entry in row.cache or ()])

    def _logprobs(self, sampled: Sampled) -> Logprobs:
        def named(token: int, logprob: float) -> TokenLogprob:
            return TokenLogprob(self.model.tokenizer.decode([token]), token, logprob)

        top = tuple(named(*pair) for pair in sampled.top)
        return Logprobs(self.request.request_id, named(sampled.token, sampled.logprob), top)

    def _finish(self, reason: FinishReason) -> list[RequestEvent]:
        assert self._reply is not None
        request_id = self.request.request_id
        cut = reason is FinishReason.LENGTH
        events = self._reply.cut(request_id) if cut else self._reply.flush(request_id)
        reason = FinishReason.TOOL_CALLS if self._reply.called else reason
        meter = self.meter
        finished = Finished(request_id, reason, meter.usage, meter.timings, meter.read_again)
        return [*events, self._reply.traced(request_id, self._prompt), finished]
