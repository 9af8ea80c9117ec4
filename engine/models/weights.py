"""Build a model without its weights, then read those into memory in bounded steps."""

import time
from collections import deque
from collections.abc import Generator
from pathlib import Path
from typing import Any

import mlx.core as mx
import mlx_lm.utils
import mlx_vlm.utils
from mlx.utils import tree_flatten

from engine.machines import group

# mlx-vlm's own way to read float8 weights writes to the files, which are the person's.
mlx_vlm.utils._load_safetensors = mx.load

# Bytes of weights that are in memory, and of all.
Progress = tuple[int, int]

# Seconds that a step should take, within which others wait for their next token; and the bounds of
# its size in bytes. Smaller reads would not use a fast disk, larger ones hold up a first step.
STEP_SECONDS = 0.05
SMALLEST, LARGEST = 32 << 20, 256 << 20


def build_model(view: Path, vision: bool) -> Any:
    """Build a model whose weights are still on the disk."""
    if vision:
        return mlx_vlm.utils.load_model(view, lazy=True, trust_remote_code=False)
    model, _ = mlx_lm.utils.load_model(view, lazy=True, trust_remote_code=False)
    return model


def read_weights(*models: Any) -> Generator[Progress, None, int]:
    """Read the weights in groups, yielding after each. Return their bytes."""
    found: list[Any] = [array for model in models for _, array in tree_flatten(model.parameters())]
    # Two modules may share an array.
    arrays = deque({id(array): array for array in found}.values())
    del found
    total, done, size = sum(array.nbytes for array in arrays), 0, SMALLEST
    yield 0, total
    while arrays:
        # A tensor is evaluated whole, so a large one is a group of its own.
        read = [arrays.popleft()]
        taken = read[0].nbytes
        while arrays and taken + arrays[0].nbytes <= size:
            taken += arrays[0].nbytes
            read.append(arrays.popleft())
        began = time.perf_counter()
        mx.eval(read)
        if group.joined() is None:  # the ranks of a group read in the same number of steps
            size = _next_size(taken, time.perf_counter() - began)
        done += taken
        yield done, total
    return total


def _next_size(taken: int, seconds: float) -> int:
    """Return the bytes of the next group, from the speed of the last one."""
    fitting = int(taken * STEP_SECONDS / seconds) if seconds else LARGEST
    return min(max(fitting, SMALLEST), LARGEST)
