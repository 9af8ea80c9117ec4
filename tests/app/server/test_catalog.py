"""The names under which clients ask for models."""

from dataclasses import replace

import pytest

from app.server.catalog import Catalog, Served
from app.server.problems import Problem
from engine.messages import ModelInfo

MODELS = [Served(it, f"/models/{it}") for it in ("Qwen:7B", "Qwen", "qwen", "Gemma")]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("Qwen:7B", "Qwen:7B"),
        ("qwen:7b", "Qwen:7B"),
        ("Qwen", "Qwen"),
        ("qwen", "qwen"),
        ("QWEN", "Qwen"),
        ("qwen:latest", "qwen"),
        ("gemma:LATEST", "Gemma"),
    ],
)
def test_a_model_is_found_whatever_the_case_and_the_tag_of_its_name(name: str, found: str) -> None:
    assert Catalog(MODELS).find(name).name == found


@pytest.mark.parametrize("name", ["", "Gem", ":7b"])
def test_an_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(Problem):
        Catalog(MODELS).find(name)


def test_what_a_load_tells_does_not_undo_a_choice_made_meanwhile() -> None:
    catalog = Catalog(MODELS)
    asked = catalog.find("gemma")
    catalog.set([replace(asked, in_8_bit=True), Served("Qwen", "/elsewhere")])
    for model in (asked, MODELS[1]):
        catalog.learn(model, ModelInfo(model.model_id, "", "", False, False, False, 9, 1, 0.0))
    learned = replace(asked, in_8_bit=True, context=9, size=1)
    assert catalog.models == (learned, Served("Qwen", "/elsewhere"))
