"""Our tables of families agree with the libraries that read them."""

import re
import sys
from importlib.util import find_spec
from pathlib import Path
from subprocess import run

import pytest

from engine.checkpoints import families
from tests.kit.tiny_checkpoint import library


def exists(module: str) -> bool:
    # For a name with a dot, find_spec would import the parent module.
    return module.count(".") == 2 and find_spec(module) is not None


def test_mlx_lm_reads_the_families_of_our_table() -> None:
    utils = library("mlx_lm.utils")
    assert utils.MODEL_REMAPPING == families.LM_REMAPPING
    for name in families._text_modules() | set(families.LM_REMAPPING) | {"nonesuch", "a.b", ""}:
        module = f"mlx_lm.models.{utils.MODEL_REMAPPING.get(name, name)}"
        assert families.in_mlx_lm({"model_type": name}) == exists(module), name


def test_every_family_of_mlx_lm_has_a_model() -> None:
    spec = find_spec("mlx_lm.models")
    assert spec and spec.submodule_search_locations
    folder = spec.submodule_search_locations[0]
    for name in families._text_modules():
        text = Path(folder, f"{name}.py").read_text(encoding="utf-8")
        assert "class Model(" in text or re.search(r"import .*\bModel\b", text), name


def test_mlx_vlm_reads_the_families_of_our_table() -> None:
    utils = library("mlx_vlm.utils")
    assert utils.MODEL_REMAPPING == families.VLM_REMAPPING
    for name in families._vision_modules() | set(families.VLM_REMAPPING) | {"Qwen2_VL", "nonesuch"}:
        config = {"model_type": name}
        assert families.in_mlx_vlm(config) == exists(
            f"mlx_vlm.models.{utils.get_model_type(config)}"
        ), name


def test_the_tables_need_neither_library() -> None:
    code = (
        "import sys; from engine.checkpoints.families import in_mlx_lm;"
        "from engine.checkpoints import description, folder_files;"
        "assert in_mlx_lm({'model_type': 'qwen3'});"
        "heavy = {'mlx', 'mlx_lm', 'mlx_vlm', 'transformers', 'numpy', 'jinja2'};"
        "sys.exit(bool(heavy & {name.partition('.')[0] for name in sys.modules}))"
    )
    assert run([sys.executable, "-c", code]).returncode == 0


@pytest.mark.parametrize(
    ("config", "names", "word"),
    [
        ({"model_type": "xlm-roberta"}, (), "search"),
        ({"model_type": "qwen3"}, ("modules.json",), "search"),
        ({"model_type": "whisper"}, (), "speech"),
        ({}, ("model_index.json",), "makes images"),
        ({"model_type": "qwen3", "dflash_config": {"a": 1}}, (), "drafts"),
        ({"model_type": "gemma4_assistant"}, (), "drafts"),
        ({"model_type": "qwen3_5_mtp"}, (), "drafts"),
        (
            {"model_type": "llama", "architectures": ["LlamaForSequenceClassification"]},
            (),
            "labels",
        ),
        ({"model_type": "rf-detr"}, (), "objects"),
        ({"model_type": "llada2_moe"}, (), "diffusion"),
        ({"model_type": "qwen3", "architectures": ["Qwen3ForCausalLM"]}, (), ""),
        ({"model_type": 3, "architectures": {"a": None}}, (), ""),
    ],
)
def test_what_a_model_is_for_that_does_not_chat(config, names, word) -> None:
    found = families.other_purpose(config, names)
    assert (word in found) if word else found == ""
