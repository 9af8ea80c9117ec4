"""The memory that a model takes for a conversation of a chosen length, in its parts."""

from engine.messages import Fit, MemoryParts, ModelCost

# As the engine prefills: large models in shorter chunks.
CHUNK, LARGE_CHUNK, LARGE_WEIGHTS = 512, 256, 8e9
# Context lengths to choose from begin here and double.
LEAST_CONTEXT = 4096


def parts_of(fit: Fit, cost: ModelCost | None, context: int, kv_bits: int) -> MemoryParts:
    """Return the parts for a context and a KV precision; those of `fit` if the cost is unknown, or
    if `fit` is about the same conversation."""
    if cost is None or (context, kv_bits) == (fit.context, fit.kv_bits):
        return fit.parts
    chosen = cost.of(kv_bits)
    chunk = LARGE_CHUNK if chosen.weights >= LARGE_WEIGHTS else CHUNK
    here = fit.parts
    # What the fit adds to the cost, such as a reserve, stays.
    reserve = here.workspace - cost.of(fit.kv_bits).prefill(chunk, fit.context)
    return MemoryParts(
        here.weights,
        here.vision,
        chosen.cache.of(context, chunk),
        chosen.prefill(chunk, context) + max(0, reserve),
    )


def longest_context(fit: Fit, cost: ModelCost | None, most: int, kv_bits: int) -> int:
    """Return the longest context that fits, at most `most`; 0 if none does."""
    if cost is None:
        return fit.longest
    if parts_of(fit, cost, most, kv_bits).total <= fit.free:
        return most
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        fits = parts_of(fit, cost, middle, kv_bits).total <= fit.free
        low, high = (middle, high) if fits else (low, middle)
    return low


def context_choices(fit: Fit, most: int) -> list[int]:
    """Return context lengths to choose from: doubling, with the model's own and that of `fit`."""
    found = {fit.context, most or fit.context}
    length = LEAST_CONTEXT
    while length < most:
        found.add(length)
        length *= 2
    return sorted(it for it in found if it)
