"""The calculator evaluates arithmetic and nothing else."""

import json

import pytest

from app.tools import calculator


@pytest.mark.parametrize(
    ("expression", "result"),
    [
        ("17 + 25", "42"),
        ("2 * (3 + 4) - -1", "15"),
        ("84 / 2", "42"),
        ("1 / 3", "0.333333333333"),
        ("2 ^ 10", "1024"),
        ("7 // 2 + 7 % 4", "6"),
        ("0.1 + 0.2", "0.3"),
        ("123456789 * 987654321", "121932631112635269"),
    ],
)
def test_the_results_of_expressions_are_correct(expression: str, result: str) -> None:
    assert calculator.call("calculator", json.dumps({"expression": expression})) == result


@pytest.mark.parametrize(
    "expression",
    [
        "1 / 0",
        "__import__('os')",
        "9 ** 9 ** 9",
        "2 +",
        "a",
        "",
        "True + 1",
        "(-8) ** 0.5",
        "1" * 300,
    ],
)
def test_errors_are_returned_to_the_model(expression: str) -> None:
    assert calculator.call("calculator", json.dumps({"expression": expression})).startswith("Error")


def test_bad_calls_are_refused() -> None:
    assert "no tool called clock" in calculator.call("clock", "{}")
    assert calculator.call("calculator", "{}").startswith("Error")
    assert calculator.call("calculator", "not json").startswith("Error")
