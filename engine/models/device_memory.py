"""The memory of the device that models compute on. Needs no library of models, so a computer can
tell about itself at once."""

import mlx.core as mx

from engine.system.free_memory import available_memory, physical_memory

# Share of the machine's memory for models if the device reports no working set.
CPU_SHARE = 0.75
# Share of a device's working set left to what the ledger does not count: the window, other
# programs.
DEVICE_RESERVE = 0.08


def device_kind() -> str:
    """Return the device of the models, as `predict_cost` names it."""
    if mx.default_device() == mx.cpu:
        return "cpu"
    return "metal" if mx.metal.is_available() else "cuda"


def most_memory() -> int:
    """Return the bytes with which the system still lets this process live. On a Mac that is all
    memory of the machine, since it swaps; elsewhere what other programs leave."""
    if device_kind() == "metal":
        return physical_memory()
    if device_kind() == "cuda":
        return _whole_memory()
    return available_memory() + mx.get_active_memory() + mx.get_cache_memory()


def _whole_memory() -> int:
    """Return the bytes of the memory that the device computes in."""
    size = mx.device_info().get("total_memory") if device_kind() == "cuda" else None
    return size if isinstance(size, int) and size > 0 else physical_memory()


def models_limit(chosen: int | None) -> int:
    """Return the bytes that all models together may take: those that a person chose, as far as the
    device has them, or a share of its memory."""
    return device_limit() if chosen is None else min(chosen, _whole_memory())


def device_limit() -> int:
    """Return the bytes that all models together may take on this machine if nobody chose."""
    info = mx.device_info()
    for name in ("max_recommended_working_set_size", "total_memory", "memory_size"):
        size = info.get(name)
        if isinstance(size, int) and size > 0:
            return int(size * (1 - DEVICE_RESERVE))
    return int(physical_memory() * CPU_SHARE)
