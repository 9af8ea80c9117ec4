"""Reads the description of a server's tool. It is untrusted, so every field is bounded."""

import json
import logging
import shlex
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from app.tools.names import printable_text
from engine.frozen import frozen
from engine.system.bounded_json import check_depth
from ui.state.settings import McpServer
from ui.state.tool_terms import ToolTerms

if TYPE_CHECKING:
    from mcp_types import Tool as ListedTool

log = logging.getLogger(__name__)

MAX_TOOL_NAME = 200
MAX_TITLE = 80
MAX_DESCRIPTION = 2_000
MAX_SCHEMA = 32_000


@frozen
class FoundTool:
    """A tool as its server describes it. `name` is the server's, `parameters` the JSON schema of
    the arguments as JSON text; `canonical` is the same schema with sorted keys."""

    name: str
    title: str
    description: str
    parameters: str
    canonical: str


def found_tool(listed: "ListedTool") -> FoundTool | None:
    """Return the tool, or None if its name is too long for a model, or its schema too long or too
    deep."""
    schema = _schema(listed.input_schema)
    if not listed.name or len(listed.name) > MAX_TOOL_NAME or not _is_readable(schema):
        log.warning("the tool %.60r is ignored: its name or schema is too large", listed.name)
        return None
    hints = listed.annotations
    title = listed.title or (hints.title if hints else "") or listed.name
    return FoundTool(
        listed.name,
        printable_text(title, MAX_TITLE) or printable_text(listed.name, MAX_TITLE),
        printable_text(listed.description or "", MAX_DESCRIPTION),
        json.dumps(schema),
        json.dumps(schema, sort_keys=True),
    )


def terms_of(server: McpServer, found: FoundTool) -> ToolTerms:
    """Return the terms that a permission for the tool depends on."""
    return ToolTerms(
        shlex.join([server.command, *server.arguments]),
        sha256(json.dumps(sorted(server.environment)).encode()).hexdigest(),
        found.title,
        found.description,
        found.canonical,
    )


def _schema(found: dict[str, Any]) -> dict[str, Any]:
    """Return a schema whose properties are schemas: chat templates fail on others, and the chat
    with them."""
    members = found.get("properties")
    fit = members if isinstance(members, dict) else {}
    properties = {name: it if isinstance(it, dict) else {} for name, it in fit.items()}
    # Keep the server's order of properties, in which a model reads them.
    return {"properties": {}, **found, "type": "object"} | {"properties": properties}


def _is_readable(schema: dict[str, Any]) -> bool:
    try:
        check_depth(schema)
    except ValueError:
        return False
    return len(json.dumps(schema)) <= MAX_SCHEMA
