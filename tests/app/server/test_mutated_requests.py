"""A request with some fields replaced is answered or refused with a sentence: never a 5xx."""

import base64
import copy
import io
import json
import random
from typing import Any

import httpx2
import pytest

from tests.app.server.conftest import Running
from tests.kit.images import draw_image

TIMES = 8
SCHEMA = {
    "type": "object",
    "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
    "required": ["city"],
    "additionalProperties": False,
}
TOOL = {"name": "weather", "description": "The weather.", "parameters": SCHEMA}
FUNCTION = {"type": "function", "function": TOOL}
ARGUMENTS = '{"city": "Bern"}'
CALL = {"id": "c1", "type": "function", "function": {"name": "weather", "arguments": ARGUMENTS}}
USE = {"type": "tool_use", "id": "t1", "name": "weather", "input": {"city": "Bern"}}
RESULT = {"type": "tool_result", "tool_use_id": "t1", "content": [{"type": "text", "text": "Sun"}]}
THOUGHT = {"type": "thinking", "thinking": "So.", "signature": "x"}
LENGTHS = ("max_tokens", "max_completion_tokens", "max_output_tokens")
OTHERS: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    2**40,
    10**400,
    0.5,
    1e308,
    -1e308,
    "",
    "x",
    "none",
    "auto",
    "\ud800",
    "\x00<|im_end|>",
    "data:image/png;base64,",
    "A" * 300,
    [],
    [None],
    [[]],
    [{}],
    [""],
    {},
    {"type": "x"},
    {"": None},
    {"type": "object", "properties": {"a": {"$ref": "#/$defs/a"}}},
]


