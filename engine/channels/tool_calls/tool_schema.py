"""Tool calls, the offered tools, and the conversion of text to the types of a tool's schema."""

import ast
import json
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.channels.tool_calls.growing import GrownCall
from engine.messages import Channel

Properties = Mapping[str, Any]


class Call(dict[str, Any]):
    """A tool call as the vectors and templates write it: {"name": str, "arguments": mapping}.

    `written`: the call's text if the model wrote it as plain text, which then belongs to `channel`.
    `grown`: the same call as it was told while it was written, if it was.
    """

    written: str = ""
    grown: GrownCall | None = None
    channel: Channel = Channel.TOOL_CALL

    def __init__(self, name: Any, arguments: Any) -> None:
        """Raises ValueError for a name or arguments that cannot be called."""
        if isinstance(arguments, str):
            arguments = json.loads(arguments, strict=False) if arguments.strip() else {}
        arguments = {} if arguments is None else arguments
        if not isinstance(name, str) or not name.strip() or not isinstance(arguments, dict):
            raise ValueError("not a call")
        _check_json([name, arguments])
        super().__init__(name=name.strip(), arguments=arguments)

    @property
    def name(self) -> str:
        return self["name"]

    @property
    def arguments(self) -> dict[str, Any]:
        return self["arguments"]


def _check_json(value: Any) -> None:
    """Check that JSON in UTF-8 can hold a value. Python's literals and lenient JSON can have sets,
    NaN and halves of a character. Raises ValueError for those."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (TypeError, RecursionError) as error:
        raise ValueError("not JSON") from error


class Tools:
    """The tools that a request offers, by name. Raises ValueError for invalid JSON."""

    def __init__(self, offered: Iterable[str | Mapping[str, Any]] = ()) -> None:
        """`offered`: function schemas, as JSON or mappings, or just names."""
        self.all = [_described(tool) for tool in offered]
        inner = [tool.get("function") for tool in self.all]
        functions = [
            each if isinstance(each, Mapping) else tool
            for each, tool in zip(inner, self.all, strict=True)
        ]
        self._functions = {str(each.get("name")): each for each in functions}

    def __contains__(self, name: str) -> bool:
        return name in self._functions

    def __bool__(self) -> bool:
        return bool(self._functions)

    def properties(self, name: str) -> Properties:
        """Return the schemas of a tool's arguments; none for a tool that is not offered."""
        parameters = self._functions.get(name, {}).get("parameters")
        found = parameters.get("properties") if isinstance(parameters, Mapping) else None
        return found if isinstance(found, Mapping) else {}


def _described(tool: str | Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(tool, str):
        return dict(tool)
    return json.loads(tool) if tool.lstrip().startswith("{") else {"name": tool}


# The result of a parser: the calls, and the text after them.
Parsed = tuple[list[Call], str]
Parser = Callable[[str, Tools], Parsed]

_NAMES = {
    "str": "string", "text": "string", "varchar": "string", "char": "string", "enum": "string",
    "int": "integer", "long": "integer", "short": "integer", "uint": "integer",
    "float": "number", "num": "number", "double": "number",
    "bool": "boolean", "binary": "boolean",
    "dict": "object", "map": "object", "list": "array", "arr": "array", "tuple": "array",
}  # fmt: skip


def types(schema: Any, deepest: int = 8) -> set[str]:
    """Return the JSON types that a schema allows; none if it names no type, or only deeper. A
    server's schema can be any JSON."""
    if not isinstance(schema, Mapping) or not deepest:
        return set()
    named = schema.get("type")
    found = {_NAMES.get(str(each).lower(), str(each).lower()) for each in _listed(named)}
    for key in ("anyOf", "oneOf", "allOf"):
        for each in _listed(schema.get(key)):
            found |= types(each, deepest - 1)
    values = schema.get("enum")
    if not found and isinstance(values, list) and values:
        found = {"string"} if all(isinstance(each, str) for each in values) else set()
    return found


def _listed(value: Any) -> list[Any]:
    return [] if value is None else value if isinstance(value, list) else [value]


def typed(text: str, schema: Any) -> Any:
    """Convert the text of an argument to a type of its schema; return the text itself if it fits
    none."""
    allowed = types(schema)
    if not allowed or allowed == {"string"}:
        return text
    bare = text.strip()
    if "null" not in allowed and bare.lower() in ("null", "none"):
        return None
    for name in ("null", "integer", "number", "boolean", "object", "array"):
        value = _READ[name](bare) if name in allowed else _NOT
        if value is not _NOT:
            return value
    return text


_NOT = object()


def _null(text: str) -> Any:
    return None if text.lower() in ("null", "none", "nil") else _NOT


def _boolean(text: str) -> Any:
    return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), _NOT)


def _number(text: str) -> Any:
    try:
        if text.lstrip("+-").isdigit():
            return int(text)
        value = float(text)
    except ValueError:
        return _NOT
    if not math.isfinite(value):  # JSON has none of these.
        return _NOT
    return int(value) if value.is_integer() else value


def _integer(text: str) -> Any:
    value = _number(text)
    return value if isinstance(value, int) else _NOT


def literal(text: str) -> Any:
    """Read a JSON or Python literal; raises ValueError for anything else."""
    try:
        return json.loads(text, strict=False)
    except ValueError:
        try:
            return ast.literal_eval(text)
        except (SyntaxError, TypeError, MemoryError) as error:
            raise ValueError("no literal") from error


def _of(kind: type | tuple[type, ...]) -> Callable[[str], Any]:
    def read(text: str) -> Any:
        try:
            value = literal(text)
            # Some models write an object or a list as a JSON string once more.
            value = literal(value) if isinstance(value, str) else value
            _check_json(value)
        except ValueError:
            return _NOT
        return value if isinstance(value, kind) else _NOT

    return read


_READ: dict[str, Callable[[str], Any]] = {
    "null": _null,
    "boolean": _boolean,
    "integer": _integer,
    "number": _number,
    "object": _of(dict),
    "array": _of(list),
}
