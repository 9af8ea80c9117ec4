"""Questions that take several calls: a calculation in steps, or two requests at once."""

import random
from collections.abc import Callable

from demo_model.said.arithmetic import AND, IN_WORDS, OPERATORS, Sum, as_typed, operands
from demo_model.said.tool_use import Use
from demo_model.said.typed import in_both, phrases, sloppy

CHAIN_FIRST = in_both("""
What is {0}|What's {0}|Calculate {0}|How much is {0}|Compute {0}|Work out {0}|Please calculate {0}|
Take {0}|First calculate {0}|{0}|Start with {0}|Tell me what {0} is|Can you calculate {0}

Was ist {0}|Wie viel ist {0}|Berechne {0}|Was ergibt {0}|Rechne {0}|Rechne {0} aus|Bitte berechne
{0}|Nimm {0}|Berechne zuerst {0}|Rechne erst {0}|Fang mit {0} an|Sag mir, was {0} ist|Wie viel macht
{0}
""")
# Continuations of a result, by True if they are German and by operator.
CHAIN_THEN = {
    False: dict(
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
    ),
    True: dict(
        zip(
            "+-*/",
            phrases("""
, und das plus {}|, dann plus {}| und dann plus {}|, dann addiere {}| und addiere dann {}| und
addiere {} dazu|. Jetzt addiere {} dazu|, danach plus {}| und addiere {} zum Ergebnis|. Dann addiere
{}|. Und das plus {}

, und das minus {}|, dann minus {}| und dann minus {}|, dann zieh {} ab| und zieh dann {} ab| und
zieh davon {} ab|. Jetzt zieh {} ab|, danach minus {}| und zieh {} vom Ergebnis ab|. Dann
subtrahiere {}| und subtrahiere {} davon

, und das mal {}|, dann mal {}| und dann mal {}|, dann multipliziere mit {}| und multipliziere das
mit {}| und multipliziere das Ergebnis mit {}|. Dann multipliziere mit {}|, danach mal {}| und nimm
das mal {}

, und das geteilt durch {}|, dann geteilt durch {}| und dann durch {}|, dann teil durch {}| und teil
das durch {}| und teile das Ergebnis durch {}|. Dann teile das durch {}|. Jetzt teil das durch {}|
, danach geteilt durch {}
"""),
            strict=True,
        )
    ),
}
JOINTS = {
    False: (", and ", " and ", ". And ", ", then ", "? And ", "; ", " and then "),
    True: (", und ", " und ", ". Und ", ", dann ", "? Und ", "; ", " und dann "),
}
TWO_SUMS = in_both("""
What is {} and {}?|Calculate {} and {}.|What are {} and {}?|Compute {} and {}.|What is {}, and {}?|
Work out {} and {}.|Calculate both {} and {}.|What do {} and {} make?|Please calculate {} and {}.

Was ist {} und {}?|Berechne {} und {}.|Was ergeben {} und {}?|Rechne {} und {} aus.|Was ist {}, und
was ist {}?|Berechne sowohl {} als auch {}.|Wie viel ist {} und wie viel {}?|Bitte berechne {} und
{}.|Kannst du {} und {} ausrechnen?
""")
LONGEST = 8

# A function that makes a use of the calculator, in German if its second argument is True.
MakeCalculation = Callable[[Sum, bool], Use]


def chain(rng: random.Random, calculated: MakeCalculation, german: bool) -> tuple[str, list[Use]]:
    """Return a question and its calculations, each with the result of the one before.

    The first one that cannot be calculated ends the chain.
    """
    first, begun = _first(rng, german)
    operators = rng.choices("+-*/", k=1 if rng.random() < 0.8 else 2)
    numbers = [operands(rng, operator)[1] for operator in operators]
    uses = [calculated(Sum("", first), german)]
    for operator, number in zip(operators, numbers, strict=True):
        before = uses[-1].result
        if before.startswith("Error"):
            break
        # Nobody asks a question with a result of many digits.
        if len(before) > LONGEST:
            return chain(rng, calculated, german)
        uses.append(calculated(Sum("", f"{before} {operator} {number}"), german))
    asked = begun
    for operator, number in zip(operators, numbers, strict=True):
        then = rng.choice(CHAIN_THEN[german][operator]).format(*as_typed(rng, german, number))
        asked += then if then[0] in ",." else f" {then}"
    return asked + rng.choice(("?", ".", "")), uses


def both(rng: random.Random, first: Use, second: Use) -> tuple[str, list[Use]]:
    """Return a question for two things, in the language of the first."""
    german = first.german
    if first.kind == second.kind == "calculator" and rng.random() < 0.3:
        expressions = (use.call[1]["expression"] for use in (first, second))
        template = sloppy(rng, rng.choice(TWO_SUMS[german]), openings=not german)
        return template.format(*as_typed(rng, german, *expressions)), [first, second]
    begin = first.asked.rstrip("?.! ")
    return begin + rng.choice(JOINTS[german]) + _continued(second), [first, second]


def _continued(use: Use) -> str:
    """Return the request as a part of a sentence: an argument stays as it is."""
    copied = any(use.asked.startswith(str(value)) for value in use.call[1].values())
    return use.asked if copied else use.asked[:1].lower() + use.asked[1:]


def _first(rng: random.Random, german: bool) -> tuple[str, str]:
    """Return the first expression, and the beginning of the question that asks for it."""
    if rng.random() < 0.2:
        operator, asked = rng.choice(IN_WORDS[german])
        a, b = operands(rng, operator)
        template = sloppy(rng, rng.choice(asked), openings=not german).rstrip("?.! ")
        return f"{a} {operator} {b}", template.format(*as_typed(rng, german, a, b))
    operator = rng.choice("+-*/")
    a, b = operands(rng, operator)
    expression = f"{a} {operator} {b}"
    a, b = as_typed(rng, german, a, b)
    word = rng.choice([word for word in OPERATORS[german][operator] if word not in AND])
    space = " " if word.isalpha() or " " in word or rng.random() < 0.7 else ""
    template = sloppy(rng, rng.choice(CHAIN_FIRST[german]), openings=not german).rstrip("?.! ")
    return expression, template.format(f"{a}{space}{word}{space}{b}")
