"""One request's tokens in, pieces of text with their channel out."""

from dataclasses import replace

from mlx_lm.tokenizer_utils import StreamingDetokenizer, TokenizerWrapper

from engine.channels.detokenizer import detokenizer_for
from engine.channels.format import HEADED_REASONING
from engine.channels.router import ChannelRouter, Format, Piece
from engine.channels.tool_calls.schema import Call
from engine.messages import Channel, FinishReason

_LONGEST = 16


def start_channel(tokenizer: TokenizerWrapper, prompt: list[int], fmt: Format) -> Channel:
    """REASONING where the prompt ends with a marker of the format that opens it; one quoted in a
    question is none."""
    openers = {start for start, _ in fmt.think}
    if fmt.headers:
        openers.add(HEADED_REASONING[fmt.headers][0])
    if tokenizer.has_thinking and tokenizer.think_start in openers:
        at = tokenizer.rfind_think_start(prompt)
        rest = prompt[at + len(tokenizer.think_start_tokens or ()) :]
        opened = at >= 0 and not tokenizer.decode(rest).strip()
    else:
        opened = str(tokenizer.decode(prompt[-_LONGEST:])).rstrip().endswith(tuple(openers))
    return Channel.REASONING if opened else Channel.CONTENT


class TokenRouter:
    """A detokenizer and a channel router; open bytes of a character are held."""

    def __init__(
        self,
        fmt: Format,
        detokenizer: StreamingDetokenizer,
        start: Channel,
        tools: tuple[str, ...] | None = None,
    ) -> None:
        """`tools`: those offered, as JSON; where there are none, tool text is text."""
        fmt = fmt if tools is None or tools else replace(fmt, calls=False)
        opened = start is Channel.REASONING
        self._router = ChannelRouter(fmt, prompt_open=opened, tools=tools or ())
        self._specials = fmt.specials
        self._detokenizer = detokenizer_for(detokenizer)
        self._detokenizer.reset()

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

    def feed(self, token: int) -> list[Piece]:
        if token in self._specials:
            return self._rest() + self._router.feed("", token)
        self._detokenizer.add_token(token)
        return self._router.feed(self._detokenizer.last_segment)

    def flush(self) -> list[Piece]:
        """All that is still held; the reply has ended."""
        return self._rest() + self._router.finish(FinishReason.STOP)

    def cut(self) -> list[Piece]:
        """What is held and could be text; the reply may go on."""
        return self._router.cut()

    def go_on(self) -> None:
        """All that was fed was shown before."""
        self._rest()
        self._router.go_on()

    def _rest(self) -> list[Piece]:
        self._detokenizer.finalize()
        return self._router.feed(self._detokenizer.last_segment)
