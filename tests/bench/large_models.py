"""Random checkpoints of 15 GB and more, of families that the prediction was not fitted to."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mlx.core as mx
import mlx.nn as nn
import mlx_lm.utils
import mlx_vlm.utils

from tests.kit import tiny_checkpoint, tiny_text, tiny_vision

CONTEXT = {"max_position_embeddings": 40_960, "vocab_size": 151_936}
# Half of the layers of Qwen3-VL-32B, with its tower.
QWEN3_VL: dict[str, Any] = CONTEXT | {
    "hidden_size": 5120,
    "num_hidden_layers": 32,
    "intermediate_size": 25_600,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "rope_scaling": {"type": "default", "mrope_section": [24, 20, 20], "mrope_interleaved": True},
}
TOWER = {
    "depth": 27,
    "hidden_size": 1152,
    "intermediate_size": 4304,
    "num_heads": 16,
    "num_position_embeddings": 2304,
    "deepstack_visual_indexes": [8, 16, 24],
}
# Gemma 3 27B with twice its layers.
GEMMA3: dict[str, Any] = CONTEXT | {
    "hidden_size": 5376,
    "num_hidden_layers": 124,
    "intermediate_size": 21_504,
    "num_attention_heads": 32,
    "num_key_value_heads": 16,
    "head_dim": 128,
    "query_pre_attn_scalar": 168,
    "sliding_window": 1024,
    "sliding_window_pattern": 6,
    "tie_word_embeddings": True,
}
# Command R7B with the width of a larger one: three layers with a window for each full one, and
# attention beside the MLP.
COHERE2: dict[str, Any] = CONTEXT | {
    "model_type": "cohere2",
    "hidden_size": 6144,
    "num_hidden_layers": 24,
    "intermediate_size": 18_432,
    "num_attention_heads": 48,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "sliding_window": 4096,
    "sliding_window_pattern": 4,
    "tie_word_embeddings": True,
}
# Olmo 3 32B.
OLMO3: dict[str, Any] = CONTEXT | {
    "model_type": "olmo3",
    "hidden_size": 5120,
    "num_hidden_layers": 64,
    "intermediate_size": 27_648,
    "num_attention_heads": 40,
    "num_key_value_heads": 8,
    "head_dim": 128,
    "sliding_window": 4096,
    "layer_types": (["sliding_attention"] * 3 + ["full_attention"]) * 16,
    "rope_theta": 5e5,
    "tie_word_embeddings": False,
}
# gpt-oss 20B with twice its layers: experts, attention sinks and a short window.
GPT_OSS: dict[str, Any] = CONTEXT | {
    "model_type": "gpt_oss",
    "hidden_size": 2880,
    "num_hidden_layers": 48,
    "intermediate_size": 2880,
    "num_attention_heads": 64,
    "num_key_value_heads": 8,
    "head_dim": 64,
    "num_local_experts": 32,
    "num_experts_per_tok": 4,
    "sliding_window": 128,
    "layer_types": ["sliding_attention", "full_attention"] * 24,
    "rope_theta": 15e4,
    "tie_word_embeddings": False,
}
FOUR_BITS: dict[str, Any] = {"group_size": 64, "bits": 4}
# An image of 1024x1024 pixels stays as large as it is.
PIXELS = {"shortest_edge": 3136, "longest_edge": 1 << 24}


def qwen3_vl(folder: Path) -> None:
    """Save a dense vision model with numbers of 16 bits."""
    tiny_vision.qwen3_vl(folder)
    config = _config_of(folder)
    config["text_config"] |= QWEN3_VL
    config["vision_config"] |= TOWER | {"out_hidden_size": QWEN3_VL["hidden_size"]}
    module, _ = mlx_vlm.utils.get_model_and_args(dict(config))
    full = {"audio_config": {}} | json.loads(json.dumps(config))
    settings = module.ModelConfig.from_dict(full)
    settings = mlx_vlm.utils.update_module_configs(settings, module, full, ["text", "vision"])
    _save(folder, config, module.Model(settings))
    images = tiny_vision.IMAGES | {"size": PIXELS}
    tiny_checkpoint.write_json(folder, "preprocessor_config.json", images)


def gemma3_4bit(folder: Path) -> None:
    """Save a model with weights of 4 bits, and five sliding-window layers for each full one."""
    tiny_text.gemma3_text(folder)
    _save_text(folder, _config_of(folder) | GEMMA3, bits=4)


def cohere2(folder: Path) -> None:
    """Save a model with numbers of 16 bits and a window that is longer than short prompts."""
    tiny_text.llama(folder)
    _save_text(folder, _config_of(folder) | COHERE2)


def olmo3_4bit(folder: Path) -> None:
    """Save a model with weights of 4 bits, a long window and a head of its own."""
    tiny_text.llama(folder)
    _save_text(folder, _config_of(folder) | OLMO3, bits=4)


def gpt_oss_4bit(folder: Path) -> None:
    """Save a mixture of experts with weights of 4 bits."""
    tiny_text.gpt_oss(folder)
    _save_text(folder, _config_of(folder) | GPT_OSS, bits=4)


def _save_text(folder: Path, config: dict[str, Any], *, bits: int = 16) -> None:
    model_class, args_class = mlx_lm.utils._get_classes(config)
    model = model_class(args_class.from_dict(config))
    model.set_dtype(mx.bfloat16)
    if bits == 4:
        nn.quantize(model, **FOUR_BITS)
        config |= {"quantization": FOUR_BITS}
    _save(folder, config, model)


def _config_of(folder: Path) -> dict[str, Any]:
    """Return the config of a tiny checkpoint, and remove its weights."""
    (folder / "model.safetensors").unlink()
    return json.loads((folder / "config.json").read_text())


def _save(folder: Path, config: dict[str, Any], model: nn.Module) -> None:
    """Write weights that are computed shard by shard."""
    model.set_dtype(mx.bfloat16)
    tiny_checkpoint.write_json(folder, "config.json", config)
    mlx_lm.utils.save_model(folder, model, donate_model=True)


MODELS: dict[str, Callable[[Path], None]] = {
    "qwen3_vl": qwen3_vl,
    "gemma3, 4 bit": gemma3_4bit,
    "cohere2": cohere2,
    "olmo3, 4 bit": olmo3_4bit,
    "gpt_oss, 4 bit": gpt_oss_4bit,
}
