"""The token router: takes one reply's tokens and returns pieces of text with their channel."""

from collections.abc import Sequence
from dataclasses import replace

from mlx_lm.tokenizer_utils import StreamingDetokenizer, TokenizerWrapper

from engine.channels.channel_text import Piece
from engine.channels.detokenizer import detokenizer_for
from engine.channels.format import HEADED_REASONING, Format
from engine.channels.router import ChannelRouter
from engine.channels.tool_calls.growing import GrownCall
from engine.channels.tool_calls.tool_schema import Call
from engine.messages import Channel, FinishReason

# Tokens at the end of a prompt that can spell a marker.
_MAX_MARKER_TOKENS = 16


def start_channel(tokenizer: TokenizerWrapper, prompt: list[int], fmt: Format) -> Channel:
    """Return REASONING if the prompt ends with a marker of the format that opens reasoning. A
    marker that is quoted in a question does not count."""
    openers = {start for start, _ in fmt.think}
    if fmt.headers:
        openers.add(HEADED_REASONING[fmt.headers][0])
    if tokenizer.has_thinking and tokenizer.think_start in openers:
        at = tokenizer.rfind_think_start(prompt)
        rest = prompt[at + len(tokenizer.think_start_tokens or ()) :]
        opened = at >= 0 and not tokenizer.decode(rest).strip()
    else:
        opened = (
            str(tokenizer.decode(prompt[-_MAX_MARKER_TOKENS:])).rstrip().endswith(tuple(openers))
        )
    return Channel.REASONING if opened else Channel.CONTENT


class TokenRouter:
    """A detokenizer and a channel router; the bytes of an incomplete character are held."""

    def __init__(
        self,
        fmt: Format,
        detokenizer: StreamingDetokenizer,
        start: Channel,
        tools: tuple[str, ...] | None = None,
        after: Sequence[int] = (),
    ) -> None:
        """`tools`: the offered tools, as JSON; if it is empty, tool text is text. `after`: tokens
        before the reply, if it continues a text: a space between them stays."""
        fmt = fmt if tools is None or tools else replace(fmt, calls=False)
        opened = start is Channel.REASONING
        self._router = ChannelRouter(fmt, prompt_open=opened, tools=tools or ())
        self._specials = fmt.specials
        self._detokenizer = detokenizer_for(detokenizer)
        self._detokenizer.reset()
        for token in after:
            self._detokenizer.add_token(token)
        # The text of these tokens is not part of the reply.
        _ = self._detokenizer.last_segment

    @property
    def channel(self) -> Channel:
        return self._router.channel

    @property
    def tool_calls(self) -> list[Call]:
        return self._router.tool_calls

    @property
    def tool_blocks(self) -> list[list[Call]]:
        """The calls of each piece of TOOL_CALL, in order."""
        return self._router.tool_blocks

    @property
    def growing(self) -> list[GrownCall]:
        """The calls of the open block so far."""
        return self._router.growing

    def feed(self, token: int) -> list[Piece]:
        if token in self._specials:
            return self._rest() + self._router.feed("", token)
        self._detokenizer.add_token(token)
        return self._router.feed(self._detokenizer.last_segment)

    def flush(self) -> list[Piece]:
        """End the reply and return all held text."""
        return self._rest() + self._router.finish(FinishReason.STOP)

    def cut(self) -> list[Piece]:
        """Return held text that could be part of the answer; the reply may continue."""
        return self._router.cut()

    def go_on(self) -> None:
        """Count everything so far as shown."""
        self._rest()
        self._router.go_on()

    def _rest(self) -> list[Piece]:
        self._detokenizer.finalize()
        return self._router.feed(self._detokenizer.last_segment)
