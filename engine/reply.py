"""A reply as it grows: tokens to events, with stop strings cut and tool calls read."""

import json

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine.channels import Format, Piece
from engine.messages import Channel, Delta, RequestEvent, ToolCall, ToolInvocation
from engine.stops import StopStrings
from engine.token_router import TokenRouter


class Reply:
    """Channel router and stop strings of one reply.

    `stopped` once a stop string came; what follows it is not shown.
    """

    def __init__(
        self,
        tokenizer: TokenizerWrapper,
        fmt: Format,
        start: Channel,
        stop: tuple[str, ...],
        offered: tuple[str, ...],
    ) -> None:
        self.stopped = False
        self._router = TokenRouter(fmt, tokenizer.detokenizer, start, offered)
        self._stops = {where: StopStrings(stop) for where in (Channel.REASONING, Channel.CONTENT)}
        self._told = 0

    @property
    def channel(self) -> Channel:
        return self._router.channel

    @property
    def called(self) -> bool:
        return self._told > 0

    def feed(self, request_id: int, token: int) -> list[RequestEvent]:
        return self._events(request_id, self._router.feed(token))

    def flush(self, request_id: int) -> list[RequestEvent]:
        """All that is still held; the reply has come to its end."""
        return self._events(request_id, self._router.flush()) + self._held_back(request_id)

    def cut(self, request_id: int) -> list[RequestEvent]:
        """The same where it was cut short, and may go on: an open tool call is shown as text, but
        still read as a call if its rest comes."""
        return self._events(request_id, self._router.cut()) + self._held_back(request_id)

    def _held_back(self, request_id: int) -> list[RequestEvent]:
        rests = [(where, stops.flush()) for where, stops in self._stops.items()]
        return [Delta(request_id, where, rest) for where, rest in rests if rest]

    def _events(self, request_id: int, pieces: list[Piece]) -> list[RequestEvent]:
        events: list[RequestEvent] = []
        for where, text in pieces:
            if self.stopped:
                break
            if where is Channel.TOOL_CALL:
                events += self._calls(request_id)
                continue
            stops = self._stops[where]
            if shown := stops.feed(text):
                events.append(Delta(request_id, where, shown))
            self.stopped = stops.matched is not None
        return events

    def _calls(self, request_id: int) -> list[RequestEvent]:
        fresh = self._router.tool_calls[self._told :]
        self._told += len(fresh)
        return [
            ToolCall(
                request_id,
                ToolInvocation(call.name, json.dumps(call.arguments, ensure_ascii=False)),
            )
            for call in fresh
        ]
