"""Reads the conversation file of `ask --messages`."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from app.base.disk import read_text
from app.base.json_values import parsed
from engine.errors import Refused, reason
from engine.messages import ChatMessage, Media, MediaKind, ToolInvocation
from engine.sentences import say, say_value

MAX_BYTES = 64 << 20
# Characters of an address shown in an error.
MAX_SHOWN = 80
MEDIA_KINDS = {
    "image": MediaKind.IMAGE,
    "image_url": MediaKind.IMAGE,
    "video": MediaKind.VIDEO,
    "video_url": MediaKind.VIDEO,
}


class _Invalid(Exception):
    """A message or tool is unusable: the argument says why, to stand inside a sentence."""


def read_conversation(path: Path) -> tuple[list[ChatMessage], tuple[str, ...]]:
    """Read a list of messages in the OpenAI format, or an object with `messages` and `tools`.
    Raises Refused."""
    found = _json(path)
    listed = found.get("messages") if isinstance(found, dict) else found
    tools = (found.get("tools") or []) if isinstance(found, dict) else []
    if not isinstance(listed, list) or not isinstance(tools, list):
        raise Refused(
            "{path} is not a list of messages. Write a list, or an object with the lists "
            '"messages" and "tools".',
            path=path,
        )
    messages = []
    for number, item in enumerate(listed, 1):
        with _problems_in(path, say("message {number}", number=number)):
            messages.append(_message(item, path.parent))
    made = []
    for number, tool in enumerate(tools, 1):
        with _problems_in(path, say("tool {number}", number=number)):
            made.append(_tool(tool))
    return messages, tuple(made)


def _json(path: Path) -> Any:
    try:
        return parsed(read_text(path, MAX_BYTES))
    except OSError as error:
        raise Refused(
            "{path} could not be read: {error}.", path=path, error=reason(error)
        ) from error
    except RecursionError as error:
        raise Refused("{path} is nested too deeply to be a list of messages.", path=path) from error
    except json.JSONDecodeError as error:
        raise Refused(
            "{path} is not valid JSON: there is a mistake in line {line}. Write a list of "
            'messages, such as [{{"role": "user", "content": "Hi"}}].',
            path=path,
            line=error.lineno,
        ) from error
    except UnicodeDecodeError as error:
        raise Refused("{path} is not UTF-8 text.", path=path) from error
    except ValueError as error:
        raise Refused(
            "{path} has a number that is too long, or one that JSON does not know, such as NaN.",
            path=path,
        ) from error


@contextmanager
def _problems_in(path: Path, where: str) -> Iterator[None]:
    """Raise Refused with the place of what is wrong in the file."""
    try:
        yield
    except _Invalid as error:
        raise Refused(
            "{path}, {where}: {problem}.", path=path, where=where, problem=error.args[0]
        ) from error
    except KeyError as error:
        raise Refused(
            "{path}, {where}: “{name}” is missing.", path=path, where=where, name=error.args[0]
        ) from error
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise Refused(
            "{path}, {where}: this is not in the OpenAI format.", path=path, where=where
        ) from error


def _message(item: dict[str, Any], folder: Path) -> ChatMessage:
    role, content = item["role"], item.get("content") or ""
    if role == "developer":
        # OpenAI's newer name.
        role = "system"
    if role not in {"system", "user", "assistant", "tool"}:
        raise _Invalid(
            say(
                "the role {role} is unknown; use system, user, assistant or tool",
                role=say_value(role),
            )
        )
    parts = [{"type": "text", "text": content}] if isinstance(content, str) else content
    text, media, places = _ordered(parts, folder)
    calls = tuple(_invocation(call) for call in item.get("tool_calls") or ())
    return ChatMessage(
        role,
        text,
        media,
        calls,
        reasoning=_text(item.get("reasoning_content"), "reasoning_content"),
        name=_text(item.get("name"), "name"),
        call_id=_text(item.get("tool_call_id"), "tool_call_id"),
        places=places,
    )


def _text(value: Any, name: str) -> str:
    """Return a text; "" for null."""
    if not isinstance(value, str | None):
        raise _Invalid(say("“{name}” is not a text", name=name))
    return value or ""


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
        raise _Invalid(say("the name of the tool is not a text"))
    return json.dumps(tool)


def _media(part: dict[str, Any], folder: Path) -> Media:
    """Read {"type": "image", "image": "cat.png"} or {"type": "image_url", "image_url": {"url":
    "cat.png"}}; video likewise. Paths are relative to the conversation file."""
    kind = MEDIA_KINDS.get(part["type"])
    if kind is None:
        raise _Invalid(
            say(
                "the part {kind} is unknown; use text, image_url or video_url",
                kind=say_value(part["type"]),
            )
        )
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
    arguments = function["arguments"] or "{}"
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments)
    try:
        good = isinstance(json.loads(arguments), dict)
    except (ValueError, RecursionError):
        good = False
    if not good:
        name = str(function["name"])
        raise _Invalid(say("the arguments of {name} are not a JSON object", name=name))
    return ToolInvocation(_text(function["name"], "name"), arguments, _text(call.get("id"), "id"))
