"""A conversation in a file, as `ask --messages` takes it."""

import json
from pathlib import Path
from typing import Any

from engine.errors import Refused
from engine.messages import ChatMessage, Media, MediaKind, ToolInvocation


def read(path: Path) -> tuple[list[ChatMessage], tuple[str, ...]]:
    """A list of messages in the OpenAI form, or an object with `messages` and `tools`.

    Raises Refused.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        listed = found["messages"] if isinstance(found, dict) else found
        tools = found.get("tools", []) if isinstance(found, dict) else []
        messages = [_message(item, path.parent) for item in listed]
        return messages, tuple(_tool(tool) for tool in tools)
    except OSError as error:
        raise Refused(f"{path} could not be read: {error.strerror}.") from error
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Refused(
            f"{path} is not a list of messages, each with a role and a content: {error}."
        ) from error


def _message(item: dict[str, Any], folder: Path) -> ChatMessage:
    role, content = item["role"], item.get("content") or ""
    if role not in {"system", "user", "assistant", "tool"}:
        raise ValueError(f"unknown role {role!r}")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    text = "\n".join(part["text"] for part in parts if part["type"] == "text")
    media = tuple(_media(part, folder) for part in parts if part["type"] != "text")
    calls = tuple(_invocation(call) for call in item.get("tool_calls") or ())
    return ChatMessage(
        role,
        text,
        media,
        calls,
        reasoning=item.get("reasoning_content") or "",
        name=item.get("name") or "",
        call_id=item.get("tool_call_id") or "",
    )


def _tool(tool: dict[str, Any]) -> str:
    if not isinstance(tool["function"]["name"], str):
        raise ValueError("a tool has no name")
    return json.dumps(tool)


def _media(part: dict[str, Any], folder: Path) -> Media:
    """{"type": "image", "image": "cat.png"}; paths are relative to the messages file."""
    kind = {"image": MediaKind.IMAGE, "video": MediaKind.VIDEO}[part["type"]]
    return Media(kind, folder / part[part["type"]])


def _invocation(call: dict[str, Any]) -> ToolInvocation:
    function = call["function"]
    arguments = function["arguments"]
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments)
    if not isinstance(json.loads(arguments), dict):
        raise ValueError(f"the arguments of {function['name']} are no JSON object")
    return ToolInvocation(function["name"], arguments, call.get("id") or "")
