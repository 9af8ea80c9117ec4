"""Random checkpoints of different families, of some tens of megabytes each."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import mlx.core as mx

from tests.kit import tiny_text, tiny_vision

TEXT: dict[str, Any] = {
    "hidden_size": 256,
    "num_hidden_layers": 4,
    "intermediate_size": 768,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "head_dim": 64,
    "vocab_size": 16_000,
}
# Two layers of full attention: that of the very last layer is not computed for most chunks.
HYBRID = TEXT | {"num_hidden_layers": 8}
HALF = ["sliding_attention", "full_attention"] * 2
GEMMA = TEXT | {"query_pre_attn_scalar": 64, "sliding_window": 128}
PER_LAYER = TEXT | {"global_head_dim": 128, "num_hidden_layers": 6}
EXPERTS = {"num_experts": 16, "num_experts_per_tok": 4, "moe_intermediate_size": 256}
DEEPSEEK = {
    "model_type": "deepseek_v3",
    "kv_lora_rank": 128,
    "q_lora_rank": 128,
    "qk_rope_head_dim": 32,
    "qk_nope_head_dim": 64,
    "v_head_dim": 64,
    "n_routed_experts": 16,
    "n_shared_experts": 1,
    "num_experts_per_tok": 4,
    "moe_intermediate_size": 256,
    "n_group": 1,
    "topk_group": 1,
    "first_k_dense_replace": 1,
    "num_key_value_heads": 4,
    "rope_theta": 1e4,
}
LFM2 = {
    "model_type": "lfm2",
    "norm_eps": 1e-5,
    "conv_bias": False,
    "conv_L_cache": 3,
    "block_dim": 256,
    "block_ff_dim": 768,
    "block_multiple_of": 256,
    "block_ffn_dim_multiplier": 1.0,
    "block_auto_adjust_ff_dim": False,
    "full_attn_idxs": [1, 3],
    "rope_theta": 1e6,
}


def qwen3_moe(folder: Path) -> None:
    """Save a mixture of experts with each expert's tensors on their own, as on the hub."""
    moe = EXPERTS | {"decoder_sparse_step": 1, "mlp_only_layers": [], "norm_topk_prob": True}
    _random(folder, {"model_type": "qwen3_moe", "rope_theta": 1e6, **moe})
    path = folder / "model.safetensors"
    weights: dict[str, mx.array] = {}
    loaded: Any = mx.load(str(path))
    for name, value in loaded.items():
        before, found, after = name.partition("switch_mlp.")
        if found:
            each = {f"{before}experts.{n}.{after}": mx.array(it) for n, it in enumerate(value)}
        else:
            each = {name: value}
        weights |= each
    mx.eval(list(weights.values()))
    mx.save_safetensors(str(path), weights, metadata={"format": "mlx"})


def _random(folder: Path, config: dict[str, Any]) -> None:
    known = tiny_text._dense(config["model_type"])
    tiny_text._save_text(folder, known | TEXT | config)


def llama_16bit(folder: Path) -> None:
    """Save a model with numbers of 16 bits."""
    tiny_text.llama(folder, **TEXT | {"vocab_size": 32_000})
    path = str(folder / "model.safetensors")
    loaded: Any = mx.load(path)
    weights = {name: value.astype(mx.bfloat16) for name, value in loaded.items()}
    mx.eval(list(weights.values()))
    mx.save_safetensors(path, weights, metadata={"format": "mlx"})


MODELS: dict[str, Callable[[Path], None]] = {
    "qwen3": lambda folder: tiny_text.qwen3(folder, **TEXT),
    "llama, 16 bit": llama_16bit,
    "mistral": lambda folder: tiny_text.mistral(folder, **TEXT, layer_types=HALF),
    "gemma3_text": lambda folder: tiny_text.gemma3_text(folder, **GEMMA),
    "gpt_oss": lambda folder: tiny_text.gpt_oss(
        folder, **TEXT | {"intermediate_size": 256, "num_local_experts": 8, "layer_types": HALF}
    ),
    "qwen3_5_text": lambda folder: tiny_text.qwen3_5_text(folder, **HYBRID),
    "qwen3_moe": qwen3_moe,
    "deepseek_v3": lambda folder: _random(folder, DEEPSEEK),
    "lfm2": lambda folder: _random(folder, LFM2),
    "qwen2_5_vl": lambda folder: tiny_vision.qwen2_5_vl(folder, **TEXT),
    "qwen3_vl": lambda folder: tiny_vision.qwen3_vl(folder, **TEXT),
    "qwen3_5": lambda folder: tiny_vision.qwen3_5(folder, **HYBRID),
    "gemma3": lambda folder: tiny_vision.gemma3(folder, **GEMMA),
    "gemma4": lambda folder: tiny_vision.gemma4(folder, **TEXT | {"global_head_dim": 128}),
    "gemma4_ple": lambda folder: tiny_vision.gemma4_ple(folder, **PER_LAYER),
}
