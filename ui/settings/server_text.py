"""Tool servers as people write them: command lines, environments, and the usual JSON.

All raise ValueError with a sentence for what cannot be read.
"""

import shlex
from typing import Any

from ui.look.language import tr
from ui.state.json_words import read_json
from ui.state.settings import McpServer

EXAMPLE = '{"mcpServers": {"files": {"command": "npx", "args": ["-y", "a-server"]}}}'


def name_taken(name: str) -> str:
    return tr("There is already a server named {name}. Give this one another name.").format(
        name=name
    )


def split_arguments(line: str) -> tuple[str, ...]:
    """Split a line like a shell, with quotes around arguments with spaces; nothing is expanded.
    Pasted lines that end with a backslash go on with the next."""
    try:
        return tuple(shlex.split(line.replace("\\\n", "")))
    except ValueError:
        raise ValueError(
            tr(
                "The arguments contain an unclosed quote or backslash. Put quotes around an "
                "argument with spaces."
            )
        ) from None


def read_environment(text: str) -> tuple[tuple[str, str], ...]:
    """Read lines of KEY=value; the value is all that follows the first equals sign."""
    pairs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        key, equals, value = line.partition("=")
        key = key.strip()
        if not equals or not key:
            raise ValueError(
                tr("Line {number} of the environment is not KEY=value.").format(number=number)
            )
        if key in pairs:
            raise ValueError(tr("The environment sets {key} twice.").format(key=key))
        pairs[key] = value
    return tuple(pairs.items())


def written_environment(environment: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f"{key}={value}" for key, value in environment)


def read_servers(text: str) -> tuple[McpServer, ...]:
    """Read the JSON form that programs with tool servers share: {"mcpServers": {name: {"command",
    "args", "env"}}}."""
    found = read_json(text) if text.strip() else None
    servers = found.get("mcpServers") if isinstance(found, dict) else None
    if not isinstance(servers, dict) or not servers:
        raise ValueError(
            tr("This JSON has no servers. They look like this: {example}").format(example=EXAMPLE)
        )
    return tuple(_server(name, fields) for name, fields in servers.items())


def _server(name: str, fields: Any) -> McpServer:
    if not name.strip():
        raise ValueError(tr("A server has no name."))
    command = fields.get("command") if isinstance(fields, dict) else None
    if not isinstance(command, str) or not command.strip():
        raise ValueError(
            tr(
                "The server {name} has no command. Only servers that run on this computer can be "
                "used."
            ).format(name=name)
        )
    arguments, environment = fields.get("args", []), fields.get("env", {})
    if not _all_text(arguments, list):
        raise ValueError(
            tr("The “args” of the server {name} are not a list of strings.").format(name=name)
        )
    if not _all_text(environment, dict) or not _all_text(list(environment.values()), list):
        raise ValueError(
            tr("The “env” of the server {name} is not an object of strings.").format(name=name)
        )
    if any(len(f"{key}={value}".splitlines()) > 1 for key, value in environment.items()):
        raise ValueError(
            tr("The “env” of the server {name} has a value of several lines.").format(name=name)
        )
    if any(not key or "=" in key for key in environment):
        raise ValueError(
            tr("The “env” of the server {name} has a name that is empty or contains “=”.").format(
                name=name
            )
        )
    texts = (name, command, *arguments, *environment, *environment.values())
    if any("\0" in text for text in texts):
        raise ValueError(
            tr("A setting of the server {name} contains a NUL character. Remove it.").format(
                name=name
            )
        )
    enabled = fields.get("disabled") is not True
    pairs = tuple(environment.items())
    return McpServer(name.strip(), command.strip(), tuple(arguments), pairs, enabled)


def _all_text(found: Any, kind: type) -> bool:
    return isinstance(found, kind) and all(isinstance(it, str) for it in found)
