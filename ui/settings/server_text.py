"""Servers of tools as people write them: command lines, environments, and the usual JSON.

All raise ValueError with a sentence for what cannot be read.
"""

import json
import shlex
from typing import Any

from ui.state.settings import McpServer

EXAMPLE = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "a-server"]}}}'


def split_arguments(line: str) -> tuple[str, ...]:
    """As a shell splits a line, with quotes around what has spaces; nothing is expanded."""
    try:
        return tuple(shlex.split(line))
    except ValueError:
        raise ValueError(
            "The arguments have a quote or a backslash that is not closed. "
            "Put quotes around an argument with spaces."
        ) from None


def joined_arguments(arguments: tuple[str, ...]) -> str:
    return shlex.join(arguments)


def read_environment(text: str) -> tuple[tuple[str, str], ...]:
    """Lines of KEY=value; the value is all that follows the first sign of equality."""
    pairs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, equals, value = line.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ValueError(f"Line {number} of the environment is not KEY=value.")
        if key in pairs:
            raise ValueError(f"The environment sets {key} twice.")
        pairs[key] = value
    return tuple(pairs.items())


def written_environment(environment: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f"{key}={value}" for key, value in environment)


def read_servers(text: str) -> tuple[McpServer, ...]:
    """The JSON form that programs with such servers share: {"mcpServers": {name: {"command",
    "args", "env"}}}."""
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(
            f"This is not valid JSON: {error.msg} in line {error.lineno}, column {error.colno}."
        ) from None
    except RecursionError:
        raise ValueError("This JSON is nested too deeply.") from None
    servers = found.get("mcpServers") if isinstance(found, dict) else None
    if not isinstance(servers, dict) or not servers:
        raise ValueError(f"This JSON has no servers. They stand in it like this: {EXAMPLE}")
    return tuple(_server(name, fields) for name, fields in servers.items())


def _server(name: str, fields: Any) -> McpServer:
    if not name.strip():
        raise ValueError("A server has no name.")
    command = fields.get("command") if isinstance(fields, dict) else None
    if not isinstance(command, str) or not command.strip():
        raise ValueError(
            f"The server {name} has no command. Only servers that run on this computer can be used."
        )
    arguments, environment = fields.get("args", []), fields.get("env", {})
    if not _all_text(arguments, list):
        raise ValueError(f'The "args" of the server {name} are not a list of texts.')
    if not _all_text(environment, dict) or not _all_text(list(environment.values()), list):
        raise ValueError(f'The "env" of the server {name} is not an object of texts.')
    if any(len(f"{key}={value}".splitlines()) > 1 for key, value in environment.items()):
        raise ValueError(f'The "env" of the server {name} has a value of several lines.')
    if any(not key or "=" in key for key in environment):
        raise ValueError(f'The "env" of the server {name} has a name that is empty or has a "=".')
    texts = (name, command, *arguments, *environment, *environment.values())
    if any("\0" in text for text in texts):
        raise ValueError(f"The server {name} has a NUL character, which no program can be given.")
    enabled = fields.get("disabled") is not True
    pairs = tuple(environment.items())
    return McpServer(name.strip(), command.strip(), tuple(arguments), pairs, enabled)


def _all_text(found: Any, kind: type) -> bool:
    return isinstance(found, kind) and all(isinstance(it, str) for it in found)
