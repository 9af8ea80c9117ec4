"""LoRA adapters with random weights for tiny checkpoints, written as mlx-lm and mlx-vlm do."""

from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten

from tests.kit.tiny_checkpoint import library, write_json

LEAVES = ("lora_a", "lora_b", "m", "A", "B")


def text_adapter(
    base: Path, folder: Path, kind: str = "lora", named: str = "org/tiny-base", **parameters: Any
) -> None:
    """Save an adapter for a text model in mlx-lm's schema."""
    model, _ = library("mlx_lm.utils").load_model(base)
    settings = {"rank": 4, "scale": 8.0, "dropout": 0.1} | parameters
    tuner = library("mlx_lm.tuner.utils")
    tuner.linear_to_lora_layers(model, 2, settings, use_dora=kind == "dora")
    config = {"fine_tune_type": kind, "num_layers": 2, "lora_parameters": settings}
    _save(model, folder, config | {"model": named, "seed": 0})


def vision_adapter(base: Path, folder: Path, *, legacy: bool) -> None:
    """Save an adapter for a vision model in mlx-vlm's first schema (`legacy`), or in its later one,
    which names all layers."""
    model = library("mlx_vlm.utils").load_model(base)
    peft = library("mlx_vlm.trainer.peft.utils")
    names = peft.find_all_linear_names(model.language_model)
    peft.get_peft_model(model, names, rank=4, alpha=16, dropout=0.1, legacy=legacy, verbose=False)
    _save(model, folder, model._vlm_adapter_config)


def _save(model: Any, folder: Path, config: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mx.random.seed(7)
    parameters: list[Any] = list(tree_flatten(model.parameters()))
    weights = {
        name: mx.random.normal(value.shape) * 0.3
        for name, value in parameters
        if name.rpartition(".")[2] in LEAVES
    }
    mx.save_safetensors(str(folder / "adapters.safetensors"), weights)
    write_json(folder, "adapter_config.json", config)
