"""The life of one reply: media, prompt, admission, prefill in chunks, then a row that decodes."""

from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import Any

import mlx.core as mx

from engine import inputs
from engine.decoder import Row, Sampled
from engine.file_kind import FileKind, kind_of
from engine.inputs import LoadedMedia
from engine.loader import LoadedModel
from engine.media import read_picture
from engine.memory import Need, nbytes
from engine.messages import (
    Aborted,
    Channel,
    Finished,
    FinishReason,
    Generate,
    Logprobs,
    MediaKind,
    Phase,
    PrefillProgress,
    RequestEvent,
    TokenLogprob,
    Trimmed,
    Waiting,
)
from engine.prompt_cache import Entry, Parts, PromptCache, cuttable, reusable
from engine.prompt_parts import parts_of
from engine.reading import Reading, clip_job, page_job
from engine.reply import Reply
from engine.sampling import Sampler
from engine.stats import Meter
from engine.token_router import start_channel
from engine.towers import Piece

# A sentence why the request must wait, or "" once the bytes are promised.
Admit = Callable[[Need], str]
Pieces = Generator[list[RequestEvent], None, None]
# What the vision tower takes while it runs, as a multiple of the pixels that go into it.
TOWER_FACTOR = 6
# So few tokens at the end of a prompt are read together.
AT_ONCE = 16
READS_ANEW = "Prompts of this family are read anew each time."
OTHER_READS = "Waiting for another question that begins the same way: it is read once for both."


