"""Reads the conversation file of `ask --messages`."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from app.base.disk import read_json
from engine.errors import Refused
from engine.messages import ChatMessage, Media, MediaKind, ToolInvocation

MAX_BYTES = 64 << 20
# Characters of an address shown in an error.
MAX_SHOWN = 80
MEDIA_KINDS = {
    "image": MediaKind.IMAGE,
    "image_url": MediaKind.IMAGE,
    "video": MediaKind.VIDEO,
    "video_url": MediaKind.VIDEO,
}


def read_conversation(path: Path) -> tuple[list[ChatMessage], tuple[str, ...]]:
    """Read a list of messages in the OpenAI format, or an object with `messages` and `tools`.
    Raises Refused."""
    try:
        found = read_json(path, MAX_BYTES)
        listed = found["messages"] if isinstance(found, dict) else found
        tools = found.get("tools", []) if isinstance(found, dict) else []
        messages = [_message(item, path.parent) for item in listed]
        return messages, tuple(_tool(tool) for tool in tools)
    except OSError as error:
        raise Refused(
            "{path} could not be read: {error}.", path=path, error=error.strerror
        ) from error
    except RecursionError as error:
        raise Refused("{path} is nested too deeply to be a list of messages.", path=path) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Refused(
            "{path} is not a list of messages, each with a role and a content: {error}.",
            path=path,
            error=str(error),
        ) from error


def _message(item: dict[str, Any], folder: Path) -> ChatMessage:
    role, content = item["role"], item.get("content") or ""
    if role not in {"system", "user", "assistant", "tool"}:
        raise ValueError(f"unknown role {role!r}")
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    text, media, places = _ordered(parts, folder)
    calls = tuple(_invocation(call) for call in item.get("tool_calls") or ())
    return ChatMessage(
        role,
        text,
        media,
        calls,
        reasoning=item.get("reasoning_content") or "",
        name=item.get("name") or "",
        call_id=item.get("tool_call_id") or "",
        places=places,
    )


def _ordered(
    parts: list[dict[str, Any]], folder: Path
) -> tuple[str, tuple[Media, ...], tuple[int, ...]]:
    """Return the texts as lines, the media, and their positions in the text unless all come
    first."""
    texts: list[str] = []
    media: list[Media] = []
    places: list[int] = []
    for part in parts:
        if part["type"] == "text":
            texts.append(part["text"])
        else:
            media.append(_media(part, folder))
            places.append(len("\n".join(texts)))
    return "\n".join(texts), tuple(media), tuple(places) if any(places) else ()


def _tool(tool: dict[str, Any]) -> str:
    if not isinstance(tool["function"]["name"], str):
        raise ValueError("a tool has no name")
    return json.dumps(tool)


def _media(part: dict[str, Any], folder: Path) -> Media:
    """Read {"type": "image", "image": "cat.png"} or {"type": "image_url", "image_url": {"url":
    "cat.png"}}; video likewise. Paths are relative to the conversation file."""
    kind = MEDIA_KINDS.get(part["type"])
    if kind is None:
        raise ValueError(f"unknown part {part['type']!r}")
    named = part[part["type"]]
    return Media(kind, folder / _path(named["url"] if isinstance(named, dict) else named))


def _path(named: str) -> str:
    """Return the path of a file given as a path or a file: URL. Raises Refused for other URLs."""
    url = urlsplit(named)
    if url.scheme == "file" and url.netloc in {"", "localhost"}:
        return url2pathname(url.path)
    if url.netloc or url.scheme == "data":
        shown = named if len(named) <= MAX_SHOWN else named[:MAX_SHOWN] + "…"
        raise Refused(
            "{address} is not a file on this computer, and nothing is downloaded. Save the image "
            "or video as a file and use its path.",
            address=shown,
        )
    return named


def _invocation(call: dict[str, Any]) -> ToolInvocation:
    function = call["function"]
    arguments = function["arguments"]
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments)
    if not isinstance(json.loads(arguments), dict):
        raise ValueError(f"the arguments of {function['name']} are not a JSON object")
    return ToolInvocation(function["name"], arguments, call.get("id") or "")
