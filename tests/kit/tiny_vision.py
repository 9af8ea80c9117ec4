"""Tiny vision checkpoints of mlx-vlm's families."""

import json
from pathlib import Path
from typing import Any

from tests.kit.tiny_checkpoint import (
    GEMMA,
    library,
    made_once,
    save,
    save_tokenizer,
    token,
    vocabulary,
    write_json,
)
from tests.kit.tiny_text import qwen3_5_language

# Shorter than the tests' prompts and than an image.
WINDOW = 24
IMAGES = {
    "image_processor_type": "Qwen2VLImageProcessorFast",
    "processor_class": "Qwen3VLProcessor",
    "patch_size": 16,
    "temporal_patch_size": 2,
    "merge_size": 2,
    "size": {"shortest_edge": 3136, "longest_edge": 65536},
    "image_mean": [0.5] * 3,
    "image_std": [0.5] * 3,
}
VIDEOS = {
    "video_processor_type": "Qwen3VLVideoProcessor",
    "patch_size": 16,
    "temporal_patch_size": 2,
    "merge_size": 2,
    "fps": 2.0,
    "min_frames": 4,
    "max_frames": 8,
    "size": {"shortest_edge": 4096, "longest_edge": 8 * 65536},
}


@made_once
def qwen2_5_vl(folder: Path, **changes: Any) -> None:
    """Save a model with mRoPE, and window attention in its vision tower."""
    text = _text() | {"rope_scaling": {"type": "mrope", "mrope_section": [4, 2, 2]}}
    vision = _tower("qwen2_5_vl", changes) | {
        "patch_size": 14,
        "spatial_patch_size": 14,
        "window_size": 112,
        "fullatt_block_indexes": [1],
        "tokens_per_second": 2,
    }
    config = {"model_type": "qwen2_5_vl", **text, **_media_ids(), "vision_config": vision}
    config |= changes
    _save_qwen(folder, config, patch=14, processor="Qwen2_5_VLProcessor")


@made_once
def qwen3_vl(folder: Path, **changes: Any) -> None:
    """Save a model with interleaved mRoPE; two tower layers feed the first two text layers."""
    text = _text() | {
        "model_type": "qwen3_vl_text",
        "num_hidden_layers": 3,
        "head_dim": 16,
        "rope_scaling": {"type": "default", "mrope_section": [4, 2, 2], "mrope_interleaved": True},
    }
    text |= changes
    vision = _tower("qwen3_vl", changes) | {
        "depth": 3,
        "num_position_embeddings": 256,
        "deepstack_visual_indexes": [0, 1],
    }
    config = {"model_type": "qwen3_vl", "text_config": text, "vision_config": vision}
    _save_qwen(folder, config | _media_ids(), patch=16, processor="Qwen3VLProcessor")


@made_once
def qwen3_5(folder: Path, **changes: Any) -> None:
    """Save a model with recurrent linear attention and full attention in every other layer."""
    config = {
        "model_type": "qwen3_5",
        "text_config": qwen3_5_language() | changes,
        "vision_config": _tower("qwen3_5", changes)
        | {"num_position_embeddings": 256, "deepstack_visual_indexes": []},
    }
    _save_qwen(folder, config | _media_ids(), patch=16, processor="Qwen3VLProcessor")


@made_once
def gemma3(folder: Path, **changes: Any) -> None:
    """Save a model with two sliding-window layers for each full one and 16 tokens per image."""
    text = _text() | {
        "model_type": "gemma3_text",
        "num_hidden_layers": 3,
        "head_dim": 16,
        "query_pre_attn_scalar": 16,
        "sliding_window": WINDOW,
        "sliding_window_pattern": 3,
        "mm_tokens_per_image": 16,
        **vocabulary(*GEMMA),
    }
    text |= changes
    vision = {
        "model_type": "siglip_vision_model",
        "num_hidden_layers": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "patch_size": 8,
        "image_size": 64,
    }
    config = {
        "model_type": "gemma3",
        "text_config": text,
        "vision_config": vision,
        "hidden_size": 64,
        "image_token_index": token("<image_soft_token>", *GEMMA),
        "pad_token_id": token("<|endoftext|>"),
        **vocabulary(*GEMMA),
    }
    _save_vision(folder, config, scale=0.05, seed=1)
    _save_gemma_tokenizer(folder, image="<start_of_image>")
    images = {
        "image_processor_type": "Gemma3ImageProcessor",
        "size": {"height": 64, "width": 64},
        "image_mean": [0.5] * 3,
        "image_std": [0.5] * 3,
    }
    write_json(folder, "preprocessor_config.json", images)
    processor = {"processor_class": "Gemma3Processor", "image_seq_length": 16}
    write_json(folder, "processor_config.json", processor)


