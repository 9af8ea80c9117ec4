"""Parses the lines that servers write."""

import pytest
from mcp_types import JSONRPCError, JSONRPCResponse

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
