"""Checks arguments against the schemas of malicious and harmless servers."""

import json
from typing import Any

import pytest

from app.tools.arguments import MAX_ARGUMENTS, MAX_CHOICES, checked
from app.tools.tool import ToolError

EVIL = "a" * 40 + "!"
NUMBERS = {"x": list(range(20_000))}
DOUBLING = {
    f"level{at}": {"allOf": [{"$ref": f"#/$defs/level{at + 1}"}] * 2} for at in range(60)
} | {"level60": {"type": "object"}}


def check(schema: dict[str, Any], arguments: Any) -> dict[str, Any]:
    return checked(json.dumps(arguments), json.dumps(schema))


def nested(levels: int, opening: str, inner: str, closing: str) -> str:
    return opening * levels + inner + closing * levels


@pytest.mark.parametrize(
    ("schema", "arguments"),
    [
        ({"properties": {"x": {"pattern": "^(a+)+$"}}}, {"x": EVIL}),
        ({"patternProperties": {"^(a+)+$": {}}, "additionalProperties": False}, {EVIL: 1}),
        ({"propertyNames": {"pattern": "^(a+)+$"}}, {EVIL: 1}),
        ({"properties": {"x": {"format": "regex", "pattern": "("}}}, {"x": "("}),
        ({"$ref": "#"}, {"x": 1}),
        ({"properties": {"x": {"$ref": "#/properties/x"}}}, {"x": 1}),
        ({"$defs": DOUBLING, "$ref": "#/$defs/level0"}, {}),
        ({"$defs": DOUBLING, "allOf": [{"$ref": "#/$defs/level0"}]}, {}),
        ({"properties": {"x": {"uniqueItems": True}}}, {"x": [{"n": n} for n in range(9_000)]}),
        ({"properties": {"x": {"items": {"enum": list(range(-6_000, 0))}}}}, NUMBERS),
        ({"properties": {"x": {"items": {"type": ["string"] * 3_000}}}}, NUMBERS),
        ({"properties": {"x": {"multipleOf": 0}}}, {"x": 10**4_000}),
        ({"unevaluatedProperties": False, "anyOf": [{}] * 9_000}, {"x": 1}),
        ({"minimum": "many", "type": 5, "required": "x"}, {"y": 1}),
    ],
)
def test_expensive_rules_are_left_to_the_server(
    schema: dict[str, Any], arguments: dict[str, Any]
) -> None:
    assert check(schema, arguments) == arguments


def test_a_deeply_nested_schema_is_left_to_the_server() -> None:
    schema = nested(5_000, '{"properties":{"x":', "{}", "}}")
    assert checked('{"x": 1}', schema) == {"x": 1}


@pytest.mark.parametrize(
    ("schema", "arguments", "problem"),
    [
        ({"required": ["n"]}, {}, "'n' is a required property."),
        ({"properties": {"n": {"type": "integer"}}}, {"n": "x"}, "not of type 'integer' in 'n'."),
        ({"properties": {"n": {"minimum": 0}}}, {"n": -1}, "-1 is less than the minimum of 0"),
        ({"properties": {"n": {"enum": ["a", "b"]}}}, {"n": "c"}, "'c' is not one of ['a', 'b']"),
        ({"properties": {}, "additionalProperties": False}, {"n": 1}, "'n' was unexpected"),
        (
            {"properties": {"n": {"items": {"properties": {"m": {"type": "string"}}}}}},
            {"n": [{"m": "a"}, {"m": 1}]},
            "1 is not of type 'string' in 'n' in 1 in 'm'.",
        ),
    ],
)
def test_simple_rules_are_checked(
    schema: dict[str, Any], arguments: dict[str, Any], problem: str
) -> None:
    with pytest.raises(ToolError) as refused:
        check(schema, arguments)
    assert problem in str(refused.value)


def test_huge_arguments_are_refused() -> None:
    with pytest.raises(ToolError, match=r"too long: 1,000,\d+ characters of at most 1,000,000"):
        check({}, {"x": "a" * MAX_ARGUMENTS})


def test_deeply_nested_arguments_are_refused() -> None:
    with pytest.raises(ToolError, match="not valid JSON"):
        checked(nested(100_000, '{"x":', "1", "}"), "{}")


def test_long_arguments_are_passed_on_unchecked() -> None:
    text = {"text": "a" * 200_000}
    assert check({"properties": {"text": {"type": "integer"}}}, text) == text


def test_a_long_list_of_choices_is_left_to_the_server() -> None:
    choices = [str(n) for n in range(MAX_CHOICES + 1)]
    assert check({"properties": {"x": {"enum": choices}}}, {"x": "no"}) == {"x": "no"}
