"""The terms under which a person allows a tool of a server, and how they have changed since."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any


@dataclass(frozen=True, slots=True)
class ToolTerms:
    """The permission holds as long as all of this stays the same. `environment` is a hash, since
    its values may be secrets; `parameters` is a JSON schema with its names in order."""

    command: str
    environment: str
    title: str
    description: str
    parameters: str


class Part(Enum):
    """UNKNOWN is all of a tool that was allowed before its terms were kept; RULES are those of the
    schema that belong to no single argument."""

    COMMAND = auto()
    ENVIRONMENT = auto()
    TITLE = auto()
    DESCRIPTION = auto()
    ARGUMENT = auto()
    RULES = auto()
    UNKNOWN = auto()


@dataclass(frozen=True, slots=True)
class ToolChange:
    """`name` is that of an argument; `before` is empty for what is new, `now` for what is gone."""

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
    """The schema of each argument, and all that belongs to none."""
    schema = _schema(parameters)
    members = schema.get("properties")
    if not isinstance(members, dict):
        return {}, _text(schema)
    rest = {name: value for name, value in schema.items() if name != "properties"}
    return {name: _text(member) for name, member in members.items()}, _text(rest)


def _schema(parameters: str) -> dict[str, Any]:
    """Empty where it is none: settings can be edited by hand."""
    try:
        found = json.loads(parameters)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)
