"""Tiny checkpoints of real families with random weights: config, weights, tokenizer, template."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import mlx.core as mx
import mlx_lm.utils
import mlx_vlm.utils
from mlx.utils import tree_flatten
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

SPECIAL = [
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
]
MARKERS = ["<think>", "</think>", "<tool_call>", "</tool_call>"]
TEMPLATE = """{%- for m in messages %}{{ '<|im_start|>' + m.role + '\n' }}
{%- if m.content is string %}{{ m.content }}{% else %}{% for part in m.content %}
{%- if part.type == 'image' %}{{ '<|vision_start|><|image_pad|><|vision_end|>' }}
{%- elif part.type == 'video' %}{{ '<|vision_start|><|video_pad|><|vision_end|>' }}
{%- else %}{{ part.text }}{% endif %}{% endfor %}{% endif %}{{ '<|im_end|>\n' }}
{%- endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}
{%- if enable_thinking %}{{ '<think>\n' }}{% endif %}{% endif %}"""
CORPUS = ["the quick brown fox jumps over the lazy dog and counts one two three shapes"] * 20
PICTURES = {
    "image_processor_type": "Qwen2VLImageProcessorFast",
    "processor_class": "Qwen3VLProcessor",
    "patch_size": 16,
    "temporal_patch_size": 2,
    "merge_size": 2,
    "size": {"shortest_edge": 3136, "longest_edge": 65536},
    "image_mean": [0.5] * 3,
    "image_std": [0.5] * 3,
}
CLIPS = {
    "video_processor_type": "Qwen3VLVideoProcessor",
    "patch_size": 16,
    "temporal_patch_size": 2,
    "merge_size": 2,
    "fps": 2.0,
    "min_frames": 4,
    "max_frames": 8,
    "size": {"shortest_edge": 4096, "longest_edge": 8 * 65536},
}


@cache
def tokenizer() -> Tokenizer:
    result = Tokenizer(models.BPE())
    result.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    result.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=SPECIAL,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    result.train_from_iterator(CORPUS, trainer)
    result.add_tokens([AddedToken(m, special=False, normalized=False) for m in MARKERS])
    return result


def token(text: str) -> int:
    found = tokenizer().token_to_id(text)
    assert found is not None, text
    return found


def qwen3(folder: Path, **changes: Any) -> None:
    """Dense text model of mlx-lm."""
    config = {
        "model_type": "qwen3",
        "hidden_size": 64,
        "num_hidden_layers": 2,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "rms_norm_eps": 1e-6,
        "rope_theta": 1e6,
        "max_position_embeddings": 4096,
        "tie_word_embeddings": False,
    }
    config |= _common() | changes
    model_class, args_class = mlx_lm.utils._get_classes(config)
    _save(folder, model_class(args_class.from_dict(config)), config)


def qwen2_5_vl(folder: Path) -> None:
    """Vision model with mRoPE and window attention in its tower."""
    text = {
        "num_hidden_layers": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "rms_norm_eps": 1e-6,
        "rope_theta": 1e6,
        "max_position_embeddings": 4096,
        "rope_scaling": {"type": "mrope", "mrope_section": [4, 2, 2]},
        "tie_word_embeddings": False,
    }
    vision = _tower("qwen2_5_vl") | {
        "patch_size": 14,
        "spatial_patch_size": 14,
        "window_size": 112,
        "fullatt_block_indexes": [1],
        "tokens_per_second": 2,
    }
    config = {"model_type": "qwen2_5_vl", **text, **_media_ids(), "vision_config": vision}
    _save_vision(folder, config | _common(), patch=14, processor="Qwen2_5_VLProcessor")


def qwen3_5(folder: Path) -> None:
    """Hybrid vision model: linear attention with a recurrent state, every fourth layer full."""
    text = {
        "model_type": "qwen3_5_text",
        "hidden_size": 64,
        "intermediate_size": 128,
        "linear_num_value_heads": 4,
        "linear_num_key_heads": 2,
        "linear_key_head_dim": 32,
        "linear_value_head_dim": 32,
        "linear_conv_kernel_dim": 4,
        "num_hidden_layers": 4,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "head_dim": 64,
        "rms_norm_eps": 1e-6,
        "max_position_embeddings": 4096,
        "tie_word_embeddings": False,
        "full_attention_interval": 4,
        "rope_parameters": {
            "type": "default",
            "mrope_section": [4, 2, 2],
            "rope_theta": 1e5,
            "partial_rotary_factor": 0.25,
        },
        **_common(),
    }
    vision = _tower("qwen3_5") | {"num_position_embeddings": 256, "deepstack_visual_indexes": []}
    config = {
        "model_type": "qwen3_5",
        "text_config": text,
        "vision_config": vision,
        **_media_ids(),
        **_common(),
    }
    _save_vision(folder, config, patch=16, processor="Qwen3VLProcessor")


FAMILIES: dict[str, Callable[[Path], None]] = {
    "qwen3": qwen3,
    "qwen2_5_vl": qwen2_5_vl,
    "qwen3_5": qwen3_5,
}


def _common() -> dict[str, Any]:
    return {"vocab_size": tokenizer().get_vocab_size(), "eos_token_id": [token("<|im_end|>")]}


def _media_ids() -> dict[str, int]:
    return {
        "image_token_id": token("<|image_pad|>"),
        "video_token_id": token("<|video_pad|>"),
        "vision_start_token_id": token("<|vision_start|>"),
        "vision_end_token_id": token("<|vision_end|>"),
    }


def _tower(model_type: str) -> dict[str, Any]:
    return {
        "model_type": model_type,
        "depth": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "out_hidden_size": 64,
        "num_heads": 4,
        "patch_size": 16,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "in_channels": 3,
    }


def _save_vision(folder: Path, config: dict[str, Any], *, patch: int, processor: str) -> None:
    module, _ = mlx_vlm.utils.get_model_and_args(dict(config))
    full = json.loads(json.dumps(config)) | {"audio_config": {}}
    full.setdefault("text_config", {})
    model_config = module.ModelConfig.from_dict(full)
    parts = ["text", "vision", "perceiver", "projector", "audio"]
    model_config = mlx_vlm.utils.update_module_configs(model_config, module, full, parts)
    _save(folder, module.Model(model_config), config)
    _write(folder, "preprocessor_config.json", PICTURES | {"patch_size": patch})
    _write(folder, "video_preprocessor_config.json", CLIPS | {"patch_size": patch})
    _write(folder, "processor_config.json", {"processor_class": processor})


def _save(folder: Path, model: Any, config: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    mx.random.seed(0)
    parameters: list[Any] = list(tree_flatten(model.parameters()))
    weights: dict[str, mx.array] = {
        name: mx.random.normal(value.shape) * 0.08 if value.ndim >= 2 else value
        for name, value in parameters
    }
    mx.save_safetensors(str(folder / "model.safetensors"), weights, metadata={"format": "mlx"})
    _write(folder, "config.json", config)
    tokenizer().save(str(folder / "tokenizer.json"))
    (folder / "chat_template.jinja").write_text(TEMPLATE)
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": "<|im_end|>",
        "pad_token": "<|endoftext|>",
        "chat_template": TEMPLATE,
        "model_max_length": 4096,
    }
    _write(folder, "tokenizer_config.json", settings)


def _write(folder: Path, name: str, value: Any) -> None:
    (folder / name).write_text(json.dumps(value, indent=1))
