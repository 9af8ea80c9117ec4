"""The life of one request: media, prompt, prefill in chunks, decode, all in bounded pieces."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import mlx.core as mx

from engine import inputs, tools
from engine.adapter import Prompt
from engine.channels import ChannelRouter, Piece, start_channel
from engine.errors import Refused
from engine.inputs import Clip, LoadedMedia
from engine.loader import LoadedModel
from engine.media import open_clip, read_clip, read_picture
from engine.messages import (
    Aborted,
    Channel,
    Delta,
    Finished,
    FinishReason,
    Generate,
    MediaKind,
    Phase,
    PrefillProgress,
    RequestEvent,
    ToolCall,
)
from engine.sampling import Sampler
from engine.stats import Meter

PREFILL_STEP = 512
# Hybrid models keep several live buffers a step until their cache is evaluated.
CACHE_EVAL_INTERVAL = 50


@dataclass
class Generation:
    """Each `next` of `run` does one piece of work: a picture, a frame, a chunk or a decode step.

    Closing the iterator stops the request; what it held is freed with it.
    """

    request: Generate
    model: LoadedModel
    meter: Meter
    _tool_text: str = field(default="", init=False)
    _called: bool = field(default=False, init=False)

    def run(self) -> Iterator[list[RequestEvent]]:
        """Yield events as they come, Finished last; raises Refused for bad input."""
        mx.reset_peak_memory()
        self.meter.enter(Phase.PREPARING)
        inputs.check(self.request, self.model)
        yield []
        media: LoadedMedia = []
        yield from self._read_media(media)
        prompt = self._prompt(media)
        yield []
        self.meter.enter(Phase.PREFILL)
        cache = self.model.adapter.new_cache()
        logits = mx.array([])
        start = 0
        for stop in self._boundaries(prompt):
            logits = self.model.adapter.prefill(prompt, start, stop, cache)
            mx.eval([entry.state for entry in cache])
            self.meter.prompt_read(stop)
            yield [self._event(PrefillProgress, stop, len(prompt.tokens))]
            start = stop
        yield from self._decode(prompt, cache, logits)

    def aborted(self) -> Aborted:
        return self._event(Aborted, self.meter.usage, self.meter.timings)

    def release(self) -> None:
        """Give freed buffers back to the system; after `run` has ended or was closed."""
        mx.clear_cache()

    def _read_media(self, media: LoadedMedia) -> Iterator[list[RequestEvent]]:
        for message in self.request.messages:
            for item in message.media:
                if item.kind is MediaKind.IMAGE:
                    media.append(read_picture(item.path))
                    yield []
                    continue
                clip = Clip(open_clip(item.path, **inputs.clip_sampling(self.model)))
                for frame in read_clip(clip.plan):
                    clip.frames.append(frame)
                    yield []
                inputs.complete(clip, self.model)
                media.append(clip)

    def _prompt(self, media: LoadedMedia) -> Prompt:
        text = inputs.render(self.request, media, self.model)
        tokens, arrays = inputs.encode(text, media, self.model)
        self.meter.prompt_known(len(tokens))
        context = self.model.info.context
        if len(tokens) >= context:
            raise Refused(
                f"This conversation has {len(tokens):,} tokens, and {self.model.info.name} reads "
                f"at most {context:,}. Start a new chat, or ask with fewer pictures or less text."
            )
        return self.model.adapter.prompt(tokens, arrays)

    def _boundaries(self, prompt: Prompt) -> list[int]:
        """Ends of the prefill chunks. The last token stands alone: only its logits are needed."""
        total = len(prompt.tokens)
        if total == 1 or not self.model.adapter.chunkable(prompt):
            return [total]
        return [*range(PREFILL_STEP, total - 1, PREFILL_STEP), total - 1, total]

    def _decode(self, prompt: Prompt, cache: list, logits: mx.array) -> Iterator[list]:
        sample = Sampler(self.request.sampling)
        router = ChannelRouter(
            self.model.channels,
            self.model.tokenizer.detokenizer,
            start_channel(self.model.tokenizer, prompt.tokens),
        )
        limit = min(self.request.sampling.max_tokens, self.model.info.context - len(prompt.tokens))
        reason = FinishReason.LENGTH
        upcoming = sample(logits)
        mx.async_eval(upcoming)
        for count in range(limit):
            # The next step is queued before this token is read, so that the device never waits.
            current, position = upcoming, len(prompt.tokens) + count
            if count + 1 < limit:
                logits = self.model.adapter.decode(current, position, prompt, cache)
                upcoming = sample(logits)
                mx.async_eval(upcoming)
            if count % CACHE_EVAL_INTERVAL == CACHE_EVAL_INTERVAL - 1:
                mx.eval([entry.state for entry in cache])
            token = cast("int", current.item())
            if count == 0:
                self.meter.enter(Phase.DECODE)
            if token in self.model.stop_ids:
                reason = FinishReason.STOP
                break
            pieces = router.feed(token)
            self.meter.generated(reasoning=router.channel is Channel.REASONING)
            yield self._route(pieces, router.channel)
        events = self._route(router.flush(), Channel.CONTENT)
        reason = FinishReason.TOOL_CALLS if self._called else reason
        yield [*events, self._event(Finished, reason, self.meter.usage, self.meter.timings)]

    def _route(self, pieces: list[Piece], channel: Channel) -> list[RequestEvent]:
        """Pieces to events; a block of tool text is held until the reply leaves that channel."""
        events: list[RequestEvent] = []
        for where, text in pieces:
            if where is Channel.TOOL_CALL:
                self._tool_text += text
            else:
                events.append(self._event(Delta, where, text))
        if self._tool_text and channel is not Channel.TOOL_CALL:
            events = [*self._tool_events(), *events]
        return events

    def _tool_events(self) -> list[RequestEvent]:
        """The calls of a finished block; one that cannot be read is shown as text, never lost."""
        text, self._tool_text = self._tool_text, ""
        offered = self.request.tools
        calls = tools.parse(self.model.tokenizer.tool_parser, text, offered) if offered else ()
        self._called = self._called or bool(calls)
        if not calls:
            return [self._event(Delta, Channel.CONTENT, text)]
        return [self._event(ToolCall, call) for call in calls]

    def _event(self, kind, *values):
        return kind(self.request.request_id, *values)
