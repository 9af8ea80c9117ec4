"""Text of a reply as it goes into channels: what waits, what was shown, what is left out."""

from engine.messages import Channel

Piece = tuple[Channel, str]


class ChannelText:
    """Pieces in order. Line breaks wait for more text of their channel; where a channel is `fresh`,
    its leading ones belong to the marker before them.

    `early`: so many of the next characters were shown before, when the reply was cut. `begun` once
    the answer has more than blanks.
    """

    def __init__(self, channel: Channel, *, fresh: bool) -> None:
        self.channel = channel
        self.fresh = fresh
        self.begun = False
        self.early = 0
        self._breaks: dict[Channel, int] = {}
        self._pieces: list[Piece] = []

    def take(self) -> list[Piece]:
        pieces, self._pieces = self._pieces, []
        return pieces

    def switch(self, channel: Channel) -> None:
        self.channel, self.fresh = channel, True

    def write(self, text: str) -> None:
        """Text of the channel, less what was shown early."""
        early = min(self.early, len(text))
        self.early, text = self.early - early, text[early:]
        if self.fresh:
            text = text.lstrip("\n")
        body = text.rstrip("\n")
        if body:
            self._pieces.append((self.channel, self.waiting(self.channel) + body))
            self.fresh = False
            self.begun = self.begun or (self.channel is Channel.CONTENT and not body.isspace())
        if breaks := len(text) - len(body):
            self._breaks[self.channel] = self._breaks.get(self.channel, 0) + breaks

    def write_call(self, text: str) -> None:
        self._pieces.append((Channel.TOOL_CALL, text))

    def write_call_as_text(self, text: str) -> None:
        """A call that stands in the channel's text, with the line breaks before it; those after it
        wait."""
        text = self.waiting(self.channel) + text
        body = text.rstrip("\n")
        self._breaks[self.channel] = len(text) - len(body)
        self._pieces.append((Channel.TOOL_CALL, body))
        self.begun = True

    def write_rest(self) -> None:
        """The line breaks at the answer's end."""
        if (
            self.channel is Channel.CONTENT
            and not self.fresh
            and (rest := self.waiting(self.channel))
        ):
            self._pieces.append((Channel.CONTENT, rest))

    def waiting(self, channel: Channel) -> str:
        """The line breaks that wait there; they count as written then."""
        return "\n" * self._breaks.pop(channel, 0)
