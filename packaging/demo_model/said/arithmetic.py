"""Questions that the calculator answers."""

import json
import random
from dataclasses import dataclass

from app.tools import calculator
from demo_model.said.typed import phrases, sloppy

OPERATORS = {
    "+": ("+", "+", "+", "plus", "and"),
    "-": ("-", "-", "-", "minus"),
    "*": ("*", "*", "x", "x", "×", "times", "multiplied by"),
    "/": ("/", "/", ":", "÷", "divided by", "over"),
}
ASKED = phrases("""
What is {}?|What's {}?|Calculate {}.|How much is {}?|{}|{} = ?|{}=|Please compute {}.|What does {}
make?|Can you calculate {}?|Compute {}.|Work out {}.|What is the result of {}?|I need {}.|Solve
{}.|Tell me what {} is.|How much does {} make?|{} is how much?|Do you know what {} is?|Give me the
result of {}.|Please tell me {}.|{} please|Could you work out {}?|How many are {}?|What do you get
for {}?|Use the calculator: {}.|Evaluate {}.|The answer to {}?
""")[0]
# Each operation, and words for it; {0} comes first in the expression.
IN_WORDS = (
    ("+", phrases("Add {0} and {1}.|What is the sum of {0} and {1}?|Sum up {0} and {1}.")[0]),
    ("-", phrases("Subtract {1} from {0}.|Take {1} from {0}.|Take {1} away from {0}.")[0]),
    ("-", phrases("What is the difference of {0} and {1}?|What is {0} less {1}?")[0]),
    ("*", phrases("Multiply {0} by {1}.|What is the product of {0} and {1}?")[0]),
    ("/", phrases("Divide {0} by {1}.|Share {0} among {1}.|Split {0} into {1} parts.")[0]),
)
FOLLOWING = phrases("""
And plus {}?|Now add {} to that.|Add {}.|And {} more?|Plus {}

And minus {}?|Now subtract {} from that.|Take {} away from it.|Minus {}

And times {}?|Now multiply that by {}.|Times {}|Multiply it by {}.

And divided by {}?|Now divide that by {}.|Divide it by {}.
""")


@dataclass(frozen=True)
class Sum:
    """A question and the expression that answers it."""

    asked: str
    expression: str

    @property
    def result(self) -> str:
        """Return what the calculator says."""
        return calculator.call("calculator", json.dumps({"expression": self.expression}))


def sample_sum(rng: random.Random) -> Sum:
    """Return a question with numbers of up to four digits."""
    kind = rng.random()
    if kind < 0.14:
        operator, asked = rng.choice(IN_WORDS)
        a, b = operands(rng, operator)
        return Sum(sloppy(rng, rng.choice(asked)).format(a, b), f"{a} {operator} {b}")
    if kind < 0.24:
        expression = _three(rng)
        shown = expression if rng.random() < 0.6 else expression.replace(" ", "")
        return Sum(_asked(rng, shown), expression)
    operator = rng.choice("+-*/")
    a, b = operands(rng, operator)
    word = rng.choice(OPERATORS[operator])
    space = " " if word.isalpha() or " " in word or rng.random() < 0.65 else ""
    if word == "and":
        return Sum(f"How much is {a} and {b}?", f"{a} + {b}")
    return Sum(_asked(rng, f"{a}{space}{word}{space}{b}"), f"{a} {operator} {b}")


def following_sum(rng: random.Random, result: str) -> Sum:
    """Return a question that continues from the last result."""
    at = rng.randrange(4)
    _, number = operands(rng, "+-*/"[at])
    asked = sloppy(rng, rng.choice(FOLLOWING[at])).format(number)
    return Sum(asked, f"{result} {'+-*/'[at]} {number}")


def operands(rng: random.Random, operator: str) -> tuple[str, str]:
    """Return two numbers, at times decimal; now and then they make a division by zero."""
    if operator == "/":
        return _division(rng)
    return _number(rng), _number(rng)


def _division(rng: random.Random) -> tuple[str, str]:
    """Return two numbers; most divisions come out even."""
    kind = rng.random()
    if kind < 0.08:
        return _number(rng), "0"
    if kind < 0.3:
        return _number(rng), str(rng.randint(1, 99))
    by = rng.randint(1, 99)
    return str(by * rng.randint(1, 9999 // by)), str(by)


def _number(rng: random.Random) -> str:
    digits = rng.choice((1, 2, 2, 3, 3, 4))
    number = str(rng.randint(10 ** (digits - 1) if digits > 1 else 0, 10**digits - 1))
    if rng.random() < 0.1:
        number += f".{rng.choice((5, 25, 75, rng.randint(1, 99)))}"
    return number


def _three(rng: random.Random) -> str:
    a, b, c = (str(rng.randint(1, 999)) for _ in range(3))
    first, second = rng.choice("+-*"), rng.choice("+-*/")
    shape = rng.choice(("{} {} {} {} {}", "{} {} {} {} {}", "({} {} {}) {} {}", "{} {} ({} {} {})"))
    return shape.format(a, first, b, second, c)


def _asked(rng: random.Random, shown: str) -> str:
    template = rng.choice(ASKED)
    if template.startswith("{}"):
        return template.format(shown)
    return sloppy(rng, template).format(shown)
