"""Decode animated images as videos. Runs in the worker process, like `video_frames`."""

from collections.abc import Iterator

import numpy as np
from PIL import ImageFile

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget
from engine.media.file_kind import KnownFile
from engine.media.frame_plan import FrameSampling, OpenedVideo, plan_frames
from engine.media.images import DAMAGED, on_white, open_image

# Frame times are counted in hundredths of a second.
HUNDREDTHS = 100.0
# Duration, in hundredths, that browsers use for a frame without one.
DEFAULT_DURATION = 10
MAX_FRAMES = 20_000


def open_animated(file: KnownFile, sampling: FrameSampling, budget: Budget = BUDGET) -> OpenedVideo:
    """Choose the frames of an animated image; raises Refused."""
    ends: list[int] = []
    with open_image(file, budget) as image:
        for _ in _decoded_frames(image, file):
            milliseconds = image.info.get("duration") or 0
            duration = round(milliseconds / 10) or DEFAULT_DURATION
            ends.append((ends[-1] if ends else 0) + duration)
        size = image.size
    return OpenedVideo(file, plan_frames(ends[-1], HUNDREDTHS, sampling), size, tuple(ends))


def read_animated(video: OpenedVideo, side: int, budget: Budget = BUDGET) -> Iterator[np.ndarray]:
    """Yield the frame visible at each planned moment, as `read_video` does."""
    moments = list(video.plan.indices)
    with open_image(video.file, budget) as image:
        for end, _ in zip(video.ends, _decoded_frames(image, video.file), strict=False):
            if not moments:
                return
            if moments[0] >= end:
                continue
            layer = image.convert("RGBA")
            layer.thumbnail((side, side))
            frame = np.asarray(on_white(layer))
            while moments and moments[0] < end:
                moments.pop(0)
                yield frame


def _decoded_frames(image: ImageFile.ImageFile, file: KnownFile) -> Iterator[None]:
    """Step `image` through its frames, as far as they can be decoded; raises Refused if even the
    first cannot."""
    for index in range(MAX_FRAMES):
        try:
            image.seek(index)
            image.load()
        except DAMAGED as error:
            if index == 0:
                raise Refused(
                    "{name} is damaged: none of its frames could be read. Try another copy.",
                    name=file.path.name,
                ) from error
            return
        yield
