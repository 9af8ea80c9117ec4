"""Questions about an image that ask for an exact form: digits, words, yes or no, JSON.

The keys of JSON are in English or, under some German questions, in German. Names of colors, shapes
and places in the answer are in the language of the keys, and a schema's enumerations say so.
"""

import json
import random
from collections.abc import Callable, Sequence
from typing import Any

from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Exchange, question
from demo_model.said.german import GERMAN
from demo_model.said.german import SHAPES as GERMAN_SHAPES
from demo_model.said.typed import sloppy
from demo_model.said.views import View, place
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
# By True if the keys are German.
COUNT_KEYS = {
    False: ("count", "number", "amount", "total", "n"),
    True: ("anzahl", "zahl", "menge", "gesamt", "n"),
}
LIST_KEYS = {
    False: ("shapes", "items", "objects", "things"),
    True: ("formen", "dinge", "objekte", "elemente"),
}
THERE_KEYS = {False: ("there", "found", "answer"), True: ("vorhanden", "gefunden", "antwort")}
ITEM_KEYS = {False: ("color", "shape", "place"), True: ("farbe", "form", "ort")}
GERMAN_KEYS = 0.5

Form = Callable[[random.Random, Scene, bool], Exchange]


def exchanges(rng: random.Random, scene: Scene, wording: Wording) -> list[Exchange]:
    """Return one question of each form, none about a scene without shapes."""
    if not scene.items:
        return []
    german = wording is GERMAN
    return [form(rng, scene, german) for form in FORMS]


def enumerated(
    rng: random.Random, exchanges: Sequence[Exchange], wording: Wording
) -> list[Exchange]:
    """Return those of `exchanges` about an image that one word of a list answers, asked for that
    word in JSON."""
    words, german = wording.words, wording is GERMAN
    lists = {"exists": ("yes", "no"), "color": COLORS, "shape": SHAPES}
    made: list[Exchange] = []
    for asked, said in exchanges:
        names = [words[name] for name in lists.get(said.skill, ())]
        if said.word in names:
            schema = json.dumps({"enum": names}, ensure_ascii=False)
            text = f"{asked.text} {rng.choice(IN_JSON[german])} {schema}"
            answer = json.dumps(said.word, ensure_ascii=False)
            made.append(question(text, answer, said.reasoning, skill="json"))
    return made


def plural(shape: str, german: bool) -> str:
    return (GERMAN if german else ENGLISH).noun(shape, "").many


def _typed(rng: random.Random, phrases: dict[bool, tuple[str, ...]], german: bool) -> str:
    return sloppy(rng, rng.choice(phrases[german]), openings=not german)


def _counted(rng: random.Random, scene: Scene, german: bool) -> tuple[str, int]:
    """Return a question for the number of all shapes or of one kind, and the number."""
    if rng.random() < 0.4:
        number, name = len(scene.items), "Formen" if german else "shapes"
    else:
        present = [item.shape for item in scene.items]
        shape = rng.choice((*present, *present, rng.choice(SHAPES)))
        number, name = present.count(shape), plural(shape, german)
    return _typed(rng, HOW_MANY, german).replace("{}", name), number


def _digits(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, number = _counted(rng, scene, german)
    asked = f"{asked} {rng.choice(IN_DIGITS[german])}"
    return question(asked, str(number), _seen(scene, german), skill="in_digits")


def _words(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, number = _counted(rng, scene, german)
    asked = f"{asked} {rng.choice(IN_WORDS[german])}"
    return question(asked, NUMBERS[german][number], _seen(scene, german), skill="in_words")


def _yes_or_no(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, there = _asked_of_shape(rng, scene, german)
    asked = f"{asked} {rng.choice(YES_OR_NO[german])}"
    said = ("Ja" if there else "Nein") if german else ("Yes" if there else "No")
    return question(asked, said, _seen(scene, german), skill="yes_or_no")


def _asked_of_shape(rng: random.Random, scene: Scene, german: bool) -> tuple[str, bool]:
    present = sorted({item.shape for item in scene.items})
    absent = [shape for shape in SHAPES if shape not in present]
    there = rng.random() < 0.5 or not absent
    shape = rng.choice(present if there else absent)
    asked = _typed(rng, IS_THERE, german).replace("{}", plural(shape, german))
    return asked, there


def _json_count(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, number = _counted(rng, scene, german)
    key = rng.choice(COUNT_KEYS[_german_keys(rng, german)])
    return _in_json(rng, asked, {key: number}, _seen(scene, german), german)


def _json_boolean(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    asked, there = _asked_of_shape(rng, scene, german)
    key = rng.choice(THERE_KEYS[_german_keys(rng, german)])
    return _in_json(rng, asked, {key: there}, _seen(scene, german), german)


def _json_list(rng: random.Random, scene: Scene, german: bool) -> Exchange:
    """List the shapes from left to right, with their places if all have one. The question asks
    for no order."""
    keys_german = _german_keys(rng, german)
    places = [place(item.x, item.y) for item in scene.items]
    kept = ITEM_KEYS[keys_german] if all(places) else ITEM_KEYS[keys_german][:2]
    listed = []
    for item, where in zip(scene.items, places, strict=True):
        names = [named(name, keys_german) for name in (item.color, item.shape, where)]
        listed.append(dict(zip(kept, names, strict=False)))
    asked = _typed(rng, LIST_ALL, german)
    key = rng.choice(LIST_KEYS[keys_german])
    return _in_json(rng, asked, {key: listed}, _seen(scene, german), german)


def _german_keys(rng: random.Random, german: bool) -> bool:
    return german and rng.random() < GERMAN_KEYS


def named(name: str, german: bool) -> str:
    """Return the name of a color, a shape or a place as JSON has it."""
    if not german:
        return name
    return GERMAN_SHAPES[name][0] if name in SHAPES else GERMAN.words.get(name, name)


def _seen(scene: Scene, german: bool) -> str:
    """Return the reasoning: what is seen from left to right."""
    return View(scene, GERMAN if german else ENGLISH).seen


def _in_json(
    rng: random.Random, asked: str, value: dict[str, Any], reasoning: str, german: bool
) -> Exchange:
    schema = schema_of(value) if rng.random() < 0.6 else _short(value)
    written = json.dumps(schema, ensure_ascii=False)
    asked = f"{asked} {rng.choice(IN_JSON[german])} {written}"
    return question(asked, json.dumps(value, ensure_ascii=False), reasoning, skill="json")


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
            properties = {key: _listed(key, one) for key, one in value.items()}
            return {"type": "object", "properties": properties, "required": list(value)}
        case list():
            return {"type": "array", "items": schema_of(value[0])}
    return {"type": _short(value)}


def _listed(key: str, value: Any) -> dict[str, Any]:
    """Return the schema of a value; colors and shapes are enumerations."""
    for german, (color, shape, _) in ITEM_KEYS.items():
        names = {color: COLORS, shape: SHAPES}.get(key, ())
        if names:
            return {"enum": [named(name, german) for name in names]}
    return schema_of(value)


FORMS: tuple[Form, ...] = (_digits, _words, _yes_or_no, _json_count, _json_boolean, _json_list)
