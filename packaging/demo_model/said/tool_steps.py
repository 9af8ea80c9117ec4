"""Questions that take several calls: a calculation in steps, or two requests at once."""

import random
from collections.abc import Callable

from demo_model.said.arithmetic import IN_WORDS, OPERATORS, Sum, operands
from demo_model.said.tool_use import Use
from demo_model.said.typed import phrases, sloppy

CHAIN_FIRST = phrases("""
What is {0}|What's {0}|Calculate {0}|How much is {0}|Compute {0}|Work out {0}|Please calculate {0}|
Take {0}|First calculate {0}|{0}|Start with {0}|Tell me what {0} is|Can you calculate {0}
""")[0]
# Continuations of a result, by operator.
CHAIN_THEN = dict(
    zip(
        "+-*/",
        phrases("""
, and that plus {}|, then add {}| and then add {}|, then add {} to it|. Now add {} to that|, plus {}
after that| and add {} to the result| and add {} to that|. Then add {}|, then plus {}| and then plus
{}

, and that minus {}|, then subtract {}| and then take {} away|, then subtract {} from it| and take
{} from the result| and subtract {} from that| and then subtract {}|. Now subtract {}|, then minus
{}| and then minus {}

, and that times {}|, then multiply by {}| and then multiply it by {}| and multiply the result by
{}|, and that multiplied by {}| and multiply that by {}|. Then multiply by {}|, then times {}| and
then times {}

, and that divided by {}|, then divide by {}| and then divide it by {}| and divide the result by {}|
and divide that by {}|. Then divide by {}|, then divide it by {}|. Now divide that by {}
"""),
        strict=True,
    )
)
JOINTS = (", and ", " and ", ". And ", ", then ", "? And ", "; ", " and then ")
TWO_SUMS = phrases("""
What is {} and {}?|Calculate {} and {}.|What are {} and {}?|Compute {} and {}.|What is {}, and {}?|
Work out {} and {}.|Calculate both {} and {}.|What do {} and {} make?|Please calculate {} and {}.
""")[0]
LONGEST = 8

MakeCalculation = Callable[[Sum], Use]


def chain(rng: random.Random, calculated: MakeCalculation) -> tuple[str, list[Use]]:
    """Return a question and its calculations, each with the result of the one before.

    The first one that cannot be calculated ends the chain.
    """
    first, begun = _first(rng)
    operators = rng.choices("+-*/", k=1 if rng.random() < 0.8 else 2)
    numbers = [operands(rng, operator)[1] for operator in operators]
    uses = [calculated(Sum("", first))]
    for operator, number in zip(operators, numbers, strict=True):
        before = uses[-1].result
        if before.startswith("Error"):
            break
        # Nobody asks a question with a result of many digits.
        if len(before) > LONGEST:
            return chain(rng, calculated)
        uses.append(calculated(Sum("", f"{before} {operator} {number}")))
    asked = begun
    for operator, number in zip(operators, numbers, strict=True):
        then = rng.choice(CHAIN_THEN[operator]).format(number)
        asked += then if then[0] in ",." else f" {then}"
    return asked + rng.choice(("?", ".", "")), uses


def both(rng: random.Random, first: Use, second: Use) -> tuple[str, list[Use]]:
    """Return a question for two things."""
    if first.kind == second.kind == "calculator" and rng.random() < 0.3:
        expressions = (use.call[1]["expression"] for use in (first, second))
        return sloppy(rng, rng.choice(TWO_SUMS)).format(*expressions), [first, second]
    begin = first.asked.rstrip("?.! ")
    return begin + rng.choice(JOINTS) + _continued(second), [first, second]


def _continued(use: Use) -> str:
    """Return the request as a part of a sentence: an argument stays as it is."""
    copied = any(use.asked.startswith(str(value)) for value in use.call[1].values())
    return use.asked if copied else use.asked[:1].lower() + use.asked[1:]


def _first(rng: random.Random) -> tuple[str, str]:
    """Return the first expression, and the beginning of the question that asks for it."""
    if rng.random() < 0.2:
        operator, asked = rng.choice(IN_WORDS)
        a, b = operands(rng, operator)
        template = sloppy(rng, rng.choice(asked)).rstrip("?.! ")
        return f"{a} {operator} {b}", template.format(a, b)
    operator = rng.choice("+-*/")
    a, b = operands(rng, operator)
    word = rng.choice([word for word in OPERATORS[operator] if word != "and"])
    space = " " if word.isalpha() or " " in word or rng.random() < 0.7 else ""
    template = sloppy(rng, rng.choice(CHAIN_FIRST)).rstrip("?.! ")
    return f"{a} {operator} {b}", template.format(f"{a}{space}{word}{space}{b}")
