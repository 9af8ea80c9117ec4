"""The text of a reply: tokens to events, with stop strings removed and tool calls parsed."""

import json
from collections.abc import Iterable, Sequence

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels.channel_text import Piece
from engine.channels.detokenizer import token_bytes, token_texts
from engine.channels.format import Format
from engine.channels.token_router import TokenRouter
from engine.channels.tool_calls.growing import GrownCall
from engine.channels.tool_calls.tool_schema import Call
from engine.messages import (
    Channel,
    Delta,
    FinishReason,
    Logprobs,
    RequestEvent,
    TokenLogprob,
    ToolCall,
    ToolDelta,
    ToolInvocation,
    Traced,
    TracedToken,
)
from engine.requests.row import Sampled
from engine.sampling.stops import StopStrings

# Mistral's template takes call ids of nine letters and digits only.
CALL_ID = "{:06d}{:03d}"


class Reply:
    """The channel router and the stop strings of one reply.

    `stopped` is True once a stop string came, or a call if there can be only `one_call`; what
    follows is not shown; `stop_string` is that string. `called` is True once
    the model called a tool, which a call written as text is not. `last_channel` is the channel of
    the last token, None for a marker. `after` is the end of a raw prompt, see `TokenRouter`.
    """

    def __init__(
        self,
        tokenizer: TokenizerWrapper,
        fmt: Format,
        start: Channel,
        stop: tuple[str, ...],
        tools: tuple[str, ...],
        *,
        one_call: bool = False,
        after: Sequence[int] = (),
    ) -> None:
        self.stopped = False
        self.stop_string = ""
        self.called = False
        self.last_channel: Channel | None = None
        self._tokenizer = tokenizer
        self._one_call = one_call
        self._specials = fmt.specials
        self._format = fmt.name
        self._opened = start
        self._trace: list[tuple[int, Channel, bool, bool]] = []
        self._router = TokenRouter(fmt, tokenizer.detokenizer, start, tools, after)
        self._stop = frozenset(stop)
        self._stops = StopStrings(stop)
        # The channel of the text that the stop strings hold back.
        self._shown_in = start
        self._blocks = 0
        self._calls = 0
        # The calls of the open block that were told: their id, and the number of told parts.
        self._told: dict[GrownCall, tuple[str, int]] = {}

    def feed(self, request_id: int, token: int, *, drafted: bool = False) -> list[RequestEvent]:
        before, special = self._router.channel, self._specials.get(token)
        pieces = self._router.feed(token)
        after = self._router.channel
        self.last_channel = after if after is before and special is None else None
        self._trace.append((token, after, special is not None, drafted))
        events = self._events(request_id, pieces) if pieces else []
        if self._router.growing:
            events += self._interrupted(request_id) + self._growth(request_id)
        if special in self._stop and not self.stopped:
            # The router takes a marker as a token, so its text never reaches the stop strings.
            events += self.flush(request_id)
            if not self.stopped:
                self.stopped, self.stop_string = True, special
        return events

    def begin(self, tokens: Iterable[int]) -> None:
        """Route tokens of a continued answer that were shown before; call `go_on` after the last.
        Tool calls in them are not repeated, and stop strings in them do not end the reply."""
        for token in tokens:
            for where, text in self._router.feed(token):
                self._skip(where, text)

    def _skip(self, where: Channel, text: str) -> None:
        if where is Channel.TOOL_CALL:
            where = self._router.tool_blocks[self._blocks][0].channel
            self._blocks += 1
        if where is not self._shown_in:
            self._stops.start_again()
        self._shown_in = where
        self._stops.skip(text)

    def go_on(self) -> None:
        self._router.go_on()
        self._opened = self._router.channel

    @property
    def reason(self) -> FinishReason | None:
        """Why the reply has ended by what is in it. A stop string may be in the text of a call that
        was cut."""
        if self.called:
            return FinishReason.TOOL_CALLS
        return FinishReason.STOP if self.stopped else None

    @property
    def has_trace(self) -> bool:
        """True if tokens came since the last call of `traced`."""
        return bool(self._trace)

    def traced(
        self, request_id: int, prompt: str, left_out: tuple[tuple[int, int], ...] = ()
    ) -> Traced:
        """Return the tokens since the last call with their channels, and the prompt with the ranges
        that were not read."""
        texts = token_texts(self._tokenizer, (token for token, *_ in self._trace))
        tokens = (
            TracedToken(token, texts[token], channel, special, drafted)
            for token, channel, special, drafted in self._trace
        )
        event = Traced(request_id, self._format, prompt, self._opened, tuple(tokens), left_out)
        self._opened, self._trace = self._router.channel, []
        return event

    def flush(self, request_id: int) -> list[RequestEvent]:
        """Return all text that is still held back, at the end of the reply."""
        return self._events(request_id, self._router.flush()) + self._held_back(request_id)

    def cut(self, request_id: int) -> list[RequestEvent]:
        """Return all text that is still held back, of a reply that may continue: an open tool call
        is shown as text, but still parsed as a call if its rest comes."""
        return self._events(request_id, self._router.cut()) + self._held_back(request_id)

    def _held_back(self, request_id: int) -> list[RequestEvent]:
        rest = self._stops.flush()
        return [Delta(request_id, self._shown_in, rest)] if rest else []

    def _interrupted(self, request_id: int) -> list[RequestEvent]:
        """Return the text that is still held back, before a call or another channel: no stop string
        spans that."""
        events = self._held_back(request_id)
        self._stops.start_again()
        return events

    def _events(self, request_id: int, pieces: list[Piece]) -> list[RequestEvent]:
        events: list[RequestEvent] = []
        for where, text in pieces:
            if self.stopped:
                break
            if where is Channel.TOOL_CALL:
                events += self._calls_of_block(request_id, text)
            else:
                events += self._shown(request_id, where, text)
        return events

    def _shown(self, request_id: int, where: Channel, text: str) -> list[RequestEvent]:
        events = [] if where is self._shown_in else self._interrupted(request_id)
        self._shown_in = where
        shown = self._stops.feed(text)
        self.stop_string = self._stops.matched or ""
        self.stopped = self._stops.matched is not None
        return [*events, Delta(request_id, where, shown)] if shown else events

    def _calls_of_block(self, request_id: int, text: str) -> list[RequestEvent]:
        """Return the events of a block of tool calls. A call written as text is shown as text, and
        suggested unless a stop string is in it."""
        calls = self._router.tool_blocks[self._blocks]
        self._blocks += 1
        events: list[RequestEvent] = []
        if calls[0].written:
            events += self._shown(request_id, calls[0].channel, text)
        else:
            events += self._interrupted(request_id)
            self.called = True
        if self.stopped:
            return events
        if self._one_call and self.called:
            calls, self.stopped = calls[:1], True
        for call in calls:
            events += self._called(request_id, call)
        self._told.clear()
        return events

    def _called(self, request_id: int, call: Call) -> list[RequestEvent]:
        grown = call.grown
        if grown is not None and grown in self._told:
            rest = self._more(request_id, grown)
            made = ToolInvocation(call.name, grown.arguments, self._told[grown][0])
            return [*rest, ToolCall(request_id, made, call.written)]
        arguments = json.dumps(call.arguments, ensure_ascii=False)
        made = ToolInvocation(call.name, arguments, self._next_id(request_id))
        return [ToolCall(request_id, made, call.written)]

    def _growth(self, request_id: int) -> list[RequestEvent]:
        """Return what has come of the calls of the open block."""
        if self.stopped:
            return []
        grown = self._router.growing
        return [
            event
            for call in (grown[:1] if self._one_call else grown)
            for event in self._more(request_id, call)
        ]

    def _more(self, request_id: int, grown: GrownCall) -> list[RequestEvent]:
        """Return the part of a call that was not told."""
        if grown not in self._told:
            self._told[grown] = self._next_id(request_id), 0
        call_id, told = self._told[grown]
        self._told[grown] = call_id, len(grown.parts)
        more = "".join(grown.parts[told:])
        return [ToolDelta(request_id, call_id, grown.name, more)] if more else []

    def _next_id(self, request_id: int) -> str:
        self._calls += 1
        return CALL_ID.format(request_id % 10**6, (self._calls - 1) % 1000)


def logprobs_event(request_id: int, sampled: Sampled, tokenizer: TokenizerWrapper) -> Logprobs:
    """Return the event with the likeliest tokens beside a sampled one."""
    library = tokenizer.detokenizer
    texts = token_texts(tokenizer, (sampled.token, *(token for token, _ in sampled.top)))

    def named(token: int, logprob: float) -> TokenLogprob:
        return TokenLogprob(texts[token], token, logprob, token_bytes(library, token))

    top = tuple(named(*pair) for pair in sampled.top)
    return Logprobs(request_id, named(sampled.token, sampled.logprob), top)
