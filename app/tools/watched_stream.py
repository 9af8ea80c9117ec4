"""A stream that tells when it ends."""

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Self

import anyio

if TYPE_CHECKING:
    from mcp.client._transport import ReadStream
    from mcp.shared.message import SessionMessage


class WatchedStream:
    """What a transport reads; the `mcp` package itself has no call for when that ends."""

    def __init__(
        self, stream: "ReadStream[SessionMessage | Exception]", ended: Callable[[], None]
    ) -> None:
        self._stream = stream
        self._ended = ended

    async def receive(self) -> "SessionMessage | Exception":
        try:
            return await self._stream.receive()
        except anyio.EndOfStream:  # the others mean that this side closed it
            self._ended()
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
