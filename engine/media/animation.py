"""Pictures that move, read as clips. For the worker process, as `clip_frames` is."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image, ImageFile

from engine.errors import Refused
from engine.media.budget import BUDGET, Budget
from engine.media.frame_plan import OpenedClip, Sampling, planned
from engine.media.images import DAMAGED, open_picture

# Each of the pictures has a time, counted here in hundredths of a second.
HUNDREDTHS = 100.0
# What browsers make of a picture without a time, in hundredths.
UNTIMED = 10
MAX_PICTURES = 20_000


def open_animated(path: Path, sampling: Sampling, budget: Budget = BUDGET) -> OpenedClip:
    """Choose the frames of a picture that moves; raises Refused."""
    times: list[int] = []
    with open_picture(path, budget) as picture:
        for _ in _shown(picture):
            spent = picture.info.get("duration") or 0
            times.append((times[-1] if times else 0) + (round(spent / 10) or UNTIMED))
        size = picture.size
    return OpenedClip(planned(path, times[-1], HUNDREDTHS, sampling), size, tuple(times))


def read_animated(clip: OpenedClip, side: int, budget: Budget = BUDGET) -> Iterator[np.ndarray]:
    """As `read_clip`: what is to be seen at each planned moment."""
    wanted = list(clip.plan.indices)
    with open_picture(clip.plan.path, budget) as picture:
        for end, _ in zip(clip.times, _shown(picture), strict=False):
            if not wanted:
                return
            if wanted[0] >= end:
                continue
            frame = _on_white(picture, side)
            while wanted and wanted[0] < end:
                wanted.pop(0)
                yield frame


def _shown(picture: ImageFile.ImageFile) -> Iterator[None]:
    """Stand at one picture after the other, decoded, as far as they can be read."""
    for index in range(MAX_PICTURES):
        try:
            picture.seek(index)
            picture.load()
        except DAMAGED as error:
            if index == 0:
                raise Refused(
                    "{name} is damaged: none of its pictures could be read. Try another copy.",
                    name=Path(str(picture.filename)).name,
                ) from error
            return
        yield


def _on_white(picture: Image.Image, side: int) -> np.ndarray:
    layer = picture.convert("RGBA")
    layer.thumbnail((side, side))
    page = Image.new("RGBA", layer.size, "white")
    return np.asarray(Image.alpha_composite(page, layer).convert("RGB"))
