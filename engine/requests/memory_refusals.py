"""The sentences for requests that never fit into memory, with what would make them fit."""

from collections.abc import Iterable

from engine.errors import NoMemory, Refused
from engine.machines import group
from engine.messages import RecipeOffer
from engine.model_cost import CacheCost, ModelCost
from engine.model_fit import FreeMemory, fit_of
from engine.models.device_memory import most_memory
from engine.models.model_source import ModelSource
from engine.requests.ledger import RowNeed
from engine.sentences import say, say_all, say_size


def large_row(cost: ModelCost, need: RowNeed, size: int, limit: int) -> Refused:
    """Return the error for a row of `size` bytes that does not fit beside its model."""
    refusal = say(
        "This needs {needed} of memory, but the model leaves only {free}. Shorten the "
        "conversation, lower Max tokens, remove images or videos, or allow more memory in "
        "Settings.",
        needed=say_size(size),
        free=say_size(max(0, limit - cost.weights)),
    )
    return _with_advice(refusal, cost, need.tokens, limit, kv_bits=need.kv_bits)


def large_weights(source: ModelSource, room: int, limit: int, *, chosen: bool) -> Refused:
    """Return the error for a model that does not fit into `room` bytes, which a person may have
    `chosen`."""
    cost = source.cost or ModelCost(source.weight_bytes, CacheCost())
    if group.joined():
        return Refused(
            "Each machine would hold {needed} of {name}, but the smallest of them allows {most}. "
            "Add a machine in Settings › Machines, or choose a smaller model.",
            name=source.name,
            needed=say_size(source.load_bytes),
            most=say_size(room),
        )
    refusal = say(
        "{name} needs {needed} for its weights, but {allowed}. Choose a smaller or quantized "
        "version.",
        name=source.name,
        needed=say_size(source.load_bytes),
        allowed=_allowed(room, chosen=chosen),
    )
    return _with_advice(refusal, cost, 1, limit, bits=source.bits)


def no_room(source: ModelSource, free: int) -> Refused:
    """Return the error for a model that must not take the memory of others."""
    sentence = say(
        "{name} was not loaded: it needs {needed} of memory, and the other models leave {free} "
        "free. Choose it from the model menu to load it in their place.",
        name=source.name,
        needed=say_size(source.load_bytes),
        free=say_size(free),
    )
    return NoMemory(sentence)


def large_conversion(
    name: str, offer: RecipeOffer, others: Iterable[RecipeOffer], limit: int, *, chosen: bool
) -> Refused:
    """Return the error for a conversion beyond the limit, which a person may have `chosen`, with
    what would fit of the `others`."""
    least = min((it.memory for it in others), default=limit + 1)
    advice = (
        say("Choose fewer bits: {least} would fit.", least=say_size(least))
        if least <= limit
        else say("Allow more memory in Settings, or download a quantized version.")
    )
    return Refused(
        "Converting {name} needs {needed} of memory, but {allowed}. {advice}",
        name=name,
        needed=say_size(offer.memory),
        allowed=_allowed(limit, chosen=chosen),
        advice=advice,
    )


def _allowed(most: int, *, chosen: bool) -> str:
    if chosen:
        return say(
            "models may use only {most}, as set under “Memory for models” in Settings › General or "
            "by --memory-limit",
            most=say_size(most),
        )
    return say("models may use only {most} on this computer", most=say_size(most))


def _with_advice(
    refusal: str, cost: ModelCost, tokens: int, limit: int, *, kv_bits: int = 0, bits: float = 0.0
) -> Refused:
    memory = FreeMemory(limit, most_memory())
    fit = fit_of(cost, tokens, memory, kv_bits=kv_bits, bits=bits)
    return NoMemory(say_all([refusal, *fit.advice]))
