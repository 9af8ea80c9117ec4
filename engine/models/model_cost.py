"""The memory that a model takes: measured once after loading, then computed for any prompt.

On a CPU this estimate is the only guard: MLX's CPU build ends the process if memory runs out.
"""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import mlx.core as mx

from engine.models import kv_cache, peak_memory
from engine.models.adapter import Adapter
from engine.models.kv_cache import Quantization

# Tokens by which the caches of both libraries grow.
CACHE_STEP = 256
# Prompt tokens of the forward pass that measures a model.
PROBE = 16
# Bytes per head and pair of tokens for unfused attention: float32 scores and their softmax.
# Attention over a quantized cache is never fused.
UNFUSED = 2 * 4
# Share of the machine's memory for models if the device reports no working set.
CPU_SHARE = 0.75
# Share of a device's working set left to what the ledger does not count: the window, other
# programs.
DEVICE_RESERVE = 0.08


@dataclass(frozen=True)
class CacheCost:
    """Bytes of one row's cache by kind of layer: `full` per token for layers that hold all tokens,
    `windows` as pairs (bytes per token, tokens in the window), `fixed` for recurrent states."""

    full: int = 0
    windows: tuple[tuple[int, int], ...] = ()
    fixed: int = 0

    def of(self, tokens: int, chunk: int) -> int:
        """Return the bytes for a row of `tokens`, prefilled in chunks of `chunk` tokens: during
        prefill, a window holds the chunk as well."""
        capacity = math.ceil(tokens / CACHE_STEP) * CACHE_STEP
        sliding = sum(each * min(capacity, window + chunk) for each, window in self.windows)
        return self.full * capacity + sliding + self.fixed


@dataclass(frozen=True)
class ModelCost:
    """Bytes that a model takes: `weights` once, `cache` per row, `embeds` per prompt token,
    `workspace` per token of a prefill chunk, and `scores` per pair of tokens that attend to each
    other at once. `quantized` is the cost with an 8-bit cache, None if the model has none.
    `vocabulary` is the size of its vocabulary in tokens; 0 if not measured."""

    weights: int
    cache: CacheCost
    embeds: int = 0
    workspace: int = 0
    scores: int = 0
    quantized: "ModelCost | None" = None
    vocabulary: int = 0

    def of(self, kv_bits: int) -> "ModelCost":
        """Return the cost at a KV precision."""
        return self.quantized or self if kv_bits else self

    def prefill(self, chunk: int, tokens: int) -> int:
        """Return the bytes, beside the cache, to prefill a prompt of `tokens` in chunks."""
        return self.embeds * tokens + self.workspace * chunk + self.scores * chunk * tokens


def measure_model(adapter: Adapter, weights: int, heads: int) -> tuple[ModelCost, Quantization]:
    """Measure a model by prefilling a few tokens, then again with an 8-bit cache if it can have
    one. This also compiles GPU kernels."""
    tokens = list(range(PROBE))
    prompt = adapter.prompt(tokens, {})
    cache = adapter.new_cache()
    before = mx.get_active_memory()
    peak_memory.reset()
    logits = adapter.prefill(prompt, 0, PROBE, cache)
    mx.eval([entry.state for entry in cache])
    workspace = max(0, mx.get_peak_memory() - before - nbytes(cache)) // PROBE
    embeds = nbytes([prompt.embeds, prompt.arrays]) // PROBE
    cost = ModelCost(
        weights,
        _cache_cost(cache),
        embeds,
        workspace,
        unfused(heads),
        vocabulary=logits.shape[-1],
    )
    found = kv_cache.try_out(adapter, tokens, cache, logits)
    if not found.groups:
        return cost, found
    quantized = replace(
        cost,
        cache=_cache_cost(found.cache),
        workspace=max(0, found.workspace - nbytes(found.cache)) // (PROBE - 1),
        scores=UNFUSED * heads,
    )
    return replace(cost, quantized=quantized), found


def unfused(heads: int) -> int:
    """Return the bytes of attention scores for a pair of tokens; 0 where attention is fused."""
    return 0 if mx.metal.is_available() else UNFUSED * heads


def _cache_cost(cache: Sequence[Any]) -> CacheCost:
    full = fixed = 0
    windows: list[tuple[int, int]] = []
    for entry in kv_cache.layers(cache):
        size = nbytes(entry)
        keys = getattr(entry, "keys", None)
        if keys is None:
            # Recurrent states do not grow; a cache of an unknown kind is assumed to grow per token.
            recurrent = type(entry).__name__ == "ArraysCache"
            fixed, full = (fixed + size, full) if recurrent else (fixed, full + size // PROBE)
            continue
        each = size // (keys[0] if isinstance(keys, tuple | list) else keys).shape[2]
        window = getattr(entry, "max_size", None)
        if window:
            windows.append((each, window))
        else:
            full += each
    return CacheCost(full, tuple(windows), fixed)


def nbytes(values: Any) -> int:
    """Return the bytes of all arrays in caches, lists and dicts."""
    if isinstance(values, mx.array):
        return values.nbytes
    if isinstance(values, dict):
        return nbytes(list(values.values()))
    if isinstance(values, list | tuple):
        return sum(nbytes(value) for value in values)
    keys = getattr(values, "keys", None)
    if keys is not None:
        # Some caches' `state` is only the part in use.
        return nbytes([keys, values.values])
    return nbytes(values.state) if hasattr(values, "state") else 0


def device_limit() -> int:
    """Return the bytes that all models together may take on this machine."""
    info = mx.device_info()
    for name in ("max_recommended_working_set_size", "total_memory", "memory_size"):
        size = info.get(name)
        if isinstance(size, int) and size > 0:
            return int(size * (1 - DEVICE_RESERVE))
    return int(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") * CPU_SHARE)
