"""All that the server sends is valid by the SDKs' own types, which the SDKs do not check."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.app.server.conftest import Running
from tests.kit.sdk_types import ANTHROPIC, OPENAI, check

CITY = {"type": "object", "properties": {"expression": {"type": "string"}}}
TOOL = {"name": "calculator", "description": "Calculate.", "parameters": CITY}
ASK = [{"role": "user", "content": "What is 3 + 4?"}]
CHAT: dict[str, Any] = {"model": "dot", "messages": ASK, "max_tokens": 60}
CHAT_TOOLS = CHAT | {"tools": [{"type": "function", "function": TOOL}]}
MESSAGE: dict[str, Any] = CHAT | {"thinking": {"type": "enabled", "budget_tokens": 20}}
MESSAGE_TOOLS = MESSAGE | {
    "tools": [{"name": "calculator", "description": "Calculate.", "input_schema": CITY}]
}

RESPONSE: dict[str, Any] = {"model": "dot", "input": "What is 3 + 4?", "max_output_tokens": 60}
RESPONSE_TOOLS = RESPONSE | {"tools": [{"type": "function", "strict": False} | TOOL]}
RESPONSE_THINKS = RESPONSE | {"reasoning": {"effort": "low"}}
SPACE = {"type": "namespace", "name": "tools", "description": "", "tools": RESPONSE_TOOLS["tools"]}


def events(text: str) -> Iterator[Any]:
    """Yield the data of server-sent events; a name of an event equals the type of its data."""
    for block in text.split("\n\n"):
        lines = [it for it in block.split("\n") if it and not it.startswith(":")]
        data = "\n".join(it[5:].lstrip() for it in lines if it.startswith("data:"))
        name = next((it[6:].strip() for it in lines if it.startswith("event:")), "")
        if data and data != "[DONE]":
            value = json.loads(data)
            assert not name or name == value["type"]
            yield value


@pytest.mark.parametrize("body", [CHAT, CHAT_TOOLS, CHAT | {"logprobs": True, "top_logprobs": 2}])
def test_a_chat_completion_is_valid(running: Running, body: dict[str, Any]) -> None:
    found = running.post("/v1/chat/completions", body)
    assert found.status_code == 200, found.text
    completion = check(f"{OPENAI}.chat", "ChatCompletion", found.json())
    choice = completion.choices[0]
    assert choice.message.content or choice.message.tool_calls
    assert completion.usage and completion.usage.completion_tokens > 0


def test_a_tool_round_of_chat_completions_ends_with_the_result(running: Running) -> None:
    first = running.post("/v1/chat/completions", CHAT_TOOLS).json()["choices"][0]
    assert first["finish_reason"] == "tool_calls"
    [call] = first["message"]["tool_calls"]
    assert json.loads(call["function"]["arguments"]).keys() == {"expression"}
    result = {"role": "tool", "tool_call_id": call["id"], "content": "7"}
    body = CHAT_TOOLS | {"messages": [*ASK, first["message"], result]}
    second = running.post("/v1/chat/completions", body).json()["choices"][0]
    assert second["finish_reason"] == "stop"
    assert "7" in second["message"]["content"]


@pytest.mark.parametrize("body", [CHAT, CHAT_TOOLS, CHAT | {"n": 2}])
def test_a_stream_of_chunks_is_valid_and_says_the_same(
    running: Running, body: dict[str, Any]
) -> None:
    whole = running.post("/v1/chat/completions", body).json()
    added = {"stream": True, "stream_options": {"include_usage": True}}
    found = running.post("/v1/chat/completions", body | added)
    assert found.headers["content-type"].startswith("text/event-stream")
    assert found.text.endswith("data: [DONE]\n\n")
    chunks = [check(f"{OPENAI}.chat", "ChatCompletionChunk", it) for it in events(found.text)]
    assert chunks[-1].choices == [] and chunks[-1].usage
    assert chunks[-1].usage.completion_tokens == whole["usage"]["completion_tokens"]
    for choice in whole["choices"]:
        mine = [c for it in chunks for c in it.choices if c.index == choice["index"]]
        assert mine[0].delta.role == "assistant"
        assert [it.finish_reason for it in mine if it.finish_reason] == [choice["finish_reason"]]
        text = "".join(it.delta.content or "" for it in mine)
        assert text == (choice["message"]["content"] or "")
        calls = [call for it in mine for call in it.delta.tool_calls or []]
        # A call comes in more than one part; only the first has its id.
        assert [bool(it.id) for it in calls] == [number == 0 for number in range(len(calls))]
        assert not calls or len(calls) > 2
        said = "".join(it.function.arguments or "" for it in calls if it.function)
        wanted = choice["message"].get("tool_calls", [])
        assert said == "".join(it["function"]["arguments"] for it in wanted)


@pytest.mark.parametrize("body", [MESSAGE, MESSAGE_TOOLS])
def test_a_message_is_valid_and_its_stream_says_the_same(
    running: Running, body: dict[str, Any]
) -> None:
    found = running.post("/v1/messages", body)
    assert found.status_code == 200, found.text
    message = check(ANTHROPIC, "Message", found.json())
    streamed = running.post("/v1/messages", body | {"stream": True})
    sent = list(events(streamed.text))
    for event in sent:
        if event["type"] != "ping":
            check(ANTHROPIC, "RawMessageStreamEvent", event)
    _check_order(sent)
    assert _blocks(sent) == [_plain(it) for it in message.content]
    # The AI SDK reads no block with a null.
    started = [it["content_block"] for it in sent if it["type"] == "content_block_start"]
    assert all(None not in it.values() for it in (*found.json()["content"], *started))
    last = next(it for it in sent if it["type"] == "message_delta")
    assert last["delta"]["stop_reason"] == message.stop_reason
    # On a busy machine, the message starts before its prompt is counted.
    usage = last["usage"]
    total = usage["input_tokens"] + usage["cache_read_input_tokens"]
    assert total == message.usage.input_tokens + (message.usage.cache_read_input_tokens or 0)


def test_a_tool_round_of_messages_ends_with_the_result(running: Running) -> None:
    first = running.post("/v1/messages", MESSAGE_TOOLS).json()
    assert first["stop_reason"] == "tool_use"
    [call] = [it for it in first["content"] if it["type"] == "tool_use"]
    result = {"type": "tool_result", "tool_use_id": call["id"], "content": "7"}
    said = [
        {"role": "assistant", "content": first["content"]},
        {"role": "user", "content": [result]},
    ]
    second = running.post("/v1/messages", MESSAGE_TOOLS | {"messages": [*ASK, *said]}).json()
    assert second["stop_reason"] == "end_turn"
    assert "7" in "".join(it.get("text", "") for it in second["content"])


@pytest.mark.parametrize("body", [RESPONSE, RESPONSE_TOOLS, RESPONSE_THINKS])
def test_a_response_is_valid_and_its_stream_says_the_same(
    running: Running, body: dict[str, Any]
) -> None:
    found = running.post("/v1/responses", body)
    assert found.status_code == 200, found.text
    response = check(f"{OPENAI}.responses", "Response", found.json())
    assert response.output and response.usage and response.usage.output_tokens
    streamed = running.post("/v1/responses", body | {"stream": True})
    sent = list(events(streamed.text))
    for event in sent:
        check(f"{OPENAI}.responses", "ResponseStreamEvent", event)
    assert [it["sequence_number"] for it in sent] == list(range(len(sent)))
    assert sent[0]["type"] == "response.created" and sent[-1]["type"] == "response.completed"
    last = sent[-1]["response"]["output"]
    assert [_without_ids(it) for it in last] == [_without_ids(it) for it in found.json()["output"]]
    grown: dict[int, str] = {}
    for event in sent:
        if event["type"].endswith(".delta"):
            place = event["output_index"]
            grown[place] = grown.get(place, "") + event["delta"]
    assert list(grown.values()) == [
        it["arguments"] if it["type"] == "function_call" else it["content"][0]["text"]
        for it in last
    ]


def test_a_tool_of_a_namespace_is_called_and_its_result_used(running: Running) -> None:
    body = RESPONSE | {"tools": [SPACE, {"type": "web_search"}]}
    [call] = running.post("/v1/responses", body).json()["output"]
    assert (call["name"], call["namespace"]) == ("calculator", "tools")
    result = {"type": "function_call_output", "call_id": call["call_id"], "output": "7"}
    said = [{"role": "user", "content": body["input"]}, call, result]
    [message] = running.post("/v1/responses", body | {"input": said}).json()["output"]
    assert "7" in message["content"][0]["text"]


def test_a_response_that_reached_its_length_is_incomplete(running: Running) -> None:
    found = running.post("/v1/responses", RESPONSE | {"max_output_tokens": 2}).json()
    assert found["status"] == "incomplete"
    assert found["incomplete_details"] == {"reason": "max_output_tokens"}


@pytest.mark.parametrize(
    "more",
    [
        {"metadata": "x"},
        {"metadata": {"a": 1}},
        {"truncation": "some"},
        {"user": 5},
        {"text": {"verbosity": "loud"}},
        {"reasoning": {"summary": "x"}},
    ],
)
def test_a_value_that_a_response_would_repeat_is_checked(
    running: Running, more: dict[str, Any]
) -> None:
    found = running.post("/v1/responses", RESPONSE | more)
    assert found.status_code == 400
    assert found.json()["error"]["param"].startswith(next(iter(more)))


@pytest.mark.parametrize("name", ["Dot", "DOT:Latest"])
def test_a_model_is_found_by_its_name_in_capitals(running: Running, name: str) -> None:
    asked = {"model": name, "messages": ASK, "max_tokens": 2}
    assert running.post("/v1/chat/completions", asked).json()["model"] == name


def test_ollama_lists_shows_and_chats(running: Running) -> None:
    with running.client() as client:
        [tag] = client.get("/api/tags").json()["models"]
        shown = client.post("/api/show", json={"model": "dot:latest"}).json()
        assert client.get("/api/version").json()["version"]
        assert client.post("/api/embed", json={}).status_code == 404
    assert tag["name"] == "dot" and "completion" in shown["capabilities"]
    asked = {"model": "dot", "messages": ASK, "stream": False, "options": {"num_predict": 40}}
    whole = running.post("/api/chat", asked).json()
    assert whole["done"] and whole["done_reason"] == "stop" and whole["eval_count"] > 0
    assert whole["total_duration"] > whole["eval_duration"] > 0
    found = running.post("/api/chat", asked | {"stream": True})
    assert found.headers["content-type"] == "application/x-ndjson"
    lines = [json.loads(it) for it in found.text.splitlines()]
    assert [it["done"] for it in lines] == [False] * (len(lines) - 1) + [True]
    text = "".join(it["message"]["content"] for it in lines)
    assert text == whole["message"]["content"]
    assert running.post("/api/chat", asked | {"think": "low"}).json()["message"]["thinking"]
    assert running.post("/api/chat", asked | {"think": "much"}).status_code == 400
    called = running.post("/api/chat", asked | {"tools": CHAT_TOOLS["tools"]}).json()
    [call] = called["message"]["tool_calls"]
    assert call["function"]["name"] == "calculator"


def test_counted_tokens_are_those_of_the_message(running: Running) -> None:
    counted = running.post("/v1/messages/count_tokens", MESSAGE).json()
    check(ANTHROPIC, "MessageTokensCount", counted)
    usage = running.post("/v1/messages", MESSAGE).json()["usage"]
    total = usage["input_tokens"] + usage["cache_read_input_tokens"]
    assert counted["input_tokens"] == total


def test_the_listed_models_are_valid_in_both_apis(running: Running) -> None:
    with running.client() as client:
        listed = client.get("/v1/models").json()
        one = client.get("/v1/models/dot").json()
    assert listed["data"] == [one] and one["id"] == "dot"
    check(OPENAI, "Model", one)
    check(ANTHROPIC, "ModelInfo", one)


def _without_ids(item: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name not in ("id", "call_id")}


def _check_order(sent: list[dict[str, Any]]) -> None:
    """Blocks are opened before they grow, one at a time, and closed once."""
    kinds = [it["type"] for it in sent if it["type"] != "ping"]
    assert kinds[0] == "message_start" and kinds[-2:] == ["message_delta", "message_stop"]
    opened, closed = None, -1
    for event in sent:
        match event["type"]:
            case "content_block_start":
                assert opened is None and event["index"] == closed + 1
                opened = event["index"]
            case "content_block_delta":
                assert event["index"] == opened
            case "content_block_stop":
                assert event["index"] == opened
                closed, opened = event["index"], None


def _blocks(sent: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return the type and the text of each streamed block."""
    made: list[list[str]] = []
    for event in sent:
        if event["type"] == "content_block_start":
            made.append([event["content_block"]["type"], ""])
        elif event["type"] == "content_block_delta":
            delta = event["delta"]
            parts = (delta.get(key, "") for key in ("text", "thinking", "partial_json"))
            made[-1][1] += "".join(parts)
    return [(kind, text) for kind, text in made]


def _plain(block: Any) -> tuple[str, str]:
    if block.type == "tool_use":
        return "tool_use", json.dumps(block.input)
    return block.type, block.thinking if block.type == "thinking" else block.text
