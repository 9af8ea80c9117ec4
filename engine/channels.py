"""Reasoning, answer and tool calls of one reply, told apart token by token.

A marker that the vocabulary has as one token counts by its id alone, so the same characters
spelled by ordinary tokens stay text. Only markers of several tokens are matched in the text.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from engine.channel_formats import FORMATS, TURN_ENDS, Block, Format, format_for
from engine.channel_headers import GemmaHeader, HarmonyHeader
from engine.messages import Channel, FinishReason
from engine.open_block import OpenBlock
from engine.tool_calls.schema import Call, Tools

__all__ = ["FORMATS", "ChannelRouter", "Format", "Piece", "format_for"]

Piece = tuple[Channel, str]

BARE_LABEL = "thought\n"
LONGEST_MARKER = 64


@cache
def _matcher(markers: frozenset[str]) -> re.Pattern[str] | None:
    # The longest first: an alternation takes the first that fits.
    ordered = sorted(markers, key=lambda marker: (-len(marker), marker))
    return re.compile("|".join(map(re.escape, ordered))) if ordered else None


class ChannelRouter:
    """One reply in, as text pieces and special tokens; out come pieces with their channel.

    What it gives does not depend on where the text is split. Line breaks around a marker belong to
    it. A block of tool text comes out when it ends: a call as TOOL_CALL, beside `tool_calls`; what
    cannot be read as one, was cut or is longer than a megabyte as CONTENT.
    """

    def __init__(
        self,
        format: Format,
        *,
        prompt_open: bool = False,
        tools: Iterable[str | Mapping[str, Any]] = (),
    ) -> None:
        """`prompt_open`: the prompt ends inside reasoning. `tools`: those offered, as schemas."""
        self.channel = Channel.REASONING if prompt_open else Channel.CONTENT
        self.tool_calls: list[Call] = []
        self._format = format
        self._tools = Tools(tools)
        self._out: list[Piece] = []
        self._held = ""
        # So many characters of what is held were shown when the reply was cut.
        self._early = 0
        self._breaks = 0
        self._fresh = prompt_open
        self._begun = False
        self._block: OpenBlock | None = None
        self._outer = Channel.CONTENT
        self._labelled = format.headers != "gemma" or prompt_open
        self._header: GemmaHeader | HarmonyHeader | None = None
        if format.headers == "harmony" and not prompt_open:
            self._header = HarmonyHeader(begun=False)
        bare = {block.open for block in format.tools if block.bare and not block.first}
        self._texts = format.text | bare if self._tools else format.text
        self._firsts = tuple(block for block in format.tools if block.first and self._tools)

    def feed(self, text: str, token_id: int | None = None, special: bool = False) -> list[Piece]:
        """Take the next piece; `special`: it is one token that is no text, by its name. A
        `token_id` that the format knows as such says so, too."""
        name = None if token_id is None else self._format.specials.get(token_id)
        if name is not None or special:
            self._text("", final=True)
            self._special(name or text)
        else:
            self._text(text)
        return self._taken()

    def finish(self, reason: FinishReason | str = FinishReason.STOP) -> list[Piece]:
        """All that is still held; the reply has ended. A call that is open is one only where the
        model ended it, which `reason` says."""
        self._text("", final=True)
        self._end(whole=FinishReason(reason) is not FinishReason.LENGTH)
        if self.channel is Channel.CONTENT and self._breaks and not self._fresh:
            self._out.append((Channel.CONTENT, "\n" * self._breaks))
            self._breaks = 0
        return self._taken()

    def cut(self) -> list[Piece]:
        """What could be text of all that is held. The reply may go on: that is not repeated then;
        an open call is shown, and still read as one if its rest comes."""
        if self._block is not None:
            rest = self._block.unshown(self._held)
            return [(Channel.CONTENT, rest)] if rest else []
        if self._header is not None or not self._held[self._early :]:
            return []
        shown = "\n" * self._breaks + self._held[self._early :]
        self._breaks, self._early, self._fresh = 0, len(self._held), False
        return [(self.channel, shown)]

    def _taken(self) -> list[Piece]:
        out, self._out = self._out, []
        return out

    # Ordinary text

    def _text(self, text: str, *, final: bool = False) -> None:
        text, at = self._held + text, 0
        self._held = ""
        if not self._labelled:
            at = self._label(text, final=final)
            if at < 0:
                self._held = text
                return
        while at < len(text):
            markers = self._watched()
            matcher = _matcher(markers)
            found = matcher.search(text, at) if matcher else None
            end = found.start() if found else len(text)
            if not found and not final:
                end -= _partial(text, at, markers)
            taken = self._write(text[at:end]) if end > at else 0
            at += taken
            if at < end:
                continue
            if not found:
                break
            at = found.end()
            self._marker(found[0])
        self._held = text[at:]

    def _watched(self) -> frozenset[str]:
        """The markers that count in the text as it stands."""
        block = self._block
        if block is None:
            return self._texts
        return block.closers if block.bare else block.closers & self._texts

    def _label(self, text: str, *, final: bool) -> int:
        """Gemma 4 at times writes its label without its token. Returns where text begins, -1 where
        that is not known yet."""
        if BARE_LABEL.startswith(text) and text != BARE_LABEL and not final:
            return -1
        self._labelled = bool(text) or final
        if not text.startswith(BARE_LABEL):
            return 0
        self._early = 0
        self._switch(Channel.REASONING)
        return len(BARE_LABEL)

    def _write(self, text: str) -> int:
        """Take text without a marker in it; returns how much, where the state changes in it."""
        if self._block is not None:
            return self._write_block(self._block, text)
        if self._header is not None:
            return self._write_header(self._header, text)
        if self._firsts and not self._begun and self.channel is Channel.CONTENT:
            blank = len(text) - len(text.lstrip())
            for block in self._firsts:
                if text.startswith(block.open, blank):
                    self._emit(text[:blank])
                    self._open(block)
                    return blank + len(block.open)
        self._emit(text)
        return len(text)

    def _write_block(self, block: OpenBlock, text: str) -> int:
        taken = block.add(text)
        if block.rejected(self._tools):
            block.drop()
            self._reject(block)
            return 0
        if block.full or block.ended:
            self._close(whole=block.ended)
        return taken

    def _reject(self, block: OpenBlock) -> None:
        """It was text all along; what follows what began it is read as that."""
        self._block, self.channel = None, self._outer
        early, rest = block.early, block.unshown("")
        self._begun = True
        if rest:
            self._emit(rest)
        self._early = early

    def _write_header(self, header: GemmaHeader | HarmonyHeader, text: str) -> int:
        taken = header.add(text)
        if header.done:
            self._enter(header)
        return taken

    def _emit(self, text: str) -> None:
        early = min(self._early, len(text))
        self._early, text = self._early - early, text[early:]
        if self._fresh:
            text = text.lstrip("\n")
        body = text.rstrip("\n")
        if body:
            self._out.append((self.channel, "\n" * self._breaks + body))
            self._breaks, self._fresh = 0, False
            self._begun = self._begun or (self.channel is Channel.CONTENT and not body.isspace())
        self._breaks += len(text) - len(body)

    # Markers

    def _special(self, name: str) -> None:
        self._labelled = True
        if name in self._format.markers:
            self._marker(name)
        elif self._block is not None and name not in TURN_ENDS:
            self._block.add(name, special=True)
            if self._block.full:
                self._close(whole=False)
        elif name in TURN_ENDS:
            self._end(whole=True)

    def _marker(self, name: str) -> None:
        self._early = 0
        if name in self._format.hidden:
            return
        if self._block is not None:
            if name in self._block.inner:
                self._block.add(name, special=True)
                return
            if self._block.bare and name in self._block.closers:
                self._block.add(name)
            self._close(whole=True, closed=name in self._block.closers)
        if self._format.headers and self._head(name):
            return
        opened = self._format.openers.get(name)
        if isinstance(opened, Block):
            self._open(opened)
        elif opened is not None:
            self._switch(opened)

    def _head(self, name: str) -> bool:
        """Markers that begin or end a channel's name; whether this is one."""
        if self._format.headers == "gemma":
            if isinstance(self._header, GemmaHeader):
                self._enter(self._header)
            if name == "<|channel>":
                self._header = GemmaHeader()
            elif name == "<channel|>":
                self._switch(Channel.CONTENT)
            return name in ("<|channel>", "<channel|>")
        if not isinstance(self._header, HarmonyHeader):
            self._header = HarmonyHeader()
        if self._header.mark(name):
            self._enter(self._header)
        return True

    def _enter(self, header: GemmaHeader | HarmonyHeader) -> None:
        """The channel's name is known: what follows is its text."""
        self._header = None
        if isinstance(header, HarmonyHeader) and (call := header.call(self._tools)):
            self._outer = Channel.CONTENT
            self._block, self.channel = OpenBlock(call), Channel.TOOL_CALL
            return
        if header.channel is not None:
            self._switch(header.channel, keep=header.channel is self.channel and not self._fresh)
        if header.rest:
            self._emit(header.rest)

    def _switch(self, channel: Channel, *, keep: bool = False) -> None:
        self.channel = channel
        if not keep:
            self._fresh, self._breaks = True, 0

    # Blocks of tool text

    def _open(self, block: Block) -> None:
        self._outer, self._breaks = self.channel, self._breaks if block.bare else 0
        self._block, self.channel = OpenBlock(block), Channel.TOOL_CALL

    def _end(self, *, whole: bool) -> None:
        """End what is open, as the turn ends."""
        if self._block is not None:
            self._close(whole=whole)
        if isinstance(self._header, GemmaHeader) or (self._header and self._header.loose):
            self._enter(self._header)

    def _close(self, *, whole: bool, closed: bool = False) -> None:
        block, self._block = self._block, None
        assert block is not None
        self.channel = self._outer
        reads = whole and self._format.calls
        calls, rest = block.read(self._tools, closed=closed) if reads else ([], "")
        if calls:
            self.tool_calls += calls
            self._out.append((Channel.TOOL_CALL, block.text.strip("\n")))
            shown = rest
        else:
            shown = block.unshown("")
        if shown:
            self._out.append((Channel.CONTENT, "\n" * self._breaks + shown))
            self._begun = True
        self._fresh, self._breaks = True, 0


def _partial(text: str, start: int, markers: frozenset[str]) -> int:
    """Length of the tail that could still grow into a marker."""
    longest, tail = 0, text[-LONGEST_MARKER:]
    for marker in markers:
        if marker[0] not in tail:
            continue
        for size in range(min(len(marker) - 1, len(text) - start), longest, -1):
            if text.endswith(marker[:size]):
                longest = size
                break
    return longest
