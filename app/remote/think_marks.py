"""Separates reasoning that a server leaves in the text, between <think> and </think>."""

from collections.abc import Iterator

from engine.messages import Channel

_BEGIN, _END = "<think>", "</think>"


class ThinkMarks:
    """Reasoning is recognized at the very beginning of a reply alone: later, the mark is text. The
    pieces of a reply go through `split`, and `rest` returns what was held back at its end."""

    def __init__(self) -> None:
        self._held = ""
        self._channel: Channel | None = None
        self._reasoned = self._told = self._done = False

    def split(self, text: str) -> Iterator[tuple[Channel, str]]:
        if self._done:
            yield Channel.CONTENT, text
            return
        self._held += text
        if self._channel is None:
            self._begin()
        if self._channel is Channel.REASONING:
            yield from self._reason()
        if self._channel is Channel.CONTENT:
            # empty lines between the reasoning and the answer
            self._held = self._held.lstrip("\n") if self._reasoned else self._held
            self._done = bool(self._held)
            yield from self.rest()

    def rest(self) -> Iterator[tuple[Channel, str]]:
        held, self._held = self._held, ""
        if held:
            yield self._channel or Channel.CONTENT, held

    def _begin(self) -> None:
        """Find out how the reply begins, once enough of it is there."""
        start = self._held.lstrip()
        if start.startswith(_BEGIN):
            self._channel, self._reasoned = Channel.REASONING, True
            self._held = start.removeprefix(_BEGIN)
        elif not _BEGIN.startswith(start):
            self._channel = Channel.CONTENT

    def _reason(self) -> Iterator[tuple[Channel, str]]:
        if not self._told:
            self._held = self._held.lstrip("\n")
        reasoning, mark, after = self._held.partition(_END)
        if mark:
            self._channel = Channel.CONTENT
            self._held = after
        else:
            # the beginning of the mark may be at the end of a piece
            kept = next((n for n in range(len(_END) - 1, 0, -1) if reasoning.endswith(_END[:n])), 0)
            at = len(reasoning) - kept
            reasoning, self._held = reasoning[:at], reasoning[at:]
        if reasoning:
            self._told = True
            yield Channel.REASONING, reasoning
