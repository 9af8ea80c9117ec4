"""Test the predicted memory of a vision tower against what MLX allocates."""

import gc
from pathlib import Path
from typing import Any

import mlx.core as mx
import pytest
from PIL import Image

from engine.models.loader import examine_model, load_model
from engine.prompts import processing
from engine.vision.tower_cost import patches_of, tower_peak
from tests.kit import tiny_vision

# The peak differs a little with how far the library gets ahead of the device, and in towers this
# small, other arrays than the predicted ones weigh.
LEAST, MOST = 0.95, 1.6


@pytest.mark.skipif(mx.default_device() != mx.cpu, reason="a GPU frees memory later")
@pytest.mark.parametrize(
    ("family", "numbers"),
    [
        *((family, mx.float32) for family in ("qwen2_5_vl", "qwen3_vl", "qwen3_5", "gemma4")),
        # a small tower with narrow numbers takes most before its layers, for the pixels
        *((family, mx.bfloat16) for family in ("qwen2_5_vl", "qwen3_vl")),
    ],
)
def test_a_tower_takes_about_what_was_predicted(
    family: str, numbers: mx.Dtype, tmp_path: Path
) -> None:
    getattr(tiny_vision, family)(tmp_path)
    _convert(tmp_path / "model.safetensors", numbers)
    model = load_model(examine_model(str(tmp_path)))
    vision = model.adapter.vision
    assert vision
    image = Image.new("RGB", (256, 256), (200, 30, 30))
    tokens, arrays = processing.encode(model.writer.marks[0], [image], model, start=False)
    [piece] = vision.pieces(tokens, arrays)
    mx.eval(piece.pixels)
    # Models of earlier tests, collected during the measurement, would count as less memory.
    gc.collect()
    mx.clear_cache()
    mx.reset_peak_memory()
    before = mx.get_active_memory()
    vision.encode(piece)
    peak = mx.get_peak_memory() - before
    config = model.config.vision_config
    predicted = tower_peak(config, patches_of(config, piece.nbytes), vision.width, "cpu")
    assert LEAST * peak <= predicted <= MOST * peak


def _convert(path: Path, numbers: mx.Dtype) -> None:
    loaded: Any = mx.load(str(path))
    weights = {name: value.astype(numbers) for name, value in loaded.items()}
    mx.eval(list(weights.values()))
    mx.save_safetensors(str(path), weights, metadata={"format": "mlx"})


def test_gpus_fuse_the_attention_of_a_tower() -> None:
    class Config:
        hidden_size, intermediate_size, num_heads, patch_size = 1280, 3420, 16, 14

    large = 1 << 14
    on_gpu = tower_peak(Config, large, 2, "cuda"), tower_peak(Config, large, 2, "metal")
    assert max(on_gpu) < tower_peak(Config, large, 2, "cpu")
    assert tower_peak(Config, large, 4, "cuda") > 4 * 16 * large**2
