"""Round numbers for the axes of charts, always from zero."""

import math
from collections.abc import Sequence

_STEPS = 3


def ticks(highest: float, *, whole: bool = False) -> list[float]:
    """Return round values from 0 to the first that is not below `highest`."""
    raw = (highest or 1.0) / _STEPS
    if whole:
        raw = max(1.0, raw)
    power = 10.0 ** math.floor(math.log10(raw))
    steps = (1, 2, 5, 10) if whole else (1, 2, 2.5, 5, 10)
    step = next(power * it for it in steps if power * it >= raw * 0.999)
    count = max(1, math.ceil(highest / step - 1e-9))
    return [step * it for it in range(count + 1)]


def segments(values: Sequence[float], most: float, width: float) -> list[tuple[int, float, float]]:
    """Return the index, left edge and width of each part of a bar. A bar with the sum `most` fills
    the width; every part above 0 gets a width that can still be seen and pointed at."""
    shown = [index for index, value in enumerate(values) if value > 0]
    # Every part gets the shortest length first, then its share of what is left.
    spare = max(0.0, width - SHORTEST * len(shown))
    left, found = 0.0, []
    for index in shown:
        part = SHORTEST + values[index] / most * spare
        found.append((index, left, part))
        left += part
    return found


# Pixels.
SHORTEST = 2.0
