"""The choice of a tool call in the form of each API, answered by Dot."""

import json
from typing import Any

import pytest

from tests.app.server.conftest import Running

# Forced to call a tool, Dot would write long texts and numbers.
CITY = {"type": "object", "properties": {"city": {"enum": ["Paris"]}}, "required": ["city"]}
SUM = {"type": "object", "properties": {"a": {"enum": [1, 2]}}, "required": ["a"]}
FUNCTIONS = [
    {"name": "weather", "description": "Get the weather.", "parameters": CITY},
    {"name": "add", "description": "Add.", "parameters": SUM},
]
HELLO = [{"role": "user", "content": "Hello"}]
NAMED = {"type": "function", "name": "add"}


def called(running: Running, path: str, choice: Any, messages: Any = HELLO) -> list[str]:
    """Return the names of the tools that a reply calls."""
    limited = {"model": "dot", "max_tokens": 150}
    if path == "/v1/messages":
        tools = [
            {"name": it["name"], "description": "", "input_schema": it["parameters"]}
            for it in FUNCTIONS
        ]
        sent = limited | {"messages": messages, "tools": tools, "tool_choice": choice}
        content = running.post(path, sent).raise_for_status().json()["content"]
        return [it["name"] for it in content if it["type"] == "tool_use"]
    if path == "/v1/responses":
        tools = [{"type": "function"} | it for it in FUNCTIONS]
        sent = {"model": "dot", "input": messages, "tools": tools, "tool_choice": choice}
        output = running.post(path, sent).raise_for_status().json()["output"]
        return [it["name"] for it in output if it["type"] == "function_call"]
    tools = [{"type": "function", "function": it} for it in FUNCTIONS]
    sent = limited | {"messages": messages, "tools": tools, "tool_choice": choice}
    [answer] = running.post(path, sent).raise_for_status().json()["choices"]
    calls = answer["message"].get("tool_calls", [])
    assert (answer["finish_reason"] == "tool_calls") == bool(calls)
    assert all("a" in json.loads(it["function"]["arguments"]) for it in calls)
    return [it["function"]["name"] for it in calls]


@pytest.mark.parametrize(
    ("path", "choice"),
    [
        ("/v1/chat/completions", {"type": "function", "function": {"name": "add"}}),
        ("/v1/responses", NAMED),
        ("/v1/messages", {"type": "tool", "name": "add"}),
    ],
)
def test_the_named_tool_is_called(running: Running, path: str, choice: Any) -> None:
    assert called(running, path, choice) == ["add"]


@pytest.mark.parametrize(
    ("path", "choice"), [("/v1/responses", "required"), ("/v1/messages", {"type": "any"})]
)
def test_a_required_call_comes(running: Running, path: str, choice: Any) -> None:
    assert called(running, path, choice)


@pytest.mark.parametrize(
    ("path", "choice"),
    [
        ("/v1/chat/completions", "none"),
        ("/v1/responses", "none"),
        ("/v1/messages", {"type": "none"}),
    ],
)
def test_none_calls_no_tool(running: Running, path: str, choice: Any) -> None:
    weather = [{"role": "user", "content": "What is the weather in Paris?"}]
    assert called(running, path, choice, weather) == []


@pytest.mark.parametrize(
    "choice",
    ["sometimes", {"type": "function", "function": {"name": "fly"}}, {"type": "function"}, 5],
)
def test_a_choice_that_cannot_be_made_is_refused(running: Running, choice: Any) -> None:
    tools = [{"type": "function", "function": it} for it in FUNCTIONS]
    sent = {"model": "dot", "messages": HELLO, "tools": tools, "tool_choice": choice}
    found = running.post("/v1/chat/completions", sent)
    assert found.status_code == 400, found.text
    assert "tool_choice" in found.json()["error"]["message"]


@pytest.mark.parametrize("path", ["/v1/chat/completions", "/v1/responses"])
def test_only_the_allowed_tools_are_called(running: Running, path: str) -> None:
    nested = path == "/v1/chat/completions"

    def choice(mode: str, *names: str) -> dict[str, Any]:
        functions = [{"name": it} for it in names]
        tools = [{"type": "function"} | ({"function": it} if nested else it) for it in functions]
        inner = {"mode": mode, "tools": tools}
        return {"type": "allowed_tools"} | ({"allowed_tools": inner} if nested else inner)

    assert called(running, path, choice("required", "add")) == ["add"]
    weather = [{"role": "user", "content": "What is the weather in Paris?"}]
    assert called(running, path, choice("auto", "add"), weather) != ["weather"]
    sent = {"model": "dot", "messages": HELLO, "input": "Hello", "tools": []}
    found = running.post(path, sent | {"tool_choice": choice("required", "fly")})
    assert found.status_code == 400
    assert found.json()["error"]["message"].startswith('tool_choice names "fly", ')


def test_a_tool_without_parameters_gets_none(running: Running) -> None:
    tools = [{"type": "function", "function": {"name": "ping"}}]
    sent = {"model": "dot", "messages": HELLO, "tools": tools, "tool_choice": "required"}
    [answer] = running.post("/v1/chat/completions", sent).raise_for_status().json()["choices"]
    [call] = answer["message"]["tool_calls"]
    assert call["function"] == {"name": "ping", "arguments": "{}"}


MOOD = {"type": "object", "properties": {"mood": {"enum": ["good", "bad"]}}, "required": ["mood"]}


@pytest.mark.parametrize("question", ["Hello", "What is the weather in Paris?"])
def test_a_schema_beside_tools_leaves_the_choice_to_the_model(
    running: Running, question: str
) -> None:
    said = [{"role": "user", "content": question}]
    form = {"type": "json_schema", "json_schema": {"name": "mood", "schema": MOOD}}
    tools = [{"type": "function", "function": it} for it in FUNCTIONS]
    sent = {"model": "dot", "messages": said, "tools": tools, "response_format": form}
    answer = running.post("/v1/chat/completions", sent).raise_for_status().json()["choices"][0]
    if question == "Hello":
        assert answer["finish_reason"] == "stop"
        assert json.loads(answer["message"]["content"])["mood"] in ("good", "bad")
    else:
        assert answer["finish_reason"] == "tool_calls"
        [call] = answer["message"]["tool_calls"]
        assert call["function"]["name"] == "weather"
