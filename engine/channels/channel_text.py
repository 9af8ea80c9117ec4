"""Text of a reply on its way into channels: pending line breaks, and text that was shown
already."""

from engine.messages import Channel

Piece = tuple[Channel, str]


class ChannelText:
    """Collects pieces in order. Line breaks are held until more text of their channel comes. While
    `fresh`, leading line breaks are dropped: they belong to the marker before them.

    The next `shown_ahead` characters were shown already, when the reply was cut. `has_content` is
    True once the answer has more than white space.
    """

    def __init__(self, channel: Channel, *, fresh: bool) -> None:
        self.channel = channel
        self.fresh = fresh
        self.has_content = False
        self.shown_ahead = 0
        self._breaks: dict[Channel, int] = {}
        self._pieces: list[Piece] = []

    def take(self) -> list[Piece]:
        pieces, self._pieces = self._pieces, []
        return pieces

    def switch(self, channel: Channel) -> None:
        self.channel, self.fresh = channel, True

    def write(self, text: str) -> None:
        """Write text to the channel, except for what was shown already."""
        known = min(self.shown_ahead, len(text))
        self.shown_ahead, text = self.shown_ahead - known, text[known:]
        if self.fresh:
            text = text.lstrip("\n")
        body = text.rstrip("\n")
        if body:
            self._pieces.append((self.channel, self.take_breaks(self.channel) + body))
            self.fresh = False
            self.has_content |= self.channel is Channel.CONTENT and not body.isspace()
        if breaks := len(text) - len(body):
            self._breaks[self.channel] = self._breaks.get(self.channel, 0) + breaks

    def write_call(self, text: str) -> None:
        self._pieces.append((Channel.TOOL_CALL, text))

    def write_call_as_text(self, text: str) -> None:
        """Write a call that is part of the channel's text, with the line breaks before it; those
        after it are held."""
        text = self.take_breaks(self.channel) + text
        body = text.rstrip("\n")
        self._breaks[self.channel] = len(text) - len(body)
        self._pieces.append((Channel.TOOL_CALL, body))
        self.has_content = True

    def write_rest(self) -> None:
        """Write the line breaks at the end of the answer."""
        if (
            self.channel is Channel.CONTENT
            and not self.fresh
            and (rest := self.take_breaks(self.channel))
        ):
            self._pieces.append((Channel.CONTENT, rest))

    def take_breaks(self, channel: Channel) -> str:
        """Take the channel's held line breaks, which count as written from then on."""
        return "\n" * self._breaks.pop(channel, 0)
