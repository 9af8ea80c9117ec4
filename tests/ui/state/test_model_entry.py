"""The names under which menus offer models."""

from ui.state.model_entry import ModelEntry, names_by_id


def test_models_of_the_same_name_are_offered_with_their_folders() -> None:
    entries = (
        ModelEntry("Dot", "/app/dot", built_in=True),
        ModelEntry("Qwen", "/models/mlx-community/Qwen"),
        ModelEntry("Qwen", "/models/lmstudio-community/Qwen"),
        ModelEntry("Qwen", "server:Qwen", address="http://127.0.0.1:8080/v1"),
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
