"""Which frames of a clip are read."""

import math
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sampling:
    """`fps` frames a second of a clip, or of the `span` from one second to another in it, within
    the bounds, and a multiple of `frame_factor`: models see frames in pairs."""

    fps: float = 2.0
    min_frames: int = 4
    max_frames: int = 128
    frame_factor: int = 2
    span: tuple[float, float] | None = None


@dataclass(frozen=True)
class ClipPlan:
    """Which frames of a clip are read: `indices` into its `total` frames at `fps` per second."""

    path: Path
    total: int
    fps: float
    indices: tuple[int, ...]

    @property
    def seconds(self) -> float:
        return self.total / self.fps


@dataclass(frozen=True)
class OpenedClip:
    """`size` is width and height before scaling; `times` of animated pictures says when each
    ends, in hundredths of a second."""

    plan: ClipPlan
    size: tuple[int, int]
    times: tuple[int, ...] = ()


def planned(path: Path, total: int, rate: float, sampling: Sampling) -> ClipPlan:
    """Evenly spaced frames of a clip that has so many, at least one, `rate` of them a second."""
    first, last = 0, total - 1
    if sampling.span is not None:
        first, last = (min(total - 1, max(0, round(at * rate))) for at in sampling.span)
        last = max(first, last)
    wanted = _frame_count(last - first + 1, rate, sampling)
    step = (last - first) / max(1, wanted - 1)
    return ClipPlan(path, total, rate, tuple(round(first + at * step) for at in range(wanted)))


def _frame_count(count: int, rate: float, sampling: Sampling) -> int:
    """Return how many of `count` frames mlx-vlm's `load_video` takes, and 1 if it takes none."""
    factor = sampling.frame_factor
    least = math.ceil(sampling.min_frames / factor) * factor
    most = math.floor(min(sampling.max_frames, count) / factor) * factor
    wanted = min(max(count / rate * sampling.fps, least), most)
    return max(1, math.floor(wanted / factor) * factor)
