"""Tiny drafting heads and drafters for checkpoints of the kit."""

import json
import shutil
from importlib import import_module
from pathlib import Path
from typing import Any

import mlx.core as mx
from mlx.utils import tree_flatten

# Tensors that end a block: with zeros, the block adds nothing.
ENDS = ("o_proj.weight", "out_proj.weight", "down_proj.weight")


def add_head(folder: Path, *, knowing: bool = False, seed: int = 5) -> None:
    """Add a drafting head of one layer to the Qwen3.5 in a folder, as the original checkpoints have
    it. With `knowing`, each next token depends on the last one alone, in the model and in the head,
    so that the head is always right."""
    path = folder / "model.safetensors"
    stored: Any = mx.load(str(path), return_metadata=True)
    weights, metadata = dict(stored[0]), stored[1]
    if knowing:
        ended = {name: mx.zeros_like(it) for name, it in weights.items() if name.endswith(ENDS)}
        weights |= ended
        mx.save_safetensors(str(path), weights, metadata=metadata)
    mx.save_safetensors(
        str(folder / "model-mtp.safetensors"),
        {f"mtp.{name}": it for name, it in _head(weights, metadata, knowing, seed).items()},
        metadata=metadata,
    )


def _head(
    weights: dict[str, mx.array], metadata: dict[str, str], knowing: bool, seed: int
) -> dict[str, mx.array]:
    # A layer with full attention, as that of the head.
    full = next(name for name in weights if "self_attn.q_proj" in name and "visual" not in name)
    mark = f"layers.{full.partition('layers.')[2].partition('.')[0]}."
    layer = {name[name.index(mark) :]: it for name, it in weights.items() if mark in name}
    layer = {name: it for name, it in layer.items() if "visual" not in name}
    size = next(it for name, it in layer.items() if name.endswith("input_layernorm.weight")).size
    mx.random.seed(seed)
    fc = mx.random.normal((size, 2 * size)) * 0.1
    if knowing:
        fc = mx.concatenate([mx.eye(size), mx.zeros((size, size))], axis=1)
    # The makers' layout has what is added to 1.
    one = mx.ones(size) if metadata["format"] == "mlx" else mx.zeros(size)
    norms = ("pre_fc_norm_embedding", "pre_fc_norm_hidden", "norm")
    made = {name.replace(mark, "layers.0."): it for name, it in layer.items()}
    return made | {"fc.weight": fc} | {f"{name}.weight": one for name in norms}


def save_assistant(folder: Path, model: Path, *, seed: int = 7, **changes: Any) -> None:
    """Save an assistant for the Gemma 4 in a folder: two layers, one of each kind of attention."""
    text = json.loads((model / "config.json").read_text())["text_config"]
    drafts = import_module("mlx_vlm.speculative.drafters.gemma4_assistant")
    config = {
        "model_type": "gemma4_assistant",
        "backbone_hidden_size": text["hidden_size"],
        "tie_word_embeddings": True,
        "text_config": text
        | {
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_hidden_layers": 2,
            "layer_types": ["sliding_attention", "full_attention"],
            "num_kv_shared_layers": 2,
            "hidden_size_per_layer_input": 0,
        },
    } | changes
    made = drafts.Model(drafts.ModelConfig.from_dict(config))
    mx.random.seed(seed)
    parameters: list[Any] = list(tree_flatten(made.parameters()))
    weights = {
        name: mx.random.normal(it.shape) * 0.2 if it.ndim > 1 else it for name, it in parameters
    }
    folder.mkdir()
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata={"format": "mlx"})
    (folder / "config.json").write_text(json.dumps(config))
    shutil.copy(model / "tokenizer.json", folder)


def save_dflash(folder: Path, model: Path, *, seed: int = 11, **changes: Any) -> None:
    """Save a DFlash drafter of two layers for the model in a folder, without a tokenizer, as its
    makers offer it."""
    config = json.loads((model / "config.json").read_text())
    text = config | (config.get("text_config") or {})
    layers = text["num_hidden_layers"]
    config = {
        "model_type": "qwen3",
        "architectures": ["DFlashDraftModel"],
        "hidden_size": text["hidden_size"],
        "vocab_size": text["vocab_size"],
        "intermediate_size": 64,
        "num_hidden_layers": 2,
        "num_attention_heads": 2,
        "num_key_value_heads": 1,
        "head_dim": 16,
        "block_size": 8,
        "num_target_layers": layers,
        "dflash_config": {"mask_token_id": 3, "target_layer_ids": [0, layers - 1]},
    } | changes
    drafts = import_module("mlx_vlm.speculative.drafters.qwen3_dflash")
    made = drafts.Model(drafts.ModelConfig.from_dict(config))
    mx.random.seed(seed)
    parameters: list[Any] = list(tree_flatten(made.parameters()))
    weights = {
        name: mx.random.normal(it.shape) * 0.2 if it.ndim > 1 else it for name, it in parameters
    }
    folder.mkdir()
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata={"format": "mlx"})
    (folder / "config.json").write_text(json.dumps(config))
