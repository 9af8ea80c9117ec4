"""Sentences, lists and code of made-up words, which can be copied or read past but not guessed."""

import random
import string

from demo_model.said.memory import invented_name, invented_word
from demo_model.said.typed import phrases
from demo_model.shown.scenes import COLORS, SHAPES

SENTENCES = {
    False: phrases("""
The {color} {shape} stands beside the {word}.|Yesterday {name} saw a {color} {word}.|Nobody knows
why the {word} is {color}.|{name} and {other} went to {place}.|In {place} there are {number}
houses.|The train to {place} leaves at {number}.|{name} wrote: "{word} {second}".|A {word} has
{number} parts.|They talked about the {word} for {number} minutes.|It was a long day in {place}.|
The {word} is older than the {second}.|{name} bought {number} apples and a {color} {word}.|The
meeting is at five.|We will see.|Please bring the {word} to {place}.|After that, {name} was tired.
""")[0],
    True: phrases("""
{name} und {other} fuhren nach {place}.|In {place} gibt es {number} Häuser.|Der Zug nach {place}
fährt um {number} Uhr.|Niemand weiß, wo {name} ist.|{name} schrieb: „{word} {second}“.|Es war ein
langer Tag in {place}.|Sie sprachen {number} Minuten über {word}.|Das Treffen ist um fünf.|Danach
war {name} müde.|Bitte bringen Sie {word} nach {place}.|Wir werden sehen.
""")[0],
}
CODE = phrases("""
def {word}({second}):|    return {second} + {number}|    {word} = {number}|if {word} > {number}:|
        print("{word}")|for {word} in {second}:|import {word}|{word} = ["{name}", {number}]|    #
{word} {second}|const {word} = {number};|  return {word}.{second}();|x[{number}] = "{word}"|while
{word} < {number}:|{word}.{second}({number}, "{name}")
""")[0]
INDENTS = ("", "", "    ", "    ", "        ")


def filled(rng: random.Random, template: str) -> str:
    """Return a template with made-up names, words and numbers."""
    return template.format(
        name=invented_name(rng).capitalize(),
        other=invented_name(rng).capitalize(),
        place=invented_word(rng).capitalize(),
        word=invented_word(rng),
        second=invented_word(rng),
        number=number(rng),
        color=rng.choice(COLORS),
        shape=rng.choice(SHAPES),
    )


def number(rng: random.Random) -> int:
    return rng.randrange(10 ** rng.randint(1, 4))


def sentence(rng: random.Random, german: bool) -> str:
    return filled(rng, rng.choice(SENTENCES[german]))


def code_line(rng: random.Random) -> str:
    """Return a line of code, indented by chance."""
    return rng.choice(INDENTS) + filled(rng, rng.choice(CODE)).strip()


def odd_string(rng: random.Random) -> str:
    """Return characters in no order, as in keys, addresses and paths."""
    letters = string.ascii_letters + string.digits + "-_./:#@+=%&?äöüßé"
    return "".join(rng.choices(letters, k=rng.randint(4, 20)))
