"""Compares the meaning of an answer with the expected one; order and phrasing are free."""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

COLORS = {
    "red": "red rot",
    "orange": "orange",
    "yellow": "yellow gelb",
    "green": "green grün",
    "blue": "blue blau",
    "purple": "purple violet lila violett",
    "pink": "pink rosa",
    "brown": "brown braun",
    "black": "black schwarz",
    "white": "white weiß weiss",
    "gray": "gray grey grau",
}
THINGS = {
    "circle": "circle circles kreis kreise",
    "square": "square squares quadrat quadrate",
    "triangle": "triangle triangles dreieck dreiecke",
    "star": "star stars stern sterne",
    "cross": "cross crosses kreuz kreuze",
    "shape": "shape shapes object objects form formen",
    "background": "background hintergrund",
    "nothing": "nothing nichts",
}
NUMBERS = {
    0: "0 no zero none kein keine keinen keiner keines",
    1: "1 one eins",
    **{
        number: f"{number} {names}"
        for number, names in enumerate(
            (
                *("two zwei", "three drei", "four vier", "five fünf", "six sechs"),
                *("seven sieben", "eight acht", "nine neun", "ten zehn", "eleven elf"),
                "twelve zwölf",
            ),
            start=2,
        )
    },
}
SPOTS = {
    "up": "up upward upwards top upper oben",
    "down": "down downward downwards bottom lower unten",
    "left": "left leftward leftwards links",
    "right": "right rightward rightwards rechts",
    "center": "center centre middle mitte",
}
# A relation and its opposite, which says the same with the two things swapped.
RELATIONS = {"left": "right", "above": "below", "bigger": "smaller"}
# Words of the first kind change nothing: articles, forms of "to be", introductions of facts.
SAME = {
    "": "a an the is are there it its they and in on at of to i see can be then that does do side "
    "corner part here picture image video clip bild der die das dem den ein eine einen einer es "
    "gibt ist sind ich sehe und im auf an von nach sich dann",
    "move": "moves move moving goes go travels bewegt",
    "stop": "stops stop hält",
    "not": "not nicht doesn't isn't",
    "bigger": "bigger larger größer",
    "smaller": "smaller kleiner",
    "biggest": "biggest largest",
    "above": "above over über oberhalb",
    "below": "below under beneath unter unterhalb",
    "show": "shows show has zeigt",
}
ENDINGS = ("", "e", "er", "es", "en", "em")
YES_OR_NO = re.compile(
    r"(yes|no|ja|nein)(?=[,.!:;]|$| there| the| it| nothing| i | es | der| die| das)"
)
CLAUSE_END = re.compile(r"[.!?;:](?=\s|$)|,|\b(?:and|und)\b")
TOKEN = re.compile(r"-?\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*|[^\w\s.,!?;:\"'()-]")


def _lexicon() -> dict[str, tuple[str, str]]:
    """Return (kind, meaning) of each word."""
    found: dict[str, tuple[str, str]] = {}
    for kind, meanings in (("thing", THINGS), ("spot", SPOTS), ("other", SAME)):
        for meaning, names in meanings.items():
            found |= dict.fromkeys(names.split(), (kind, meaning))
    for color, names in COLORS.items():
        found |= {name + end: ("color", color) for name in names.split() for end in ENDINGS}
    for number, names in NUMBERS.items():
        found |= {name: ("number", str(number)) for name in names.split()}
    return found


LEXICON = _lexicon()
# Words of these kinds show that a sentence is about an image: its wording is free.
FREE = ("color", "thing", "spot")


@dataclass
class Clause:
    """The content of one part of a sentence. `things` are (number, color, shape); `spots` are
    places and directions in order."""

    things: list[tuple[str, str, str]] = field(default_factory=list)
    spots: list[str] = field(default_factory=list)
    others: list[str] = field(default_factory=list)

    def fact(self) -> tuple[object, ...]:
        """Return the content in a form that is the same for each way of saying it."""
        way = self._way()
        if len(self.things) != 2 or not way:
            return (*sorted(self.things), tuple(self.spots), tuple(sorted(self.others)))
        first, second = self.things
        if way not in RELATIONS:
            way = next(key for key, opposite in RELATIONS.items() if opposite == way)
            first, second = second, first
        said = ("above", "below", "bigger", "smaller", "than")
        rest = tuple(sorted(other for other in self.others if other not in said))
        return ("relation", first, way, second, rest)

    def _way(self) -> str:
        """Return the position of the first of two things relative to the second, "" if it is not
        said."""
        sized = ("bigger", "smaller") if "than" in self.others else ()
        found = [way for way in ("above", "below", *sized) if way in self.others]
        found += [spot for spot in self.spots if spot in ("left", "right")]
        return found[0] if len(found) == 1 and len(self.spots) < 2 else ""


