"""The peak memory since the engine started, across resets of MLX's own peak."""

import mlx.core as mx

_highest = 0


def begin() -> None:
    """Forget the peak of earlier engines."""
    global _highest
    mx.reset_peak_memory()
    _highest = 0


def reset() -> None:
    """Reset MLX's peak for a measurement, and remember the highest one."""
    highest()
    mx.reset_peak_memory()


def highest() -> int:
    """Return the peak in bytes."""
    global _highest
    # after a reset, MLX reports 0 until something is allocated
    _highest = max(_highest, mx.get_active_memory(), mx.get_peak_memory())
    return _highest
