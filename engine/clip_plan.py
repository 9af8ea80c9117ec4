"""Which frames of a clip are read."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Sampling:
    """`fps` frames a second of a clip, or of the `span` from one second to another in it, within
    the bounds."""

    fps: float = 2.0
    min_frames: int = 4
    max_frames: int = 128
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
    count = last - first + 1
    wanted = round(count / rate * sampling.fps)
    wanted = max(1, min(max(sampling.min_frames, wanted), sampling.max_frames, count))
    step = (last - first) / max(1, wanted - 1)
    return ClipPlan(path, total, rate, tuple(round(first + at * step) for at in range(wanted)))