def same_meaning(expected: str, answer: str) -> bool:
    """Return True if `answer` says the same as `expected`: the same answer to yes or no, the
    same things in any order, numbers, places, and directions in order. Nothing may be added or
    missing."""
    words = _normal(expected)
    if words == _normal(answer):
        return True
    free = len(words) == 1 or any(LEXICON.get(word, ("",))[0] in FREE for word in words)
    facts = _facts(expected)
    return free and bool(facts[1]) and facts == _facts(answer)


def _normal(text: str) -> list[str]:
    return TOKEN.findall(text.lower().replace("’", "'"))


# Many answers are compared with the same few.
@lru_cache(1000)
def _facts(text: str) -> tuple[str, Counter[tuple[object, ...]]]:
    """Return the answer to yes or no, "" if there is none, and all other facts."""
    text = " ".join(text.lower().replace("’", "'").split())
    polarity = ""
    if match := YES_OR_NO.match(text):
        polarity = {"yes": "yes", "ja": "yes"}.get(match[1], "no")
        text = text[match.end() :]
    clauses = _clauses(text)
    facts = Counter(clause.fact() for clause in _uncounted(clauses))
    denied = any("0" in thing[:1] for clause in clauses for thing in clause.things)
    return ("" if polarity == "no" and denied else polarity), facts


def _clauses(text: str) -> list[Clause]:
    """Return the clauses that name a thing, each with everything said of it until the next one."""
    found: list[Clause] = []
    for part in CLAUSE_END.split(text):
        clause = _read(TOKEN.findall(part))
        if clause.things and found and not found[-1].things:
            clause.spots[:0] = found[-1].spots
            clause.others[:0] = found[-1].others
            found[-1] = clause
        elif clause.things or not found:
            found.append(clause)
        else:
            found[-1].spots += clause.spots
            found[-1].others += clause.others
    return [c for c in found if c.things or c.spots or c.others]


def _read(tokens: list[str]) -> Clause:
    clause = Clause()
    number = color = ""
    spot_before = False
    for token in tokens:
        kind, meaning = LEXICON.get(token, ("other", token))
        if kind == "number":
            number = meaning
        elif kind == "color":
            clause.things += [("1", color, "")] if color else []
            color = meaning
        elif kind == "thing":
            clause.things.append((number or "1", color, meaning))
            number = color = ""
        elif kind == "spot" and spot_before:
            clause.spots[-1] = " ".join(sorted((clause.spots[-1], meaning)))
        elif kind == "spot" or meaning == "stop":
            clause.spots.append(meaning)
        elif meaning:
            clause.others.append(meaning)
        spot_before = kind == "spot"
    if number or color:
        clause.things.append((number or "1", color, ""))
    _unite(clause)
    return clause


def _unite(clause: Clause) -> None:
    """Unite things that are described twice: "The star is red" and "the red shape is a star" both
    speak of one red star."""
    if len(clause.things) != 2:
        return
    (number, color, shape), (other_number, other_color, other_shape) = clause.things
    if number != other_number:
        return
    if not color and not other_shape:
        clause.things = [(number, other_color, shape)]
    elif shape == "shape" and not other_color and not clause.spots:
        clause.things = [(number, color, other_shape)]


def _uncounted(clauses: list[Clause]) -> list[Clause]:
    """Drop the number of shapes that are listed anyway, if it is right."""
    for clause in clauses:
        alone = len(clause.things) == 1 and not clause.spots and not clause.others
        if alone and clause.things[0][1:] == ("", "shape"):
            rest = [c for c in clauses if c is not clause]
            listed = [thing for c in rest for thing in c.things]
            if (
                listed
                and len(listed) == int(clause.things[0][0])
                and {t[0] for t in listed} == {"1"}
            ):
                return rest
    return clauses
