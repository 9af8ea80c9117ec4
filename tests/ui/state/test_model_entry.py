"""The names under which menus offer models."""

import pytest

from ui.state.model_entry import ModelEntry, full_name, names_by_id


def test_models_of_the_same_name_are_offered_with_their_makers() -> None:
    entries = (
        ModelEntry("Dot", "/app/dot", built_in=True),
        ModelEntry("Qwen", "/models/mlx-community/Qwen"),
        ModelEntry("Qwen", "/hub/models--lmstudio-community--Qwen/snapshots/0123abcd"),
        ModelEntry("Qwen", "http://127.0.0.1:8080/v1#Qwen", address="http://127.0.0.1:8080/v1"),
        ModelEntry("Gemma", "/models/Gemma"),
        ModelEntry("Gemma", "/away/Gemma", available=False),
    )
    assert list(names_by_id(entries).values()) == [
        "Dot",
        "mlx-community/Qwen",
        "lmstudio-community/Qwen",
        "Qwen (127.0.0.1:8080)",
        "Gemma",
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/models/maker/Qwen", "maker/Qwen"),
        ("/hub/models--maker--Qwen--4bit/snapshots/0123abcd", "maker/Qwen"),
        ("/hub/models--Qwen/snapshots/0123abcd", "Qwen"),
        ("/hub/other/snapshots/Qwen", "snapshots/Qwen"),
        ("/models/ma\u202ek\x07er\n/Qwen", "maker/Qwen"),
        ("/app/resources/dot", "Qwen"),
        ("/Qwen", "Qwen"),
        ("http://127.0.0.1:8080/v1#Qwen", "Qwen"),
    ],
)
def test_the_full_name_of_a_model_has_its_maker(path: str, name: str) -> None:
    assert full_name("Qwen", path) == name
