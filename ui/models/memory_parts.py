"""The memory that a model takes for a conversation of a chosen length."""

from engine.messages import Fit, MemoryParts, ModelCost, longest_context, parts_of

# Context lengths to choose from begin here and double.
LEAST_CONTEXT = 4096


def chosen_parts(fit: Fit, cost: ModelCost | None, context: int, kv_bits: int) -> MemoryParts:
    """Return the parts for a context and a KV precision; those of `fit` if the cost is unknown, or
    if `fit` is about the same conversation."""
    if cost is None or (context, kv_bits) == (fit.context, fit.kv_bits):
        return fit.parts
    return parts_of(cost, context, kv_bits)


def chosen_longest(fit: Fit, cost: ModelCost | None, most: int, kv_bits: int) -> int:
    """Return the longest context that fits with a KV precision, at most `most`."""
    if cost is None or kv_bits == fit.kv_bits:
        return fit.longest
    return longest_context(cost, kv_bits, fit.free, most)


def context_choices(fit: Fit, most: int) -> list[int]:
    """Return context lengths to choose from: doubling, with the model's own and that of `fit`."""
    found = {fit.context, most or fit.context}
    length = LEAST_CONTEXT
    while length < most:
        found.add(length)
        length *= 2
    return sorted(it for it in found if it)
