"""Check the folder of a LoRA adapter, which is as untrusted as that of a model."""

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from engine.checkpoints import tensor_headers, weight_files
from engine.checkpoints.tensor_headers import Tensor
from engine.errors import Refused, reason
from engine.frozen import frozen
from engine.plain_names import folder_name
from engine.sentences import say
from engine.system import bounded_json
from engine.system.files import check_file, read_file

CONFIG, WEIGHTS = "adapter_config.json", "adapters.safetensors"
MAX_CONFIG, MAX_TENSORS, MAX_KEYS = 4 << 20, 100_000, 20_000
MAX_RANK, MAX_SCALE, MAX_LAYERS = 4096, 1e4, 1000
ITEM_SIZES = {"F32": 4, "F16": 2, "BF16": 2}
# Names of the tensors that the two libraries write for one layer.
FIRST, LAST = ("lora_a", "A"), ("lora_b", "B")
LEAVES = frozenset((*FIRST, *LAST, "m"))
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_]*(\.[A-Za-z0-9][A-Za-z0-9_]*)*")

# Shapes of one layer's tensors by their names.
Layer = Mapping[str, tuple[int, ...]]
# The input and output size of a layer, after the number of experts if it has some. An unknown size
# is None.
Sizes = tuple[int | None, ...]


@frozen
class AdapterFiles:
    """An adapter that passed all checks. `settings` are those that the libraries read, and nothing
    else; `legacy` ones are of mlx-vlm's first schema. `layers` are by the names of the model's
    layers. `base` is the name of the model that it was trained on, "" if it does not say."""

    folder: Path
    settings: dict[str, Any]
    layers: Mapping[str, Layer]
    nbytes: int
    base: str = ""
    state: weight_files.State = field(default=(), repr=False)

    @property
    def legacy(self) -> bool:
        return "lora_parameters" not in self.settings


def read_adapter(folder: Path) -> AdapterFiles:
    """Check the folder of an adapter. Raises Refused with a sentence."""
    try:
        state = weight_files.state(folder)
        found = _config(folder)
        settings = _settings(found, folder)
        weights = folder / WEIGHTS
        check_file(weights)
        tensors = tensor_headers.read_tensors([weights])
        weight_files.check_weights(weights)
    except OSError as error:
        raise Refused(_unreadable(folder, error)) from error
    except ValueError as error:
        raise Refused(_damaged(folder, WEIGHTS)) from error
    nbytes = sum(tensor.nbytes for tensor in tensors)
    return AdapterFiles(folder, settings, _layers(tensors, folder), nbytes, _base(found), state)


def misfit(adapter: AdapterFiles, sizes_of: Callable[[str], Iterable[Sizes] | None]) -> str:
    """Return the name of the first layer that the base model does not have in these sizes, or "".

    `sizes_of` returns the sizes that a layer may have; None if nothing is known of it.
    """
    for name, layer in adapter.layers.items():
        known = sizes_of(name)
        if known is not None and not any(_fits(layer, sizes) for sizes in known):
            return name
    return ""


def check_base(adapter: AdapterFiles, tensors: Iterable[Tensor], base: Path) -> None:
    """Raise Refused if the adapter cannot belong to a model with these tensors. Names may differ
    between a file and the loaded model, so a layer that is not found says nothing."""
    found = list(tensors)
    quantized = {it.name.removesuffix(".scales") for it in found if it.name.endswith(".scales")}
    known: dict[str, list[Sizes]] = {}
    for tensor in found:
        name = tensor.name.removesuffix(".weight")
        if name != tensor.name and len(tensor.shape) in (2, 3):
            sizes = _sizes(name, tensor.shape, packed=name in quantized)
            known.setdefault(_from_layers(name), []).append(sizes)
    if wrong := misfit(adapter, lambda name: known.get(_from_layers(name))):
        raise Refused(other_base(adapter, folder_name(base), wrong))


def other_base(adapter: AdapterFiles, base: str, layer: str) -> str:
    """Return the sentence for an adapter that was trained on another model."""
    trained = (
        say("It was trained on {model}.", model=adapter.base[:200])
        if adapter.base
        else say("Choose the adapter's own base model.")
    )
    return say(
        "{adapter} does not belong to {base}: {base} has no layer {layer} of the adapter's size. "
        "{trained}",
        adapter=folder_name(adapter.folder),
        base=base,
        layer=layer[:200],
        trained=trained,
    )


def damaged_settings(folder: Path) -> str:
    return say(
        "{name} in {folder} does not match the adapter's weights. Download the adapter again.",
        name=CONFIG,
        folder=folder_name(folder),
    )


def _config(folder: Path) -> dict[str, Any]:
    if not (folder / CONFIG).exists():
        raise Refused(
            "{folder} has no adapter: {name} is missing. Choose the folder that holds {name} and "
            "{weights}.",
            folder=folder_name(folder),
            name=CONFIG,
            weights=WEIGHTS,
        )
    try:
        found = bounded_json.parsed(read_file(folder / CONFIG, MAX_CONFIG))
    except ValueError as error:
        raise Refused(_damaged(folder, CONFIG)) from error
    if not isinstance(found, dict):
        raise Refused(_damaged(folder, CONFIG))
    if "peft_type" in found:
        raise Refused(
            "{folder} is an adapter for PyTorch, which MLX cannot apply. Choose an adapter that "
            "was trained with mlx-lm or mlx-vlm.",
            folder=folder_name(folder),
        )
    return found


