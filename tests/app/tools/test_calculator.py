"""The calculator evaluates arithmetic and nothing else."""

import re

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
    assert calculator.calculate(expression) == result


@pytest.mark.parametrize(
    ("expression", "problem"),
    [
        ("1 / 0", "Division by zero."),
        ("9 ** 9 ** 9", "The exponent is above 1000."),
        ("1" * 300, "The expression is longer than 200 characters."),
        *((it, calculator.NO_RESULT) for it in ("(-8) ** 0.5", "10.0 ** 400", "1e999 - 1e999")),
        *(
            (it, calculator.NOT_ARITHMETIC)
            for it in ("__import__('os')", "2 +", "a", "", "True + 1", "\0")
        ),
    ],
)
def test_what_cannot_be_calculated_is_refused_in_a_sentence(expression: str, problem: str) -> None:
    with pytest.raises(ValueError, match=re.escape(problem)):
        calculator.calculate(expression)
