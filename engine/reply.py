"""A reply as it grows: tokens to events, with stop strings cut and tool calls read."""

from mlx_lm.tokenizer_utils import TokenizerWrapper

from engine import tools
from engine.channels import ChannelRouter, Format, Piece
from engine.messages import Channel, Delta, RequestEvent, ToolCall
from engine.stops import StopStrings


class Reply:
    """Detokenizer, channel router, stop strings and open tool text of one reply.

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
        self.called = self.stopped = False
        self._router = ChannelRouter(fmt, tokenizer.detokenizer, start)
        self._stops = {where: StopStrings(stop) for where in (Channel.REASONING, Channel.CONTENT)}
        self._tokenizer = tokenizer
        self._offered = offered
        self._tool_text = ""

    @property
    def channel(self) -> Channel:
        return self._router.channel

    def feed(self, request_id: int, token: int) -> list[RequestEvent]:
        return self._route(request_id, self._router.feed(token), self._router.channel)

    def flush(self, request_id: int, *, cut: bool) -> list[RequestEvent]:
        """All that is still held; the reply has ended. A tool call that was `cut` short is text."""
        cut = cut and self.channel is Channel.TOOL_CALL
        pieces = self._router.flush()
        events = self._route(request_id, pieces, Channel.CONTENT, dispatch=not cut)
        for where, stops in self._stops.items():
            if rest := stops.flush():
                events.append(Delta(request_id, where, rest))
        return events

    def _route(
        self, request_id: int, pieces: list[Piece], channel: Channel, *, dispatch: bool = True
    ) -> list[RequestEvent]:
        """Pieces to events; a block of tool text is held until the reply leaves that channel."""
        events: list[RequestEvent] = []
        for where, text in pieces:
            if self.stopped:
                break
            if where is Channel.TOOL_CALL:
                self._tool_text += text
            else:
                stops = self._stops[where]
                if shown := stops.feed(text):
                    events.append(Delta(request_id, where, shown))
                self.stopped = stops.matched is not None
        if self._tool_text and channel is not Channel.TOOL_CALL:
            events = [*self._tool_events(request_id, dispatch), *events]
        return events

    def _tool_events(self, request_id: int, dispatch: bool) -> list[RequestEvent]:
        """The calls of a finished block; one that cannot be read is shown as text, never lost."""
        text, self._tool_text = self._tool_text, ""
        parser = self._tokenizer.tool_parser
        calls = tools.parse(parser, text, self._offered) if dispatch and self._offered else ()
        self.called = self.called or bool(calls)
        if not calls:
            return [Delta(request_id, Channel.CONTENT, text)]
        return [ToolCall(request_id, call) for call in calls]
