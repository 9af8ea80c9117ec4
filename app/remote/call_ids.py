"""Ids that join tool calls and their results; those of an import may have none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from engine.messages import ChatMessage, ToolInvocation


def with_call_ids(messages: Sequence[ChatMessage]) -> Iterator[ChatMessage]:
    """Yield the messages, each call with an id of its own. A result without that of any call
    gets that of the first open call of the same name."""
    number = 0
    opened: list[ToolInvocation] = []
    for message in messages:
        calls: list[ToolInvocation] = []
        for call in message.tool_calls:
            number += 1
            calls.append(replace(call, call_id=call.call_id or f"call_{number}"))
        opened += calls
        call_id = message.call_id
        if message.role == "tool":
            answered = _answered(message, opened)
            if answered is not None:
                opened.remove(answered)
                call_id = answered.call_id
        yield replace(message, tool_calls=tuple(calls), call_id=call_id)


def _answered(result: ChatMessage, opened: list[ToolInvocation]) -> ToolInvocation | None:
    """Return the open call with the id of a result, or else the first with its name."""
    same_id = (it for it in opened if result.call_id and it.call_id == result.call_id)
    same_name = (it for it in opened if it.name == result.name)
    return next(same_id, None) or next(same_name, None)
