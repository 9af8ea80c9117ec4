"""Exact forms: every answer has the requested form and is true of its scene."""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from jsonschema import validate

from demo_model.said import exact_forms, image_questions
from demo_model.said.english import ENGLISH
from demo_model.said.exchanges import Message
from demo_model.said.german import GERMAN
from demo_model.said.wording import Wording
from demo_model.shown.scenes import SHAPES, Scene, sample_scene

NAMES = {
    False: dict(zip(SHAPES, ("circles", "squares", "triangles", "stars", "crosses"), strict=True)),
    True: dict(zip(SHAPES, ("kreise", "quadrate", "dreiecke", "sterne", "kreuze"), strict=True)),
}
WORDS = {
    False: ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
    True: ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
}
SHAPES_OF_JSON = {"kreis": "circle", "quadrat": "square", "dreieck": "triangle", "stern": "star"}
SHAPES_OF_JSON |= {"kreuz": "cross"} | {shape: shape for shape in SHAPES}
languages = pytest.mark.parametrize("wording", [ENGLISH, GERMAN])


def asked(wording: Wording, skill: str, times: int = 80) -> Iterator[tuple[Scene, str, Message]]:
    """Yield scenes with a question of that skill and its answer."""
    for seed in range(times):
        rng = random.Random(seed)
        scene = sample_scene(rng)
        for user, said in exact_forms.exchanges(rng, scene, wording):
            if said.skill == skill:
                yield scene, user.text, said


def number_of(scene: Scene, text: str, wording: Wording) -> int:
    """Return how many of what `text` asks for are in the scene."""
    for shape, name in NAMES[wording is GERMAN].items():
        if re.search(rf"\b{name}\b", text.lower()):
            return sum(item.shape == shape for item in scene.items)
    return len(scene.items)


@languages
def test_numbers_are_in_digits_or_in_words_as_requested(wording) -> None:
    for scene, text, said in asked(wording, "in_digits"):
        assert said.text == str(number_of(scene, text, wording))
    for scene, text, said in asked(wording, "in_words"):
        assert WORDS[wording is GERMAN].index(said.text) == number_of(scene, text, wording)


@languages
def test_yes_and_no_are_true(wording) -> None:
    said_of = Counter()
    for scene, text, said in asked(wording, "yes_or_no"):
        there = said.text in ("Yes", "Ja")
        assert there == (number_of(scene, text, wording) > 0)
        assert said.text in (("Yes", "No") if wording is ENGLISH else ("Ja", "Nein"))
        said_of[there] += 1
    assert min(said_of.values()) > 20


@languages
def test_json_follows_its_schema_and_is_true(wording) -> None:
    kinds = Counter()
    for scene, text, said in asked(wording, "json"):
        schema, found = json.loads(text[text.index("{") :]), json.loads(said.text)
        question = text[: text.index("{")]
        if "properties" in schema:
            validate(found, schema | {"additionalProperties": False})
        else:
            assert schema.keys() == found.keys()
        (value,) = found.values()
        if isinstance(value, list):
            shapes = [SHAPES_OF_JSON[next(iter_shape(one))] for one in value]
            assert shapes == [item.shape for item in scene.items]
        elif isinstance(value, bool):
            assert value == (number_of(scene, question, wording) > 0)
        else:
            assert value == number_of(scene, question, wording)
        kinds[type(value)] += 1
    assert min(kinds.values()) > 20 and len(kinds) == 3


def iter_shape(one: dict[str, str]) -> Iterator[str]:
    return (value.lower() for key, value in one.items() if key in ("shape", "form"))


def test_names_in_json_are_in_the_language_of_its_keys() -> None:
    languages = Counter()
    for scene, _, said in asked(GERMAN, "json"):
        (value,) = json.loads(said.text).values()
        if isinstance(value, list):
            german = "farbe" in value[0]
            names = [one["farbe" if german else "color"] for one in value]
            colors = [item.color for item in scene.items]
            assert names == [GERMAN.words[color] for color in colors] if german else colors
            languages[german] += 1
    assert min(languages.values()) > 20


def test_a_scene_without_shapes_is_not_asked_about() -> None:
    assert exact_forms.exchanges(random.Random(1), Scene((), None, 1.0), ENGLISH) == []


@languages
def test_one_word_of_a_list_is_told_in_json(wording) -> None:
    lists = Counter()
    for seed in range(40):
        rng = random.Random(seed)
        scene = sample_scene(rng)
        plain = image_questions.exchanges(rng, scene, wording)
        answers = {asked.text: said.word for asked, said in plain}
        for asked, said in exact_forms.enumerated(rng, plain, wording):
            names = json.loads(asked.text[asked.text.index("{") :])["enum"]
            question = next(text for text in answers if asked.text.startswith(f"{text} "))
            assert json.loads(said.text) == answers[question] and answers[question] in names
            lists[len(names)] += 1
    assert len(lists) == 3 and min(lists.values()) > 20
