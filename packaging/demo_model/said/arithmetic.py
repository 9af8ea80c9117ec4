"""Questions that the calculator answers."""

import random
from dataclasses import dataclass

from app.tools import calculator
from demo_model.said.typed import bars, in_both, phrases, sloppy

# Each operator as people write it, by True if they write German.
OPERATORS = {
    False: {
        "+": ("+", "+", "+", "plus", "and"),
        "-": ("-", "-", "-", "minus"),
        "*": ("*", "*", "x", "x", "×", "times", "multiplied by"),
        "/": ("/", "/", ":", "÷", "divided by", "over"),
    },
    True: {
        "+": ("+", "+", "+", "plus", "und"),
        "-": ("-", "-", "-", "minus"),
        "*": ("*", "*", "x", "x", "×", "mal", "multipliziert mit"),
        "/": ("/", "/", ":", "÷", "geteilt durch", "durch"),
    },
}
# Words for + that suit only one question.
AND = {"and": "How much is {} and {}?", "und": "Wie viel ist {} und {}?"}
ASKED = in_both("""
What is {}?|What's {}?|Calculate {}.|How much is {}?|{}|{} = ?|{}=|Please compute {}.|What does {}
make?|Can you calculate {}?|Compute {}.|Work out {}.|What is the result of {}?|I need {}.|Solve
{}.|Tell me what {} is.|How much does {} make?|{} is how much?|Do you know what {} is?|Give me the
result of {}.|Please tell me {}.|{} please|Could you work out {}?|How many are {}?|What do you get
for {}?|Use the calculator: {}.|Evaluate {}.|The answer to {}?

Was ist {}?|Wie viel ist {}?|Was ergibt {}?|Berechne {}.|Rechne {}.|Rechne {} aus.|Kannst du {}
ausrechnen?|Was kommt bei {} heraus?|Was kommt raus bei {}?|Was ist das Ergebnis von {}?|Wie viel
macht {}?|Was macht {}?|Bitte berechne {}.|Sag mir, was {} ist.|Kannst du mir sagen, was {}
ergibt?|Weißt du, wie viel {} ist?|Ich muss wissen, was {} ergibt.|Nimm den Taschenrechner: {}|
Rechne bitte {}.|Könntest du {} berechnen?|Ich brauche das Ergebnis von {}.|{} ist wie viel?|{}
bitte|Gib mir das Ergebnis von {}.|Was bekommst du für {} heraus?|Wie viel sind {}?|Was gibt {}?|
Rechne mir {} aus.|Wie viel ergibt {}?|Ich möchte wissen, wie viel {} ist.|Und was ist {}?
""")
# Each operation, and words for it; {0} comes first in the expression.
IN_WORDS = {
    False: (
        ("+", bars("Add {0} and {1}.|What is the sum of {0} and {1}?|Sum up {0} and {1}.")),
        ("-", bars("Subtract {1} from {0}.|Take {1} from {0}.|Take {1} away from {0}.")),
        ("-", bars("What is the difference of {0} and {1}?|What is {0} less {1}?")),
        ("*", bars("Multiply {0} by {1}.|What is the product of {0} and {1}?")),
        ("/", bars("Divide {0} by {1}.|Share {0} among {1}.|Split {0} into {1} parts.")),
    ),
    True: (
        ("+", bars("Addiere {0} und {1}.|Was ist die Summe von {0} und {1}?")),
        ("+", bars("Zähl {0} und {1} zusammen.|Rechne {0} und {1} zusammen.")),
        ("-", bars("Subtrahiere {1} von {0}.|Zieh {1} von {0} ab.|Ziehe {1} von {0} ab.")),
        ("-", bars("Was ist die Differenz von {0} und {1}?|Was ist {0} weniger {1}?")),
        ("*", bars("Multipliziere {0} mit {1}.|Was ist das Produkt von {0} und {1}?")),
        ("/", bars("Teile {0} durch {1}.|Dividiere {0} durch {1}.|Teil {0} in {1} Teile.")),
    ),
}
FOLLOWING = {
    False: phrases("""
And plus {}?|Now add {} to that.|Add {}.|And {} more?|Plus {}

And minus {}?|Now subtract {} from that.|Take {} away from it.|Minus {}

And times {}?|Now multiply that by {}.|Times {}|Multiply it by {}.

And divided by {}?|Now divide that by {}.|Divide it by {}.
"""),
    True: phrases("""
Und plus {}?|Und jetzt plus {}|Jetzt addiere {} dazu.|Addiere {}.|Und noch {} dazu?|Zähl {} dazu.

Und minus {}?|Und jetzt minus {}|Zieh davon {} ab.|Zieh jetzt {} ab.|Und {} weniger?

Und mal {}?|Und jetzt mal {}|Jetzt multipliziere das mit {}.|Multipliziere es mit {}.|Mal {}

Und geteilt durch {}?|Und jetzt durch {}|Teil das durch {}.|Jetzt teile das durch {}.|Geteilt durch
{}
"""),
}


@dataclass(frozen=True)
class Sum:
    """A question and the expression that answers it."""

    asked: str
    expression: str

    @property
    def result(self) -> str:
        """Return what the calculator says."""
        try:
            return calculator.calculate(self.expression)
        except ValueError as error:
            return f"Error: {error}"


def sample_sum(rng: random.Random, german: bool) -> Sum:
    """Return a question with numbers of up to four digits."""
    kind = rng.random()
    if kind < 0.14:
        operator, asked = rng.choice(IN_WORDS[german])
        a, b = operands(rng, operator)
        template = sloppy(rng, rng.choice(asked), openings=not german)
        return Sum(template.format(*as_typed(rng, german, a, b)), f"{a} {operator} {b}")
    if kind < 0.24:
        expression = _three(rng)
        shown = expression if rng.random() < 0.6 else expression.replace(" ", "")
        return Sum(_asked(rng, shown, german), expression)
    operator = rng.choice("+-*/")
    a, b = operands(rng, operator)
    expression = f"{a} {operator} {b}"
    a, b = as_typed(rng, german, a, b)
    word = rng.choice(OPERATORS[german][operator])
    space = " " if word.isalpha() or " " in word or rng.random() < 0.65 else ""
    if word in AND:
        return Sum(AND[word].format(a, b), expression)
    return Sum(_asked(rng, f"{a}{space}{word}{space}{b}", german), expression)


def following_sum(rng: random.Random, result: str, german: bool) -> Sum:
    """Return a question that continues from the last result."""
    at = rng.randrange(4)
    _, number = operands(rng, "+-*/"[at])
    template = sloppy(rng, rng.choice(FOLLOWING[german][at]), openings=not german)
    asked = template.format(*as_typed(rng, german, number))
    return Sum(asked, f"{result} {'+-*/'[at]} {number}")


def as_typed(rng: random.Random, german: bool, *texts: str) -> tuple[str, ...]:
    """Return numbers or expressions as people type them: half of the German ones have commas."""
    comma = german and rng.random() < 0.5
    return tuple(text.replace(".", ",") for text in texts) if comma else texts


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


def _asked(rng: random.Random, shown: str, german: bool) -> str:
    template = rng.choice(ASKED[german])
    if template.startswith("{}"):
        return template.format(shown)
    return sloppy(rng, template, openings=not german).format(shown)
