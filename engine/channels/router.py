"""The channel router: separates reasoning, answer and tool calls of one reply, token by token.

A marker that is one token of the vocabulary counts by its id alone, so the same characters spelled
by ordinary tokens stay text. Only markers of several tokens are matched in the text.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.channels.channel_text import ChannelText, Piece
from engine.channels.format import RECIPIENT, TURN_ENDS, Block, Format
from engine.channels.headers import GemmaHeader, Header, first_header, header_after
from engine.channels.open_block import OpenBlock
from engine.channels.text_matcher import matcher
from engine.channels.tool_calls.growing import GrownCall
from engine.channels.tool_calls.tool_schema import Call, Tools
from engine.messages import Channel, FinishReason

BARE_LABEL = "thought\n"
# Characters per part of a longer piece of text.
CHUNK = 4096


class ChannelRouter:
    """Takes one reply as pieces of text and special tokens, and returns pieces with their channel.

    The result does not depend on where the text is split. Line breaks around a marker belong to the
    marker. A block of tool text is returned when it ends: calls as one piece of TOOL_CALL, beside
    `tool_blocks`; as text if it cannot be read as a call, was cut, or is longer than a megabyte.
    The piece of a call that was written as plain text is all of its text that `cut` did not return.
    """

    def __init__(
        self,
        format: Format,
        *,
        prompt_open: bool = False,
        tools: Iterable[str | Mapping[str, Any]] = (),
    ) -> None:
        """`prompt_open`: the prompt ends inside reasoning. `tools`: schemas of the offered
        tools."""
        # The calls of each piece of TOOL_CALL, in order.
        self.tool_blocks: list[list[Call]] = []
        self._format = format
        self._tools = Tools(tools)
        start = Channel.REASONING if prompt_open else Channel.CONTENT
        self._output = ChannelText(start, fresh=prompt_open)
        self._held = ""
        # Text of a rejected block, to be routed again.
        self._rejected_text = ""
        self._block: OpenBlock | None = None
        self._closers: frozenset[str] = frozenset()
        self._past_label = format.headers != "gemma"
        self._header = None if prompt_open else first_header(format)
        self._thought_ends = frozenset(end for _, end in format.think)
        bare = {block.open for block in format.tools if block.bare and not block.first}
        texts = format.text | bare if self._tools and format.calls else format.text
        self._texts = texts | {RECIPIENT} if format.recipients else texts
        self._markers = matcher(self._texts)
        firsts = format.tools if self._tools and format.calls else ()
        self._firsts = tuple(block for block in firsts if block.first)
        self._first_openers = frozenset(block.open for block in self._firsts)

    @property
    def channel(self) -> Channel:
        """The channel of the next text, as far as is known."""
        return Channel.TOOL_CALL if self._block is not None else self._output.channel

    @property
    def tool_calls(self) -> list[Call]:
        return [call for block in self.tool_blocks for call in block]

    @property
    def growing(self) -> list[GrownCall]:
        """The calls of the open block so far."""
        return [] if self._block is None else self._block.grown

    def feed(self, text: str, token_id: int | None = None, special: bool = False) -> list[Piece]:
        """Take the next piece. `special`: the piece is the name of one token that is not text; so
        is the piece of a `token_id` that the format lists as special."""
        name = None if token_id is None else self._format.specials.get(token_id)
        if name is not None or special:
            self._text("", final=True)
            self._special(name or text)
        elif self._is_plain(text):
            self._output.write(text)
        else:
            for start in range(0, len(text), CHUNK):
                self._text(text[start : start + CHUNK])
        return self._output.take()

    def finish(self, reason: FinishReason | str = FinishReason.STOP) -> list[Piece]:
        """End the reply and return all held text. An open call counts only if the model ended the
        reply itself, which `reason` tells."""
        self._text("", final=True)
        self._end(whole=FinishReason(reason) is not FinishReason.LENGTH)
        self._output.write_rest()
        return self._output.take()

    def cut(self) -> list[Piece]:
        """Return the held text that could be part of the answer. The reply may continue
        without repeating that text. An open call is shown as text, and still read as a call
        if its rest comes."""
        shown = self._output
        if self._block is not None:
            rest = self._block.unshown(self._held)
        elif self._header is None:
            rest, shown.shown_ahead = self._held[shown.shown_ahead :], len(self._held)
        else:
            rest = ""
        shown.fresh = shown.fresh and not rest
        return [(shown.channel, shown.take_breaks(shown.channel) + rest)] if rest else []

    def go_on(self) -> None:
        """Count everything so far as shown, including held text."""
        self.cut()
        if self._block is not None:
            self._block.stop_growing()
        for channel in Channel:
            self._output.take_breaks(channel)

    # Ordinary text

    def _is_plain(self, text: str) -> bool:
        """Return True for text that goes on in its channel, as most text does: no marker begins in
        it, and none is open or held back."""
        return (
            self._block is None
            and self._header is None
            and not (self._held or self._firsts)
            and self._past_label
            and len(text) <= CHUNK
            and not self._markers.begins_in(text, 0)
        )

    def _text(self, text: str, *, final: bool = False) -> None:
        text, at = self._held + text, 0
        self._held = ""
        if not self._past_label:
            at = self._label(text, final=final)
            if at < 0:
                self._held = text
                return
        while at < len(text):
            block = self._block
            found, end = self._next_marker(text, at, final=final)
            at += self._write(text[at:end]) if end > at else 0
            if self._rejected_text:
                text, at, self._rejected_text = self._rejected_text + text[at:], 0, ""
                continue
            # Writing can change which markers count.
            if at < end or (found and self._block is not block):
                continue
            if not found:
                break
            at = found.end()
            self._marker(found[0])
        self._held = text[at:]

    def _next_marker(self, text: str, at: int, *, final: bool) -> tuple[re.Match[str] | None, int]:
        """Return the next marker, and the end of the text before it that is certainly no marker."""
        markers = self._texts if self._block is None else self._closers
        strings, end = matcher(markers), len(text)
        opening = bool(self._first_openers) and not final and not self._answering
        held = matcher(markers | self._first_openers) if opening else strings
        if not held.begins_in(text, at):
            return None, end
        found = strings.search(text, at)
        if not final:
            end -= held.tail(text, at)
        # A match that may be the beginning of a longer marker has to wait.
        return (found, found.start()) if found and found.start() < end else (None, end)

    def _closing(self, block: OpenBlock) -> frozenset[str]:
        """The markers that count in the text of a block."""
        if block.bare:
            return block.closers
        # A call that begins in reasoning, or is only mentioned there, ends with it.
        thinking = self._output.channel is Channel.REASONING
        ends = self._thought_ends if thinking else frozenset()
        return (block.closers | ends) & self._texts

    @property
    def _answering(self) -> bool:
        return self._output.has_content or self._output.channel is not Channel.CONTENT

    def _label(self, text: str, *, final: bool) -> int:
        """Skip a label that Gemma 4 writes without its token, or repeats from the prompt. Return
        where the text begins, -1 if that is not known yet."""
        if BARE_LABEL.startswith(text) and text != BARE_LABEL and not final:
            return -1
        self._past_label = bool(text) or final
        if not text.startswith(BARE_LABEL):
            return 0
        self._output.shown_ahead = 0
        self._output.switch(Channel.REASONING)
        return len(BARE_LABEL)

    def _write(self, text: str) -> int:
        """Take text without a marker; return the length after which the state may have changed."""
        if self._block is not None:
            return self._write_block(self._block, text)
        if self._header is not None:
            return self._write_header(self._header, text)
        if self._firsts and not self._answering:
            blank = len(text) - len(text.lstrip())
            for block in self._firsts:
                if text.startswith(block.open, blank):
                    self._output.write(text[:blank])
                    self._open(block)
                    return blank + len(block.open)
        self._output.write(text)
        return len(text)

    def _write_block(self, block: OpenBlock, text: str) -> int:
        taken = block.add(text)
        if block.rejected(self._tools):
            self._reject(block)
            return taken
        if block.full or block.ended:
            self._close(whole=block.ended)
            self._output.shown_ahead = block.shown_ahead
        return taken

    def _reject(self, block: OpenBlock) -> None:
        """Turn a block back into text: its opener is written, the rest is routed again."""
        self._block, self._rejected_text = None, block.give_back()
        shown_ahead, rest = block.shown_ahead, block.unshown("")
        self._output.has_content = True
        if rest:
            self._output.write(rest)
        self._output.shown_ahead = shown_ahead

    def _write_header(self, header: Header, text: str) -> int:
        taken = header.add(text)
        if header.done:
            self._enter(header)
        return taken

    # Markers

    def _special(self, name: str) -> None:
        self._past_label = True
        if name in self._format.markers:
            self._marker(name)
        elif self._block is not None and name not in TURN_ENDS:
            self._block.add(name, special=True)
            if self._block.full:
                self._close(whole=False)
        elif name in TURN_ENDS:
            self._end(whole=True)

    def _marker(self, name: str) -> None:
        shown_ahead, self._output.shown_ahead = self._output.shown_ahead, 0
        if name in self._format.hidden:
            return
        if self._block is not None:
            if name in self._block.inner:
                self._block.add(name, special=True)
                return
            if self._block.bare and name in self._block.closers:
                self._block.add(name)
            self._close(whole=True, closed=name in self._block.closers)
        if name in self._format.heads or name == RECIPIENT:
            # A marker of several characters may turn out to be text.
            self._output.shown_ahead = shown_ahead if name == RECIPIENT else 0
            self._head(name)
            return
        self._leave_header()
        opened = self._format.openers.get(name)
        if isinstance(opened, Block):
            self._output.shown_ahead = shown_ahead
            self._open(opened)
        elif opened is not None:
            self._output.switch(opened)

    def _head(self, name: str) -> None:
        """Begin, continue or end a channel's name at a marker."""
        before = self._header
        if before is not None and (name == RECIPIENT or isinstance(before, GemmaHeader)):
            self._enter(before)
        self._header = header_after(name, self._format, self._header)
        if self._header is None:
            self._output.switch(Channel.CONTENT)
        elif self._header.done:
            self._enter(self._header)

    def _enter(self, header: Header) -> None:
        """Switch to the channel that a header names; text after the header belongs to it."""
        self._header = None
        if call := header.call(self._tools):
            self._output.switch(Channel.CONTENT)
            self._output.shown_ahead = 0
            self._open(call)
            return
        if header.channel is not None:
            fresh = self._output.fresh or header.channel is not self._output.channel
            self._output.switch(header.channel)
            # In other formats, line breaks after a header are part of the message.
            self._output.fresh = fresh and isinstance(header, GemmaHeader)
        rest = header.rest
        self._output.shown_ahead = self._output.shown_ahead if rest else 0
        while rest:
            rest = rest[self._write(rest) :]

    # Blocks of tool text

    def _open(self, block: Block) -> None:
        self._block = OpenBlock(block, shown=self._output.shown_ahead)
        self._closers = self._closing(self._block)
        self._output.shown_ahead = 0

    def _end(self, *, whole: bool) -> None:
        """End an open block and header, because the turn ends."""
        if self._block is not None:
            self._close(whole=whole)
        self._leave_header()

    def _leave_header(self) -> None:
        header, self._header = self._header, None
        if header is not None and header.end():
            self._enter(header)

    def _close(self, *, whole: bool, closed: bool = False) -> None:
        block, self._block = self._block, None
        assert block is not None
        reads = whole and self._format.calls
        calls, rest = block.read(self._tools, closed=closed) if reads else ([], "")
        if calls:
            self._called(block, calls)
        text = rest if calls else block.unshown("")
        # Line breaks after a closing marker belong to it; after text they are text.
        self._output.fresh = not text and not block.bare
        if text:
            self._output.write(text)

    def _called(self, block: OpenBlock, calls: list[Call]) -> None:
        self.tool_blocks.append(calls)
        if not block.bare:
            self._output.write_call(block.text.strip("\n"))
            return
        for call in calls:
            call.written, call.channel = block.written.strip("\n"), self._output.channel
        self._output.write_call_as_text(block.unshown(""))
