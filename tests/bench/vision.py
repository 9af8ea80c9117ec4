"""An image the first time over the second: from processed pixels to features. The second time its
file is known; beside it a copy of the file, which is known by its content, and the merge into the
prompt's embeddings.

uv run python tests/bench/vision.py [--quick] [--4b]      --4b: a random bf16 tower of Qwen3-VL-4B's
shape at 1024 x 1024, for a GPU; else a float32 one of 40 million parameters
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import mlx.core as mx
from mlx.utils import tree_flatten, tree_map
from mlx_vlm.models.qwen3_vl.config import ModelConfig, TextConfig, VisionConfig
from mlx_vlm.models.qwen3_vl.qwen3_vl import Model
from PIL import Image

from engine.messages import Media, MediaKind
from engine.models.adapter import VisionAdapter
from engine.rendering.message_content import Shape
from engine.vision.item_cache import Item, file_key
from engine.vision.vision import Vision

PATCH, MERGE, PICTURE, VIDEO, TEXT = 16, 2, 5, 6, 7
COMMON: dict[str, Any] = {
    "model_type": "qwen3_vl",
    "patch_size": PATCH,
    "spatial_merge_size": MERGE,
    "temporal_patch_size": 2,
    "num_position_embeddings": 2304,
}
SMALL = COMMON | {
    "depth": 10,
    "hidden_size": 512,
    "intermediate_size": 2048,
    "out_hidden_size": 256,
    "num_heads": 8,
    "deepstack_visual_indexes": [4],
}
QWEN3_VL_4B = COMMON | {
    "depth": 24,
    "hidden_size": 1024,
    "intermediate_size": 4096,
    "out_hidden_size": 2560,
    "num_heads": 16,
    "deepstack_visual_indexes": [5, 11, 17],
}


@dataclass
class Times:
    """Seconds for each image, computed and cached."""

    first: list[float] = field(default_factory=list)
    again: list[float] = field(default_factory=list)
    copy: list[float] = field(default_factory=list)
    merged: list[float] = field(default_factory=list)


def random_network(tower: dict[str, Any], dtype: mx.Dtype) -> tuple[Any, int]:
    """Return a random model with a one-layer language model, and its tower's parameter count."""
    text = TextConfig(
        model_type="qwen3_vl_text",
        num_hidden_layers=1,
        hidden_size=tower["out_hidden_size"],
        intermediate_size=256,
        num_attention_heads=4,
        num_key_value_heads=4,
        head_dim=64,
        rms_norm_eps=1e-6,
        vocab_size=256,
        rope_theta=1e6,
        max_position_embeddings=32_768,
        rope_scaling={"type": "default", "mrope_section": [16, 8, 8], "mrope_interleaved": True},
        tie_word_embeddings=True,
    )
    config = ModelConfig(
        text_config=text,
        vision_config=VisionConfig(**tower),
        model_type="qwen3_vl",
        image_token_id=PICTURE,
        video_token_id=VIDEO,
    )
    mx.random.seed(0)
    network = Model(config)
    network.update(
        tree_map(
            lambda v: (mx.random.normal(v.shape) * 0.02 if v.ndim >= 2 else v).astype(dtype),
            network.parameters(),
        )
    )
    mx.eval(network.parameters())
    assert network.vision_tower is not None
    parameters: list[Any] = list(tree_flatten(network.vision_tower.parameters()))
    return network, sum(value.size for _, value in parameters)


def random_question(pixels: int, number: int) -> tuple[list[int], dict[str, Any]]:
    """Return a question about a random image of pixels x pixels, as the processor gives it."""
    side = pixels // PATCH
    values = mx.random.normal((side * side, 3 * 2 * PATCH * PATCH), key=mx.random.key(number))
    arrays = {"pixel_values": values, "image_grid_thw": mx.array([[1, side, side]])}
    mx.eval(values)
    return [TEXT, 3, *[PICTURE] * (side // MERGE) ** 2, 4, *[TEXT] * 16], arrays


def vision_of(adapter: VisionAdapter) -> Vision:
    assert adapter.vision is not None
    return adapter.vision


def first_look(adapter: VisionAdapter, media: Media, tokens: list[int], arrays: Any) -> float:
    """Return the seconds to compute the features of a file just processed."""
    vision = vision_of(adapter)
    started = time.perf_counter()
    pieces = vision.pieces(tokens, arrays)
    mx.eval([vision.encode(piece) for piece in pieces])
    mx.synchronize()
    vision.items.put(file_key(media), Item(Shape(), pieces=tuple(pieces)))
    vision.items.drop_pixels(media)
    return time.perf_counter() - started


def look_again(adapter: VisionAdapter, media: Media) -> float:
    """Return the seconds to find the features by the file."""
    started = time.perf_counter()
    vision = vision_of(adapter)
    item = vision.items.get(file_key(media))
    assert item is not None
    mx.eval([vision.encode(piece) for piece in item.pieces])
    mx.synchronize()
    return time.perf_counter() - started


def look_at_copy(adapter: VisionAdapter, tokens: list[int], arrays: Any) -> float:
    """Return the seconds to find the features by the content of the pixels."""
    vision = vision_of(adapter)
    started = time.perf_counter()
    pieces = vision.pieces(tokens, arrays)
    mx.eval([vision.encode(piece) for piece in pieces])
    mx.synchronize()
    return time.perf_counter() - started


def merged(adapter: VisionAdapter, media: Media, tokens: list[int], arrays: Any) -> float:
    """Return the seconds to merge the features into the prompt."""
    started = time.perf_counter()
    vision = vision_of(adapter)
    item = vision.items.get(file_key(media))
    assert item is not None
    found = {piece.key: vision.encode(piece) for piece in item.pieces}
    adapter.prompt(tokens, arrays, item.pieces, found)
    mx.synchronize()
    return time.perf_counter() - started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--4b", action="store_true", dest="large")
    options = parser.parse_args()
    shape = QWEN3_VL_4B if options.large else SMALL
    network, parameters = random_network(shape, mx.bfloat16 if options.large else mx.float32)
    adapter = VisionAdapter(network)
    pixels = 1024 if options.large else 128 if options.quick else 256
    times = Times()
    # The first image of all is not counted: a GPU compiles its kernels then.
    with tempfile.TemporaryDirectory() as folder:
        for number in range(2 if options.quick else 6):
            media = Media(MediaKind.IMAGE, Path(folder) / f"{number}.png")
            # `random_question` makes the pixels; the file is only the key of the cache.
            Image.new("RGB", (1, 1)).save(media.path)
            question = random_question(pixels, number)
            first = first_look(adapter, media, *question)
            if number:
                times.first.append(first)
                times.again.append(min(look_again(adapter, media) for _ in range(7)))
                times.copy.append(min(look_at_copy(adapter, *question) for _ in range(7)))
                times.merged.append(min(merged(adapter, media, *question) for _ in range(7)))
    first, again = statistics.median(times.first), statistics.median(times.again)
    features = vision_of(adapter).features
    print(f"tower of {parameters / 1e6:.1f} M parameters, {pixels} x {pixels} pixels")
    print(f"first {first * 1e3:.2f} ms, again {again * 1e3:.3f} ms, {features.nbytes:,} bytes kept")
    result = {
        "parameters": parameters,
        "pixels": pixels,
        "first_ms": round(first * 1e3, 3),
        "again_ms": round(again * 1e3, 4),
        "copy_ms": round(statistics.median(times.copy) * 1e3, 4),
        "again_merged_ms": round(statistics.median(times.merged) * 1e3, 4),
        "hits": features.hits,
        "misses": features.misses,
        "ratio": round(first / again, 1),
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
