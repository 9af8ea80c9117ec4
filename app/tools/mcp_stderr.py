"""What a server writes to its standard error."""

import asyncio
import logging
import os
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TextIO

import anyio

from app.tools.bounded_log import BoundedLog
from app.tools.names import plain

log = logging.getLogger(__name__)

KEPT_LINES = 3
MAX_LINE = 200
# A process of the server's own may hold the pipe open after it.
END_SECONDS = 0.5


class StderrTail(asyncio.Protocol):
    """The last lines, which tell why a server ended; the first of all go to the log too."""

    def __init__(self, server_name: str) -> None:
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._log = BoundedLog(log, f"server {server_name}")
        self._rest = b""
        self._ended = anyio.Event()

    def text(self) -> str:
        return " ".join(self._lines)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[TextIO]:
        """The end of the pipe to give to the server; it is to be closed once the server has it."""
        reading, writing = os.pipe()
        loop = asyncio.get_running_loop()
        pipe, _ = await loop.connect_read_pipe(lambda: self, os.fdopen(reading, "rb", 0))
        written = os.fdopen(writing, "w")
        try:
            yield written
        finally:
            written.close()
            # Also where the run is being cancelled, its last lines are read.
            with anyio.move_on_after(END_SECONDS, shield=True):
                await self._ended.wait()
            pipe.close()

    def data_received(self, data: bytes) -> None:
        *lines, rest = (self._rest + data).split(b"\n")
        self._rest = rest[-MAX_LINE:]
        for line in lines:
            self._take(line)

    def connection_lost(self, exc: Exception | None) -> None:
        self._take(self._rest)
        self._rest = b""
        self._ended.set()

    def _take(self, line: bytes) -> None:
        text = plain(line.decode("utf-8", "replace"), MAX_LINE)
        if text:
            self._lines.append(text)
            self._log.take(text)
