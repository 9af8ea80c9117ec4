"""A client that leaves takes its request along, and many clients lose nothing."""

import json

from tests.app.server.conftest import TOKEN, Running, raw_request
from tests.kit.server_clients import crowd, leave, traces

SAID = [{"role": "user", "content": "Tell me a story about a cat and a dog."}]
BODY = {"model": "dot", "messages": SAID, "max_tokens": 400, "logit_bias": {}, "stream": True}
LEAVES = 24


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
    found = crowd(running.url, TOKEN, 32, 0.0, seed=3)
    assert found.requests == 32 and not found.faults
    assert len(found.answers) > 10 and not found.mixed
    running.wait_until(running.idle)
