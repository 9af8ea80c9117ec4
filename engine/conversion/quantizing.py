"""Quantize a model with the functions of mlx-lm and mlx-vlm, one tensor in memory after the other.

Both libraries load lazily: until a tensor is written, it is a plan of what to read and compute.
"""

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

from engine.models import loader

# isort: split
# The loader sets what the libraries must know before their import.
import mlx.core as mx
import mlx.nn as nn
import mlx_lm.utils
import mlx_vlm.quant_utils
import mlx_vlm.utils
from mlx.utils import tree_flatten, tree_map, tree_map_with_path
from mlx_lm.convert import mixed_quant_predicate_builder as mixed_text_predicate
from mlx_vlm.convert import mixed_quant_predicate_builder as mixed_vision_predicate

from engine.checkpoints.failed_load import few_modules
from engine.checkpoints.tensor_headers import read_tensors
from engine.checkpoints.weight_files import shards
from engine.conversion.weight_writer import MAX_FILE_GB
from engine.messages import Recipe
from engine.sentences import say

assert loader
# The margin on the predicted memory of computing one tensor: a share, and bytes.
MARGIN, LEAST_MARGIN = 0.05, 96 << 20
FLOATS = {"float16": mx.float16, "bfloat16": mx.bfloat16, "float32": mx.float32}


class LazyModel:
    """A model whose weights are not read yet. `quantize` changes it; `restore` undoes that.

    `view` is a safe view of the folder. Raises whatever the libraries raise.
    """

    def __init__(self, view: Path, vision: bool) -> None:
        self._vision = vision
        with few_modules(view):
            if vision:
                self._model: Any = mlx_vlm.utils.load_model(view, lazy=True)
                self._config = mlx_vlm.utils.load_config(view)
                self._config.setdefault("vision_config", {})
            else:
                self._model, self._config = mlx_lm.utils.load_model(view, lazy=True)
        read = _read_bytes(self._arrays(), {it.nbytes for it in read_tensors(shards(view))})
        cast = self._change_type()
        # A reference to the largest tensor would keep it in memory once it is computed.
        largest = max(self._arrays().values(), key=lambda it: it.nbytes)
        self._weights, self._bytes, self._dtype = largest.size, largest.nbytes, largest.dtype
        # Bytes of the largest tensor on its way to its quantization.
        self._raw = read + (self._bytes if cast else 0)
        del largest
        self._leaves = self._model.leaf_modules()
        self._groups = {it.shape[-1] for it in self._quantizable()}

    @property
    def size(self) -> int:
        """The bytes of all tensors, as quantized by now."""
        return sum(it.nbytes for it in self._arrays().values())

    def peak(self, recipe: Recipe) -> int:
        """Return the most bytes that `weight_writer` takes for the model as quantized by now."""
        at_once = self._raw + self._weights * workspace(recipe, self._dtype)
        file = min(self.size, max(MAX_FILE_GB << 30, self._bytes))
        return file + int(at_once * (1 + MARGIN)) + LEAST_MARGIN

    def problem(self, recipe: Recipe) -> str:
        """Return a sentence why a recipe cannot be used, "" if it can."""
        if recipe.mode != "affine" and not has_kernels(recipe):
            return say("This computer has no kernels for this format.")
        if not any(width % recipe.group_size == 0 for width in self._groups):
            return say(
                "No layer has a width that is a multiple of {group}.", group=recipe.group_size
            )
        if recipe.high_bits and not self._can_mix():
            return say("The layers of this family do not have the names that this recipe expects.")
        return ""

    def quantize(self, recipe: Recipe) -> dict[str, Any]:
        """Plan the quantization and return the config of the new model."""
        library = mlx_vlm.quant_utils if self._vision else mlx_lm.utils
        self._model, config = library.quantize_model(
            self._model,
            self._config,
            recipe.group_size,
            recipe.bits,
            mode=recipe.mode,
            quant_predicate=self._predicate(recipe),
        )
        return config

    def restore(self) -> None:
        self._model.update_modules(self._leaves)

    def save_config(self, config: dict[str, Any], path: Path) -> None:
        if self._vision:
            mlx_vlm.utils.save_config(config, config_path=path)
            return
        keep = "vision_tower" in getattr(self._model, "model", {})
        mlx_lm.utils.save_config(config, config_path=path, keep_vision_config=keep)

    def take_arrays(self) -> dict[str, mx.array]:
        """Return the tensors by name, leaving none in the model, so that each can be freed."""
        found = self._arrays()
        self._model.update(tree_map(lambda _: mx.array([]), self._model.parameters()))
        self._leaves = {}
        return found

    def _arrays(self) -> dict[str, mx.array]:
        return dict(tree_flatten(self._model.parameters()))

    def _quantizable(self) -> Iterator[mx.array]:
        leaves: list[Any] = list(tree_flatten(self._leaves, is_leaf=nn.Module.is_module))
        for path, module in leaves:
            skipped = self._vision and mlx_vlm.utils.skip_multimodal_module(path)
            if hasattr(module, "to_quantized") and not skipped:
                yield module.weight

    def _change_type(self) -> bool:
        """Give all weights the type that the config names, as both libraries do. Return True if
        one had another type."""
        text = self._config.get("text_config") or {}
        named = self._config.get("torch_dtype") or text.get("dtype")
        wanted = FLOATS.get(named) if isinstance(named, str) else None
        arrays = self._arrays().values()
        if wanted is None or not any(_is_float(it) and it.dtype != wanted for it in arrays):
            return False
        is_cast: Callable[[str], bool] = getattr(self._model, "cast_predicate", lambda _: True)

        def cast(name: str, value: mx.array) -> mx.array:
            return value.astype(wanted) if is_cast(name) and _is_float(value) else value

        self._model.update(tree_map_with_path(cast, self._model.parameters()))
        return True

    def _can_mix(self) -> bool:
        try:
            self._predicate(Recipe(4, high_bits=6))
            return True
        except (AttributeError, TypeError, ValueError):
            return False

    def _predicate(self, recipe: Recipe) -> Callable[..., Any] | None:
        """Return what decides how each layer is quantized, as the `convert` of its library does."""
        name = f"mixed_{recipe.bits}_{recipe.high_bits}"
        if recipe.high_bits and self._vision:
            return mixed_vision_predicate(name, self._model)
        if recipe.high_bits:
            return mixed_text_predicate(name, self._model, recipe.group_size)
        own = getattr(self._model, "quant_predicate", None)
        return partial(_outside_towers, own) if self._vision else own


