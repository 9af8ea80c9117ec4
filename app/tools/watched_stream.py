"""A stream that reports its end."""

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

import anyio

if TYPE_CHECKING:
    from mcp.client._transport import ReadStream
    from mcp.shared.message import SessionMessage


class WatchedStream:
    """Wraps the stream a transport reads, because the `mcp` package does not report its end."""

    def __init__(
        self, stream: "ReadStream[SessionMessage | Exception]", on_end: Callable[[], None]
    ) -> None:
        self._stream = stream
        self._on_end = on_end

    async def receive(self) -> "SessionMessage | Exception":
        try:
            return await self._stream.receive()
        except anyio.EndOfStream:  # the other exceptions mean that this side closed it
            self._on_end()
            raise

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> "SessionMessage | Exception":
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_val: BaseException | None,
        exc_tb: TracebackType | None,
    ) -> None:
        await self.aclose()
