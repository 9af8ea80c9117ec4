"""Captures the standard error of a server."""

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
# A child process of the server may hold the pipe open after the server has ended.
END_SECONDS = 0.5


class StderrTail(asyncio.Protocol):
    """Keeps the last lines, which explain why a server ended, and logs the first ones."""

    def __init__(self, server_name: str) -> None:
        self._lines: deque[str] = deque(maxlen=KEPT_LINES)
        self._log = BoundedLog(log, f"server {server_name}")
        self._rest = b""
        self._ended = anyio.Event()

    def text(self) -> str:
        return " ".join(self._lines)

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[TextIO]:
        """Return the write end of the pipe. Close it once the server has it."""
        reading, writing = os.pipe()
        loop = asyncio.get_running_loop()
        pipe, _ = await loop.connect_read_pipe(lambda: self, os.fdopen(reading, "rb", 0))
        written = os.fdopen(writing, "w")
        try:
            yield written
        finally:
            written.close()
            # Shielded, so that the last lines are read even if the run is cancelled.
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
