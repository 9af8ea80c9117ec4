"""Computes how a model fits the free memory: its parts, the longest context, what would help."""

from collections.abc import Sequence
from dataclasses import replace

from engine.frozen import frozen
from engine.model_cost import CACHE_STEP, ModelCost
from engine.model_facts import Fit, MemoryParts
from engine.sentences import say, say_size

# A context for which a fit is shown, if the conversation has none of its own yet.
USUAL_CONTEXT = 8192
# Shorter contexts are no advice.
LEAST_CONTEXT = 1024
# Bits of smaller quantizations, and those that a group of 64 adds for its scale and bias.
SMALLER = (8, 6, 4)
SCALE_BITS = 0.5


@frozen
class FreeMemory:
    """Memory for models, in bytes. `free` is what a model may take if all idle models are unloaded,
    and `total` what the machine could ever give to one. `busy` are pairs of the name of a model in
    memory that is not unloaded by itself, and its bytes, which `free` does not include."""

    free: int
    total: int
    busy: tuple[tuple[str, int], ...] = ()


def fit_of(
    cost: ModelCost,
    context: int,
    memory: FreeMemory,
    *,
    kv_bits: int = 0,
    bits: float = 0.0,
    most: int = 0,
) -> Fit:
    """Return the fit of a model for a conversation of `context` tokens. `bits` is the average size
    of its weights, 0 if unknown, and `most` the context of the model."""
    parts = parts_of(cost, context, kv_bits)
    fit = Fit(
        parts,
        context,
        memory.free,
        longest=longest_context(cost, kv_bits, memory.free, most or context),
        kv_bits=kv_bits if cost.quantized else 0,
        fatal=parts.total > memory.total,
    )
    return fit if fit.fits else replace(fit, advice=tuple(_advice(cost, fit, memory, bits)))


def parts_of(cost: ModelCost, context: int, kv_bits: int) -> MemoryParts:
    """Return the parts of the memory for a model and one conversation. What loading needs beside
    the weights counts as workspace where that is more."""
    chosen = cost.of(kv_bits)
    chunk = min(context, cost.prefill_step)
    cache = chosen.cache.of(context, chunk)
    workspace = max(chosen.prefill(chunk, context), cost.loading - cache)
    return MemoryParts(cost.weights - cost.vision, cost.vision, cache, workspace)


def longest_context(cost: ModelCost, kv_bits: int, free: int, most: int) -> int:
    """Return the longest context that fits, at most `most` tokens; 0 if none does."""
    if parts_of(cost, 1, kv_bits).total > free:
        return 0
    low, high = 1, max(1, most)
    while low < high:
        middle = (low + high + 1) // 2
        if parts_of(cost, middle, kv_bits).total <= free:
            low = middle
        else:
            high = middle - 1
    # The cache grows in steps: a context that ends within one is as expensive as the whole step.
    return low if low == most or low < CACHE_STEP else low // CACHE_STEP * CACHE_STEP


def _advice(cost: ModelCost, fit: Fit, memory: FreeMemory, bits: float) -> Sequence[str]:
    """Return sentences, each with something that would make it fit."""
    found = []
    if fit.longest >= LEAST_CONTEXT:
        found.append(say("A context of {tokens:,} tokens fits.", tokens=fit.longest))
    if cost.quantized and not fit.kv_bits and parts_of(cost, fit.context, 8).total <= fit.free:
        found.append(say("It fits with the option “8-bit conversation cache”."))
    missing = fit.parts.total - fit.free
    if busy := next((it for it in memory.busy if it[1] >= missing), None):
        found.append(
            say(
                "It fits once {name} is unloaded, which frees {size}.",
                name=busy[0],
                size=say_size(busy[1]),
            )
        )
    found += _smaller(fit, bits)
    return found


def _smaller(fit: Fit, bits: float) -> Sequence[str]:
    """Return a sentence about the largest quantization that would fit, if any would."""
    weights = fit.parts.weights
    for smaller in SMALLER:
        size = int(weights * (smaller + SCALE_BITS) / bits) if bits else weights
        if size < weights and fit.parts.total - weights + size <= fit.free:
            return [
                say(
                    "A version with {bits} bits would need about {size}. Look for one under Get "
                    "models.",
                    bits=smaller,
                    size=say_size(fit.parts.total - weights + size),
                )
            ]
    return []
