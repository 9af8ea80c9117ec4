"""Tool calls of a reply while they grow, as each API streams them."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from app.server.anthropic_form import MessageForm
from app.server.chat_form import ChatForm
from app.server.reply import Form, Reply
from app.server.responses_form import ResponseForm
from engine.messages import (
    Channel,
    Delta,
    Finished,
    FinishReason,
    RequestEvent,
    Timings,
    ToolCall,
    ToolDelta,
    ToolInvocation,
    Usage,
)
from tests.app.server.test_sdk_types import events

ONE, TWO = '{"a": "é"}', '{"b": [1, 2]}'


def grows(call_id: str, name: str, *parts: str) -> list[RequestEvent]:
    return [ToolDelta(1, call_id, name, part) for part in parts]


def whole(call_id: str, name: str, arguments: str) -> ToolCall:
    return ToolCall(1, ToolInvocation(name, arguments, call_id))


def ends(reason: FinishReason) -> Finished:
    return Finished(1, reason, Usage(), Timings())


# Two calls of one block, which is known to be whole only after both; and one that came at once.
BOTH = [
    *grows("1", "first", ONE[:3], ONE[3:]),
    *grows("2", "second", "{", TWO[1:]),
    whole("1", "first", ONE),
    whole("2", "second", TWO),
    whole("3", "third", "{}"),
    ends(FinishReason.TOOL_CALLS),
]
# A call that was cut: its text comes as text.
CUT = [
    *grows("1", "first", '{"a": "'),
    Delta(1, Channel.CONTENT, "cut"),
    ends(FinishReason.LENGTH),
]


def sent(form: Form, said: Sequence[RequestEvent]) -> list[Any]:
    text = form.begin(None) + "".join(form.add(0, it) for it in said) + form.end()
    return list(events(text))


def test_chat_chunks_have_each_part_under_its_number() -> None:
    calls: dict[int, list[Any]] = {}
    for chunk in sent(ChatForm({}, "dot"), BOTH):
        for choice in chunk["choices"]:
            for call in choice["delta"].get("tool_calls", []):
                calls.setdefault(call["index"], []).append(call)
    said = [
        (parts[0]["function"]["name"], [it["function"]["arguments"] for it in parts])
        for parts in calls.values()
    ]
    assert said == [
        ("first", [ONE[:3], ONE[3:]]), ("second", ["{", TWO[1:]]), ("third", ["{}"]),
    ]  # fmt: skip
    assert len({parts[0]["id"] for parts in calls.values()}) == 3


def test_a_message_closes_a_call_before_the_next() -> None:
    blocks: list[list[str]] = []
    is_open = False
    for event in sent(MessageForm({}, "dot"), BOTH):
        match event["type"]:
            case "content_block_start":
                assert not is_open
                blocks.append([event["content_block"]["name"]])
                is_open = True
            case "content_block_delta":
                assert is_open and event["index"] == len(blocks) - 1
                blocks[-1].append(event["delta"]["partial_json"])
            case "content_block_stop":
                is_open = False
    assert not is_open
    assert blocks == [["first", ONE[:3], ONE[3:]], ["second", "{", TWO[1:]], ["third", "{}"]]


def test_items_of_a_response_are_complete_calls() -> None:
    output = sent(ResponseForm({}, "dot"), BOTH)[-1]["response"]["output"]
    assert [(it["name"], it["arguments"], it["status"]) for it in output] == [
        ("first", ONE, "completed"), ("second", TWO, "completed"), ("third", "{}", "completed"),
    ]  # fmt: skip


def test_a_call_that_was_cut_is_incomplete() -> None:
    found = sent(ResponseForm({}, "dot"), CUT)
    call, message = found[-1]["response"]["output"]
    assert (call["arguments"], call["status"]) == ('{"a": "', "incomplete")
    assert message["content"][0]["text"] == "cut"
    assert found[-1]["type"] == "response.incomplete"


@pytest.mark.parametrize("form", [ChatForm, MessageForm, ResponseForm])
def test_a_whole_reply_has_only_whole_calls(form: Any) -> None:
    reply = Reply()
    for event in CUT:
        reply.add(event)
    said = json.dumps(form({}, "dot").whole([reply]))
    assert "cut" in said
    assert "first" not in said
