"""Ids that join tool calls and their results; those of an import may have none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.messages import ChatMessage, ToolInvocation


def with_call_ids(messages: Sequence[ChatMessage]) -> Iterator[ChatMessage]:
    """Yield the messages, each call with an id of its own. A result without one gets that of the
    first open call of the same name."""
    number = 0
    opened: list[ToolInvocation] = []
    for message in messages:
        calls: list[ToolInvocation] = []
        for call in message.tool_calls:
            number += 1
            calls.append(replace(call, call_id=call.call_id or f"call_{number}_{call.name}"))
        opened += calls
        call_id = message.call_id
        if message.role == "tool":
            answered = next((it for it in opened if _answers(message, it)), None)
            if answered is not None:
                opened.remove(answered)
                call_id = answered.call_id
        yield replace(message, tool_calls=tuple(calls), call_id=call_id)


def _answers(result: ChatMessage, call: ToolInvocation) -> bool:
    if result.call_id:
        return result.call_id == call.call_id
    return result.name == call.name
