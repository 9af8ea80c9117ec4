"""A tool server's schema can be any JSON, and makes no request fail."""

from typing import Any

import pytest

from engine.channels.tool_calls.tool_schema import Tools, typed, types


def nested_schema(levels: int) -> dict[str, Any]:
    return {"anyOf": [nested_schema(levels - 1)]} if levels else {"type": "integer"}


@pytest.mark.parametrize(
    "schema",
    [
        None,
        5,
        [],
        {"enum": 5},
        {"enum": None},
        {"anyOf": 5},
        {"type": {"a": 1}},
        nested_schema(500),
    ],
)
def test_an_odd_schema_leaves_arguments_unchanged(schema: Any) -> None:
    assert typed("three", schema) == "three"


@pytest.mark.parametrize(
    ("text", "allowed", "value"),
    [
        ("inf", "number", "inf"),
        ("NaN", "number", "NaN"),
        ("1e999", "number", "1e999"),
        ("9" * 5000, "integer", "9" * 5000),
        ('{"a": NaN}', "object", '{"a": NaN}'),
        ("[{1, 2}]", "array", "[{1, 2}]"),
        ("['a', None]", "array", ["a", None]),
        ("1e300", "number", int(1e300)),
        ("-0.5", "number", -0.5),
        ("1", ["boolean", "integer"], 1),
        ("true", ["boolean", "number"], True),
        ("1", "boolean", True),
    ],
)
def test_a_text_gets_the_type_that_json_can_hold(text: str, allowed: Any, value: Any) -> None:
    """One argument that is no JSON would make the whole call a text."""
    found = typed(text, {"type": allowed})
    assert (found, type(found)) == (value, type(value))


def test_types_are_found_inside_alternatives() -> None:
    assert types(nested_schema(3)) == {"integer"}
    assert types({"enum": ["a", "b"]}) == {"string"}


@pytest.mark.parametrize("function", [{}, 5, {"name": "f", "parameters": [1]}, {"name": "f"}])
def test_an_odd_tool_has_no_properties(function: Any) -> None:
    assert Tools([{"type": "function", "function": function}]).properties("f") == {}
