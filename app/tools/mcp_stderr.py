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
from app.tools.names import printable_text

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
        self._partial = b""
        self._ended = anyio.Event()

    def text(self) -> str:
        return " ".join(self._lines)

    @asynccontextmanager
    async def open_pipe(self) -> AsyncIterator[TextIO]:
        """Return the write end of the pipe. Close it once the server has it."""
        read_fd, write_fd = os.pipe()
        loop = asyncio.get_running_loop()
        pipe, _ = await loop.connect_read_pipe(lambda: self, os.fdopen(read_fd, "rb", 0))
        write_end = os.fdopen(write_fd, "w")
        try:
            yield write_end
        finally:
            write_end.close()
            # Shielded, so that the last lines are read even if the run is cancelled.
            with anyio.move_on_after(END_SECONDS, shield=True):
                await self._ended.wait()
            pipe.close()

    def data_received(self, data: bytes) -> None:
        *lines, partial = (self._partial + data).split(b"\n")
        self._partial = partial[-MAX_LINE:]
        for line in lines:
            self._add_line(line)

    def connection_lost(self, exc: Exception | None) -> None:
        self._add_line(self._partial)
        self._partial = b""
        self._ended.set()

    def _add_line(self, line: bytes) -> None:
        text = printable_text(line.decode("utf-8", "replace"), MAX_LINE)
        if text:
            self._lines.append(text)
            self._log.write(text)
