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
        self._tool_shown = 0

    @property
    def channel(self) -> Channel:
        return self._router.channel

    def feed(self, request_id: int, token: int) -> list[RequestEvent]:
        return self._route(request_id, self._router.feed(token), self._router.channel)

    def flush(self, request_id: int) -> list[RequestEvent]:
        """All that is still held; the reply has come to its end."""
        pieces = self._router.flush()
        events = self._route(request_id, pieces, Channel.CONTENT)
        return events + self._held_back(request_id)

    def cut(self, request_id: int) -> list[RequestEvent]:
        """The same where it was cut short, and may go on: an open tool call is shown as text, but
        still read as a call if its rest comes."""
        events = self._route(request_id, self._router.cut(), self.channel)
        if rest := self._tool_text[self._tool_shown :]:
            events.append(Delta(request_id, Channel.CONTENT, rest))
            self._tool_shown = len(self._tool_text)
        return events + self._held_back(request_id)

    def _held_back(self, request_id: int) -> list[RequestEvent]:
        rests = [(where, stops.flush()) for where, stops in self._stops.items()]
        return [Delta(request_id, where, rest) for where, rest in rests if rest]

    def _route(self, request_id: int, pieces: list[Piece], channel: Channel) -> list[RequestEvent]:
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
            events = [*self._tool_events(request_id), *events]
        return events

    def _tool_events(self, request_id: int) -> list[RequestEvent]:
        """The calls of a finished block; one that cannot be read is shown as text, never lost."""
        text, self._tool_text = self._tool_text, ""
        rest, self._tool_shown = text[self._tool_shown :], 0
        parser = self._tokenizer.tool_parser
        calls = tools.parse(parser, text, self._offered) if self._offered else ()
        self.called = self.called or bool(calls)
        if not calls:
            return [Delta(request_id, Channel.CONTENT, rest)] if rest else []
        return [ToolCall(request_id, call) for call in calls]
