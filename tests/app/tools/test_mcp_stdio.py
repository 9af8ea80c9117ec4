"""Parses the lines that servers write, and writes to them."""

import asyncio
import os
import select
from pathlib import Path

import anyio
import pytest
from mcp_types import JSONRPCError, JSONRPCResponse

from app.tools import mcp_stdio
from app.tools.mcp_stdio import UNREADABLE, parse

DEEP = '{"x":' * 5_000 + "1" + "}" * 5_000
HALF = r'{"text": "\ud83d"}'


@pytest.mark.parametrize(
    "line",
    [
        "",
        "Listening on standard input",
        "[1, 2]",
        '{"level": "info", "id": 3}',
        '{"jsonrpc": "2.0", "method": 5, "id": 3}',
        f'{{"jsonrpc": "2.0", "method": "ping", "params": {HALF}, "id": 3}}',
        '{"result": "ok", "level": "info"}',
    ],
)
def test_invalid_lines_are_skipped(line: str) -> None:
    assert parse(line.encode()) is None


@pytest.mark.parametrize(
    "line",
    [
        f'{{"jsonrpc": "2.0", "id": 3, "result": {DEEP}}}',
        f'{{"jsonrpc":"2.0","id":3,"result":{HALF}}}\r',
        f'{{"id": 3, "result": {HALF}, "jsonrpc": "2.0"}}',
        f'{{"result":{HALF},"jsonrpc":"2.0","id":3}}',
        f'  {{ "result": {DEEP}, "id": 3, "jsonrpc": "2.0" }} ',
    ],
)
def test_an_unreadable_answer_is_an_error_of_its_request(line: str) -> None:
    message = parse(line.encode())
    assert isinstance(message, JSONRPCError)
    assert (message.id, message.error.message) == (3, UNREADABLE)


def test_invalid_bytes_do_not_lose_an_answer() -> None:
    message = parse(b'{"jsonrpc": "2.0", "id": 3, "result": {"text": "a\xffb"}}')
    assert isinstance(message, JSONRPCResponse)
    assert message.result == {"text": "a\ufffdb"}


def test_output_schemas_are_dropped() -> None:
    tools = b'[{"name": "a", "outputSchema": {"pattern": "^(a+)+$"}}, 5]'
    message = parse(b'{"jsonrpc": "2.0", "id": 3, "result": {"tools": %s}}' % tools)
    assert isinstance(message, JSONRPCResponse)
    assert message.result == {"tools": [{"name": "a"}, 5]}


def test_a_message_to_a_closed_pipe_gets_into_no_other_file(tmp_path: Path) -> None:
    async def send_and_close() -> bytes:
        reads, writes = os.pipe()
        os.set_blocking(writes, False)
        with open(reads, "rb", 0) as full, open(writes, "wb", 0) as pipe:
            sending = asyncio.create_task(mcp_stdio._send(pipe, bytes(1 << 20)))
            while select.select([], [pipe], [], 0)[1]:
                await asyncio.sleep(0)
            full.read(mcp_stdio.CHUNK)
            # The writer learns of the room after the next lines.
            await asyncio.sleep(0)
            pipe.close()
            with (tmp_path / "other").open("w+b", 0) as other:
                assert other.fileno() == writes
                with pytest.raises(anyio.ClosedResourceError):
                    await sending
                return other.read()

    assert asyncio.run(send_and_close()) == b""