def bodies() -> dict[str, dict[str, Any]]:
    """Return a whole request of each API with most of its fields."""
    file = io.BytesIO()
    draw_image(("red", "square", 0.5, 0.5), size=(32, 32), radius=10).save(file, "png")
    image = base64.b64encode(file.getvalue()).decode()
    url = f"data:image/png;base64,{image}"
    source = {"type": "base64", "media_type": "image/png", "data": image}
    sampling: dict[str, Any] = {
        "model": "dot",
        "temperature": 0.5,
        "top_p": 0.9,
        "stream": True,
    }
    openai: dict[str, Any] = sampling | {
        "max_tokens": 2,
        "seed": 3,
        "stop": ["a", "b"],
        "presence_penalty": 0.1,
        "frequency_penalty": 0.1,
        "logit_bias": {"5": -1},
        "n": 1,
        "user": "me",
        "stream_options": {"include_usage": True},
    }
    chat = openai | {
        "messages": [
            {"role": "system", "content": "Be short."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is it?"},
                    {"type": "image_url", "image_url": {"url": url, "detail": "low"}},
                ],
            },
            {"role": "assistant", "content": None, "tool_calls": [CALL]},
            {"role": "tool", "tool_call_id": "c1", "content": "Sun"},
            {"role": "user", "content": "So?", "name": "me"},
        ],
        "tools": [FUNCTION],
        "tool_choice": {"type": "function", "function": {"name": "weather"}},
        "parallel_tool_calls": False,
        "logprobs": True,
        "top_logprobs": 2,
        "reasoning_effort": "low",
    }
    schema = {"name": "found", "strict": True, "schema": SCHEMA}
    formatted = openai | {
        "messages": [{"role": "user", "content": "The weather?"}],
        "response_format": {"type": "json_schema", "json_schema": schema},
    }
    messages = sampling | {
        "max_tokens": 2,
        "system": [{"type": "text", "text": "Be short.", "cache_control": {"type": "ephemeral"}}],
        "messages": [
            {
                "role": "user",
                "content": [
                    {"type": "image", "source": source},
                    {"type": "text", "text": "What is it?"},
                ],
            },
            {"role": "assistant", "content": [THOUGHT, USE]},
            {"role": "user", "content": [RESULT]},
        ],
        "tools": [{"name": "weather", "description": "It.", "input_schema": SCHEMA}],
        "tool_choice": {"type": "tool", "name": "weather", "disable_parallel_tool_use": True},
        "stop_sequences": ["a"],
        "top_k": 5,
        "thinking": {"type": "enabled", "budget_tokens": 5},
        "metadata": {"user_id": "me"},
    }
    response = sampling | {
        "input": [
            {"role": "developer", "content": "Be short."},
            {
                "role": "user",
                "content": [
                    {"type": "input_text", "text": "What is it?"},
                    {"type": "input_image", "image_url": url, "detail": "low"},
                ],
            },
            {"type": "reasoning", "id": "r1", "summary": [{"type": "summary_text", "text": "So"}]},
            {
                "type": "function_call",
                "call_id": "c1",
                "name": "weather",
                "arguments": ARGUMENTS,
            },
            {"type": "function_call_output", "call_id": "c1", "output": "Sun"},
        ],
        "instructions": "Be short.",
        "max_output_tokens": 2,
        "tools": [{"type": "function", "strict": True} | TOOL],
        "tool_choice": {"type": "function", "name": "weather"},
        "reasoning": {"effort": "low", "summary": "auto"},
        "text": {"format": {"type": "text"}, "verbosity": "low"},
        "include": ["reasoning.encrypted_content"],
        "truncation": "auto",
        "store": False,
        "metadata": {"a": "b"},
    }
    ollama = {
        "model": "dot",
        "stream": True,
        "messages": [
            {"role": "user", "content": "What is it?", "images": [image]},
            {
                "role": "assistant",
                "content": "",
                "tool_calls": [{"function": {"name": "weather", "arguments": {"city": "Bern"}}}],
            },
            {"role": "tool", "tool_name": "weather", "content": "Sun"},
        ],
        "tools": [FUNCTION],
        "think": False,
        "options": {"num_predict": 2, "temperature": 0.5, "stop": ["a"], "seed": 1, "top_k": 3},
        "keep_alive": "5m",
    }
    answers = {"format": {"type": "json_schema", "name": "found", "schema": SCHEMA}}
    return {
        "/v1/chat/completions": chat,
        "/v1/chat/completions?format": formatted,
        "/v1/completions": openai | {"prompt": ["Once"], "logprobs": 1, "echo": False},
        "/v1/messages": messages,
        "/v1/messages/count_tokens": {
            name: messages[name] for name in ("model", "system", "messages", "tools", "thinking")
        },
        "/v1/responses": response,
        "/v1/responses?format": response | {"text": answers, "tools": [], "tool_choice": "auto"},
        "/api/chat": ollama,
        "/api/chat?format": ollama | {"format": SCHEMA, "tools": []},
        "/api/generate": {name: ollama[name] for name in ("model", "stream", "think", "options")}
        | {"prompt": "Hi", "system": "Be short.", "images": [image], "format": "json"},
        "/api/show": {"model": "dot", "verbose": True},
    }


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return each field and item inside a value, as its container and key."""
    keys = value.keys() if isinstance(value, dict) else range(len(value))
    found = []
    for key in keys:
        found.append((value, key))
        if isinstance(value[key], dict | list):
            found += places(value[key])
    return found


def mutated(body: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a body in which one to three fields are replaced, removed, doubled or swapped."""
    made = copy.deepcopy(body)
    for _ in range(chance.randint(1, 3)):
        container, key = chance.choice(places(made) or [(made, "model")])
        match chance.randrange(6):
            case 0:
                container.pop(key) if isinstance(container, dict) else container.clear()
            case 1:
                other, at = chance.choice(places(made) or [(made, "model")])
                container[key] = copy.deepcopy(other[at])
            case 2 if isinstance(container, list):
                container.append(copy.deepcopy(container[key]))
            case _:
                container[key] = copy.deepcopy(chance.choice(OTHERS))
    return _short(made)


def _short(body: dict[str, Any]) -> dict[str, Any]:
    """Return a body whose answer has a few tokens, unless its length is invalid."""
    _shorten(body, LENGTHS)
    if isinstance(options := body.get("options"), dict):
        _shorten(options, ("num_predict",))
    return body


def _shorten(fields: dict[str, Any], names: tuple[str, ...]) -> None:
    fields |= {name: 2 for name in names if isinstance(fields.get(name, 9), int | float | None)}


@pytest.mark.parametrize("path", bodies())
def test_a_mutated_request_is_no_fault_of_the_server(running: Running, path: str) -> None:
    chance = random.Random(path)
    body = bodies()[path]
    with running.client() as client:
        first = _ask(client, path, body)
        assert first.status_code == 200, first.text
        for _ in range(TIMES):
            changed = mutated(body, chance)
            found = _ask(client, path, changed)
            assert found.status_code < 500, (found.text, changed)
            if found.status_code != 200:
                assert found.json()["error"], changed
            # Once its head is sent, a fault is the last event.
            assert "Duologue has a fault" not in found.text, changed
    running.wait_until(running.idle)


def _ask(client: httpx2.Client, path: str, body: dict[str, Any]) -> httpx2.Response:
    heads = {"content-type": "application/json"}
    return client.post(path.partition("?")[0], content=json.dumps(body), headers=heads)
