"""A client that leaves takes its request along, and many clients lose nothing."""

import asyncio
import json
import random
from contextlib import suppress

import httpx2
import pytest

from tests.app.server.conftest import TOKEN, Running, raw_request

SAID = [{"role": "user", "content": "Tell me a story about a cat and a dog."}]
BODY = {"model": "dot", "messages": SAID, "max_tokens": 400, "logit_bias": {}, "stream": True}
LEAVES = 30


def _request(body: object, path: str = "/v1/chat/completions") -> tuple[str, bytes]:
    content = json.dumps(body).encode()
    head = (
        f"POST {path} HTTP/1.1\nhost: 127.0.0.1\nauthorization: Bearer {TOKEN}\n"
        f"content-type: application/json\ncontent-length: {len(content)}\n"
    )
    return head, content


@pytest.mark.parametrize("stream", [True, False])
def test_leaving_at_any_moment_aborts(running: Running, stream: bool) -> None:
    chance = random.Random(7)
    head, content = _request(BODY | {"stream": stream})
    for _ in range(LEAVES):
        connection = raw_request(running.port, head, content[: chance.choice((5, None))])
        connection.settimeout(chance.random() * 0.1 + 0.001)
        with suppress(TimeoutError):
            connection.recv(chance.randrange(1, 4000))
        connection.close()
    running.wait_until(running.idle)
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
    async def ask(client: httpx2.AsyncClient, number: int) -> str:
        body = BODY | {"max_tokens": 8, "stream": number % 2 == 0}
        found = await client.post("/v1/chat/completions", json=body)
        assert found.status_code == 200, found.text
        if number % 2:
            return found.json()["choices"][0]["message"]["content"]
        assert found.text.endswith("data: [DONE]\n\n")
        lines = [it[6:] for it in found.text.splitlines() if it.startswith("data: {")]
        deltas = [json.loads(it)["choices"][0]["delta"] for it in lines]
        return "".join(it.get("content", "") for it in deltas)

    async def main() -> list[str]:
        headers = {"authorization": f"Bearer {TOKEN}"}
        async with httpx2.AsyncClient(base_url=running.url, headers=headers, timeout=60) as it:
            return await asyncio.gather(*(ask(it, number) for number in range(64)))

    answers = asyncio.run(main())
    assert len(answers) == 64 and len(set(answers)) == 1 and answers[0]
    running.wait_until(running.idle)
