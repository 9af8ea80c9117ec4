"""The options of a reply: values that no model can use are refused with the field's name."""

import math
import re
from typing import Any

import pytest

from engine.sampling_params import SamplingParams

WRONG: list[tuple[str, list[Any]]] = [
    ("max_tokens", [0, -1, 2**31 + 1, 1.5, "9", None, True]),
    ("temperature", [-0.1, 5.1, math.nan, math.inf, "1", None, True]),
    ("top_p", [0, -1, 1.1, math.nan]),
    ("top_k", [-1, 1.0, 2**31 + 1]),
    ("min_p", [-0.1, 1.1, math.nan]),
    ("repetition_penalty", [0, -1, 11, math.inf]),
    ("presence_penalty", [-11, 11, math.nan]),
    ("frequency_penalty", [-11, 11, "0"]),
    ("logit_bias", [{5: 1}, ((5,),), ((-1, 1),), ((5, 101),), ((5, math.nan),), (("a", 1),)]),
    ("seed", [-1, 2**64, 1.0, "x"]),
    ("stop", ["text", ("",), (1,), ["a"]]),
    ("top_logprobs", [-1, 21, 1.0]),
    ("thinking", ["no", 1, None]),
    ("thinking_budget", [-1, 1.5, 2**31 + 1]),
    ("json_schema", ["{", "[]", "1", "null", None, {"type": "object"}, "[" * 100_000]),
]
RIGHT: list[dict[str, Any]] = [
    {},
    {"temperature": 0},
    {"temperature": 5},
    {"top_p": 1e-9},
    {"min_p": 1},
    {"logit_bias": ((0, -100), (7, 100.0))},
    {"seed": 2**64 - 1},
    {"stop": ("a", "\n")},
    {"thinking_budget": 0},
    {"json_schema": '{"type": "object"}'},
]


@pytest.mark.parametrize(
    ("field", "value"), [(field, value) for field, values in WRONG for value in values]
)
def test_wrong_values_are_refused_by_name(field: str, value: Any) -> None:
    with pytest.raises(ValueError, match=field):
        SamplingParams(**{field: value})


def test_an_empty_stop_string_is_told_from_something_else() -> None:
    with pytest.raises(ValueError, match="a stop string is empty; remove it"):
        SamplingParams(stop=("END", ""))
    with pytest.raises(ValueError, match="it must be a list of stop strings"):
        SamplingParams(stop="END")  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("hot", 'temperature is "hot"; it must be a number, 0 to 5'),
        (None, "temperature is null; it"),
        (True, "temperature is true; it"),
        ([1], "temperature is a list; it"),
        ({"a": 1}, "temperature is an object; it"),
        (-0.5, "temperature is -0.5; it"),
        (math.inf, "temperature is inf; it"),
        ("é" * 1000, f'temperature is "{"é" * 59}…; it'),
        (10**80, f"temperature is 1{'0' * 59}…; it"),
    ],
)
def test_a_refused_value_is_shown_as_it_was_written(value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=re.escape(said)):
        SamplingParams(temperature=value)


@pytest.mark.parametrize("options", RIGHT)
def test_values_up_to_the_bounds_are_accepted(options: dict[str, Any]) -> None:
    params = SamplingParams(**options)
    assert {name: getattr(params, name) for name in options} == options


def test_every_field_is_checked() -> None:
    unchecked = set(SamplingParams.__dataclass_fields__) - {field for field, _ in WRONG}
    assert unchecked == set()
