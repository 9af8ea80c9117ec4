"""A model is called by its repository, even where its folder is named after a commit."""

from pathlib import Path

import pytest

from engine.plain_names import folder_name, model_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/models/maker/Model-4bit", "Model-4bit"),
        ("/hub/models--maker--Model--4bit/snapshots/0123abcd", "Model--4bit"),
        ("/hub/models--gpt2/snapshots/0123abcd", "gpt2"),
        ("/hub/other/snapshots/0123abcd", "0123abcd"),
        ("/a/gn\u202ep.exe\nb", "gnp.exe b"),
        ("/a/\x1b[31mred\x07\x00", "[31mred"),
        ("name", "name"),
        ("/models/tinyrandom", "tinyrandom"),
        ("/opt/earlier/resources/dot", "Dot"),
        ("/models/dot", "dot"),
        ("/", ""),
        (".", ""),
    ],
)
def test_the_name_of_a_folder(path: str, name: str) -> None:
    assert folder_name(Path(path)) == name


def test_a_model_of_a_server_has_the_name_that_the_server_gives_it() -> None:
    assert model_name("http://a.b/v1#maker/Qwen\u202e\n3") == "maker/Qwen 3"
    assert model_name("/hub/models--maker--Qwen/snapshots/0123abcd") == "Qwen"
