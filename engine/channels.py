"""Tokens to reasoning, content and tool text, with the markers and control tokens taken out.

A marker that the vocabulary has as one token counts by its id alone, so the same characters
spelled by ordinary tokens stay text. Markers of several tokens are matched in the text.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from mlx_lm.tokenizer_utils import StreamingDetokenizer, TokenizerWrapper

from engine.messages import Channel

Piece = tuple[Channel, str]


@dataclass(frozen=True)
class Format:
    """How a model marks its channels: marker token or text to the channel that follows it."""

    by_token: dict[int, Channel]
    by_text: dict[str, Channel]
    hidden: frozenset[int]

    @classmethod
    def of(cls, tokenizer: TokenizerWrapper) -> "Format":
        markers: dict[str | None, Channel] = {}
        if tokenizer.has_thinking:
            markers[tokenizer.think_start] = Channel.REASONING
            markers[tokenizer.think_end] = Channel.CONTENT
        if tokenizer.has_tool_calling:
            markers[tokenizer.tool_call_start] = Channel.TOOL_CALL
            markers[tokenizer.tool_call_end] = Channel.CONTENT
        by_token, by_text = {}, {}
        shown: set[int] = set()
        for marker, channel in markers.items():
            if not marker:
                continue
            ids = tokenizer.encode(marker, add_special_tokens=False)
            if len(ids) == 1:
                by_token[ids[0]] = channel
            else:
                by_text[marker] = channel
                shown.update(ids)
        control = {i for i, added in tokenizer.added_tokens_decoder.items() if added.special}
        hidden = control.union(tokenizer.all_special_ids).difference(by_token, shown)
        return cls(by_token, by_text, frozenset(hidden))


def start_channel(tokenizer: TokenizerWrapper, prompt: list[int]) -> Channel:
    """REASONING where the prompt ends with an open marker; one quoted in a question is none."""
    if not tokenizer.has_thinking:
        return Channel.CONTENT
    at = tokenizer.rfind_think_start(prompt)
    rest = prompt[at + len(tokenizer.think_start_tokens or ()) :]
    opened = at >= 0 and not tokenizer.decode(rest).strip()
    return Channel.REASONING if opened else Channel.CONTENT


class ChannelRouter:
    """One request's tokens in, pieces of text with their channel out.

    Line breaks around a marker belong to it: they are held until text of the same channel follows.
    """

    def __init__(self, fmt: Format, detokenizer: StreamingDetokenizer, start: Channel) -> None:
        self.channel = start
        self._format = fmt
        self._detokenizer = detokenizer
        self._detokenizer.reset()
        self._held = ""
        self._breaks = ""
        self._fresh = True
        # So many characters of what is held were shown when the reply was cut.
        self._early = 0

    def feed(self, token: int) -> list[Piece]:
        following = self._format.by_token.get(token)
        if following is not None:
            pieces = self._drain()
            self._switch(following)
            return pieces
        # Some tool formats are written with control tokens, and their parsers look for them.
        if token in self._format.hidden and self.channel is not Channel.TOOL_CALL:
            return []
        self._detokenizer.add_token(token)
        self._held += self._detokenizer.last_segment
        return list(self._split(final=False))

    def flush(self) -> list[Piece]:
        """All that is still held; the reply has ended."""
        return self._drain()

    def cut(self) -> list[Piece]:
        """What could be text of all that is held. The reply may go on: that is not repeated then,
        and the open bytes of a character stay."""
        shown = self._breaks + self._held[self._early :]
        if not self._held[self._early :]:
            return []
        self._breaks, self._early, self._fresh = "", len(self._held), False
        return [(self.channel, shown)]

    def _drain(self) -> list[Piece]:
        self._detokenizer.finalize()
        self._held += self._detokenizer.last_segment
        return list(self._split(final=True))

    def _switch(self, channel: Channel) -> None:
        self.channel, self._fresh, self._breaks = channel, True, ""

    def _split(self, *, final: bool) -> Iterator[Piece]:
        while marker := self._first_marker():
            before, _, self._held = self._held.partition(marker)
            yield from self._emit(before)
            self._early = 0
            self._switch(self._format.by_text[marker])
        keep = 0 if final else self._partial()
        ready = self._held[: len(self._held) - keep]
        self._held = self._held[len(ready) :]
        yield from self._emit(ready)

    def _emit(self, text: str) -> Iterator[Piece]:
        early = min(self._early, len(text))
        self._early, text = self._early - early, text[early:]
        if self._fresh:
            text = text.lstrip("\n")
        body = text.rstrip("\n")
        if not body:
            self._breaks += text
            return
        yield self.channel, self._breaks + body
        self._breaks, self._fresh = text[len(body) :], False

    def _first_marker(self) -> str:
        found = [m for m in self._format.by_text if m in self._held]
        return min(found, key=self._held.index, default="")

    def _partial(self) -> int:
        """Length of the tail that could still grow into a marker."""
        return max(
            (
                size
                for marker in self._format.by_text
                for size in range(1, len(marker))
                if self._held.endswith(marker[:size])
            ),
            default=0,
        )