def wait(meter: Meter, why: Callable[[], str]) -> Pieces:
    """Yield until `why` is empty; a reason is told once."""
    told = ""
    while reason := why():
        meter.enter(Phase.QUEUED)
        yield [Waiting(meter.request_id, reason)] if reason != told else []
        told = reason


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
        # What a worker process reads for it just now.
        self.away: Reading | None = None
        self._model: LoadedModel | None = None
        self._prompts: PromptCache | None = None
        # What the row's cache holds, as a key: the prompt, then what was fed since.
        self._key: list[int] | None = None
        self._fed: list[int] = []
        self._parts = Parts()
        # Taken from the prompts that are kept, and not yet the row's.
        self._taken: Entry | None = None
        # What of the row's cache is kept for other prompts as well, in the same memory.
        self._shared: Entry | None = None
        self._sampler: Sampler | None = None
        self._reply: Reply | None = None
        self._said: list[int] = []
        self._prompt = ""
        self._next: tuple[Any, Any] | None = None
        self._limit = 0

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
            if self._taken is not None:
                prompts.give_back(self._taken)
                self._taken = None

    def _work(self, admit: Admit) -> Pieces:
        row = self.row
        if row is None:
            row = yield from self._begin(admit)
            total = len(row.prompt.tokens)
        else:
            total = max(row.position, len(row.prompt.tokens))
            inputs.check_length(total, self.model)
            need = self._need(total, 0, read=row.position)
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
        return [*rest, Aborted(request_id, self.meter.usage, self.meter.timings)]

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

    def _begin(self, admit: Admit) -> Iterator[Any]:
        tokens, arrays, pieces, left_out = yield from self._inputs(admit)
        if left_out:
            yield [Trimmed(self.request.request_id, left_out)]
        adapter = self.model.adapter
        cache, start = yield from self._known()
        prompt = adapter.prompt(tokens, arrays, pieces, start)
        assert self._sampler is not None
        self.row = Row(self.request.request_id, prompt, self._sampler, start, cache, None)
        if arrays:
            yield []
        if self._next is not None:
            self.row.token, self.row.logprobs = self._next
            self._next = None
        return self.row

    def _known(self) -> Iterator[Any]:
        """A cache and how many tokens of the prompt it holds. What another request reads just now
        is waited for."""
        key, request_id, prompts = self._key, self.request.request_id, self.prompts
        self._fed = []
        if key is None:
            self.meter.read_again = READS_ANEW
            return self.model.adapter.new_cache(), 0
        if self._taken is None:
            wants = prompts.awaited
            yield from wait(self.meter, lambda: OTHER_READS if wants(request_id, key) else "")
            self.meter.enter(Phase.PREPARING)
        prompts.begin(request_id, key)
        found = prompts.find(key, self._parts, self._taken)
        self._taken = None
        self.meter.read_again = found.why
        return found.cache or self.model.adapter.new_cache(), found.start

    def _admitted(self, admit: Admit, need: Need) -> str:
        """With what was read before taken out of what is kept: it must not make room for itself."""
        if self._taken is None and self._key is not None:
            self._taken = self.prompts.take(self._key)
        reason = admit(need)
        taken, key = self._taken, self._key or []
        if taken is not None and (reason or not self.prompts.spares(key, taken)):
            self.prompts.give_back(taken)
            self._taken = None
        return reason

    def _inputs(self, admit: Admit) -> Iterator[Any]:
        """Token ids, the processor's arrays, the pictures in them and the count of messages left
        out, once memory is promised. Who must wait for that holds no pictures meanwhile, and reads
        them again."""
        while True:
            self.meter.enter(Phase.PREPARING)
            inputs.check(self.request, self.model)
            media: LoadedMedia = []
            yield from self._read_media(media)
            fitted = inputs.fit(self.request, media, self.model)
            tokens, arrays, left_out = fitted.tokens, fitted.arrays, fitted.left_out
            self._parts = parts_of(self.request, media, self.model, tokens, left_out)
            if self._sampler is None:
                self._prompt = fitted.text
                self._start_reply(tokens)
            if self._said:
                # What was said already is read with the prompt.
                tokens, arrays = inputs.extended(tokens, arrays, self._said)
                inputs.check_length(len(tokens), self.model)
            need = self._need(len(tokens), nbytes(arrays), at_once=bool(media))
            self._key, pieces = self._content(tokens, arrays)
            if not self._admitted(admit, need):
                return tokens, arrays, pieces, left_out
            media, arrays, pieces = [], {}, []
            yield from wait(self.meter, lambda need=need: self._admitted(admit, need))

    def _content(self, tokens: list[int], arrays: dict[str, Any]) -> tuple[Any, list[Piece]]:
        adapter = self.model.adapter
        key, pieces = adapter.content(tokens, arrays)
        return (key if reusable(adapter.new_cache()) else None), pieces

    def _start_reply(self, tokens: list[int]) -> None:
        model, sampling = self.model, self.request.sampling
        fmt, found = model.marked(self.request.channel_format)
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

    def _read_media(self, media: LoadedMedia) -> Pieces:
        for message in self.request.messages:
            for item in message.media:
                if item.kind is MediaKind.VIDEO:
                    reading = Reading(clip_job(item, inputs.clip_sampling(self.model)))
                elif kind_of(item.path) is FileKind.PDF:
                    reading = Reading(page_job(item))
                else:
                    media.append(read_picture(item.path, full=item.full))
                    yield []
                    continue
                yield from self._wait_for(reading)
                media.append(inputs.from_worker(reading, self.model))
                yield []

    def _wait_for(self, reading: Reading) -> Pieces:
        """Yield until the worker is done; others have their turns meanwhile."""
        with reading:
            self.away = reading
            try:
                while not reading.poll():
                    yield []
            finally:
                self.away = None

    def _need(self, tokens: int, media: int, *, read: int = 0, at_once: bool = False) -> Need:
        """For a prompt of so many tokens, of which some are read, its answer, and the bytes of
        its pictures and clips."""
        model = self.model
        answer = min(self.request.sampling.max_tokens, model.info.context - tokens)
        at_once = at_once and model.adapter.reads_at_once
        chunk = min(tokens - read, tokens if at_once else model.prefill_step)
        extra = model.cost.reading(chunk, tokens) + media * TOWER_FACTOR if chunk else 0
        return Need(model.info.model_id, tokens + answer, chunk, extra)

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
            yield self._progress(row.position, total)

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
        finished = Finished(request_id, reason, self.meter.usage, self.meter.timings)
        return [*events, self._reply.traced(request_id, self._prompt), finished]
