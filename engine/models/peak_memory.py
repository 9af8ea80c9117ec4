"""The most memory in use since the engine began, across the resets of MLX's own count."""

import mlx.core as mx

_highest = 0


def begin() -> None:
    """Forget what was in use before this engine."""
    global _highest
    mx.reset_peak_memory()
    _highest = 0


def reset() -> None:
    """Let MLX count anew, for a measurement."""
    highest()
    mx.reset_peak_memory()


def highest() -> int:
    global _highest
    # until something is allocated, MLX says 0 after a reset
    _highest = max(_highest, mx.get_active_memory(), mx.get_peak_memory())
    return _highest
