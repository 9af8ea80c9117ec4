"""The terms under which a person allowed a server's tool, and their changes since then."""

import json
from collections.abc import Iterator
from enum import Enum, auto
from typing import Any

from engine.frozen import frozen


@frozen
class ToolTerms:
    """A permission holds as long as all of these stay the same. `environment` is a hash, since the
    values may be secrets; `parameters` is a JSON schema with sorted names."""

    command: str
    environment: str
    title: str
    description: str
    parameters: str


class Part(Enum):
    """UNKNOWN stands for all of a tool that was allowed before terms were saved. RULES is the part
    of the schema that belongs to no single argument."""

    COMMAND = auto()
    ENVIRONMENT = auto()
    TITLE = auto()
    DESCRIPTION = auto()
    ARGUMENT = auto()
    RULES = auto()
    UNKNOWN = auto()


@frozen
class ToolChange:
    """`name` is that of an argument. `before` is empty for a new part, `now` for a removed one."""

    part: Part
    before: str = ""
    now: str = ""
    name: str = ""


def tool_changes(before: ToolTerms | None, now: ToolTerms) -> tuple[ToolChange, ...]:
    if before is None:
        return (ToolChange(Part.UNKNOWN),)
    texts = (
        ToolChange(Part.COMMAND, before.command, now.command),
        ToolChange(Part.TITLE, before.title, now.title),
        ToolChange(Part.DESCRIPTION, before.description, now.description),
    )
    environment = (ToolChange(Part.ENVIRONMENT),) if before.environment != now.environment else ()
    different = (it for it in texts if it.before != it.now)
    return (*environment, *different, *_schema_changes(before.parameters, now.parameters))


def _schema_changes(before: str, now: str) -> Iterator[ToolChange]:
    (old_arguments, old_rules), (arguments, rules) = _parts(before), _parts(now)
    for name in sorted(old_arguments.keys() | arguments.keys()):
        change = ToolChange(
            Part.ARGUMENT, old_arguments.get(name, ""), arguments.get(name, ""), name
        )
        if change.before != change.now:
            yield change
    if old_rules != rules:
        yield ToolChange(Part.RULES, old_rules, rules)


def _parts(parameters: str) -> tuple[dict[str, str], str]:
    """Return the schema of each argument, and the rest of the schema."""
    schema = _schema(parameters)
    members = schema.get("properties")
    if not isinstance(members, dict):
        return {}, _text(schema)
    rest = {name: value for name, value in schema.items() if name != "properties"}
    return {name: _text(member) for name, member in members.items()}, _text(rest)


def _schema(parameters: str) -> dict[str, Any]:
    """Return {} if this is not a schema, as settings can be edited by hand."""
    try:
        found = json.loads(parameters)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
