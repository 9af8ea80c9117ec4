"""Converts the result of a server's tool to text for a model."""

import json
from collections.abc import Sequence

from mcp_types import (
    AudioContent,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from app.tools.names import printable_text
from engine.sentences import say_size

MAX_BYTES = 64_000
MAX_NOTED = 300


def result_text(result: CallToolResult) -> str:
    """Return the text parts, with a description of each other part; at most 64 kB."""
    text = _joined(result.content)
    if not text and result.structured_content is not None:
        text = json.dumps(result.structured_content, ensure_ascii=False)
    if not text:
        text = "The tool reported a fault and said no more." if result.is_error else "(No output.)"
    return _bounded(text)


def _joined(parts: Sequence[ContentBlock]) -> str:
    return "\n".join(text for part in parts if (text := _part(part)))


def _part(part: ContentBlock) -> str:
    match part:
        case TextContent(text=text):
            return text
        case ImageContent(data=data, mime_type=kind):
            return f"(An image, {_about(kind, data)}, which is not shown to the model.)"
        case AudioContent(data=data, mime_type=kind):
            return f"(A sound, {_about(kind, data)}, which is not played to the model.)"
        case ResourceLink(name=name, uri=uri):
            named = printable_text(name, MAX_NOTED)
            return f"(A link to {named}: {printable_text(str(uri), MAX_NOTED)})"
        case EmbeddedResource(resource=TextResourceContents(text=text)):
            return text
        case EmbeddedResource(resource=found):
            return f"(A file that is no text: {printable_text(str(found.uri), MAX_NOTED)})"
    return f"(Something of a kind that is not known: {printable_text(str(part.type), MAX_NOTED)})"


def _about(kind: str, base64: str) -> str:
    return f"{printable_text(kind, 60)}, {say_size(len(base64) * 3 // 4)}"


def _bounded(text: str) -> str:
    data = text.encode("utf-8", "replace")
    if len(data) <= MAX_BYTES:
        return data.decode()
    kept = data[:MAX_BYTES].decode("utf-8", "ignore")
    return f"{kept}\n(Cut: these are {say_size(MAX_BYTES)} of {say_size(len(data))}.)"
