"""A client that leaves takes its request along, and many clients lose nothing."""

import json
import logging
import socket
import threading

import pytest

from app.server import server
from app.server.catalog import Catalog, Served
from app.server.engine_server import EngineServer
from app.server.guard import Access
from engine.messages import Event, Finished
from tests.app.server.conftest import TOKEN, Running, raw_request
from tests.conftest import DOT
from tests.kit.server_clients import PATHS, body_of, crowd, leave, traces

SAID = [{"role": "user", "content": "Tell me a story about a cat and a dog."}]
BODY = {"model": "dot", "messages": SAID, "max_tokens": 400, "logit_bias": {}, "stream": True}
LEAVES = 18


def _request(body: object, path: str = "/v1/chat/completions") -> tuple[str, bytes]:
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\nhost: 127.0.0.1\nauthorization: Bearer {TOKEN}\n"
        f"content-type: application/json\ncontent-length: {len(content)}\n"
    )
    return head, content


def test_clients_that_leave_at_any_moment_leave_nothing(running: Running) -> None:
    assert not crowd(running.url, TOKEN, 4, 0.0).faults
    running.wait_until(running.idle)
    before = traces()
    met = leave(running.port, TOKEN, LEAVES, seed=7)
    assert met["silence"] and met["text"] + met["head"] and met["body"], met
    running.wait_until(running.idle)
    # The loop closes connections after the engine has been told.
    running.wait_until(lambda: not traces() - before)
    assert running.stats[-1].reserved == 0
    assert running.post("/v1/chat/completions", BODY | {"max_tokens": 3}).status_code == 200


def test_leaving_while_the_window_is_served_aborts(running: Running) -> None:
    running.server.set_window_busy(True)
    head, content = _request(BODY)
    with raw_request(running.port, head, content) as connection:
        # A sign of life, though nothing is processed.
        text = b""
        while b": working" not in text:
            text += connection.recv(1000)
        assert not running.server.calls.count
    entry = running.server.journal.entries[-1]
    running.wait_until(lambda: entry.seconds is not None)
    assert entry.status == 499
    running.server.set_window_busy(False)


def test_many_clients_at_once_get_whole_answers(running: Running) -> None:
    found = crowd(running.url, TOKEN, 20, 0.0, seed=3)
    assert found.requests == 20 and not found.faults
    assert len(found.answers) > 8 and not found.mixed
    running.wait_until(running.idle)


@pytest.mark.parametrize("path", PATHS)
def test_clients_are_told_that_the_server_stops(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    both = EngineServer(Catalog([Served("dot", str(DOT))]), Access(TOKEN), quiet=0.05)
    both.engine.start()
    made = Running(both.server, both.server.start(0))
    # No request ends by itself before the server stops.
    both.server.set_window_busy(True)
    bodies = [body_of(path, "Hello", 9, stream=stream) for stream in (False, True)]
    whole, streamed = (raw_request(made.port, *_request(body, path)) for body in bodies)
    with whole, streamed:
        signs = streamed.recv(1000)
        made.wait_until(lambda: len(both.server.journal.entries) == 2)
        assert both.server.stop(10)
        told = _received(whole)
        assert b" 503 " in told.splitlines()[0] and b"switched off" in told, told
        told = signs + _received(streamed)
        assert b" 200 " in told.splitlines()[0] and b"switched off" in told, told
        assert told.endswith(b"\r\n0\r\n\r\n"), "the stream was cut"
    assert both.engine.stop(20)
    assert [it.status for it in both.server.journal.entries] == [503, 503]
    assert not warnings(caplog)


def test_a_client_that_reads_nothing_does_not_hold_up_the_end_of_the_server(
    caplog: pytest.LogCaptureFixture,
) -> None:
    both = EngineServer(Catalog([Served("dot", str(DOT))]), Access(TOKEN), quiet=0.05)
    both.engine.start()
    ended: list[Event] = []
    both.listeners.append(lambda it: ended.append(it) if isinstance(it, Finished) else None)
    made = Running(both.server, both.server.start(0))
    body = body_of(PATHS[0], "Count from 1 to 29.", 200, stream=True)
    # Much text for each token.
    body |= {"n": 8, "logprobs": True, "top_logprobs": 20}
    head, content = _request(body)
    with socket.socket() as client:
        # Both sides then choose small buffers, which are soon full.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        client.connect(("127.0.0.1", made.port))
        client.sendall(head.replace("\n", "\r\n").encode() + b"\r\n" + content)
        made.wait_until(lambda: len(ended) == 8)
        assert both.server.stop(10)
    assert both.engine.stop(20)
    assert [it.status for it in both.server.journal.entries] == [503]
    assert not warnings(caplog)


def test_a_server_without_requests_stops_without_a_word_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    both = EngineServer(Catalog([Served("dot", str(DOT))]), Access(TOKEN))
    made = Running(both.server, both.server.start(0))
    with made.client() as client:
        assert client.get("/v1/models").status_code == 200
        # The client's connection is still open.
        assert both.server.stop(10)
    assert not warnings(caplog)


def test_the_window_waits_for_nothing_of_a_server_that_starts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told = threading.Event()
    in_time: list[bool] = []
    monkeypatch.setattr(server, "sweep_files", lambda: in_time.append(told.wait(2)))
    both = EngineServer(Catalog([Served("dot", str(DOT))]), Access(TOKEN), quiet=0.01)
    made = Running(both.server, both.server.start(0))
    both.server.set_window_busy(True)
    told.set()
    head, content = _request(body_of(PATHS[0], "Hello", 9, stream=True))
    with raw_request(made.port, head, content) as client:
        assert b" 200 " in client.recv(1000)
        # A sign of life alone: the window comes first.
        assert not both.server.calls.count
        assert both.server.stop(10)
    assert in_time == [True]


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [it.getMessage() for it in caplog.records if it.levelno >= logging.WARNING]


def _received(connection: socket.socket) -> bytes:
    """Return all that comes until the connection ends."""
    return b"".join(iter(lambda: connection.recv(10_000), b""))
