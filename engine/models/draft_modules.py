"""The steps that all modules of mlx-vlm's drafters share."""

from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx import nn

from engine.checkpoints import weight_files


def drafter_module(drafter: Any, config: dict[str, Any], view: Path) -> Any:
    """Return the module of a folder with the model class of `drafter`, a module of mlx-vlm; its
    weights are read later."""
    made = drafter.Model(drafter.ModelConfig.from_dict(config))
    weights: dict[str, Any] = {}
    for path in weight_files.shards(view):
        weights |= mx.load(str(path))  # pyright: ignore
    weights = made.sanitize(weights)
    quantize_as_stored(made, config.get("quantization"), weights)
    made.load_weights(list(weights.items()), strict=True)
    return made.eval()


def quantize_as_stored(module: nn.Module, settings: Any, weights: dict[str, Any]) -> None:
    """Quantize the layers of a module whose `weights` are stored so, by the settings of its
    config, which may have others for a layer by its name."""
    if not isinstance(settings, dict):
        return

    def is_quantized(name: str, layer: nn.Module) -> Any:
        stored = hasattr(layer, "to_quantized") and f"{name}.scales" in weights
        return stored and settings.get(name, True)

    nn.quantize(
        module,
        group_size=settings["group_size"],
        bits=settings["bits"],
        mode=settings.get("mode", "affine"),
        class_predicate=is_quantized,
    )
