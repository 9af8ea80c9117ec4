"""Tiny text checkpoints of mlx-lm's families."""

from pathlib import Path
from typing import Any

from engine.models import library_setup as library_setup

# isort: split

import mlx.core as mx

from tests.kit.tiny_checkpoint import library, made_once, save, vocabulary

# Shorter than most of the tests' prompts.
WINDOW = 24


@made_once
def qwen3(folder: Path, **changes: Any) -> None:
    """Save a dense model. Tests rely on the answers that these weights give."""
    config = _dense("qwen3") | {"head_dim": 16, "rope_theta": 1e6}
    _save_text(folder, config | changes, scale=0.08)


@made_once
def llama(folder: Path, **changes: Any) -> None:
    """Save a dense model."""
    _save_text(folder, _dense("llama") | changes)


@made_once
def mistral(folder: Path, **changes: Any) -> None:
    """Save what mlx-lm loads as llama, with a sliding window in some layers like Ministral."""
    layers = ["sliding_attention", "full_attention"]
    config = _dense("mistral") | {"layer_types": layers, "sliding_window": WINDOW}
    _save_text(folder, config | changes)


@made_once
def gemma3_text(folder: Path, **changes: Any) -> None:
    """Save a model with two sliding-window layers for each full one."""
    config = _dense("gemma3_text") | {
        "num_hidden_layers": 3,
        "head_dim": 16,
        "query_pre_attn_scalar": 16,
        "sliding_window": WINDOW,
        "sliding_window_pattern": 3,
    }
    _save_text(folder, config | changes, seed=1)


@made_once
def gpt_oss(folder: Path, **changes: Any) -> None:
    """Save a mixture of experts with attention sinks and a sliding window in every other layer."""
    config = _dense("gpt_oss") | {
        "head_dim": 16,
        "num_local_experts": 4,
        "num_experts_per_tok": 2,
        "sliding_window": WINDOW,
        "layer_types": ["sliding_attention", "full_attention"],
    }
    _save_text(folder, config | changes, seed=2)


@made_once
def qwen3_moe(folder: Path, **changes: Any) -> None:
    """Save a mixture of experts, with a dense layer before it."""
    config = _dense("qwen3_moe") | {
        "head_dim": 16,
        "rope_theta": 1e6,
        "num_experts": 4,
        "num_experts_per_tok": 2,
        "decoder_sparse_step": 1,
        "mlp_only_layers": [0],
        "moe_intermediate_size": 32,
        "norm_topk_prob": True,
    }
    _save_text(folder, config | changes, seed=3)


@made_once
def qwen3_5_text(folder: Path, **changes: Any) -> None:
    """Save the text half of a hybrid vision model, without a processor."""
    text = qwen3_5_language() | changes
    _save_text(folder, {"model_type": "qwen3_5", "text_config": text, **vocabulary()})


@made_once
def qwen3_next(folder: Path, **changes: Any) -> None:
    """Save a hybrid model with experts, in the layout of its makers: mlx-lm leaves out a drafting
    head of that one only."""
    config = qwen3_5_language() | {
        "model_type": "qwen3_next",
        "num_experts": 4,
        "num_experts_per_tok": 2,
        "decoder_sparse_step": 1,
        "mlp_only_layers": [],
        "norm_topk_prob": True,
        "moe_intermediate_size": 32,
        "shared_expert_intermediate_size": 32,
        "rope_theta": 1e5,
        "partial_rotary_factor": 0.25,
    }
    del config["rope_parameters"]
    _save_text(folder, config | changes)
    path = folder / "model.safetensors"
    weights: dict[str, mx.array] = {}
    stored: Any = mx.load(str(path))
    for name, value in stored.items():
        before, found, after = name.partition("switch_mlp")
        if found:
            parts = enumerate(value)
            weights |= {f"{before}experts.{number}{after}": it for number, it in parts}
        else:
            # These norms are stored as what is added to 1.
            added = name.endswith("norm.weight") and "linear_attn" not in name
            weights[name] = value - 1 if added else value
    mx.save_safetensors(str(path), weights, metadata={"format": "pt"})


def qwen3_5_language() -> dict[str, Any]:
    """Return a config with recurrent linear attention and full attention in every other
    layer."""
    # A prefill inverts matrices of this size row by row, which takes a CPU 10 ms with the usual 64.
    chunked = library("mlx_vlm.models.qwen3_5.gated_delta").gated_delta_chunked
    chunked.__defaults__ = (None, 16)
    return _dense("qwen3_5_text") | {
        "linear_num_value_heads": 4,
        "linear_num_key_heads": 2,
        "linear_key_head_dim": 32,
        "linear_value_head_dim": 32,
        "linear_conv_kernel_dim": 4,
        "num_hidden_layers": 3,
        "head_dim": 64,
        "full_attention_interval": 2,
        "rope_parameters": {
            "type": "default",
            "mrope_section": [4, 2, 2],
            "rope_theta": 1e5,
            "partial_rotary_factor": 0.25,
        },
    }


def _dense(model_type: str) -> dict[str, Any]:
    return {
        "model_type": model_type,
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "rms_norm_eps": 1e-6,
        "max_position_embeddings": 4096,
        "tie_word_embeddings": False,
        **vocabulary(),
    }


def _save_text(folder: Path, config: dict[str, Any], *, scale: float = 0.2, seed: int = 0) -> None:
    model_class, args_class = library("mlx_lm.utils")._get_classes(config)
    arguments = args_class.from_dict(config)
    save(folder, lambda: model_class(arguments), config, scale=scale, seed=seed)
