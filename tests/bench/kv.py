"""Memory and decode speed of a conversation with an 8-bit cache against one without.

uv run python tests/bench/kv.py [--quick]      --quick: 4,096 tokens only
"""

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from engine.models.loader import (  # first: it seals the model libraries
    LoadedModel,
    examine_model,
    load_model,
)

import mlx.core as mx  # isort: skip
from engine.models.measured_cost import nbytes
from tests.bench import random_model
from tests.kit.quick import is_quick

LENGTHS = (4096, 16_384)
NEW = 64
# Prompt lengths, and the number of tokens written to a cache at once.
FIRST, CHUNK = 16, 512


def measured(model: LoadedModel, bits: int, length: int) -> tuple[int, float]:
    """Return the bytes of a cache with so many tokens, and the tokens per second after them."""
    prompt = model.adapter.prompt(list(range(1, FIRST + 1)), {})
    cache = model.new_cache(bits)
    token = mx.argmax(model.adapter.prefill(prompt, 0, FIRST, cache), axis=-1)
    fill_cache(cache, model.new_cache(), length - FIRST, model)
    held = nbytes(cache)
    # The first step grows the cache.
    token = _next(model, token, length, prompt, cache)
    started = time.perf_counter()
    for step in range(1, NEW + 1):
        token = _next(model, token, length + step, prompt, cache)
    return held, NEW / (time.perf_counter() - started)


def fill_cache(cache: list[Any], plain: list[Any], count: int, model: LoadedModel) -> None:
    """Write random keys and values, since prefill would take minutes on a CPU."""
    prompt = model.adapter.prompt([1], {})
    model.adapter.prefill(prompt, 0, 1, plain)
    for entry, like in zip(cache, plain, strict=True):
        heads, size = like.keys.shape[1], like.keys.shape[3]
        for start in range(0, count, CHUNK):
            shape = 2, 1, heads, min(CHUNK, count - start), size
            keys, values = mx.random.normal(shape).astype(like.keys.dtype)
            entry.update_and_fetch(keys, values)
            mx.eval(entry.state)


def _next(model: LoadedModel, token: mx.array, position: int, prompt: Any, cache: Any) -> mx.array:
    logits = model.adapter.decode_block(token[None], [position], [prompt], cache)
    found = mx.argmax(logits[:, -1], axis=-1)
    mx.eval(found)
    return found


def main() -> None:
    quick = is_quick(__doc__)
    gpu = mx.default_device() == mx.gpu
    shape, dtype = (random_model.QWEN3_4B, mx.bfloat16) if gpu else (random_model.SMALL, mx.float32)
    results: dict[int, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        random_model.make_random_model(Path(folder), shape, dtype)
        model = load_model(examine_model(folder))
        for length in LENGTHS[:1] if quick else LENGTHS:
            plain, small = (measured(model, bits, length) for bits in (0, 8))
            results[length] = {"ratio": plain[0] / small[0], "decode": small[1] / plain[1]}
            sys.stdout.write(
                f"{length} tokens: {plain[0] / 1e6:.1f} MB, in 8 bit {small[0] / 1e6:.1f} MB; "
                f"{plain[1]:.1f} tok/s, in 8 bit {small[1]:.1f}\n"
            )
    summary = {"ratio": results[LENGTHS[0]]["ratio"], "lengths": results}
    sys.stdout.write(json.dumps(summary, default=float) + "\n")


if __name__ == "__main__":
    main()
