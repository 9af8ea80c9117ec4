"""Checks the arguments of a tool call before the tool runs."""

import json
import logging
from typing import Any

from app.tools.tool import ToolError

log = logging.getLogger(__name__)

MAX_ARGUMENTS = 1_000_000  # characters
MAX_CHECKED = 100_000
MAX_CHOICES = 100
MAX_MESSAGE = 300

# Rules that look at a value once, and at no other schema.
_PLAIN = (
    *("type", "required", "enum", "const"),
    *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
    *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
)
_LISTS = ("required", "enum")


def checked(arguments: str, parameters: str) -> dict[str, Any]:
    """Parse the JSON text `arguments` and check it against the JSON schema `parameters`. Blank text
    is an empty mapping. Raises ToolError.

    The schema comes from a server, so only rules are checked whose cost is linear in the arguments.
    A regular expression would hold the interpreter lock while it backtracks, references and
    combinations can double the work at every level, and uniqueness of items is quadratic. The
    server checks its arguments anyway.
    """
    found = _parsed(arguments)
    if len(arguments) > MAX_CHECKED:
        return found
    problem = _violation(found, parameters)
    if problem:
        raise ToolError(f"The arguments do not fit the tool: {problem}")
    return found


def simple(schema: Any) -> dict[str, Any]:
    """Return only the rules of a JSON schema that are cheap to check."""
    if not isinstance(schema, dict) or "$ref" in schema:
        return {}
    kept = {name: schema[name] for name in _PLAIN if name in schema and _is_short(name, schema)}
    members = schema.get("properties")
    if isinstance(members, dict):
        kept["properties"] = {name: simple(member) for name, member in members.items()}
    if schema.get("additionalProperties") is False and "patternProperties" not in schema:
        kept["additionalProperties"] = False
    if "items" in schema and "prefixItems" not in schema:
        kept["items"] = simple(schema["items"])
    return kept


def _is_short(name: str, schema: dict[str, Any]) -> bool:
    value = schema[name]
    return len(value) <= MAX_CHOICES if isinstance(value, list) else name not in _LISTS


def _parsed(arguments: str) -> dict[str, Any]:
    if not arguments.strip():
        return {}
    if len(arguments) > MAX_ARGUMENTS:
        raise ToolError(
            f"The arguments are too long: {len(arguments):,} characters of at most "
            f"{MAX_ARGUMENTS:,}."
        )
    try:
        found = json.loads(arguments, parse_constant=_no_number)
        # "\\ud800" and 1e999 can be parsed but not sent to a server.
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise ToolError(f"The arguments are not valid JSON: {error}.") from error
    if not isinstance(found, dict):
        raise ToolError("The arguments must be a JSON object, with a value for each name.")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _violation(found: dict[str, Any], parameters: str) -> str:
    """Return the first violated rule as a sentence, or "" if there is none."""
    # Not needed before the first call.
    from jsonschema import Draft202012Validator  # noqa: PLC0415

    try:
        schema = simple(json.loads(parameters))
        error = next(Draft202012Validator(schema).iter_errors(found), None)
    except Exception as problem:  # noqa: BLE001  a schema can be wrong in any way
        # Leave the check to the server that wrote the schema.
        log.warning(
            "the arguments are not checked, because the schema is unusable: %.300r", problem
        )
        return ""
    if error is None:
        return ""
    where = "".join(f" in {name!r}" for name in error.absolute_path)
    return f"{error.message[:MAX_MESSAGE]}{where}."
