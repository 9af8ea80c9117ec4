"""Tool text to a tool call."""

import json
import logging
from collections.abc import Callable
from typing import Any

from engine.messages import ToolInvocation

log = logging.getLogger(__name__)

Parser = Callable[[str, Any], Any]


def parse(parser: Parser | None, text: str, tools: tuple[str, ...]) -> tuple[ToolInvocation, ...]:
    """The calls in one block of tool text; empty when the model wrote none that can be read."""
    try:
        if parser is None:
            return ()
        found = parser(text, [json.loads(tool) for tool in tools])
        calls = found if isinstance(found, list) else [found]
        return tuple(_invocation(call) for call in calls)
    except Exception:  # noqa: BLE001  parsers of the libraries raise anything about bad text
        log.info("unreadable tool call: %r", text)
        return ()


def _invocation(call: dict[str, Any]) -> ToolInvocation:
    arguments = call["arguments"]
    if not isinstance(arguments, str):
        arguments = json.dumps(arguments, ensure_ascii=False)
    if not isinstance(json.loads(arguments), dict):
        raise TypeError("arguments are not an object")
    return ToolInvocation(str(call["name"]), arguments)
