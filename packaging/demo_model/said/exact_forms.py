"""Questions about an image that ask for an exact form: digits, words, yes or no, JSON."""

import json
import random
from collections.abc import Callable
from typing import Any

from demo_model.said.exchanges import Exchange, question
from demo_model.said.german import GERMAN
from demo_model.said.typed import sloppy
from demo_model.said.views import place
from demo_model.said.wording import Wording
from demo_model.shown.scenes import COLORS, SHAPES, Scene

NUMBERS = {
    False: ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
    True: [
        "null",
        "eins",
        "zwei",
        "drei",
        "vier",
        "fünf",
        "sechs",
        "sieben",
        "acht",
        "neun",
        "zehn",
    ],
}
SHAPES_IN_GERMAN = ("Kreise", "Quadrate", "Dreiecke", "Sterne", "Kreuze")
HOW_MANY = {
    False: ("How many {} are there?", "How many {} do you see?", "Count the {}."),
    True: ("Wie viele {} gibt es?", "Wie viele {} siehst du?", "Zähle die {}."),
}
IN_DIGITS = {
    False: ("Answer with a digit.", "Only the number, in digits.", "Give me just the number."),
    True: ("Antworte mit einer Ziffer.", "Nur die Zahl, in Ziffern.", "Nenne nur die Zahl."),
}
IN_WORDS = {
    False: ("Write the number as a word.", "Answer with the number in words.", "As a word."),
    True: ("Schreibe die Zahl als Wort.", "Antworte mit der Zahl in Worten.", "Als Wort."),
}
IN_JSON = {
    False: ("Answer in JSON:", "Reply with JSON like this schema:", "Return JSON for", "As JSON:"),
    True: ("Antworte in JSON:", "Gib JSON nach diesem Schema:", "Als JSON:"),
}
IS_THERE = {
    False: ("Are there {}?", "Do you see {}?", "Are there any {} in the picture?"),
    True: ("Gibt es {}?", "Siehst du {}?", "Sind da {}?"),
}
YES_OR_NO = {
    False: ("Answer yes or no.", "Just yes or no.", "Yes or no?"),
    True: ("Antworte mit Ja oder Nein.", "Nur Ja oder Nein.", "Ja oder nein?"),
}
LIST_ALL = {
    False: ("List all shapes.", "Which shapes are there?", "What do you see?"),
    True: ("Nenne alle Formen.", "Welche Formen gibt es?", "Was siehst du?"),
}
COUNT_KEYS = ("count", "number", "amount", "total", "n")
LIST_KEYS = ("shapes", "items", "objects", "things")
LOOKED = {False: "I look at the picture and answer in the form.", True: "Ich sehe nach."}

Form = Callable[[random.Random, Scene, bool], Exchange]


def exchanges(rng: random.Random, scene: Scene, wording: Wording) -> list[Exchange]:
    """Return one question of each form, none about a scene without shapes."""
    if not scene.items:
        return []
    german = wording is GERMAN
    return [form(rng, scene, german) for form in FORMS]


def plural(shape: str, german: bool) -> str:
    if german:
        return SHAPES_IN_GERMAN[("circle", "square", "triangle", "star", "cross").index(shape)]
    return "crosses" if shape == "cross" else f"{shape}s"


def _counted(rng: random.Random, scene: Scene, german: bool) -> tuple[str, int]:
    """Return a question for the number of all shapes or of one kind, and the number."""
    if rng.random() < 0.4:
        number, name = len(scene.items), "Formen" if german else "shapes"
    else:
        present = [item.shape for item in scene.items]
        shape = rng.choice((*present, *present, rng.choice(SHAPES)))
        number, name = present.count(shape), plural(shape, german)
    return sloppy(rng, rng.choice(HOW_MANY[german])).replace("{}", name), number


def _digits(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, number = _counted(rng, scene, german)
    asked = f"{asked} {rng.choice(IN_DIGITS[german])}"
    return question(asked, str(number), LOOKED[german], skill="in_digits")


def _words(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, number = _counted(rng, scene, german)
    asked = f"{asked} {rng.choice(IN_WORDS[german])}"
    return question(asked, NUMBERS[german][number], LOOKED[german], skill="in_words")


def _yes_or_no(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, there = _asked_of_shape(rng, scene, german)
    asked = f"{asked} {rng.choice(YES_OR_NO[german])}"
    said = ("Ja" if there else "Nein") if german else ("Yes" if there else "No")
    return question(asked, said, LOOKED[german], skill="yes_or_no")


def _asked_of_shape(rng: random.Random, scene: Scene, german: bool) -> tuple[str, bool]:
    present = sorted({item.shape for item in scene.items})
    absent = [shape for shape in SHAPES if shape not in present]
    there = rng.random() < 0.5 or not absent
    shape = rng.choice(present if there else absent)
    asked = sloppy(rng, rng.choice(IS_THERE[german])).replace("{}", plural(shape, german))
    return asked, there


def _json_count(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, number = _counted(rng, scene, german)
    return _in_json(rng, asked, {rng.choice(COUNT_KEYS): number}, german)


def _json_boolean(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, there = _asked_of_shape(rng, scene, german)
    return _in_json(rng, asked, {rng.choice(("there", "found", "answer")): there}, german)


def _json_list(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    """List the shapes from left to right, with their places if all have one."""
    listed = []
    places = [place(item.x, item.y) for item in scene.items]
    for item, where in zip(scene.items, places, strict=True):
        one = {"color": item.color, "shape": item.shape}
        listed.append(one | ({"place": where} if all(places) else {}))
    asked = sloppy(rng, rng.choice(LIST_ALL[german]))
    return _in_json(rng, asked, {rng.choice(LIST_KEYS): listed}, german)


def _in_json(rng: random.Random, asked: str, value: dict[str, Any], german: bool) -> Exchange:
    schema = json.dumps(schema_of(value) if rng.random() < 0.6 else _short(value))
    asked = f"{asked} {rng.choice(IN_JSON[german])} {schema}"
    return question(asked, json.dumps(value), LOOKED[german], skill="json")


def _short(value: Any) -> Any:
    """Return the form of a value as people abbreviate it: names of types in place of values."""
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case list():
            return [_short(value[0])]
        case dict():
            return {key: _short(one) for key, one in value.items()}
    return "string"


def schema_of(value: Any) -> dict[str, Any]:
    """Return the JSON schema of an answer; colors and shapes are enumerations."""
    match value:
        case dict():
            properties = {key: _named(key, one) for key, one in value.items()}
            return {"type": "object", "properties": properties, "required": list(value)}
        case list():
            return {"type": "array", "items": schema_of(value[0])}
    return {"type": _short(value)}


def _named(key: str, value: Any) -> dict[str, Any]:
    names = {"color": COLORS, "shape": SHAPES}.get(key)
    return {"enum": list(names)} if names else schema_of(value)


FORMS: tuple[Form, ...] = (_digits, _words, _yes_or_no, _json_count, _json_boolean, _json_list)