def _outside_towers(own: Callable[..., Any] | None, path: str, module: nn.Module) -> Any:
    """Decide about a layer of a vision model: its towers stay as they are."""
    if mlx_vlm.utils.skip_multimodal_module(path):
        return False
    return own(path, module) if own is not None else True


def _is_float(value: mx.array) -> bool:
    return mx.issubdtype(value.dtype, mx.floating)


def _read_bytes(arrays: dict[str, mx.array], files: set[int]) -> int:
    """Return the most bytes that reading one tensor takes. `files` are the sizes of the tensors on
    disk: a tensor of another size is put together from several, or cut out of one."""
    largest = max(files, default=0)
    sizes = (it.nbytes for it in arrays.values())
    return max((it if it in files else it + max(it, largest) for it in sizes), default=0)


@cache
def workspace(recipe: Recipe, dtype: mx.Dtype) -> float:
    """Return the bytes per weight that quantizing takes beside the weights, measured on a small
    tensor: some formats have no kernel on some machines."""
    weight = mx.zeros((256, 2048), dtype)
    mx.eval(weight)
    before = mx.get_active_memory()
    mx.reset_peak_memory()
    mx.eval(mx.quantize(weight, **_options(recipe)))
    return max(0, mx.get_peak_memory() - before) / weight.size


@cache
def has_kernels(recipe: Recipe) -> bool:
    """Return True if this machine can multiply with weights in the recipe's format."""
    options: dict[str, Any] = {
        "group_size": recipe.group_size,
        "bits": recipe.bits,
        "mode": recipe.mode,
    }
    try:
        packed = mx.quantize(mx.ones((32, 128)), **options)
        mx.eval(mx.quantized_matmul(mx.ones((1, 128)), *packed, **options))
    except (RuntimeError, ValueError, TypeError):
        return False
    return True


def _options(recipe: Recipe) -> dict[str, Any]:
    """Return the recipe as arguments of MLX."""
    return {"group_size": recipe.group_size, "bits": recipe.bits, "mode": recipe.mode}
