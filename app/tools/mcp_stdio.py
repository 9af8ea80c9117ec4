"""The stdio transport: exchanges messages with a server over its standard input and output.

The transport of the `mcp` package buffers lines of any length, logs a traceback for each line that
is not a message, and leaves child processes of a server running.
"""

import logging
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from io import FileIO
from typing import TYPE_CHECKING

import anyio
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.shared.message import SessionMessage
from mcp_types import (
    PARSE_ERROR,
    ErrorData,
    JSONRPCError,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    jsonrpc_message_adapter,
)

from app.tools.server_process import ServerProcess

if TYPE_CHECKING:
    from mcp.client._transport import TransportStreams

log = logging.getLogger(__name__)

CHUNK = 65_536
# An image takes a line of many megabytes.
MAX_LINE = 16_000_000
# Consecutive bytes in lines that are not messages.
MAX_JUNK = 10_000_000
# Requests of the server with unread answers.
MAX_UNANSWERED = 1_000
FLUSH_SECONDS = 0.5
CANCELLED = "notifications/cancelled"

UNREADABLE = "its answer is not valid JSON"
_VERSION = r'"jsonrpc"\s*:\s*"2\.0"'
_ID = r'"id"\s*:\s*(\d{1,15})'
_ID_FIRST = re.compile(rf'\{{\s*(?:{_VERSION}\s*,\s*)?{_ID}\s*,\s*"result"')
_RESULT_FIRST = re.compile(r'\{\s*"result"')
_ID_LAST = re.compile(rf"{_ID}\s*(?:,\s*{_VERSION}\s*)?\}}\s*$")
_CLOSED = (anyio.ClosedResourceError, anyio.BrokenResourceError)


class FloodError(Exception):
    """The server wrote more than is plausible."""


class Stdio:
    """Transports messages. `flooded` is True if the connection was closed because the server wrote
    too much."""

    def __init__(self, process: ServerProcess) -> None:
        self._process = process
        self._written = anyio.Event()
        self._exited = False
        self._unanswered = 0
        self.flooded = False

    @asynccontextmanager
    async def streams(self) -> AsyncIterator["TransportStreams"]:
        """Open the streams. When this returns, all processes of the server have ended."""
        to_session, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
        outgoing, from_session = anyio.create_memory_object_stream[SessionMessage](0)
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._watch)
                group.start_soon(self._read, to_session)
                group.start_soon(self._write, from_session, to_session)
                try:
                    yield incoming, outgoing
                finally:
                    # Shielded, so that it also runs on cancellation; each wait in it is bounded.
                    with anyio.CancelScope(shield=True):
                        incoming.close()
                        outgoing.close()
                        await self._end()
                    group.cancel_scope.cancel()
        finally:
            self._process.release()

    async def _end(self) -> None:
        with anyio.move_on_after(FLUSH_SECONDS):
            await self._written.wait()
        await self._process.end()

    async def _watch(self) -> None:
        """End the streams with the program, because a surviving child may hold its output open."""
        await self._process.exited()
        self._exited = True
        anyio.notify_closing(self._process.output)

    async def _read(self, to_session: ObjectSendStream[SessionMessage | Exception]) -> None:
        async with to_session:
            try:
                await self._forward(to_session)
            except FloodError:
                self.flooded = True
            except _CLOSED:
                pass
        # Keep draining the pipe: a program that cannot write cannot exit.
        while await self._chunk():
            pass

    async def _forward(self, to_session: ObjectSendStream[SessionMessage | Exception]) -> None:
        count, junk = 0, 0
        try:
            async for line in self._lines():
                if message := parse(line):
                    junk = 0
                    self._count(message)
                    await to_session.send(SessionMessage(message))
                    continue
                count, junk = count + 1, junk + len(line) + 1
                if junk > MAX_JUNK:
                    raise FloodError
        finally:
            if count:
                name = self._process.name
                log.info("server %s: %d lines of its output are not messages", name, count)

    async def _lines(self) -> AsyncIterator[bytes]:
        rest = bytearray()
        while chunk := await self._chunk():
            rest += chunk
            if b"\n" in chunk:
                *lines, rest = rest.split(b"\n")
                for line in lines:
                    yield bytes(line)
            if len(rest) > MAX_LINE:
                raise FloodError

    async def _chunk(self) -> bytes:
        """Return the next bytes, or b"" at the end of the stream or when the program has ended and
        nothing is left to read."""
        pipe = self._process.output
        while not self._exited:
            with suppress(anyio.ClosedResourceError, BlockingIOError):
                await anyio.wait_readable(pipe)
                return os.read(pipe.fileno(), CHUNK)
        await anyio.lowlevel.checkpoint()
        with suppress(BlockingIOError):
            return os.read(pipe.fileno(), CHUNK)
        return b""

    def _count(self, message: JSONRPCMessage) -> None:
        """Count unanswered requests. Each uses memory until its answer is written or the server
        cancels it."""
        if isinstance(message, JSONRPCRequest):
            self._unanswered += 1
        elif isinstance(message, JSONRPCNotification) and message.method == CANCELLED:
            self._unanswered = max(0, self._unanswered - 1)
        if self._unanswered > MAX_UNANSWERED:
            raise FloodError

    async def _write(
        self,
        from_session: ObjectReceiveStream[SessionMessage],
        to_session: ObjectSendStream[SessionMessage | Exception],
    ) -> None:
        try:
            async with from_session:
                async for each in from_session:
                    text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                    await _send(self._process.input, text.encode("utf-8", "replace") + b"\n")
                    if isinstance(each.message, JSONRPCResponse | JSONRPCError):
                        self._unanswered = max(0, self._unanswered - 1)
        except (*_CLOSED, OSError):
            # Otherwise the session would wait for an answer to a message that was never sent.
            with suppress(*_CLOSED):
                await to_session.aclose()
        finally:
            self._written.set()


def parse(line: bytes) -> JSONRPCMessage | None:
    """Return the message, or None if the line is not one."""
    text = line.strip().decode("utf-8", "replace")
    if not text.startswith("{"):
        return None
    try:
        message = jsonrpc_message_adapter.validate_json(text, by_name=False)
    except ValueError:
        return _unreadable(text)
    if isinstance(message, JSONRPCResponse):
        _drop_output_schemas(message.result)
    return message


def _unreadable(text: str) -> JSONRPCError | None:
    """Return an error answer for an unreadable one (half a character, or thousands of levels), so
    that its request fails. Return None if the line is not an answer."""
    found = _ID_FIRST.match(text)
    if found is None and _RESULT_FIRST.match(text):
        found = _ID_LAST.search(text[-100:])
    if found is None:
        return None
    error = ErrorData(code=PARSE_ERROR, message=UNREADABLE)
    return JSONRPCError(jsonrpc="2.0", id=int(found[1]), error=error)


def _drop_output_schemas(result: dict) -> None:
    """Remove the schemas, because the `mcp` package would match their regular expressions against
    results, which can hold the interpreter lock forever. Results are read as text here."""
    tools = result.get("tools")
    for tool in tools if isinstance(tools, list) else ():
        if isinstance(tool, dict):
            tool.pop("outputSchema", None)


async def _send(pipe: FileIO, data: bytes) -> None:
    """Raises ClosedResourceError if the pipe is closed meanwhile."""
    left = memoryview(data)
    while left:
        await anyio.wait_writable(pipe)
        if pipe.closed:
            raise anyio.ClosedResourceError
        left = left[pipe.write(left[:CHUNK]) or 0 :]
