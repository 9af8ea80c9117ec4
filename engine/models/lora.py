"""Apply a checked LoRA adapter to a loaded model, by the function of the model's library."""

import json
import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import mlx.core as mx
import mlx.nn as nn
from mlx.utils import tree_flatten
from mlx_lm.models import switch_layers
from mlx_lm.tuner import utils as text_tuner
from mlx_vlm.models import switch_layers as vision_switch_layers
from mlx_vlm.trainer.peft import utils as vision_tuner

from engine.checkpoints.adapter_files import (
    CONFIG,
    LEAVES,
    WEIGHTS,
    AdapterFiles,
    Sizes,
    damaged_settings,
    misfit,
    other_base,
)
from engine.checkpoints.guard import VIEW_PREFIX
from engine.errors import Refused
from engine.plain_names import folder_name

log = logging.getLogger(__name__)

_LINEAR = (nn.Linear, nn.QuantizedLinear)
_EMBEDDING = (nn.Embedding, nn.QuantizedEmbedding)
_EXPERTS = (
    switch_layers.SwitchLinear,
    switch_layers.QuantizedSwitchLinear,
    vision_switch_layers.SwitchLinear,
    vision_switch_layers.QuantizedSwitchLinear,
)


def apply_adapter(model: Any, adapter: AdapterFiles, base: str, *, vision: bool) -> None:
    """Put the adapter into the layers of `model`, whose name is `base`. Raises Refused if it does
    not belong to this model; the model is of no use then."""
    _check_layers(model, adapter, base, vision=vision)
    before = _adapter_names(model)
    try:
        with _clean_copy(adapter) as folder:
            if vision:
                vision_tuner.apply_lora_layers(model, folder)
            else:
                text_tuner.load_adapters(model, str(folder))
            made = _adapter_names(model) - before
            _check_complete(made, adapter)
            model.eval()
            # the weights of the model itself may still be on the disk
            mx.eval(_adapter_arrays(model))
    except (Refused, MemoryError):
        raise
    except Exception as error:
        log.warning("applying %r: %s", adapter.folder.name, str(error)[:300])
        raise Refused(damaged_settings(adapter.folder)) from error


def _check_layers(model: Any, adapter: AdapterFiles, base: str, *, vision: bool) -> None:
    modules = dict(model.named_modules())

    def sizes_of(name: str) -> list[Sizes]:
        module = modules.get(name)
        sizes = _sizes(module) if module is not None else None
        return [sizes] if sizes else []

    if wrong := misfit(adapter, sizes_of):
        raise Refused(other_base(adapter, base, wrong))
    if adapter.legacy and not vision:
        raise Refused(
            "{adapter} was trained with mlx-vlm, for a model that sees images, and {base} is a "
            "text model. Choose the adapter's own base model.",
            adapter=folder_name(adapter.folder),
            base=base,
        )


def _sizes(module: Any) -> Sizes | None:
    """Return what goes into a layer and what comes out; None if it cannot take an adapter."""
    if isinstance(module, _EXPERTS):
        return module.num_experts, module.input_dims, module.output_dims
    if isinstance(module, _LINEAR + _EMBEDDING):
        rows, columns = module.weight.shape
        if isinstance(module, nn.QuantizedLinear | nn.QuantizedEmbedding):
            columns = columns * 32 // module.bits
        return (rows, columns) if isinstance(module, _EMBEDDING) else (columns, rows)
    return None


def _adapter_names(model: Any) -> set[str]:
    found = tree_flatten(model.parameters())
    return {name for name, _ in found if name.rpartition(".")[2] in LEAVES}


def _adapter_arrays(model: Any) -> list[mx.array]:
    found: list[Any] = list(tree_flatten(model.parameters()))
    return [array for name, array in found if name.rpartition(".")[2] in LEAVES]


def _check_complete(made: set[str], adapter: AdapterFiles) -> None:
    """Raise Refused unless the settings make exactly the layers that have weights: a layer without
    them would be filled at random, in any size."""
    given = {f"{name}.{leaf}" for name, layer in adapter.layers.items() for leaf in layer}
    if made != given:
        raise Refused(damaged_settings(adapter.folder))


@contextmanager
def _clean_copy(adapter: AdapterFiles) -> Iterator[Path]:
    """Provide a folder with the checked settings and a link to the weights."""
    with TemporaryDirectory(prefix=f"{VIEW_PREFIX}{os.getpid()}-adapter-") as name:
        folder = Path(name)
        (folder / CONFIG).write_text(json.dumps(adapter.settings))
        (folder / WEIGHTS).symlink_to((adapter.folder / WEIGHTS).resolve())
        yield folder
