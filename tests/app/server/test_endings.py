"""Why a reply ended or failed, as each API's clients look for it."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app.server.calls import EngineCalls
from engine.messages import LoadModel
from tests.app.server.conftest import Running

COUNT = [{"role": "user", "content": "What is 3 + 4?"}]
LONG = [{"role": "user", "content": "word " * 17_000}]


def test_a_message_names_the_stop_sequence_that_ended_it(running: Running) -> None:
    sent = {"model": "dot", "messages": COUNT, "max_tokens": 60, "stop_sequences": ["x@"]}
    free = running.post("/v1/messages", sent).raise_for_status().json()
    assert (free["stop_reason"], free["stop_sequence"]) == ("end_turn", None)
    last = free["content"][0]["text"].split()[-1]
    sent["stop_sequences"].append(last)
    ended = running.post("/v1/messages", sent).json()
    assert (ended["stop_reason"], ended["stop_sequence"]) == ("stop_sequence", last)
    streamed = running.post("/v1/messages", sent | {"stream": True}).text
    assert f'"stop_reason":"stop_sequence","stop_sequence":"{last}"' in streamed


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/chat/completions", {"messages": LONG}),
        ("/v1/responses", {"input": LONG}),
        ("/v1/messages", {"messages": LONG, "max_tokens": 9}),
    ],
)
def test_a_prompt_beyond_the_context_is_refused_in_the_words_of_the_api(
    running: Running,
    path: str,
    body: dict[str, Any],
    stream: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The tests' server would send a sign of life before a busy machine has counted.
    monkeypatch.setattr(running.server.calls, "quiet", 10.0)
    found = running.post(path, {"model": "dot", "stream": stream} | body)
    assert found.status_code == 400
    error = found.json()["error"]
    assert error["type"] == "invalid_request_error"
    if path == "/v1/messages":
        assert error["message"].startswith("prompt is too long: ")
        assert error["message"].endswith(" tokens > 16384 maximum")
    else:
        assert error["code"] == "context_length_exceeded"
        assert "16384" in error["message"]


def test_a_text_that_is_too_long_to_be_counted_has_the_words_too(running: Running) -> None:
    long = [{"role": "user", "content": "word " * 1_000_000}]
    found = running.post("/v1/messages", {"model": "dot", "messages": long, "max_tokens": 9})
    assert found.status_code == 400
    assert found.json()["error"]["message"] == "prompt is too long: 16385 tokens > 16384 maximum"


def test_an_image_that_is_none_has_a_code(running: Running, tmp_path: Path) -> None:
    image = {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}}
    body = {"model": "dot", "messages": [{"role": "user", "content": [image]}]}
    found = running.post("/v1/chat/completions", body)
    assert found.status_code == 400
    assert found.json()["error"]["code"] == "invalid_image"


def test_a_command_that_cannot_be_made_leaves_no_request() -> None:
    async def run() -> None:
        async for _ in calls.run(make):
            pass

    def make(number: int) -> LoadModel:
        raise ValueError(number)

    calls = EngineCalls(lambda command: None, lambda: 1)
    with pytest.raises(ValueError, match="1"):
        asyncio.run(run())
    assert not calls.count
