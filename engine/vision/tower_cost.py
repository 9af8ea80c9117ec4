"""Predicts the memory of a running vision tower from its config, for any size of an image."""

from typing import Any

# Arrays of the patches that are in memory at once, of the hidden size and of the width of an MLP:
# queries, keys and values are split, rotated and joined again, and several operations are queued.
HIDDEN_ARRAYS, MLP_ARRAYS = 24.0, 3.3
# Arrays of queries and what attention makes of them. These families pad heads to sizes for which
# GPUs have fused attention.
HEAD_ARRAYS, HEAD_SIZES = 5, (64, 80, 128)
PADDED = frozenset({"qwen3_vl", "qwen3_vl_moe", "qwen3_5", "qwen3_5_moe", "gemma4_vision"})
# Products of 16-bit numbers are computed in float32 on a CPU.
HALF_FACTOR = 1.4
# Layers whose arrays are in memory at once. A GPU frees arrays once it is done with them.
LAYERS = {"cpu": 1, "metal": 1, "cuda": 6}
# Three colors, float32.
PIXEL_BYTES = 3 * 4
# Arrays of the pixels while the patches are embedded, before the layers: with narrower numbers, the
# pixels are there in several widths. In small towers, no layer takes as much.
PIXEL_ARRAYS = {2: 3.5, 4: 2.0}


def patches_of(config: Any, nbytes: int) -> int:
    """Return the patches of an image of `nbytes` as the processor made it."""
    return nbytes // _patch_bytes(config)


def _patch_bytes(config: Any) -> int:
    frames = getattr(config, "temporal_patch_size", 1)
    return config.patch_size**2 * frames * PIXEL_BYTES


def tower_peak(config: Any, patches: int, width: int, device: str) -> int:
    """Return the bytes to encode `patches` with numbers of `width` bytes. `config` is the model's
    vision config, `device` is named as in `predict_cost`.

    All patches of an image attend to each other in some layer of every family, also in those with
    windows. Layers run one after the other, so that one counts, or the embedding of the patches.
    """
    heads = getattr(config, "num_heads", 0) or getattr(config, "num_attention_heads", 0)
    size = getattr(config, "head_dim", 0) or config.hidden_size // max(1, heads)
    pads = getattr(config, "model_type", "") in PADDED
    padded = next((each for each in HEAD_SIZES if size <= each), size) if pads else size
    numbers = HIDDEN_ARRAYS * config.hidden_size + MLP_ARRAYS * config.intermediate_size
    numbers += HEAD_ARRAYS * heads * (padded - size)
    factor = HALF_FACTOR if device == "cpu" and width < 4 else 1.0
    fused = device == "metal" or (device == "cuda" and width < 4 and padded <= HEAD_SIZES[-1])
    scores = 0 if fused else width * heads * patches**2
    embedding = patches * _patch_bytes(config) * PIXEL_ARRAYS.get(width, 2.0)
    return max(int(embedding), int(patches * numbers * width * factor * LAYERS[device]) + scores)
