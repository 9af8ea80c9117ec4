"""Reads server-sent events from pieces of bytes.

The format is that of the HTML standard, section 9.2.6; `id` and `retry` are not used here.
"""

import re

# Bytes of one event. A tool call that writes a file may be long.
MAX_EVENT = 8 << 20
_LINE_END = re.compile(rb"\r\n|\n|\r(?!\Z)")


class StreamTooLong(ValueError):
    """An event has more than MAX_EVENT bytes."""


class EventStream:
    """`feed` returns the whole events that a piece of bytes completes, as pairs of the event's
    name, "" if it has none, and its data."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._name = ""
        self._data: list[str] = []
        self._size = 0

    def feed(self, piece: bytes) -> list[tuple[str, str]]:
        """Raises StreamTooLong."""
        ends = b"\n" in piece or b"\r" in piece or self._rest.endswith(b"\r")
        self._rest += piece
        if not ends:
            # A long line is not searched again for each of its pieces.
            self._check(len(self._rest))
            return []
        *lines, rest = _LINE_END.split(bytes(self._rest))
        self._rest = bytearray(rest)
        self._check(len(rest))
        return [event for line in lines if (event := self._take(line)) is not None]

    def end(self) -> list[tuple[str, str]]:
        """Return the event that the end of the stream completes: some servers omit the last empty
        line."""
        return [*self.feed(b"\n"), *self.feed(b"\n")]

    def _take(self, line: bytes) -> tuple[str, str] | None:
        self._size += len(line)
        self._check(self._size)
        if not line:
            name, data = self._name, self._data
            self._name, self._data, self._size = "", [], 0
            return (name, "\n".join(data)) if data else None
        field, _, value = line.decode("utf-8", "replace").partition(":")
        value = value.removeprefix(" ")
        if field.removeprefix("\ufeff") == "data":
            self._data.append(value)
        elif field == "event":
            self._name = value
        return None

    def _check(self, size: int) -> None:
        if size > MAX_EVENT:
            raise StreamTooLong