@made_once
def gemma4(folder: Path, **changes: Any) -> None:
    """Save one like the larger models: no per-layer inputs, bidirectional attention inside an
    image."""
    _gemma4(folder, num_kv_shared_layers=0, use_bidirectional_attention="vision", **changes)


@made_once
def gemma4_ple(folder: Path, **changes: Any) -> None:
    """Save one like E2B: per-layer inputs, and last layers that share keys of earlier ones."""
    _gemma4(folder, num_kv_shared_layers=2, hidden_size_per_layer_input=8, **changes)


def _gemma4(folder: Path, **changes: Any) -> None:
    size = vocabulary(*GEMMA)
    text = _text() | {
        "model_type": "gemma4_text",
        "num_hidden_layers": 4,
        "head_dim": 16,
        "global_head_dim": 32,
        "num_key_value_heads": 1,
        "hidden_size_per_layer_input": 0,
        "vocab_size_per_layer_input": size["vocab_size"],
        "sliding_window": WINDOW,
        "sliding_window_pattern": 2,
        "use_double_wide_mlp": False,
        "tie_word_embeddings": True,
        **size,
    }
    vision = {
        "model_type": "gemma4_vision",
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        # Each is padded to 64 numbers by the library.
        "num_attention_heads": 2,
        "num_key_value_heads": 2,
        "head_dim": 16,
        "global_head_dim": 16,
        "position_embedding_size": 64,
        "default_output_length": 24,
    }
    config = {
        "model_type": "gemma4",
        "text_config": text | changes,
        "vision_config": vision,
        "audio_config": None,
        "hidden_size": 64,
        "image_token_id": token("<image_soft_token>", *GEMMA),
        "video_token_id": token("<|video|>", *GEMMA),
        "audio_token_id": token("<|audio|>", *GEMMA),
        "boi_token_id": token("<start_of_image>", *GEMMA),
        "eoi_token_id": token("<end_of_image>", *GEMMA),
        **size,
    }
    _save_vision(folder, config, scale=0.05)
    _save_gemma_tokenizer(folder, image="<image_soft_token>", video="<|video|>")
    images = {"patch_size": 16, "max_soft_tokens": 24, "pooling_kernel_size": 3}
    processor = {
        "processor_class": "Gemma4Processor",
        "image_processor": images,
        # Each costs the tower half a second here, and more show the same.
        "video_processor": {"num_frames": 2},
        # With the usual 128 the library warns, and here a warning is an error.
        "feature_extractor": {"feature_size": 32},
    }
    write_json(folder, "processor_config.json", processor)


def _text() -> dict[str, Any]:
    return {
        "num_hidden_layers": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "rms_norm_eps": 1e-6,
        "rope_theta": 1e6,
        "max_position_embeddings": 4096,
        "tie_word_embeddings": False,
        **vocabulary(),
    }


def _tower(model_type: str, changes: dict[str, Any]) -> dict[str, Any]:
    """Return the settings of a tower for a language model with these `changes`."""
    return {
        "model_type": model_type,
        "depth": 2,
        "hidden_size": 64,
        "intermediate_size": 128,
        "out_hidden_size": changes.get("hidden_size", 64),
        "num_heads": 4,
        "patch_size": 16,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "in_channels": 3,
    }


def _media_ids() -> dict[str, int]:
    return {
        "image_token_id": token("<|image_pad|>"),
        "video_token_id": token("<|video_pad|>"),
        "vision_start_token_id": token("<|vision_start|>"),
        "vision_end_token_id": token("<|vision_end|>"),
    }


def _save_qwen(folder: Path, config: dict[str, Any], *, patch: int, processor: str) -> None:
    _save_vision(folder, config | vocabulary(), scale=0.2)
    write_json(folder, "preprocessor_config.json", IMAGES | {"patch_size": patch})
    write_json(folder, "video_preprocessor_config.json", VIDEOS | {"patch_size": patch})
    write_json(folder, "processor_config.json", {"processor_class": processor})


def _save_gemma_tokenizer(folder: Path, **prompt: str) -> None:
    names = {
        "boi_token": "<start_of_image>",
        "eoi_token": "<end_of_image>",
        "image_token": "<image_soft_token>",
        "video_token": "<|video|>",
        "audio_token": "<|audio|>",
    }
    save_tokenizer(folder, *GEMMA, **prompt, **names, extra_special_tokens=names)


def _save_vision(folder: Path, config: dict[str, Any], *, scale: float, seed: int = 0) -> None:
    utils = library("mlx_vlm.utils")
    module, _ = utils.get_model_and_args(dict(config))
    full = {"text_config": {}, "audio_config": {}} | json.loads(json.dumps(config))
    model_config = module.ModelConfig.from_dict(full)
    parts = ["text", "vision", "perceiver", "projector", "audio"]
    model_config = utils.update_module_configs(model_config, module, full, parts)
    save(folder, lambda: module.Model(model_config), config, scale=scale, seed=seed)
