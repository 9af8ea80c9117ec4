"""The steps that all modules of mlx-vlm's drafters share."""

from typing import Any

from mlx import nn


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
