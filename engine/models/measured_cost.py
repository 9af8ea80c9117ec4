"""Measures the memory that a model takes, once after loading it.

On a CPU this estimate is the only guard: MLX's CPU build ends the process if memory runs out.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import mlx.core as mx

from engine.frozen import frozen
from engine.model_cost import CacheCost, ModelCost
from engine.models import kv_cache, peak_memory
from engine.models.adapter import Adapter
from engine.models.kv_cache import Quantization

# Prompt tokens of the forward pass that measures a model.
PROBE = 16
# Bytes per head and pair of tokens for unfused attention: float32 scores and their softmax.
# Attention over a quantized cache is never fused.
UNFUSED = 2 * 4


@frozen
class Measurement:
    """A `cost` without an 8-bit cache, and the prefill of `tokens` that it was measured with."""

    cost: ModelCost
    tokens: list[int]
    cache: list[Any]
    logits: mx.array


def with_quantized(
    adapter: Adapter, plain: Measurement, heads: int, predicted: ModelCost | None
) -> tuple[ModelCost, Quantization]:
    """Return the cost of a model, measured again with an 8-bit cache if it can have one.

    The workspace of a long prompt cannot be told from a few tokens: it is the predicted one, if
    there is a prediction.
    """
    cost, found = plain.cost, kv_cache.try_out(adapter, plain.tokens, plain.cache, plain.logits)
    if found.groups:
        workspace = max(0, found.workspace - nbytes(found.cache)) // (PROBE - 1)
        cache, scores = _cache_cost(found.cache), UNFUSED * heads
        quantized = replace(cost, cache=cache, workspace=workspace, scores=scores)
        cost = replace(cost, quantized=quantized)
    return (with_workspace(cost, predicted) if predicted else cost), found


def with_workspace(cost: ModelCost, predicted: ModelCost) -> ModelCost:
    """Return a measured cost with the workspace, the scores and the logits that were predicted."""
    quantized = cost.quantized and with_workspace(cost.quantized, predicted.of(1))
    return replace(
        cost,
        embeds=max(cost.embeds, predicted.embeds),
        workspace=predicted.workspace,
        scores=predicted.scores,
        logits=predicted.logits,
        loading=predicted.loading,
        vision=predicted.vision,
        active=predicted.active,
        masked=predicted.masked,
        quantized=quantized,
    )


def measure_model(adapter: Adapter, weights: int, heads: int) -> Measurement:
    """Measure a model by prefilling a few tokens. This also compiles GPU kernels."""
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
    mx.eval(logits)
    return Measurement(cost, tokens, cache, logits)


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
