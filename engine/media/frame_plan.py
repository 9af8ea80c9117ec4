"""Choose which frames of a video are decoded."""

import math

from engine.frozen import frozen
from engine.media.file_kind import KnownFile


@frozen
class FrameSampling:
    """Number of frames to decode: `fps` per second of the video, or of its `span` (start and end in
    seconds), between `min_frames` and `max_frames`, rounded to a multiple of `frame_factor` because
    models see frames in pairs."""

    fps: float = 2.0
    min_frames: int = 4
    max_frames: int = 128
    frame_factor: int = 2
    span: tuple[float, float] | None = None


@frozen
class VideoPlan:
    """The frames to decode: `indices` into the `total` frames of a video with `fps` per second."""

    total: int
    fps: float
    indices: tuple[int, ...]

    @property
    def seconds(self) -> float:
        return self.total / self.fps


@frozen
class OpenedVideo:
    """A video whose frames are planned. `size` is width and height before scaling. `ends` are the
    times at which the frames of an animated image end, in hundredths of a second."""

    file: KnownFile
    plan: VideoPlan
    size: tuple[int, int]
    ends: tuple[int, ...] = ()


def plan_frames(total: int, fps: float, sampling: FrameSampling) -> VideoPlan:
    """Choose evenly spaced frames, at least one, of a video with `total` frames."""
    first, last = 0, total - 1
    if sampling.span is not None:
        first, last = (min(total - 1, max(0, round(at * fps))) for at in sampling.span)
        last = max(first, last)
    count = _frame_count(last - first + 1, fps, sampling)
    step = (last - first) / max(1, count - 1)
    return VideoPlan(total, fps, tuple(round(first + at * step) for at in range(count)))


def _frame_count(available: int, fps: float, sampling: FrameSampling) -> int:
    """Return how many frames mlx-vlm's `load_video` takes of those available, and 1 if it takes
    none."""
    factor = sampling.frame_factor
    least = math.ceil(sampling.min_frames / factor) * factor
    most = math.floor(min(sampling.max_frames, available) / factor) * factor
    wanted = min(max(available / fps * sampling.fps, least), most)
    return max(1, math.floor(wanted / factor) * factor)
