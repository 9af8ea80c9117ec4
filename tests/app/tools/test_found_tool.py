"""Descriptions of tools, as good and bad servers send them."""

import json
from typing import Any

import pytest
from mcp_types import Tool

from app.tools.found_tool import MAX_SCHEMA, found_tool


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({}, {"properties": {}, "type": "object"}),
        ({"properties": None}, {"properties": {}, "type": "object"}),
        ({"properties": {"a": 5}}, {"properties": {"a": {}}, "type": "object"}),
        (
            {"type": "object", "required": ["b"], "properties": {"b": {"type": "string"}, "a": {}}},
            {"properties": {"b": {"type": "string"}, "a": {}}, "type": "object", "required": ["b"]},
        ),
    ],
)
def test_the_arguments_of_a_tool_are_schemas(schema: dict[str, Any], told: dict[str, Any]) -> None:
    found = found_tool(Tool(name="a", input_schema=schema))
    assert found is not None
    assert json.loads(found.parameters) == told
    assert list(json.loads(found.parameters)["properties"]) == list(told["properties"])


def test_the_order_of_a_schema_does_not_matter() -> None:
    one, other = {"a": {"x": 1, "y": 2}, "b": {}}, {"b": {}, "a": {"y": 2, "x": 1}}
    first, second = (
        found_tool(Tool(name="a", input_schema={"properties": it})) for it in (one, other)
    )
    assert first is not None
    assert second is not None
    assert (first.canonical, first.parameters == second.parameters) == (second.canonical, False)


def test_a_huge_schema_is_ignored() -> None:
    schema = {"properties": {str(n): {} for n in range(MAX_SCHEMA // 8)}}
    assert found_tool(Tool(name="a", input_schema=schema)) is None


def test_a_deep_schema_is_ignored() -> None:
    """It would end every request that offers the tool."""
    schema: dict[str, Any] = {}
    for _ in range(600):
        schema = {"items": schema}
    assert found_tool(Tool(name="a", input_schema={"properties": {"x": schema}})) is None