def _settings(found: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return the settings that the libraries read, each within its bounds. Raises Refused."""
    kind = found.get("fine_tune_type", "lora")
    if kind == "full":
        raise Refused(
            "{folder} holds all weights of a fine-tuned model, not a LoRA adapter. Fuse it with "
            "its base model, and open the result as a model.",
            folder=folder_name(folder),
        )
    if kind not in ("lora", "dora"):
        raise _wrong(folder, "fine_tune_type")
    inner = found.get("lora_parameters")
    if inner is None:
        return _legacy(found, folder)
    if not isinstance(inner, dict):
        raise _wrong(folder, "lora_parameters")
    parameters: dict[str, Any] = {
        "rank": _number(inner, "rank", 1, MAX_RANK, folder),
        "scale": _number(inner, "scale", -MAX_SCALE, MAX_SCALE, folder, whole=False),
        "dropout": _number(inner, "dropout", 0, 0.999, folder, whole=False, default=0.0),
    }
    if inner.get("keys") is not None:
        parameters["keys"] = _keys(inner["keys"], folder)
    layers = _number(found, "num_layers", -1, MAX_LAYERS, folder, default=-1)
    return {"fine_tune_type": kind, "num_layers": layers, "lora_parameters": parameters}


def _legacy(found: dict[str, Any], folder: Path) -> dict[str, Any]:
    return {
        "rank": _number(found, "rank", 1, MAX_RANK, folder),
        "alpha": _number(found, "alpha", -MAX_SCALE, MAX_SCALE, folder, whole=False, default=0.1),
        "dropout": _number(found, "dropout", 0, 0.999, folder, whole=False, default=0.1),
    }


def _number(
    found: dict[str, Any],
    name: str,
    least: float,
    most: float,
    folder: Path,
    *,
    whole: bool = True,
    default: float | None = None,
) -> float:
    value = found.get(name, default)
    kinds = (int,) if whole else (int, float)
    if type(value) not in kinds or not math.isfinite(value) or not least <= value <= most:
        raise _wrong(folder, name)
    return value


def _keys(value: Any, folder: Path) -> list[str]:
    if not isinstance(value, list) or len(value) > MAX_KEYS:
        raise _wrong(folder, "keys")
    if not all(isinstance(it, str) and len(it) < 300 and _KEY.fullmatch(it) for it in value):
        raise _wrong(folder, "keys")
    return value


def _layers(tensors: list[Tensor], folder: Path) -> Mapping[str, Layer]:
    """Return the shapes by layer. Raises Refused for tensors that are no part of an adapter."""
    found: dict[str, dict[str, tuple[int, ...]]] = {}
    for tensor in tensors:
        name, _, leaf = tensor.name.rpartition(".")
        size = ITEM_SIZES.get(tensor.dtype, 0) * math.prod(tensor.shape)
        if leaf not in LEAVES or size != tensor.nbytes or not _KEY.fullmatch(name):
            raise Refused(_damaged(folder, WEIGHTS))
        found.setdefault(name, {})[leaf] = tensor.shape
    whole = all(any(it in layer for it in FIRST) for layer in found.values())
    whole = whole and all(any(it in layer for it in LAST) for layer in found.values())
    if not found or not whole or len(tensors) > MAX_TENSORS:
        raise Refused(_damaged(folder, WEIGHTS))
    return found


def _fits(layer: Layer, sizes: Sizes) -> bool:
    """Return True if a layer of these sizes can take the tensors of the adapter."""
    first = next(layer[name] for name in FIRST if name in layer)
    last = next(layer[name] for name in LAST if name in layer)
    if len(sizes) == 3 and len(first) == len(last) == 3:
        # The libraries write these as (experts, rank, in) and (experts, out, rank).
        actual = (first[0], first[2], last[1])
        whole = first[1] == last[2] and first[0] == last[0]
    elif len(sizes) == len(first) == len(last) == 2:
        actual, whole = (first[0], last[1]), first[1] == last[0]
    else:
        return False
    magnitude = layer.get("m", (actual[-1],))
    by_layer = zip(actual, sizes, strict=True)
    rows = (actual[-1], actual[0])
    same = all(size is None or value == size for value, size in by_layer)
    return whole and same and len(magnitude) == 1 and magnitude[0] in rows


def _sizes(name: str, shape: tuple[int, ...], *, packed: bool) -> Sizes:
    """Return the sizes of a layer by its weight; those that are packed into words are unknown."""
    if "embed" in name.rpartition(".")[2]:
        return shape[0], None if packed else shape[1]
    *experts, out, size_in = shape
    return *experts, None if packed else size_in, out


def _from_layers(name: str) -> str:
    """Return the part of a name that a file and the loaded model have in common."""
    at = name.find("layers.")
    return name[at:] if at >= 0 else name.rpartition(".")[2]


def _base(found: dict[str, Any]) -> str:
    for key in ("model", "base_model_name_or_path", "model_path"):
        value = found.get(key)
        if isinstance(value, str) and value.strip():
            return " ".join(value.split()).rstrip("/").rpartition("/")[2][:200]
    return ""


def _wrong(folder: Path, name: str) -> Refused:
    return Refused(
        "{config} in {folder} is damaged, or not supported: {name} has a value that no adapter "
        "needs. Download the adapter again, or choose another one.",
        config=CONFIG,
        folder=folder_name(folder),
        name=name,
    )


def _damaged(folder: Path, name: str) -> str:
    return say(
        "{name} in {folder} is damaged, or not that of a LoRA adapter. Download the adapter again.",
        name=name,
        folder=folder_name(folder),
    )


def _unreadable(folder: Path, error: OSError) -> str:
    return say(
        "The adapter in {folder} cannot be read: {reason}. Choose the folder that holds {name}.",
        folder=folder_name(folder)[:80],
        reason=reason(error),
        name=WEIGHTS,
    )
