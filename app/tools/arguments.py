"""The arguments of a call, checked before the tool sees them."""

import json
import logging
from typing import Any

from app.tools.tool import ToolError

log = logging.getLogger(__name__)

MAX_MESSAGE = 300


def checked(arguments: str, parameters: str) -> dict[str, Any]:
    """The JSON text `arguments` as a mapping that fits the JSON schema `parameters`; raises
    ToolError. Blank text is an empty mapping."""
    found = _mapping(arguments)
    problem = _misfit(found, json.loads(parameters))
    if problem:
        raise ToolError(f"The arguments do not fit the tool: {problem}")
    return found


def _mapping(arguments: str) -> dict[str, Any]:
    if not arguments.strip():
        return {}
    try:
        found = json.loads(arguments, parse_constant=_no_number)
        # "\\ud800" and 1e999 are read, but no server could be sent them.
        json.dumps(found, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError) as error:
        raise ToolError(f"The arguments are not valid JSON: {error}.") from error
    if not isinstance(found, dict):
        raise ToolError("The arguments must be a JSON object, with a value for each name.")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _misfit(found: dict[str, Any], schema: dict[str, Any]) -> str:
    """A sentence, or "" where everything fits."""
    # Nothing needs it before the first call.
    from jsonschema import Draft202012Validator  # noqa: PLC0415
    from jsonschema.exceptions import SchemaError, best_match  # noqa: PLC0415
    from jsonschema.validators import validator_for  # noqa: PLC0415
    from referencing.exceptions import Unresolvable  # noqa: PLC0415
    from referencing.jsonschema import EMPTY_REGISTRY  # noqa: PLC0415

    validator = validator_for(schema, Draft202012Validator)
    try:
        validator.check_schema(schema)
        # Without a registry of its own it would fetch references from the network.
        error = best_match(validator(schema, registry=EMPTY_REGISTRY).iter_errors(found))
    except (SchemaError, Unresolvable, RecursionError) as problem:
        # The server that wrote this schema has to judge for itself.
        log.warning("arguments are not checked, the schema is not usable: %.300s", problem)
        return ""
    if error is None:
        return ""
    where = "".join(f" in {name!r}" for name in error.absolute_path)
    return f"{error.message[:MAX_MESSAGE]}{where}."
